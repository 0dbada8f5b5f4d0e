#pragma once

// Rows of equalities: two joints or tendons by a polynomial; points of two bodies that are held
// together or at a distance, and bodies that are welded.

#include "gpu/contact_parameters.h"

namespace thew::gpu::detail {

/// How far the rows of an equality are from where they should be, what they accelerate by while
/// qacc is zero, and the inverse inertias that the first three and the others feel.
template <class T>
struct EqualityState {
  T pos[6], drift[6], inverse[2];
};

template <class T>
THEW_STAGE EqualityType equality_type(const DeviceModel<T>& m, int i) {
  return static_cast<EqualityType>(m.eq_type[i]);
}

/// Whether it is between two joints or two tendons.
template <class T>
THEW_STAGE bool joins_scalars(const DeviceModel<T>& m, int i) {
  const EqualityType type = equality_type(m, i);
  return type == EqualityType::Joint || type == EqualityType::Tendon;
}

/// A polynomial of an equality, and its slope.
template <class T>
struct Polynomial {
  T value, slope;
};
template <class W, class T>
THEW_STAGE Polynomial<T> polynomial_of(const W& w, int i, const T& z) {
  const T* c = w.own(w.m.eq_data) + kNEQDATA * i;
  return {c[0] + z * (c[1] + z * (c[2] + z * (c[3] + z * c[4]))),
          c[1] + z * (T(2) * c[2] + z * (T(3) * c[3] + z * T(4) * c[4]))};
}

/// The polynomial of an equality of two tendons, by the length of the second; of one tendon, a
/// constant.
template <class W>
THEW_STAGE Polynomial<typename W::Real> tendon_polynomial(const W& w, int i) {
  using T = typename W::Real;
  const int two = w.m.eq_obj2id[i];
  if (two < 0) return {w.own(w.m.eq_data, kNEQDATA * i), T(0)};
  return polynomial_of(w, i, w.row(w.rows.ten_length)[two] - w.own(w.m.tendon_length0, two));
}

/// Whether a dof changes the length of a tendon.
template <class T>
THEW_STAGE bool moves(const RowsWorld<T>& w, int t) {
  const auto& m = w.m;
  const T* jacobian = w.row(w.rows.ten_J);
  bool any = false;
  THEW_ROLLED
  for (int e = m.ten_J_rowadr[t]; e < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++e)
    any |= jacobian[e] != T(0);
  return any;
}

/// Whether a dof changes what an equality is about.
template <class T>
THEW_STAGE bool is_held(const RowsWorld<T>& w, int i) {
  const int one = w.m.eq_obj1id[i], two = w.m.eq_obj2id[i];
  if (equality_type(w.m, i) != EqualityType::Tendon || moves(w, one)) return true;
  return two >= 0 && moves(w, two) && tendon_polynomial(w, i).slope != T(0);
}

/// Adds a tendon's row of the Jacobian, so many times, to that of an equality.
template <class T>
THEW_STAGE void add_tendon(const RowsWorld<T>& w, int t, const T& scale, T* row) {
  const auto& m = w.m;
  const T* jacobian = w.row(w.rows.ten_J);
  THEW_ROLLED
  for (int e = m.ten_J_rowadr[t]; e < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++e) {
    T& to = row[m.ten_J_colind[e]];
    to = fma(scale, jacobian[e], to);
  }
}

/// y1 - polynomial(y2) of two tendons; its row is written.
template <class T>
THEW_STAGE void hold_tendons(const RowsWorld<T>& w, int i, T* row, EqualityState<T>& e) {
  const auto& m = w.m;
  const int one = m.eq_obj1id[i], two = m.eq_obj2id[i];
  const Polynomial<T> p = tendon_polynomial(w, i);
  e.inverse[0] = w.own(m.tendon_invweight0, one);
  e.pos[0] = w.row(w.rows.ten_length)[one] - w.own(m.tendon_length0, one) - p.value;
  add_tendon(w, one, T(1), row);
  if (two < 0) return;
  e.inverse[0] = e.inverse[0] + w.own(m.tendon_invweight0, two);
  add_tendon(w, two, -p.slope, row);
}

/// y1 - polynomial(y2) of two joints; its row is written.
template <class T>
THEW_STAGE void hold_joints(const RowsWorld<T>& w, int i, T* row, EqualityState<T>& e) {
  const auto& m = w.m;
  const auto displacement = [&](int joint) {
    const int adr = m.jnt_qposadr[joint];
    return w.row(w.rows.qpos)[adr] - w.own(m.qpos0, adr);
  };
  const int one = m.eq_obj1id[i], two = m.eq_obj2id[i];
  T wanted = w.own(m.eq_data, kNEQDATA * i);
  e.inverse[0] = w.own(m.dof_invweight0, m.jnt_dofadr[one]);
  if (two >= 0) {
    const Polynomial<T> p = polynomial_of(w, i, displacement(two));
    wanted = p.value;
    e.inverse[0] = e.inverse[0] + w.own(m.dof_invweight0, m.jnt_dofadr[two]);
    row[m.jnt_dofadr[two]] = -p.slope;
  }
  e.pos[0] = displacement(one) - wanted;
  row[m.jnt_dofadr[one]] = T(1);
}

/// An end of a connect, weld or distance: a point of a body, from the reference of its tree.
template <class T>
struct End {
  int body;
  math::Vec3<T> point, arm;
};
template <class T>
THEW_STAGE End<T> end_of(const RowsWorld<T>& w, int i, bool second) {
  using namespace math;
  const auto& m = w.m;
  const int id = second ? m.eq_obj2id[i] : m.eq_obj1id[i];
  const auto object = static_cast<ObjectType>(m.eq_objtype[i]);
  End<T> end;
  if (object == ObjectType::Site) {
    end.body = m.site_bodyid[id];
    end.point = load3(w.row(w.rows.site_xpos) + 3 * id);
  } else if (object == ObjectType::Geom) {
    end.body = id < 0 ? 0 : m.geom_bodyid[id];
    end.point = id < 0 ? Vec3<T>{T(0), T(0), T(0)} : load3(w.row(w.rows.geom_xpos) + 3 * id);
  } else {
    // Connects have their anchors in the order of the bodies, welds in the other.
    const bool other = second != (equality_type(m, i) == EqualityType::Weld);
    end.body = id;
    end.point = load3(w.row(w.rows.xpos) + 3 * id) +
                load9(w.row(w.rows.xmat) + 9 * id) *
                    load3(w.own(m.eq_data) + kNEQDATA * i + (other ? 3 : 0));
  }
  end.arm = end.point - load3(w.row(w.rows.subtree_com) + 3 * m.body_rootid[end.body]);
  return end;
}

/// Orientations that a weld makes one: of the second body as the first would have it, and as it is.
template <class T>
struct Orientations {
  math::Quat<T> wanted, is;
  T scale;

