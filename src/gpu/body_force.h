#pragma once

// What bodies exert on one another, and how subtrees move: for sensors.

#include "gpu/path.h"
#include "gpu/sensor_frame.h"
#include "gpu/team.h"

namespace thew::gpu {

namespace detail {

/// A force and a torque at a point.
template <class T>
struct Wrench {
  math::Vec3<T> force, torque;
};

/// What a contact exerts on its second geom at its position, along the axes of its frame; nothing
/// where it has no rows.
template <class T>
THEW_CALL Wrench<T> contact_force(const SenseWorld<T>& w, int contact) {
  const int word = w.row(w.rows.contact_row)[contact];
  T part[6] = {T(0), T(0), T(0), T(0), T(0), T(0)};
  if (word >= 0) {
    const BlockInfo rows = word;
    const int dim = rows.count();
    const T* force = w.row(w.rows.row_force) + rows.base();
    for (int k = 0; k < 6; ++k) {
      if (k < dim) part[k] = force[k];
    }
  }
  return {math::load3(part), math::load3(part + 3)};
}

/// Adds a force and a torque at a point of a body, as `sign` times of both, at the reference of its
/// tree.
template <class T>
THEW_STAGE void push(const SenseWorld<T>& w, int body, const math::Vec3<T>& point,
                     const Wrench<T>& wrench, const T& sign, math::Force<T>& sum) {
  const math::Vec3<T> force = wrench.force * sign;
  sum.torque = sum.torque + wrench.torque * sign + cross(arm_to(w, point, body), force);
  sum.force = sum.force + force;
}

template <class T>
THEW_STAGE void push_by_contacts(const SenseWorld<T>& w, int body, math::Force<T>& sum) {
  using namespace math;
  const auto& m = w.m;
  const int contacts = w.row(w.rows.ncon)[0];
  THEW_ROLLED
  for (int c = 0; c < contacts; ++c) {
    const int pair = w.row(w.rows.contact_pair)[c];
    const bool first = m.geom_bodyid[m.tables.pair_geom1[pair]] == body,
               second = m.geom_bodyid[m.tables.pair_geom2[pair]] == body;
    if (first == second || w.row(w.rows.contact_row)[c] < 0) continue;
    const Mat3<T> frame = load9(w.row(w.rows.contact_frame) + 9 * c);
    const Wrench<T> own = contact_force(w, c);
    push(w, body, load3(w.row(w.rows.contact_pos) + 3 * c),
         {multiply_transposed(frame, own.force), multiply_transposed(frame, own.torque)},
         second ? T(1) : T(-1), sum);
  }
}

/// A weld's rotational rows move by s/2 vec(is* w wanted) when its bodies turn by w: their force f
/// is the torque s/2 vec(is f wanted*).
template <class T>
THEW_STAGE math::Vec3<T> weld_torque(const Orientations<T>& turned, const math::Vec3<T>& f) {
  const math::Quat<T> torque =
      turned.is * math::Quat<T>{T(0), f.x, f.y, f.z} * conjugate(turned.wanted);
  return torque.vector() * (T(0.5) * turned.scale);
}

template <class T>
THEW_STAGE void push_by_equalities(const SenseWorld<T>& w, int body, math::Force<T>& sum) {
  using namespace math;
  const int others = w.row(w.rows.row_counts)[1];
  THEW_ROLLED
  for (int block = 0; block < others; ++block) {
    const BlockInfo info = w.row(w.rows.block_info)[block];
    const int i = w.row(w.rows.block_id)[block];
    if (info.kind() != ConstraintType::Equality) break;  // they come first
    const EqualityType type = equality_type(w.m, i);
    if (joins_scalars(w.m, i)) continue;
    const End<T> one = end_of(w, i, false), two = end_of(w, i, true);
    const bool first = one.body == body, second = two.body == body;
    if (first == second) continue;
    const T* force = w.row(w.rows.row_force) + info.base();
    Wrench<T> own = {{T(0), T(0), T(0)}, {T(0), T(0), T(0)}};
    if (type == EqualityType::Distance) {
      const Vec3<T> apart = one.point - two.point;
      own.force = direction_of(apart, norm(apart)) * force[0];
    } else {
      own.force = load3(force);
      if (type == EqualityType::Weld)
        own.torque = weld_torque(orientations_of(w, i, one.body, two.body), load3(force + 3));
    }
    push(w, body, first ? one.point : two.point, own, first ? T(1) : T(-1), sum);
  }
}

/// What a block of rows pulls along a tendon.
template <class T>
THEW_STAGE T pull_of_block(const SenseWorld<T>& w, int block, int t) {
  const auto& m = w.m;
  const BlockInfo info = w.row(w.rows.block_info)[block];
  const int id = w.row(w.rows.block_id)[block];
  const T force = w.row(w.rows.row_force)[info.base()];
  if (info.kind() == ConstraintType::FrictionTendon) return id == t ? force : T(0);
  if (info.kind() == ConstraintType::LimitTendon)
    return id / 2 != t ? T(0) : id % 2 == 0 ? force : -force;
  if (info.kind() != ConstraintType::Equality || equality_type(m, id) != EqualityType::Tendon)
    return T(0);
  const T first = m.eq_obj1id[id] == t ? force : T(0);
  return m.eq_obj2id[id] == t ? first - tendon_polynomial(w, id).slope * force : first;
}

/// What the inertia of a tendon resists with: -a (J qacc + dJ/dt v).
template <class T>
THEW_STAGE T inertial_pull(const SenseWorld<T>& w, int t) {
  const auto& m = w.m;
  T acceleration = w.row(w.rows.ten_drift)[t];
  THEW_ROLLED
  for (int e = m.ten_J_rowadr[t]; e < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++e)
    acceleration = fma(w.row(w.rows.ten_J)[e], w.row(w.rows.qacc)[m.ten_J_colind[e]], acceleration);
  return -w.row(w.rows.ten_inertia)[t] * acceleration;
}

/// The force along a spatial tendon: of its spring and damper, of actuators, of its inertia and of
/// constraints.
template <class T>
THEW_STAGE T force_along(const SenseWorld<T>& w, int t) {
  const auto& m = w.m;
  T force = w.row(w.rows.ten_force)[t];
  THEW_ROLLED
  for (int i = m.tendon_driver[t]; i >= 0; i = m.actuator_next[i]) {
    const int out = m.actuator_outadr[i];
    force = fma(w.own(m.actuator_gear, 6 * out), w.row(w.rows.actuator_force)[out], force);
  }
  if (m.tables.armed_tendons != 0) force = force + inertial_pull(w, t);
  const int others = w.row(w.rows.row_counts)[1];
  THEW_ROLLED
  for (int block = 0; block < others; ++block) force = force + pull_of_block(w, block, t);
  return force;
}

template <class T>
THEW_STAGE void push_by_tendons(const SenseWorld<T>& w, int body, math::Force<T>& sum) {
  const auto& m = w.m;
  const math::Vec3<T> zero = {T(0), T(0), T(0)};
  THEW_ROLLED
  for (int t = 0; t < m.ntendon; ++t) {
    if (m.tendon_type[t] == static_cast<int>(TendonType::Fixed)) continue;
    const T force = force_along(w, t);
    if (force == T(0)) continue;
    each_piece(w, t, [&](const Piece<T>& piece, const T& divisor) {
      THEW_ROLLED
      for (int k = 0; k < piece.count; ++k) {
        const Segment<T>& s = piece.segment[k];
        const Wrench<T> pull = {s.direction * (force / divisor), zero};
        if (s.from == body) push(w, body, s.p, pull, T(-1), sum);
        if (s.to == body) push(w, body, s.q, pull, T(1), sum);
      }
    });
  }
}

/// What the user, contacts, equalities and tendons along paths exert on a body.
template <class T>
THEW_STAGE math::Force<T> external_force(const SenseWorld<T>& w, int body) {
  using namespace math;
  const T* applied = w.row(w.rows.xfrc_applied) + 6 * body;
  const Vec3<T> zero = {T(0), T(0), T(0)};
  Force<T> sum = {zero, zero};
  push(w, body, load3(w.row(w.rows.xipos) + 3 * body), {load3(applied), load3(applied + 3)}, T(1),
       sum);
  if (w.m.tables.npairs > 0) push_by_contacts(w, body, sum);
  if (w.m.neq > 0) push_by_equalities(w, body, sum);
  if (w.m.tables.spatial != 0) push_by_tendons(w, body, sum);
  return sum;
}

}  // namespace detail

/// Accelerations of bodies, what acts on them from outside, and what their parents exert on them.
template <class Team, class T>
THEW_STAGE void body_forces(const Team& team, const detail::SenseWorld<T>& w) {
  using namespace math;
  const auto& m = w.m;
  const Vec3<T> zero = {T(0), T(0), T(0)};
  T *cacc = w.row(w.rows.cacc), *inner = w.row(w.rows.cfrc_int), *outer = w.row(w.rows.cfrc_ext);
  const T *qvel = w.row(w.rows.qvel), *qacc = w.row(w.rows.qacc);
  team.once([&] {
    const bool weightless = has(m.opt.disableflags, DisableBit::Gravity);
    store(cacc, Motion<T>{zero, weightless ? zero : -load3(w.own(m.gravity))});
    store(inner, Force<T>{zero, zero});
    store(outer, Force<T>{zero, zero});
  });
  each_outwards(team, m, [&](int body) {
    Motion<T> a = load_motion(cacc + 6 * m.body_parentid[body]);
    int i = m.body_dofadr[body];
    const int end = i + m.body_dofnum[body];
    if (has_free_joint(m, body)) {
      a.translation = a.translation + load3(qacc + i);
      i += 3;
    }
    THEW_ROLLED
    for (; i < end; ++i) {
      a = axpy(qvel[i], load_motion(w.row(w.rows.cdof_dot) + 6 * i), a);
      a = axpy(qacc[i], load_motion(w.row(w.rows.cdof) + 6 * i), a);
    }
    const Force<T> from_outside = detail::external_force(w, body);
    const Force<T> rate = element::momentum_rate(load_inertia(w.row(w.rows.cinert) + 10 * body),
                                                 load_motion(w.row(w.rows.cvel) + 6 * body), a);
    store(cacc + 6 * body, a);
    store(outer + 6 * body, from_outside);
    store(inner + 6 * body, rate - from_outside);
  });
  sum_subtrees<6>(team, m, inner, [](const T* p) { return load_force(p); });
  team.once([&] {
    Force<T> sum = {zero, zero};
    THEW_ROLLED
    for (int c = m.tables.child_adr[0]; c < m.tables.child_adr[1]; ++c)
      sum = sum + load_force(inner + 6 * m.tables.child[c]);
    store(inner, sum);
  });
}

/// Velocities of the centres of mass of subtrees, and their angular momenta about these.
template <class Team, class T>
THEW_STAGE void subtree_velocities(const Team& team, const detail::SenseWorld<T>& w) {
  using namespace math;
  const auto& m = w.m;
  const auto& t = m.tables;
  T *linear = w.row(w.rows.subtree_linvel), *angular = w.row(w.rows.subtree_angmom);
  const T *com = w.row(w.rows.subtree_com), *xipos = w.row(w.rows.xipos);
  const auto velocity = [&](int body) {  // of its own centre of mass
    const Motion<T> v = load_motion(w.row(w.rows.cvel) + 6 * body);
    return v.translation + cross(v.rotation, detail::arm_to(w, load3(xipos + 3 * body), body));
  };
  team.each(m.nbody,
            [&](int body) { store(linear + 3 * body, w.own(m.body_mass, body) * velocity(body)); });
  // From the leaves to the world: momenta, then angular momenta moved to each parent's centre.
  const auto inwards = [&](auto turn) {
    THEW_ROLLED
    for (int level = t.nlevel - 1; level >= 0; --level)
      team.each(t.level_adr[level], t.level_adr[level + 1], [&](int k) { turn(t.level_body[k]); });
    team.once([&] { turn(0); });
  };
  inwards([&](int body) {
    Vec3<T> sum = load3(linear + 3 * body);
    THEW_ROLLED
    for (int c = t.child_adr[body]; c < t.child_adr[body + 1]; ++c)
      sum = sum + load3(linear + 3 * t.child[c]);
    store(linear + 3 * body, sum);
  });
  team.each(m.nbody, [&](int body) {
    const T inverse = T(1) / max(T(kMinVal), w.own(m.body_subtreemass, body));
    store(linear + 3 * body, load3(linear + 3 * body) * inverse);
  });
  inwards([&](int body) {
    const Mat3<T> r = load9(w.row(w.rows.ximat) + 9 * body);
    const Vec3<T> turn =
        multiply_transposed(r, load_motion(w.row(w.rows.cvel) + 6 * body).rotation);
    const Vec3<T> inertia = w.own3(m.body_inertia, body), centre = load3(com + 3 * body),
                  moves = load3(linear + 3 * body);
    Vec3<T> sum = r * Vec3<T>{inertia.x * turn.x, inertia.y * turn.y, inertia.z * turn.z};
    if (body > 0) {
      sum = sum + cross(load3(xipos + 3 * body) - centre,
                        w.own(m.body_mass, body) * (velocity(body) - moves));
    }
    THEW_ROLLED
    for (int c = t.child_adr[body]; c < t.child_adr[body + 1]; ++c) {
      const int child = t.child[c];
      sum = sum + load3(angular + 3 * child) +
            cross(load3(com + 3 * child) - centre,
                  w.own(m.body_subtreemass, child) * (load3(linear + 3 * child) - moves));
    }
    store(angular + 3 * body, sum);
  });
}

}  // namespace thew::gpu
