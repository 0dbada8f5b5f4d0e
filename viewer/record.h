#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "library.h"
#include "world.h"

namespace thew::viewer {

struct RecordOptions {
  double duration = 10;              ///< simulated [s]
  double rate = 60;                  ///< frames, messages or rows per simulated second
  int key = -1;                      ///< keyframe to begin with
  std::vector<std::string> signals;  ///< PROTOCOL.md, "signal"
};

/// Simulates the model and writes what happens, in one of three forms. All throw Error where a
/// signal is unknown. `made` is called with the time after each frame; false ends the recording.
using Progress = std::function<bool(double time)>;

/// One page that plays, scrubs and plots without a server.
void record_html(const Loaded& loaded, const RecordOptions& options, std::ostream& out,
                 const Progress& made);
/// Poses of bodies, their shapes, the state and the signals, for Foxglove.
void record_mcap(const Loaded& loaded, const RecordOptions& options, std::ostream& out,
                 const Progress& made);
/// The signals, one row per moment.
void record_csv(const Loaded& loaded, const RecordOptions& options, std::ostream& out,
                const Progress& made);

}  // namespace thew::viewer
