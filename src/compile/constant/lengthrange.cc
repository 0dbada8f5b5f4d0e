// Feasible lengths of actuators: each is pulled to both of its extremes by a simulation without
// gravity, contacts and passive forces.

#include <algorithm>
#include <cmath>
#include <limits>

#include <thew/dynamics.h>
#include <thew/step.h>

#include "compile/stages.h"
#include "math/functions.h"

namespace thew::compile {

namespace {

constexpr double kMostSteps = 1e6;  ///< of a simulation in one direction

struct Extent {
  double low = std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::lowest();
};

double norm(const std::vector<double>& v) {
  double square = 0;
  for (const double x : v) square += x * x;
  return std::sqrt(square);
}

// Applies the moment of the output, scaled to an acceleration of the wanted norm, within the
// greatest force.
void pull(const Model& m, Data& d, const LengthRange& rule, int output, double sign) {
  std::vector<double> moment(static_cast<std::size_t>(m.nv));
  const int adr = d.moment_rowadr[output];
  for (int k = adr; k < adr + d.moment_rownnz[output]; ++k) {
    moment[d.moment_colind[k]] = d.actuator_moment[k];
  }
  std::vector<double> x = moment;
  dynamics::solve_inertia(m, d, x.data());
  double scale = sign * rule.accel / std::max(kMinVal, norm(x));
  const double force = std::abs(scale) * norm(moment);
  if (rule.maxforce > 0 && force > rule.maxforce) scale *= rule.maxforce / force;
  for (int i = 0; i < m.nv; ++i) d.qfrc_applied[i] = scale * moment[i];
}

// Lengths in the last part of a simulation that pulls in one direction.
Extent find_extent(const Draft& draft, const Model& m, Data& d, int actuator, double sign) {
  const LengthRange& rule = draft.rules().lengthrange;
  const int output = m.actuator_outadr[actuator];
  const double decay = math::exp(-m.opt.timestep / std::max(0.01, rule.timeconst));
  Extent extent;
  reset(m, d);
  while (d.time < rule.inttotal) {
    const double before = d.time;
    for (double& v : d.qvel) v *= decay;
    step1(m, d);
    pull(m, d, rule, output, sign);
    step2(m, d);
    if (!(d.time > before)) {  // bad numbers began it anew
      draft.fail(*draft.actuators[actuator].spec, "actuator",
                 "computing its length range is unstable", "give lengthrange");
    }
    if (d.time <= rule.inttotal - rule.interval) continue;
    extent.low = std::min(extent.low, d.actuator_length[output]);
    extent.high = std::max(extent.high, d.actuator_length[output]);
  }
  return extent;
}

// Whether the rules ask for the range of an actuator of this kind.
bool is_wanted(const Model& m, int actuator, LRMode mode) {
  const auto is = [&](Gain gain, Bias bias) {
    return m.actuator_gaintype[actuator] == static_cast<int>(gain) ||
           m.actuator_biastype[actuator] == static_cast<int>(bias);
  };
  const bool muscle = is(Gain::Muscle, Bias::Muscle), user = is(Gain::User, Bias::User);
  return mode == LRMode::All || (mode == LRMode::Muscle && muscle) ||
         (mode == LRMode::Muscleuser && (muscle || user));
}

// The range of what the actuator moves, if that has limits.
const double* limits_of_target(const Model& m, int actuator) {
  const int target = m.actuator_trnid[2 * actuator];
  switch (static_cast<Transmission>(m.actuator_trntype[actuator])) {
    case Transmission::Joint:
    case Transmission::Jointinparent:
      return m.jnt_limited[target] ? m.jnt_range.values().row(target) : nullptr;
    case Transmission::Tendon:
      return m.tendon_limited[target] ? m.tendon_range.values().row(target) : nullptr;
    default:
      return nullptr;
  }
}

void set_range(const Draft& draft, Model& m, Data& d, int actuator) {
  double* range = m.actuator_lengthrange.row(m.actuator_outadr[actuator]);
  const LengthRange& rule = draft.rules().lengthrange;
  if (const double* limits = rule.uselimit ? limits_of_target(m, actuator) : nullptr) {
    std::copy_n(limits, 2, range);
    return;
  }
  const Extent shortest = find_extent(draft, m, d, actuator, -1);
  const Extent longest = find_extent(draft, m, d, actuator, 1);
  range[0] = shortest.low;
  range[1] = longest.high;
  const double width = range[1] - range[0];
  const double spread = std::max(shortest.high - shortest.low, longest.high - longest.low);
  if (!(width > 0) || !(spread <= rule.tolrange * width)) {
    draft.fail(*draft.actuators[actuator].spec, "actuator", "its length range cannot be computed",
               "limit what it moves, or give lengthrange");
  }
}

}  // namespace

void set_length_ranges(const Draft& draft, Model& m) {
  const LengthRange& rule = draft.rules().lengthrange;
  std::vector<int> open;
  for (int i = 0; i < m.nactuator; ++i) {
    const double* range = m.actuator_lengthrange.row(m.actuator_outadr[i]);
    const bool given = rule.useexisting && range[0] < range[1];
    if (!given && is_wanted(m, i, rule.mode)) open.push_back(i);
  }
  if (open.empty()) return;
  const Options saved = m.opt;
  if (rule.timestep > 0) m.opt.timestep = rule.timestep;
  if (!(rule.inttotal / m.opt.timestep <= kMostSteps)) {
    draft.fail(*draft.actuators[open[0]].spec, "actuator",
               "the simulation of its length range has too many steps",
               "a shorter inttotal or a longer timestep in <lengthrange>");
  }
  m.opt.disableflags = 0;
  for (const DisableBit bit : {DisableBit::Frictionloss, DisableBit::Contact, DisableBit::Spring,
                               DisableBit::Damper, DisableBit::Gravity, DisableBit::Actuation}) {
    m.opt.disableflags |= static_cast<int>(bit);
  }
  Data d = data_without_flexes(m);
  d.calls_user = false;
  for (const int actuator : open) set_range(draft, m, d, actuator);
  m.opt = saved;
}

}  // namespace thew::compile
