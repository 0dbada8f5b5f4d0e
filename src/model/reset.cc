#include <algorithm>

#include <thew/data.h>

#include "model/hill.h"
#include "model/history.h"
#include "model/lane_types.h"
#include "model/reset_where.h"
#include "model/sleep.h"

namespace thew {

using namespace math;

namespace {

// Assigns in the chosen lanes; values that all lanes share are assigned when all are chosen.
template <class T>
void assign(T& to, const T& value, const MaskOf<T>& where) {
  to = select(where, value, to);
}
template <class E, std::size_t N, class M>
void assign(std::array<E, N>& to, const E& value, const M& where) {
  for (std::size_t k = 0; k < N; ++k) {
    if (where[static_cast<int>(k)]) to[k] = value;
  }
}
template <class E, class M>
  requires std::is_integral_v<E>
void assign(E& to, const E& value, const M& where) {
  if (all(where)) to = value;
}

template <class T>
void assign_time(TimeOf<T>& to, double value, const MaskOf<T>& where) {
  for (int k = 0; k < kLanes<T>; ++k) {
    if (lane(where, k)) set_lane(to, k, value);
  }
}

template <class T, class E>
void clear(const Array<E>& field, const MaskOf<T>& where) {
  for (E& x : field) {
    if constexpr (std::is_same_v<E, T> || std::is_integral_v<E>) {
      assign(x, E(0), where);
    } else if constexpr (std::is_same_v<E, TimeOf<T>>) {
      assign_time<T>(x, 0, where);
    } else {
      assign(x, typename E::value_type{}, where);
    }
  }
}

// Puts the mocap bodies where the model has them.
template <class T>
void reset_mocap(const Model& m, BasicData<T>& d, const MaskOf<T>& where) {
  for (int body = 0; body < m.nbody; ++body) {
    const int mocap = m.body_mocapid[body];
    if (mocap < 0) continue;
    for (int k = 0; k < 3; ++k)
      assign(d.mocap_pos[3 * mocap + k], param(d, m.body_pos, 3 * body + k), where);
    for (int k = 0; k < 4; ++k)
      assign(d.mocap_quat[4 * mocap + k], param(d, m.body_quat, 4 * body + k), where);
  }
}

// Springs that yield begin at their rest.
template <class T>
void reset_plastic(const Model& m, BasicData<T>& d, const MaskOf<T>& where) {
  for (int j = 0; j < m.njnt; ++j) {
    const int adr = m.jnt_plasticadr[j];
    const int count = m.jnt_type[j] == static_cast<int>(JointType::Ball) ? 4 : 1;
    for (int k = 0; k < count && adr >= 0; ++k) {
      assign(d.plastic[adr + k], param(d, m.qpos_spring, m.jnt_qposadr[j] + k), where);
    }
  }
  for (int t = 0; t < m.ntendon; ++t) {
    const int adr = m.tendon_plasticadr[t];
    for (int k = 0; k < 2 && adr >= 0; ++k) {
      assign(d.plastic[adr + k], param(d, m.tendon_lengthspring, 2 * t + k), where);
    }
  }
}

// Before time zero all controls and measurements were zero.
template <class T>
void reset_history(const Model& m, BasicData<T>& d, const MaskOf<T>& where) {
  const double h = m.opt.timestep;
  for (int k = 0; k < kLanes<T>; ++k) {
    if (!lane(where, k)) continue;
    for (int i = 0; i < m.nactuator; ++i) {
      if (m.actuator_historyadr[i] >= 0) history::clear(history::of_actuator(m, d, i, k), h, 0);
    }
    for (int i = 0; i < m.nsensor; ++i) {
      if (m.sensor_historyadr[i] < 0) continue;
      const auto ring = history::of_sensor(m, d, i, k);
      const double period = m.sensor_interval[2 * i], phase = m.sensor_interval[2 * i + 1];
      if (period > 0) {
        history::clear_interval(ring, h, period, phase);
      } else {
        history::clear(ring, h, -h);
      }
    }
  }
}

// Orientations that are asked for as quaternions begin at no rotation.
template <class T>
void reset_ctrl(const Model& m, BasicData<T>& d, const MaskOf<T>& where) {
  for (int i = 0; i < m.nactuator; ++i) {
    if (m.actuator_gaintype[i] == static_cast<int>(Gain::So3) &&
        m.actuator_ctrlspec[i] == static_cast<int>(CtrlChart::Quat)) {
      assign(d.ctrl[m.actuator_ctrladr[i]], T(1), where);
    }
  }
}

// Fibres of muscles with an elastic tendon begin in equilibrium with it at qpos0.
template <class T>
void reset_fibres(const Model& m, BasicData<T>& d, const MaskOf<T>& where) {
  for (int i = 0; i < m.nactuator && m.na > 0; ++i) {
    if (!has_fibre(m, i)) continue;
    assign(d.act[m.actuator_actadr[i]], param(d, m.actuator_dynprm, kNDYN * i + hill_dyn::kRest),
           where);
  }
}

template <class T>
void wake_all(const Model& m, BasicData<T>& d, const MaskOf<T>& where) {
  if constexpr (kLanes<T> == 1) {
    std::fill(d.tree_asleep.begin(), d.tree_asleep.end(), sleep::kAwake);
    sleep::update(m, d);
  } else {
    d.ntree_awake = static_cast<int>(m.ntree);
    d.nbody_awake = static_cast<int>(m.nbody);
    d.nparent_awake = static_cast<int>(m.nbody) - 1;
    d.nv_awake = static_cast<int>(m.nv);
    const auto put = [&](const auto& field, int i, int value) { assign(field[i], value, where); };
    for (int t = 0; t < m.ntree; ++t) {
      put(d.tree_asleep, t, sleep::kAwake);
      put(d.tree_awake, t, 1);
    }
    for (int b = 0; b < m.nbody; ++b) {
      put(d.body_awake, b, static_cast<int>(sleep::state_when_awake(m, b)));
      put(d.body_awake_ind, b, b);
      if (b > 0) put(d.parent_awake_ind, b - 1, b);
    }
    for (int i = 0; i < m.nv; ++i) put(d.dof_awake_ind, i, i);
  }
}

}  // namespace

template <class T>
void reset_where(const Model& m, BasicData<T>& d, const MaskOf<T>& where) {
  assign_time<T>(d.time, 0, where);
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  clear<T>(d.name, where);
#include <thew/fields.inc>
  for (int i = 0; i < m.nq; ++i) assign(d.qpos[i], param(d, m.qpos0, i), where);
  for (int i = 0; i < m.neq; ++i) assign(d.eq_active[i], m.eq_active0[i], where);
  reset_mocap(m, d, where);
  reset_plastic(m, d, where);
  if (m.nhistory > 0) reset_history(m, d, where);
  reset_ctrl(m, d, where);
  reset_fibres(m, d, where);
  wake_all(m, d, where);
}

template <class T>
void apply_key(const Model& m, BasicData<T>& d, int key) {
  const auto put = [](const double* from, const Array<T>& to) {
    for (std::int64_t i = 0; i < to.size(); ++i) to[i] = T(from[i]);
  };
  d.time = m.key_time[key];
  put(m.key_qpos.row(key), d.qpos);
  put(m.key_qvel.row(key), d.qvel);
  put(m.key_act.row(key), d.act);
  put(m.key_mpos.row(key), d.mocap_pos);
  put(m.key_mquat.row(key), d.mocap_quat);
  put(m.key_ctrl.row(key), d.ctrl);
  put(m.key_plastic.row(key), d.plastic);
}

#define THEW_INSTANTIATE(T)                                                 \
  template void reset_where(const Model&, BasicData<T>&, const MaskOf<T>&); \
  template void apply_key(const Model&, BasicData<T>&, int)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
