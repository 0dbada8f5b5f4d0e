// Everything about centres of mass: where they are, inertias and motion axes about them, and their
// velocities. The reference point of all spatial quantities of a tree is the centre of mass of the
// whole tree.

#include <algorithm>

#include <thew/dynamics.h>

#include "dynamics/load.h"
#include "dynamics/subtree.h"
#include "element/inertia.h"
#include "element/joint.h"
#include "model/awake.h"
#include "model/lane_types.h"

namespace thew::dynamics {

using namespace math;
using namespace element;

namespace {

template <class T, class Points>
THEW_INLINE void subtree_centres(const Model& m, BasicData<T>& d, const sleep::AwakeBodies& bodies,
                                 Points points) {
  const auto mass_of = [&](int body) { return param(d, m.body_subtreemass, body); };
  Vec3<T> of_points = {T(0), T(0), T(0)};
  for (int b = 0; b < bodies.count; ++b) {
    const int body = bodies[b];
    const Vec3<T> at = load3(d.xipos.row(body)), moment = param(d, m.body_mass, body) * at;
    const bool alone = points && is_point(m, body);
    store(d.subtree_com.row(body), alone ? at : moment);
    if (alone) of_points = of_points + moment;
  }
  if (points) store(d.subtree_com.data(), load3(d.subtree_com.data()) + of_points);
  sleep::each_sleeping_root(m, d, [&](int root) {
    T* parent = d.subtree_com.row(m.body_parentid[root]);
    store(parent, load3(parent) + mass_of(root) * load3(d.subtree_com.row(root)));
  });
  const auto divide = [&](int body, const Vec3<T>& moment, bool) THEW_INLINE_LAMBDA {
    const T mass = mass_of(body);
    const auto massless = mass < T(kMinVal);
    const T inverse = T(1) / select(massless, T(1), mass);
    store(d.subtree_com.row(body), select(massless, load3(d.xipos.row(body)), moment * inverse));
  };
  sum_subtrees(
      m, bodies, d.subtree_com.data(), true, points,
      [](const T* p) THEW_INLINE_LAMBDA { return load3(p); }, divide);
  divide(0, load3(d.subtree_com.data()), false);
}

template <class T>
THEW_INLINE void motion_axes(const Model& m, BasicData<T>& d, int j) {
  const int body = m.jnt_bodyid[j];
  T* axis = d.cdof.row(m.jnt_dofadr[j]);
  const Vec3<T> offset = load3(d.subtree_com.row(m.body_rootid[body])) - load3(d.xanchor.row(j));
  switch (static_cast<JointType>(m.jnt_type[j])) {
    case JointType::Slide:
      store(axis, translation_axis(load3(d.xaxis.row(j))));
      break;
    case JointType::Hinge:
      store(axis, rotation_axis(load3(d.xaxis.row(j)), offset));
      break;
    case JointType::Free:
      store(axis, translation_axis<T>({T(1), T(0), T(0)}));
      store(axis + 6, translation_axis<T>({T(0), T(1), T(0)}));
      store(axis + 12, translation_axis<T>({T(0), T(0), T(1)}));
      axis += 18;
      [[fallthrough]];
    case JointType::Ball: {
      const Mat3<T> r = load9(d.xmat.row(body));
      store(axis, rotation_axis(r.column_x(), offset));
      store(axis + 6, rotation_axis(r.column_y(), offset));
      store(axis + 12, rotation_axis(r.column_z(), offset));
    }
  }
}

// Adds the velocity of the dofs of one joint, whose axes all change with the velocity before it.
template <int count, class T>
THEW_INLINE void turn(BasicData<T>& d, int i, Motion<T>& velocity) {
  const Motion<T> before = velocity;
  for (int k = i; k < i + count; ++k) {
    const Motion<T> axis = load_motion(d.cdof.row(k));
    store(d.cdof_dot.row(k), cross(before, axis));
    velocity = axpy(d.qvel[k], axis, velocity);
  }
}

// The inertia of a point about itself; false where its axes are not those of the world.
template <class T>
THEW_INLINE bool place_inertia_of_point(const Model& m, BasicData<T>& d, int body) {
  if (!is_unit(load4(d.xiquat.row(body)))) return false;
  const Vec3<T> inertia = param3(d, m.body_inertia, body), zero = {T(0), T(0), T(0)};
  store(d.cinert.row(body), Inertia<T>{inertia.x, inertia.y, inertia.z, T(0), T(0), T(0), zero,
                                       param(d, m.body_mass, body)});
  return true;
}

// How a body moves, and how its axes change.
template <class T>
THEW_INLINE void move_body(const Model& m, BasicData<T>& d, int body) {
  const Vec3<T> zero = {T(0), T(0), T(0)};
  Motion<T> velocity = load_motion(d.cvel.row(m.body_parentid[body]));
  int i = m.body_dofadr[body];
  const int end = i + m.body_dofnum[body];
  if (has_free_joint(m, body)) {
    // Its translations are along fixed axes.
    for (int k = 0; k < 3; ++k) store(d.cdof_dot.row(i + k), Motion<T>{zero, zero});
    velocity.translation = velocity.translation + load3(d.qvel.data() + i);
    turn<3>(d, i + 3, velocity);
    i = end;
  }
  while (i < end) {
    const bool ball = m.jnt_type[m.dof_jntid[i]] == static_cast<int>(JointType::Ball);
    ball ? turn<3>(d, i, velocity) : turn<1>(d, i, velocity);
    i += ball ? 3 : 1;
  }
  store(d.cvel.row(body), velocity);
}

// How a point moves; its axes stay as they are.
template <class T>
THEW_INLINE void move_point(const Model& m, BasicData<T>& d, int body) {
  const Vec3<T> zero = {T(0), T(0), T(0)};
  Motion<T> velocity = {zero, zero};
  const int first = m.body_dofadr[body], end = first + m.body_dofnum[body];
  for (int i = first; i < end; ++i) {
    store(d.cdof_dot.row(i), Motion<T>{zero, zero});
    velocity.translation = axpy(d.qvel[i], load3(d.cdof.row(i) + 3), velocity.translation);
  }
  store(d.cvel.row(body), velocity);
}

}  // namespace

template <class T>
void com_pos(const Model& m, BasicData<T>& d) {
  const auto bodies = sleep::awake_bodies(m, d);
  std::fill_n(d.cinert.data(), 10, T(0));
  with_points(m, [&](auto points) THEW_INLINE_LAMBDA {
    subtree_centres(m, d, bodies, points);
    for (int b = 1; b < bodies.count; ++b) {
      const int body = bodies[b];
      if (points && is_point(m, body) && place_inertia_of_point(m, d, body)) continue;
      const Vec3<T> centre = load3(d.subtree_com.row(m.body_rootid[body]));
      store(d.cinert.row(body),
            inertia_about(param3(d, m.body_inertia, body), load9(d.ximat.row(body)),
                          load3(d.xipos.row(body)) - centre, param(d, m.body_mass, body)));
    }
  });
  with_points(m, [&](auto points) THEW_INLINE_LAMBDA {
    for (int j = 0; j < m.njnt; ++j) {
      if (bodies.index && sleep::is_body_asleep(d, m.jnt_bodyid[j])) continue;
      if (points && m.jnt_type[j] == static_cast<int>(JointType::Slide)) {
        store(d.cdof.row(m.jnt_dofadr[j]), translation_axis(load3(d.xaxis.row(j))));
      } else {
        motion_axes(m, d, j);
      }
    }
  });
}

template <class T>
void com_vel(const Model& m, BasicData<T>& d) {
  const Vec3<T> zero = {T(0), T(0), T(0)};
  store(d.cvel.data(), Motion<T>{zero, zero});
  const auto bodies = sleep::awake_bodies(m, d);
  with_points(m, [&](auto points) THEW_INLINE_LAMBDA {
    for (int b = 1; b < bodies.count; ++b) {
      const int body = bodies[b];
      points&& is_point(m, body) ? move_point(m, d, body) : move_body(m, d, body);
    }
  });
}

template <class T>
void subtree_vel(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  // Momenta of the bodies; velocities of their centres of mass are kept in the workspace.
  for (int body = 0; body < m.nbody; ++body) {
    const Motion<T> v = load_motion(d.cvel.row(body));
    const Vec3<T> arm = load3(d.xipos.row(body)) - load3(d.subtree_com.row(m.body_rootid[body]));
    const Vec3<T> linear = v.translation + cross(v.rotation, arm);
    store(w.body_velocity.row(body), linear);
    store(d.subtree_linvel.row(body), param(d, m.body_mass, body) * linear);
    const Mat3<T> r = load9(d.ximat.row(body));
    const Vec3<T> turn = multiply_transposed(r, v.rotation),
                  inertia = param3(d, m.body_inertia, body);
    store(d.subtree_angmom.row(body),
          r * Vec3<T>{inertia.x * turn.x, inertia.y * turn.y, inertia.z * turn.z});
  }
  for (int body = static_cast<int>(m.nbody) - 1; body >= 0; --body) {
    const Vec3<T> momentum = load3(d.subtree_linvel.row(body));
    if (body > 0) {
      T* parent = d.subtree_linvel.row(m.body_parentid[body]);
      store(parent, load3(parent) + momentum);
    }
    store(d.subtree_linvel.row(body),
          momentum * (T(1) / max(T(kMinVal), param(d, m.body_subtreemass, body))));
  }
  // Angular momentum about the subtree's own centre, then moved to the parent's.
  for (int body = static_cast<int>(m.nbody) - 1; body > 0; --body) {
    const int parent = m.body_parentid[body];
    const Vec3<T> com = load3(d.subtree_com.row(body)), com_vel = load3(d.subtree_linvel.row(body));
    const Vec3<T> own =
        load3(d.subtree_angmom.row(body)) +
        cross(load3(d.xipos.row(body)) - com,
              param(d, m.body_mass, body) * (load3(w.body_velocity.row(body)) - com_vel));
    store(d.subtree_angmom.row(body), own);
    const Vec3<T> moved =
        cross(com - load3(d.subtree_com.row(parent)),
              param(d, m.body_subtreemass, body) * (com_vel - load3(d.subtree_linvel.row(parent))));
    T* above = d.subtree_angmom.row(parent);
    store(above, load3(above) + own + moved);
  }
  d.flg_subtreevel = true;
}

#define THEW_INSTANTIATE(T)                           \
  template void com_pos(const Model&, BasicData<T>&); \
  template void com_vel(const Model&, BasicData<T>&); \
  template void subtree_vel(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::dynamics
