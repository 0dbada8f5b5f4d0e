#pragma once

// Centres of mass, inertias and motion axes about them; velocities, and the forces that they take.

#include "element/inertia.h"
#include "element/joint.h"
#include "gpu/world.h"

namespace thew::gpu {

namespace detail {

template <class T>
THEW_STAGE void motion_axes(const SmoothWorld<T>& w, int j) {
  using namespace math;
  using namespace element;
  const auto& m = w.m;
  const int body = m.jnt_bodyid[j];
  T* axis = w.s.cdof + 6 * m.jnt_dofadr[j];
  const Vec3<T> offset = load3(w.s.com + 3 * m.body_rootid[body]) - load3(w.s.xanchor + 3 * j);
  const auto type = static_cast<JointType>(m.jnt_type[j]);
  if (type == JointType::Slide) {
    store(axis, translation_axis(load3(w.s.xaxis + 3 * j)));
  } else if (type == JointType::Hinge) {
    store(axis, rotation_axis(load3(w.s.xaxis + 3 * j), offset));
  } else {
    if (type == JointType::Free) {
      store(axis, translation_axis<T>({T(1), T(0), T(0)}));
      store(axis + 6, translation_axis<T>({T(0), T(1), T(0)}));
      store(axis + 12, translation_axis<T>({T(0), T(0), T(1)}));
      axis += 18;
    }
    const Mat3<T> r = to_matrix(load4(w.s.xquat + 4 * body));
    store(axis, rotation_axis(r.column_x(), offset));
    store(axis + 6, rotation_axis(r.column_y(), offset));
    store(axis + 12, rotation_axis(r.column_z(), offset));
  }
}

}  // namespace detail

template <class Team, class T>
THEW_STAGE void com_pos(const Team& team, const SmoothWorld<T>& w) {
  using namespace math;
  const auto& m = w.m;
  team.each(m.nbody, [&](int body) {
    store(w.s.com + 3 * body, w.own(m.body_mass, body) * load3(w.s.xipos + 3 * body));
  });
  sum_subtrees<3>(team, m, w.s.com, [](const T* p) { return load3(p); });
  if (w.rows.subtree_com) {
    team.once([&] {  // nobody but outputs needs that of the world
      Vec3<T> sum = load3(w.s.com);
      THEW_ROLLED
      for (int c = m.tables.child_adr[0]; c < m.tables.child_adr[1]; ++c)
        sum = sum + load3(w.s.com + 3 * m.tables.child[c]);
      store(w.s.com, sum);
    });
  }
  team.each(m.nbody, [&](int body) {
    const T mass = w.own(m.body_subtreemass, body);
    const bool massless = mass < T(kMinVal);
    const T inverse = T(1) / (massless ? T(1) : mass);
    const Vec3<T> com =
        massless ? load3(w.s.xipos + 3 * body) : load3(w.s.com + 3 * body) * inverse;
    store(w.s.com + 3 * body, com);
    w.keep(w.rows.subtree_com, 3 * body, com);
  });
  team.each(m.nbody, [&](int body) {
    Inertia<T> inertia = {T(0), T(0), T(0), T(0), T(0), T(0), {T(0), T(0), T(0)}, T(0)};
    if (body > 0) {
      const Vec3<T> offset = load3(w.s.xipos + 3 * body) - load3(w.s.com + 3 * m.body_rootid[body]);
      const Mat3<T> axes = to_matrix(load4(w.s.inertia + 10 * body));
      inertia = element::inertia_about(w.own3(m.body_inertia, body), axes, offset,
                                       w.own(m.body_mass, body));
    }
    store(w.s.inertia + 10 * body, inertia);
    w.keep(w.rows.cinert, 10 * body, inertia);
  });
  team.each(m.njnt, [&](int j) { detail::motion_axes(w, j); });
}

/// Velocities of bodies, and by which forces their momenta change: accelerations of gravity and of
/// the velocities alone, outwards.
template <class Team, class T>
THEW_STAGE void com_vel(const Team& team, const SmoothWorld<T>& w) {
  using namespace math;
  const auto& m = w.m;
  const Vec3<T> zero = {T(0), T(0), T(0)};
  team.once([&] {
    const bool weightless = has(m.opt.disableflags, DisableBit::Gravity);
    store(w.s.cvel, Motion<T>{zero, zero});
    store(w.s.cacc, Motion<T>{zero, weightless ? zero : -load3(w.own(m.gravity))});
    store(w.s.force, Force<T>{zero, zero});
  });
  each_outwards(team, m, [&](int body) {
    const int parent = m.body_parentid[body];
    Motion<T> velocity = load_motion(w.s.cvel + 6 * parent);
    Motion<T> acceleration = load_motion(w.s.cacc + 6 * parent);
    int i = m.body_dofadr[body];
    const int end = i + m.body_dofnum[body];
    int together = 0;  // dofs of a joint, whose axes all change with the velocity before it
    Motion<T> before = velocity;
    if (has_free_joint(m, body)) {
      velocity.translation = velocity.translation + load3(w.s.qvel + i);
      for (int k = 0; k < 3; ++k) w.keep(w.rows.cdof_dot, 6 * (i + k), Motion<T>{zero, zero});
      i += 3;
    }
    THEW_ROLLED
    for (; i < end; ++i) {
      if (together == 0) {
        before = velocity;
        const auto type = static_cast<JointType>(m.jnt_type[m.dof_jntid[i]]);
        together = type == JointType::Ball || type == JointType::Free ? 3 : 1;
      }
      --together;
      const Motion<T> axis = load_motion(w.s.cdof + 6 * i), rate = cross(before, axis);
      const T speed = w.s.qvel[i];
      w.keep(w.rows.cdof_dot, 6 * i, rate);
      velocity = axpy(speed, axis, velocity);
      acceleration = axpy(speed, rate, acceleration);
    }
    store(w.s.cvel + 6 * body, velocity);
    store(w.s.cacc + 6 * body, acceleration);
    store(w.s.force + 6 * body,
          element::momentum_rate(load_inertia(w.s.inertia + 10 * body), velocity, acceleration));
  });
  if (w.rows.cvel) {
    team.each(m.nbody,
              [&](int body) { w.keep(w.rows.cvel, 6 * body, load_motion(w.s.cvel + 6 * body)); });
  }
}

}  // namespace thew::gpu
