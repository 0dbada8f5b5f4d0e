#include <algorithm>

#include <thew/dynamics.h>

#include "integrate/integrate.h"
#include "math/vec3.h"
#include "model/activation.h"
#include "model/awake.h"
#include "model/history.h"
#include "model/lane_types.h"

namespace thew::integrate {

using namespace math;

namespace {

// Set points on a circle that are integrated or filtered, or of an orientation, stay near what they
// aim at.
template <class T>
void anchor_setpoint(const Model& m, BasicData<T>& d, int i) {
  const int first = m.actuator_actadr[i], last = first + m.actuator_actnum[i] - 1;
  if (m.actuator_gaintype[i] == static_cast<int>(Gain::So3)) {
    T* target = d.act.data() + first;
    store(target, element::shortest_turn(load3(target)));
    return;
  }
  const T period = setpoint_period(m, d, i);
  if (!any(period > T(0))) return;
  d.act[last] =
      element::wrap_setpoint(d.act[last], d.actuator_length[m.actuator_outadr[i]], period);
}

template <class T>
void advance_activations(const Model& m, BasicData<T>& d, const T* act_dot) {
  if (m.na == 0 || has(m.opt.disableflags, DisableBit::Actuation)) return;
  for (int i = 0; i < m.nactuator; ++i) {
    const int first = m.actuator_actadr[i], end = first + m.actuator_actnum[i];
    for (int a = first; a < end; ++a) {
      d.act[a] = next_activation(m, d, i, a, actuator_disabled(m, i) ? T(0) : act_dot[a]);
    }
    const auto type = static_cast<Dynamics>(m.actuator_dyntype[i]);
    if (type == Dynamics::Integrator || type == Dynamics::Filter || type == Dynamics::Filterexact) {
      anchor_setpoint(m, d, i);
    }
  }
}

// Delayed actuators remember the controls of this moment.
template <class T>
void remember_controls(const Model& m, BasicData<T>& d) {
  for (int i = 0; i < m.nactuator && m.nhistory > 0; ++i) {
    if (m.actuator_historyadr[i] < 0) continue;
    for (int k = 0; k < kLanes<T>; ++k) {
      const auto ring = history::of_actuator(m, d, i, k);
      const int place = history::insert(ring, lane(d.time, k));
      for (int u = 0; u < ring.dim; ++u) {
        ring.set_value(place, u, lane(d.ctrl[m.actuator_ctrladr[i] + u], k));
      }
    }
  }
}

// Velocities and positions of one tree, whose joints are in a row.
template <class T>
void advance_tree(const Model& m, BasicData<T>& d, int tree, const T* qacc, const T* rate) {
  const T h = T(m.opt.timestep);
  const int first = m.tree_dofadr[tree], end = first + m.tree_dofnum[tree];
  for (int i = first; i < end; ++i) d.qvel[i] = fma(h, qacc[i], d.qvel[i]);
  dynamics::integrate_pos(m, m.dof_jntid[first], m.dof_jntid[end - 1] + 1, d.qpos.data(), rate, h);
}

}  // namespace

template <class T>
void advance(const Model& m, BasicData<T>& d, const T* act_dot, const T* qacc, const T* qvel) {
  const T h = T(m.opt.timestep);
  remember_controls(m, d);
  advance_activations(m, d, act_dot);
  const T* rate = qvel ? qvel : d.qvel.data();
  if (sleep::some_asleep(m, d)) {
    for (int tree = 0; tree < m.ntree; ++tree) {
      if (!sleep::is_tree_asleep(d, tree)) advance_tree(m, d, tree, qacc, rate);
    }
  } else {
    for (int i = 0; i < m.nv; ++i) d.qvel[i] = fma(h, qacc[i], d.qvel[i]);
    dynamics::integrate_pos(m, d.qpos.data(), rate, h);
  }
  yield_springs(m, d, rate);
  d.time = d.time + TimeOf<T>(m.opt.timestep);
  std::copy(d.qacc.begin(), d.qacc.end(), d.qacc_warmstart.begin());
}

#define THEW_INSTANTIATE(T) \
  template void advance(const Model&, BasicData<T>&, const T*, const T*, const T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::integrate
