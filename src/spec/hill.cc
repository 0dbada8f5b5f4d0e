// A muscle with an elastic tendon.

#include <algorithm>
#include <array>
#include <cmath>

#include "base/fault.h"
#include "element/hill_parameters.h"
#include "math/functions.h"
#include "spec/shortcuts.h"

namespace thew::spec {

namespace {

struct Preset {
  std::string_view name;
  double force, fibre, slack, pennation, vmax;
  double rise, fall;
};

// Force, lengths and pennation of the long head of the biceps: OpenSim's model arm26, after
// Holzbaur et al. (2005), doi:10.1007/s10439-005-3320-7; of the medial gastrocnemius and the
// soleus: OpenSim's gait2392, after Delp et al. (1990), doi:10.1109/10.102791. All other numbers
// are starting values.
constexpr std::array kPresets = {
    Preset{"default", 1000, 0.10, 0.20, 0, 10, 0.015, 0.06},
    Preset{"biceps", 624.3, 0.1157, 0.2723, 0, 10, 0.015, 0.06},
    Preset{"quadriceps", 7000, 0.084, 0.346, 0.087, 8, 0.015, 0.06},
    Preset{"gastrocnemius", 1558, 0.06, 0.39, 0.2967, 12, 0.01, 0.04},
    Preset{"soleus", 3549, 0.05, 0.25, 0.4363, 6, 0.02, 0.08},
};

const Preset& find_preset(const std::string& name) {
  const auto found = std::find_if(kPresets.begin(), kPresets.end(),
                                  [&](const Preset& preset) { return preset.name == name; });
  if (found != kPresets.end()) return *found;
  throw base::Fault{"there is no muscle \"" + name + "\"", "", 0, "preset"};
}

}  // namespace

void set_hill(Shortcut& text, const Actuator& from, bool inherits) {
  using namespace hill_gain;
  const bool fresh = !inherits || text.has("preset");
  if (inherits) text.gainprm = from.gainprm, text.dynprm = from.dynprm;
  if (fresh) {
    const Preset& preset = find_preset(text.preset.empty() ? "default" : text.preset);
    text.gainprm = {preset.force,
                    preset.fibre,
                    preset.slack,
                    preset.pennation,
                    preset.vmax,
                    0.1,
                    0.04,
                    1.4,
                    0,
                    0};
    text.dynprm = {preset.rise, preset.fall, 0, 0.01};
  }
  const auto take = [&](int place, const std::optional<double>& value) {
    if (value) text.gainprm[static_cast<std::size_t>(place)] = *value;
  };
  take(kForce, text.force);
  take(kFibre, text.fibre);
  take(kSlack, text.slack);
  take(kPennation, text.pennation);
  take(kVmax, text.vmax);
  take(kDamping, text.fibredamping);
  take(kStrain, text.strain);
  take(kPlateau, text.plateau);
  if (text.rigid) text.gainprm[kRigid] = *text.rigid ? 1 : 0;
  // On a joint the muscle is at its optimum in the joint's zero position.
  const bool joint = text.trntype != Transmission::Tendon;
  const double optimum =
      text.gainprm[kSlack] + text.gainprm[kFibre] * math::cos(text.gainprm[kPennation]);
  if (text.offset) {
    text.gainprm[kOffset] = *text.offset;
  } else if (joint && text.gainprm[kOffset] == 0) {
    text.gainprm[kOffset] = optimum;
  }
  if (text.timeconsts) {
    text.dynprm[hill_dyn::kRise] = (*text.timeconsts)[0];
    text.dynprm[hill_dyn::kFall] = (*text.timeconsts)[1];
  }
  if (text.tausmooth) text.dynprm[hill_dyn::kSmooth] = *text.tausmooth;
  if (text.floor) text.dynprm[hill_dyn::kFloor] = *text.floor;
  text.gaintype = Gain::Hill;
  text.biastype = Bias::None;
  text.dyntype = Dynamics::Hill;
}

}  // namespace thew::spec
