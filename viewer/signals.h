#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frame.h"
#include "json.h"
#include "world.h"

namespace thew::viewer {

/// A number that may be plotted over time (PROTOCOL.md, "signal").
class Signal {
 public:
  /// Throws Error, with the nearest name, where there is none of this name in the model.
  Signal(const Model& model, std::string_view text);

  /// Its value now. `factor` is what the pace measured. Energies, momenta and residuals are
  /// computed here, from what the step left.
  double value(World& world, double factor);

  const std::string& text() const { return text_; }
  const std::string& label() const { return label_; }
  const std::string& unit() const { return unit_; }

 private:
  bool read_special(std::string_view text);
  bool read_sensor(const Model& model, std::string_view text);
  void read_field(const Model& model, std::string_view text);

  std::string text_, label_, unit_;
  double (*special_)(World& world) = nullptr;
  bool is_factor_ = false;
  int timer_ = -1;
  double before_ = 0;  // of the timer, which sums up
  const FieldRef* field_ = nullptr;
  std::int64_t row_ = 0, column_ = 0;
};

/// The signals of one client, and their samples since the last frame. At most kMost of them: then
/// every second one goes, and from then on every second step is sampled.
class Plots {
 public:
  static constexpr std::size_t kMost = 4000, kMostSignals = 64;

  void choose(std::vector<Signal> signals);
  void sample(World& world, double factor);
  Samples take();
  bool empty() const { return signals_.empty(); }
  const std::vector<Signal>& signals() const { return signals_; }

 private:
  std::vector<Signal> signals_;
  Samples samples_;
  std::int64_t stride_ = 1;
  std::int64_t count_ = 0;
};

/// What there is to plot, for menus.
Json signal_menu(const Model& model, const Data& data);

}  // namespace thew::viewer
