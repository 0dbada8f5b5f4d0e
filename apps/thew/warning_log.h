#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <thew/data.h>
#include <thew/model.h>

namespace thew::cli {

/// Warnings raised while stepping. Data counts them since its last reset, and a bad state resets
/// it: this log adds up.
class WarningLog {
 public:
  struct Entry {
    std::string name;    ///< e.g. "badqacc"
    std::int64_t count;  ///< in all
    std::string about;   ///< the dof, body or control of the last one
    double first;        ///< simulated time of the first one [s]
  };

  /// Looks at Data after a step; `time` is simulated time since the start, resets not counted.
  void update(const Data& data, double time);
  std::vector<Entry> entries(const Model& model) const;

 private:
  void add(const Data& data, double time);

  struct Kind {
    std::int32_t seen = 0;
    std::int64_t count = 0;
    int info = 0;
    double first = 0;
  };
  std::array<Kind, kNWARNING + 1> kinds_{};  // the last: solvers that did not converge
  double last_time_ = 0;
};

}  // namespace thew::cli