  /// The vector part of is* v wanted, by the torque scale.
  THEW_INLINE math::Vec3<T> error(const math::Quat<T>& v) const {
    return (conjugate(is) * v * wanted).vector() * scale;
  }
};
template <class T>
THEW_STAGE Orientations<T> orientations_of(const RowsWorld<T>& w, int i, int body1, int body2) {
  using namespace math;
  const auto& m = w.m;
  const T *quats = w.row(w.rows.xquat), *data = w.own(m.eq_data) + kNEQDATA * i;
  const Quat<T> one = math::load4(quats + 4 * body1), two = math::load4(quats + 4 * body2);
  if (static_cast<ObjectType>(m.eq_objtype[i]) == ObjectType::Site) {
    return {one * w.own4(m.site_quat, m.eq_obj1id[i]), two * w.own4(m.site_quat, m.eq_obj2id[i]),
            data[10]};
  }
  return {one * math::load4(data + 6), two, data[10]};
}

/// Velocity of an end, and its acceleration while qacc is zero.
template <class T>
struct Rate {
  math::Vec3<T> velocity, turn, acceleration, turn_rate;
};
template <class T>
THEW_STAGE Rate<T> rate_of(const RowsWorld<T>& w, const End<T>& end) {
  using namespace math;
  const auto& m = w.m;
  const Vec3<T> zero = {T(0), T(0), T(0)};
  Motion<T> sum = {zero, zero};
  const int moving = m.body_weldid[end.body];
  const int last =
      m.body_dofnum[moving] == 0 ? -1 : m.body_dofadr[moving] + m.body_dofnum[moving] - 1;
  THEW_ROLLED
  for (int k = last; k >= 0; k = m.dof_parentid[k])
    sum = axpy(w.row(w.rows.qvel)[k], load_motion(w.row(w.rows.cdof_dot) + 6 * k), sum);
  const Motion<T> v = load_motion(w.row(w.rows.cvel) + 6 * end.body);
  const Vec3<T> velocity = v.translation + cross(v.rotation, end.arm);
  return {velocity, v.rotation,
          sum.translation + cross(sum.rotation, end.arm) + cross(v.rotation, velocity),
          sum.rotation};
}

/// From the second point to the first; upwards where they coincide.
template <class T>
THEW_STAGE math::Vec3<T> direction_of(const math::Vec3<T>& difference, const T& length) {
  if (length < T(kMinVal)) return {T(0), T(0), T(1)};
  return difference * (T(1) / length);
}

/// A connect, weld or distance.
template <class T>
THEW_STAGE void hold_bodies(const RowsWorld<T>& w, int i, EqualityState<T>& e) {
  using namespace math;
  const auto& m = w.m;
  const EqualityType type = equality_type(m, i);
  const End<T> one = end_of(w, i, false), two = end_of(w, i, true);
  const T* inverse = w.own(m.body_invweight0);
  for (int k = 0; k < 2; ++k) e.inverse[k] = inverse[2 * one.body + k] + inverse[2 * two.body + k];
  const Rate<T> r1 = rate_of(w, one), r2 = rate_of(w, two);
  const Vec3<T> apart = one.point - two.point, a = r1.acceleration - r2.acceleration;
  if (type == EqualityType::Distance) {
    const T length = norm(apart), wanted = w.own(m.eq_data, kNEQDATA * i);
    const Vec3<T> n = direction_of(apart, length), v = r1.velocity - r2.velocity;
    const T along = dot(n, v), turning = max(T(0), dot(v, v) - along * along);
    e.pos[0] = length - wanted;
    e.drift[0] = dot(n, a);
    if (wanted > T(kMinVal)) e.drift[0] = e.drift[0] + turning / max(length, T(0.5) * wanted);
    return;
  }
  store(e.pos, apart);
  store(e.drift, a);
  if (type != EqualityType::Weld) return;
  const Orientations<T> turned = orientations_of(w, i, one.body, two.body);
  const Vec3<T> rate = r1.turn - r2.turn;
  const Vec3<T> v = r1.turn_rate - r2.turn_rate + cross(r1.turn, r2.turn);
  store(e.pos + 3, turned.error({T(1), T(0), T(0), T(0)}));
  store(e.drift + 3, turned.error({T(-0.5) * dot(rate, rate), v.x, v.y, v.z}) * T(0.5));
}

/// The entries of one dof in the rows of an equality between bodies.
template <class T>
THEW_STAGE void fill_joining(const RowsWorld<T>& w, int i, int dof, T* column) {
  using namespace math;
  const auto& m = w.m;
  const EqualityType type = equality_type(m, i);
  const int width = m.tables.solve.width, first = m.dof_bodyid[dof],
            last = m.tables.body_end[first];
  const End<T> one = end_of(w, i, false), two = end_of(w, i, true);
  const auto moves = [&](int body) { return body >= first && body < last; };
  const Motion<T> axis = load_motion(w.row(w.rows.cdof) + 6 * dof);
  const Vec3<T> zero = {T(0), T(0), T(0)};
  Vec3<T> linear = zero, angular = zero;
  if (moves(one.body)) {
    linear = axis.translation + cross(axis.rotation, one.arm);
    angular = axis.rotation;
  }
  if (moves(two.body)) {
    linear = linear - (axis.translation + cross(axis.rotation, two.arm));
    angular = angular - axis.rotation;
  }
  const auto put = [&](T* to, const Vec3<T>& v) {
    to[0] = v.x, to[width] = v.y, to[2 * width] = v.z;
  };
  if (type == EqualityType::Distance) {
    const Vec3<T> apart = one.point - two.point;
    column[0] = dot(direction_of(apart, norm(apart)), linear);
    return;
  }
  put(column, linear);
  if (type != EqualityType::Weld) return;
  const Orientations<T> turned = orientations_of(w, i, one.body, two.body);
  put(column + 3 * width, turned.error({T(0), angular.x, angular.y, angular.z}) * T(0.5));
}

}  // namespace thew::gpu::detail
