// The classical Runge-Kutta method. Rates of rotations are mapped to the tangent space at the start
// of the step, so that the order is four on quaternions too (Munthe-Kaas, BIT 38, 1998).

#include <algorithm>

#include <thew/dynamics.h>
#include <thew/stages.h>
#include <thew/step.h>

#include "integrate/integrate.h"
#include "model/activation.h"
#include "model/lane_types.h"
#include "pipeline/optional.h"
#include "pipeline/rotation_rate.h"
#include "pipeline/stages.h"

namespace thew {

using namespace math;

namespace {

// Stage rates of the position: velocities, those of rotations mapped with the displacement `u` of
// the stage.
template <class T>
void position_rates(const Model& m, const T* u, const T* qvel, T* rate) {
  std::copy_n(qvel, m.nv, rate);
  for (int j = 0; j < m.njnt; ++j) {
    const auto type = static_cast<JointType>(m.jnt_type[j]);
    if (type != JointType::Ball && type != JointType::Free) continue;
    const int i = m.jnt_dofadr[j] + (type == JointType::Free ? 3 : 0);
    store(rate + i, rotation_rate(load3(u + i), load3(qvel + i)));
  }
}

// Puts the state of a stage into d: the start moved by `fraction` of a step along the rates of the
// stage before.
template <class T>
void place_stage(const Model& m, BasicData<T>& d, Workspace<T>& w, int before,
                 const TimeOf<T>& start_time, double fraction) {
  const T h = T(m.opt.timestep * fraction);
  std::copy(w.start_qpos.begin(), w.start_qpos.end(), d.qpos.begin());
  dynamics::integrate_pos(m, d.qpos.data(), w.rate_position.row(before), h);
  for (int i = 0; i < m.nv; ++i)
    d.qvel[i] = fma(h, w.rate_velocity.row(before)[i], w.start_qvel[i]);
  for (int i = 0; i < m.na; ++i) d.act[i] = fma(h, w.rate_act.row(before)[i], w.start_act[i]);
  for (int i = 0; i < m.nactuator && is_classic(m); ++i) {
    const int first = m.actuator_actadr[i], end = first + m.actuator_actnum[i];
    for (int a = first; a < end; ++a) d.act[a] = bounded_activation(m, i, d.act[a]);
  }
  d.time = start_time + TimeOf<T>(m.opt.timestep * fraction);
}

// What stages k > 0 need of a forward pass: energies count where the last one leaves them.
template <class T>
void evaluate_stage(const Model& m, BasicData<T>& d, Workspace<T>& w, int k) {
  if (k == 3) return forward_skip_sensors(m, d, w);
  timed(d, Timer::Forward, [&] {
    forward_position(m, d, w);
    forward_velocity(m, d, w);
    ask_control(m, d);
    forward_actuation(m, d);
    forward_acceleration(m, d, w);
    constraint_stage(m, d, w, true);
  });
}

// Records the rates at the state of stage k, which is displaced from the start by `u`.
template <class T>
void record_stage(const Model& m, BasicData<T>& d, Workspace<T>& w, int k, const T* u) {
  position_rates(m, u, d.qvel.data(), w.rate_position.row(k));
  std::copy(d.qacc.begin(), d.qacc.end(), w.rate_velocity.row(k));
  std::copy(d.act_dot.begin(), d.act_dot.end(), w.rate_act.row(k));
}

// Row 0 <- (row 0 + 2 row 1 + 2 row 2 + row 3) / 6.
template <class T>
void weigh(const Array<T>& rates) {
  const std::int64_t n = rates.columns();
  for (std::int64_t i = 0; i < n; ++i) {
    T* r = rates.data() + i;
    r[0] = (r[0] + T(2) * (r[n] + r[2 * n]) + r[3 * n]) * T(1.0 / 6);
  }
}

// Lengths and velocities of actuators at the start, by which activations advance.
template <class T>
void keep_actuators(const Model& m, BasicData<T>& d) {
  for (int out = 0; out < m.nout; ++out) {
    T* row = d.kept.actuator_tangent.row(out);
    row[0] = d.actuator_length[out];
    row[1] = d.actuator_velocity[out];
  }
}

template <class T>
void restore_actuators(const Model& m, BasicData<T>& d) {
  for (int out = 0; out < m.nout; ++out) {
    const T* row = d.kept.actuator_tangent.row(out);
    d.actuator_length[out] = row[0];
    d.actuator_velocity[out] = row[1];
  }
}

}  // namespace

template <class T>
void integrate_rk4(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  const TimeOf<T> start_time = d.time;
  const T h = T(m.opt.timestep);
  std::copy(d.qpos.begin(), d.qpos.end(), w.start_qpos.begin());
  std::copy(d.qvel.begin(), d.qvel.end(), w.start_qvel.begin());
  std::copy(d.act.begin(), d.act.end(), w.start_act.begin());
  keep_actuators(m, d);
  T* u = w.dof_b.data();
  std::fill_n(u, m.nv, T(0));
  record_stage(m, d, w, 0, u);
  for (int k = 1; k < 4; ++k) {
    const double fraction = k < 3 ? 0.5 : 1;
    place_stage(m, d, w, k - 1, start_time, fraction);
    evaluate_stage(m, d, w, k);
    for (int i = 0; i < m.nv; ++i) u[i] = h * T(fraction) * w.rate_position.row(k - 1)[i];
    record_stage(m, d, w, k, u);
  }
  weigh(w.rate_position);
  weigh(w.rate_velocity);
  weigh(w.rate_act);
  std::copy(w.start_qpos.begin(), w.start_qpos.end(), d.qpos.begin());
  std::copy(w.start_qvel.begin(), w.start_qvel.end(), d.qvel.begin());
  std::copy(w.start_act.begin(), w.start_act.end(), d.act.begin());
  d.time = start_time;
  restore_actuators(m, d);
  // Tendons that yield go by their lengths at the start.
  if (m.nplastic > 0 && m.ntendon > 0) {
    dynamics::kinematics(m, d, w);
    dynamics::com_pos(m, d);
    optional::tendon_position(m, d, w);
  }
  optional::remember(m, d);
  integrate::advance<T>(m, d, w.rate_act.row(0), w.rate_velocity.row(0), w.rate_position.row(0));
}

#define THEW_INSTANTIATE(T) template void integrate_rk4(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
