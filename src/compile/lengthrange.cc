// Feasible length ranges of muscles: the actuator is pulled to both of its extremes by a
// simulation.

#include <algorithm>
#include <cmath>
#include <limits>

#include <thew/dynamics.h>
#include <thew/step.h>

#include "compile/stages.h"

namespace thew::compile {

namespace {

constexpr double kAcceleration = 20;  ///< norm of the acceleration that the pull causes
constexpr double kTimeConstant = 1;   ///< of the velocity's decay [s]
constexpr double kTimeStep = 0.01;    ///< [s]
constexpr double kTotal = 10;         ///< simulated time [s]
constexpr double kInterval = 2;       ///< at its end the length must have settled [s]
constexpr double kTolerance = 0.05;   ///< of the range

struct Extent {
  double low = std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::lowest();
};

double norm(const std::vector<double>& v) {
  double square = 0;
  for (const double x : v) square += x * x;
  return std::sqrt(square);
}

// Applies the moment of the output, scaled to an acceleration of the wanted norm.
void pull(const Model& m, Data& d, int output, double sign) {
  std::vector<double> moment(static_cast<std::size_t>(m.nv));
  const int adr = d.moment_rowadr[output];
  for (int k = adr; k < adr + d.moment_rownnz[output]; ++k) {
    moment[d.moment_colind[k]] = d.actuator_moment[k];
  }
  std::vector<double> x = moment;
  dynamics::solve_inertia(m, d, x.data());
  const double scale = sign * kAcceleration / std::max(kMinVal, norm(x));
  for (int i = 0; i < m.nv; ++i) d.qfrc_applied[i] = scale * moment[i];
}

// Lengths in the last part of a simulation that pulls in one direction.
Extent settle(const Draft& draft, const Model& m, Data& d, int actuator, double sign) {
  const int output = m.actuator_outadr[actuator];
  const double decay = std::exp(-m.opt.timestep / std::max(0.01, kTimeConstant));
  Extent extent;
  reset(m, d);
  const int steps = static_cast<int>(std::ceil(kTotal / m.opt.timestep));
  for (int i = 0; i < steps; ++i) {
    for (double& v : d.qvel) v *= decay;
    step1(m, d);
    pull(m, d, output, sign);
    step2(m, d);
    if (d.time == 0) {
      draft.fail(*draft.actuators[actuator].spec, "actuator",
                 "computing its length range is unstable", "give lengthrange");
    }
    if (d.time <= kTotal - kInterval) continue;
    extent.low = std::min(extent.low, d.actuator_length[output]);
    extent.high = std::max(extent.high, d.actuator_length[output]);
  }
  return extent;
}

bool is_muscle(const Model& m, int actuator) {
  return m.actuator_gaintype[actuator] == static_cast<int>(Gain::Muscle) ||
         m.actuator_biastype[actuator] == static_cast<int>(Bias::Muscle);
}

void set_range(const Draft& draft, Model& m, Data& d, int actuator) {
  double* range = m.actuator_lengthrange.row(m.actuator_outadr[actuator]);
  const Extent shortest = settle(draft, m, d, actuator, -1);
  const Extent longest = settle(draft, m, d, actuator, 1);
  range[0] = shortest.low;
  range[1] = longest.high;
  const double width = range[1] - range[0];
  const double spread = std::max(shortest.high - shortest.low, longest.high - longest.low);
  if (!(width > 0) || spread > kTolerance * width) {
    draft.fail(*draft.actuators[actuator].spec, "actuator", "its length range cannot be computed",
               "joint limits are not simulated yet: give lengthrange");
  }
}

}  // namespace

void set_length_ranges(const Draft& draft, Model& m) {
  std::vector<int> open;
  for (int i = 0; i < m.nactuator; ++i) {
    const double* range = m.actuator_lengthrange.row(m.actuator_outadr[i]);
    if (is_muscle(m, i) && !(range[0] < range[1])) open.push_back(i);
  }
  if (open.empty()) return;
  const Options saved = m.opt;
  m.opt.timestep = kTimeStep;
  m.opt.disableflags = 0;
  for (const DisableBit bit : {DisableBit::Frictionloss, DisableBit::Contact, DisableBit::Spring,
                               DisableBit::Damper, DisableBit::Gravity, DisableBit::Actuation}) {
    m.opt.disableflags |= static_cast<int>(bit);
  }
  Data d(m);
  for (const int actuator : open) set_range(draft, m, d, actuator);
  m.opt = saved;
}

}  // namespace thew::compile
