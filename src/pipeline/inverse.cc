#include <algorithm>

#include <thew/dynamics.h>
#include <thew/stages.h>
#include <thew/step.h>

#include "integrate/integrate.h"
#include "model/integrator.h"
#include "model/lane_types.h"
#include "model/timer.h"
#include "pipeline/optional.h"
#include "pipeline/stages.h"

namespace thew {

using namespace math;

namespace {

template <class T>
void inverse_parts(const Model& m, BasicData<T>& d, Workspace<T>& w, Stage skip,
                   bool skip_sensors) {
  const bool energy = has(m.opt.enableflags, EnableBit::Energy);
  if (skip < Stage::Pos) {
    forward_position(m, d, w);
    if (!skip_sensors) optional::sense_position(m, d, w);
    if (energy && !d.flg_energypos) dynamics::energy_pos(m, d);
  }
  if (skip < Stage::Vel) {
    forward_velocity(m, d, w);
    if (!skip_sensors) optional::sense_velocity(m, d, w);
    if (energy) dynamics::energy_vel(m, d, w);
  }
  // qfrc_inverse = M qacc + c - passive - constraint, or what the integrator makes of M qacc.
  T *inertial = w.dof_a.data(), *given = w.inverse_given.data();
  const bool discrete = is_discrete(m);
  const bool of_step = !discrete && has(m.opt.enableflags, EnableBit::Invdiscrete);
  if (discrete || of_step) actuation::tangents(m, d);
  if (discrete) {
    integrate::discrete_force(m, d, w, d.qacc.data(), inertial, d.kept.metric_force.data());
  } else if (of_step) {
    // Constraints and sensors see the acceleration of continuous time, inv(M) of that force.
    integrate::step_force(m, d, w, d.qacc.data(), inertial);
    std::copy(d.qacc.begin(), d.qacc.end(), given);
    std::copy_n(inertial, m.nv, d.qacc.begin());
    dynamics::solve_inertia(m, d, d.qacc.data());
  } else {
    dynamics::multiply_inertia(m, d, inertial, d.qacc.data());
  }
  if (!skip_sensors) d.flg_rnepost = false;
  timed(d, Timer::Constraint, [&] { inverse_rows(m, d, w, inertial, !skip_sensors); });
  for (int i = 0; i < m.nv; ++i) {
    d.qfrc_inverse[i] = d.qfrc_bias[i] + inertial[i] - d.qfrc_passive[i] - d.qfrc_constraint[i];
  }
  if (!skip_sensors && m.nsensor > 0) sense_acceleration(m, d, w);
  if (of_step) std::copy_n(given, m.nv, d.qacc.begin());
}

}  // namespace

template <class T>
void inverse_skip(const Model& m, BasicData<T>& d, Workspace<T>& w, Stage skip, bool skip_sensors) {
  timed(d, Timer::Inverse, [&] { inverse_parts(m, d, w, skip, skip_sensors); });
}

template <class T>
void inverse(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  inverse_skip(m, d, w, Stage::None, false);
}

namespace {

template <class T>
T distance(std::int64_t n, const T* a, const T* b) {
  T square(0);
  for (std::int64_t i = 0; i < n; ++i) square = fma(a[i] - b[i], a[i] - b[i], square);
  return sqrt(square);
}

}  // namespace

template <class T>
void compare_inverse(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  d.solver_fwdinv[0] = d.solver_fwdinv[1] = T(0);
  if (kLanes<T> == 1 && d.nefc == 0) return;
  T *applied = w.forward_applied.data(), *constrained = w.forward_constraint.data();
  for (int i = 0; i < m.nv; ++i) applied[i] = d.qfrc_applied[i] + d.qfrc_actuator[i];
  dynamics::accumulate_applied(m, d, applied);
  std::copy(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), constrained);
  // What the solver works in begins behind the forces of forward dynamics.
  const std::span<std::byte> solver = w.solver;
  T* const forward_force = reinterpret_cast<T*>(solver.data());
  w.solver = solver.subspan(static_cast<std::size_t>(d.nefc) * sizeof(T));
  std::copy(d.efc_force.begin(), d.efc_force.end(), forward_force);
  inverse_skip(m, d, w, Stage::Vel, true);
  d.solver_fwdinv[0] = distance(m.nv, constrained, d.qfrc_constraint.data());
  d.solver_fwdinv[1] = distance(m.nv, applied, d.qfrc_inverse.data());
  std::copy_n(constrained, m.nv, d.qfrc_constraint.begin());
  std::copy_n(forward_force, d.nefc, d.efc_force.begin());
  w.solver = solver;
}

#define THEW_INSTANTIATE(T)                                                            \
  template void inverse_skip(const Model&, BasicData<T>&, Workspace<T>&, Stage, bool); \
  template void inverse(const Model&, BasicData<T>&, Workspace<T>&);                   \
  template void compare_inverse(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
