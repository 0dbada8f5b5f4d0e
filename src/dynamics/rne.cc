// Recursive Newton-Euler: accelerations outwards, forces inwards.

#include <algorithm>

#include <thew/dynamics.h>

#include "dynamics/load.h"
#include "dynamics/subtree.h"
#include "element/inertia.h"
#include "model/awake.h"
#include "model/lane_types.h"

namespace thew::dynamics {

using namespace math;

namespace {

// Gravity as an upward acceleration of the world.
template <class T>
Motion<T> world_acceleration(const Model& m, const BasicData<T>& d) {
  const Vec3<T> zero = {T(0), T(0), T(0)};
  if (has(m.opt.disableflags, DisableBit::Gravity)) return {zero, zero};
  return {zero, -param3<ParameterId::gravity>(d, m.opt.gravity)};
}

// Acceleration of a body given its parent's: a_parent + sum (s_dot v + s a).
template <class T>
THEW_INLINE Motion<T> body_acceleration(const Model& m, const BasicData<T>& d, int body,
                                        Motion<T> a, bool with_acceleration) {
  int i = m.body_dofadr[body];
  const int end = i + m.body_dofnum[body];
  if (has_free_joint(m, body)) {
    if (with_acceleration) a.translation = a.translation + load3(d.qacc.data() + i);
    i += 3;
  }
  for (; i < end; ++i) {
    a = axpy(d.qvel[i], load_motion(d.cdof_dot.row(i)), a);
    if (with_acceleration) a = axpy(d.qacc[i], load_motion(d.cdof.row(i)), a);
  }
  return a;
}

// Rate of change of a body's momentum.
template <class T>
THEW_INLINE Force<T> momentum_rate(const BasicData<T>& d, int body, const Motion<T>& acceleration) {
  return element::momentum_rate(load_inertia(d.cinert.row(body)), load_motion(d.cvel.row(body)),
                                acceleration);
}

// The forces on the dofs of a point.
template <class T>
THEW_INLINE void point_force(const Model& m, const BasicData<T>& d, int body, Vec3<T> acceleration,
                             bool with_acceleration, T* result) {
  const int first = m.body_dofadr[body], end = first + m.body_dofnum[body];
  for (int i = first; with_acceleration && i < end; ++i) {
    acceleration = axpy(d.qacc[i], load3(d.cdof.row(i) + 3), acceleration);
  }
  const Vec3<T> force = d.cinert.row(body)[9] * acceleration;
  for (int i = first; i < end; ++i) result[i] = dot(load3(d.cdof.row(i) + 3), force);
}

constexpr auto kLoadForce = [](const auto* p) THEW_INLINE_LAMBDA { return load_force(p); };

}  // namespace

template <class T>
void rne(const Model& m, BasicData<T>& d, Workspace<T>& w, bool with_acceleration, Asleep asleep,
         T* result) {
  T* acceleration = w.body_acceleration.data();
  T* force = w.body_force.data();
  store(acceleration, world_acceleration(m, d));
  std::fill_n(force, 6, T(0));
  const sleep::AwakeBodies all = {nullptr, static_cast<int>(m.nbody)};
  const sleep::AwakeBodies bodies = asleep == Asleep::Skip ? sleep::awake_bodies(m, d) : all;
  const Vec3<T> upward = load3(acceleration + 3);
  const auto to_joints = [&](int body, const Force<T>& f, bool) THEW_INLINE_LAMBDA {
    int i = m.body_dofadr[body];
    const int end = i + m.body_dofnum[body];
    if (has_free_joint(m, body)) {
      store(result + i, f.force);
      i += 3;
    }
    for (; i < end; ++i) result[i] = dot(load_motion(d.cdof.row(i)), f);
  };
  with_points(m, [&](auto points) THEW_INLINE_LAMBDA {
    for (int b = 1; b < bodies.count; ++b) {
      const int body = bodies[b];
      if (points && is_point(m, body)) {
        point_force(m, d, body, upward, with_acceleration, result);
        continue;
      }
      const Motion<T> a = body_acceleration(
          m, d, body, load_motion(acceleration + 6 * m.body_parentid[body]), with_acceleration);
      store(acceleration + 6 * body, a);
      store(force + 6 * body, momentum_rate(d, body, a));
    }
    sum_subtrees(m, bodies, force, false, points, kLoadForce, to_joints);
  });
}

template <class T>
void applied_force(const Model& m, BasicData<T>& d) {
  std::fill_n(d.cfrc_ext.data(), 6, T(0));
  for (int body = 1; body < m.nbody; ++body) {
    // xfrc_applied is (force, torque) at the body's centre of mass.
    const T* applied = d.xfrc_applied.row(body);
    const Vec3<T> force = load3(applied), torque = load3(applied + 3);
    const Vec3<T> arm = load3(d.xipos.row(body)) - load3(d.subtree_com.row(m.body_rootid[body]));
    store(d.cfrc_ext.row(body), Force<T>{torque + cross(arm, force), force});
  }
}

template <class T>
void rne_post_constraint(const Model& m, BasicData<T>& d) {
  store(d.cacc.data(), world_acceleration(m, d));
  std::fill_n(d.cfrc_int.data(), 6, T(0));
  for (int body = 1; body < m.nbody; ++body) {
    const Motion<T> a =
        body_acceleration(m, d, body, load_motion(d.cacc.row(m.body_parentid[body])), true);
    store(d.cacc.row(body), a);
    store(d.cfrc_int.row(body), momentum_rate(d, body, a) - load_force(d.cfrc_ext.row(body)));
  }
  sum_subtrees(m, {nullptr, static_cast<int>(m.nbody)}, d.cfrc_int.data(), true, std::false_type(),
               kLoadForce,
               [&](int body, const Force<T>& f, bool) { store(d.cfrc_int.row(body), f); });
  d.flg_rnepost = true;
}

#define THEW_INSTANTIATE(T)                                                        \
  template void rne(const Model&, BasicData<T>&, Workspace<T>&, bool, Asleep, T*); \
  template void applied_force(const Model&, BasicData<T>&);                        \
  template void rne_post_constraint(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::dynamics
