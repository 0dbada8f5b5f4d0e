#pragma once

// Where the ends of an equality are and how they are turned: what its rows and their rates share.

#include "constraint/block.h"
#include "dynamics/jacobian.h"
#include "math/quat.h"

namespace thew::constraint {

/// The two points that an equality holds together, each on its body.
template <class T>
struct Ends {
  int body1, body2;
  math::Vec3<T> point1, point2;
};

/// Columns of eq_data. Connects have their anchors in the order of the bodies, welds in the other.
enum EqualityColumn {
  kFirst = 0,
  kSecond = 3,
  kRelativeQuat = 6,
  kTorqueScale = 10,
  kAutomatic = 11,  ///< 1: the relative pose, or the distance, is that at qpos0
  kDistance = 0
};

inline EqualityType equality_type(const Model& m, int i) {
  return static_cast<EqualityType>(m.eq_type[i]);
}

/// Whether it is between points of bodies: connects, welds and distances.
inline bool joins_bodies(EqualityType type) {
  return type == EqualityType::Connect || type == EqualityType::Weld ||
         type == EqualityType::Distance;
}

/// Number `column` of eq_data.
template <class T>
T equality_data(const Model& m, const BasicData<T>& d, int i, int column) {
  return param(d, m.eq_data, kNEQDATA * i + column);
}

/// The bodies of a connect, weld or distance.
struct EqualityBodies {
  int first, second;
};
inline EqualityBodies equality_bodies(const Model& m, int i) {
  const int first = m.eq_obj1id[i], second = m.eq_obj2id[i];
  switch (static_cast<ObjectType>(m.eq_objtype[i])) {
    case ObjectType::Site:
      return {m.site_bodyid[first], m.site_bodyid[second]};
    case ObjectType::Geom:
      return {m.geom_bodyid[first], second < 0 ? 0 : m.geom_bodyid[second]};
    default:
      return {first, second};
  }
}

/// The points of a connect, weld or distance, in the world.
template <class T>
Ends<T> ends_of(const Model& m, const BasicData<T>& d, int i) {
  const auto [body1, body2] = equality_bodies(m, i);
  const int first = m.eq_obj1id[i], second = m.eq_obj2id[i];
  switch (static_cast<ObjectType>(m.eq_objtype[i])) {
    case ObjectType::Site:
      return {body1, body2, math::load3(d.site_xpos.row(first)),
              math::load3(d.site_xpos.row(second))};
    case ObjectType::Geom:
      return {body1, body2, math::load3(d.geom_xpos.row(first)),
              second < 0 ? math::Vec3<T>{T(0), T(0), T(0)} : math::load3(d.geom_xpos.row(second))};
    default:
      break;
  }
  const auto point = [&](int body, int column) {
    const math::Vec3<T> anchor = {equality_data(m, d, i, column),
                                  equality_data(m, d, i, column + 1),
                                  equality_data(m, d, i, column + 2)};
    return math::load3(d.xpos.row(body)) + math::load9(d.xmat.row(body)) * anchor;
  };
  const bool weld = equality_type(m, i) == EqualityType::Weld;
  return {body1, body2, point(body1, weld ? kSecond : kFirst),
          point(body2, weld ? kFirst : kSecond)};
}

/// Orientations that a weld makes one: of the second body as the first would have it, and as it is.
template <class T>
struct Orientations {
  math::Quat<T> wanted, is;

  /// The vector part of is* v wanted, for a vector v or a quaternion.
  math::Vec3<T> error(const math::Quat<T>& v) const {
    return (conjugate(is) * v * wanted).vector();
  }
};

template <class T>
Orientations<T> orientations_of(const Model& m, const BasicData<T>& d, int i) {
  const auto [body1, body2] = equality_bodies(m, i);
  const math::Quat<T> quat1 = math::load4(d.xquat.row(body1)),
                      quat2 = math::load4(d.xquat.row(body2));
  const auto load = [&](const auto& field, int at) {
    return math::Quat<T>{param(d, field, at), param(d, field, at + 1), param(d, field, at + 2),
                         param(d, field, at + 3)};
  };
  if (static_cast<ObjectType>(m.eq_objtype[i]) == ObjectType::Site) {
    return {quat1 * load(m.site_quat, 4 * m.eq_obj1id[i]),
            quat2 * load(m.site_quat, 4 * m.eq_obj2id[i])};
  }
  return {quat1 * load(m.eq_data, kNEQDATA * i + kRelativeQuat), quat2};
}

/// From the second centre to the first; upwards where they coincide.
template <class T>
struct Separation {
  math::Vec3<T> direction;
  T length;
};
template <class T>
Separation<T> separation(const Ends<T>& ends) {
  const math::Vec3<T> difference = ends.point1 - ends.point2;
  const T length = norm(difference);
  const math::Vec3<T> up = {T(0), T(0), T(1)};
  return {select(length < T(kMinVal), up, difference * (T(1) / length)), length};
}

/// rows/equality.cc: the slope of the polynomial that a joint or tendon is to follow.
template <class T>
T polynomial_slope(const Model& m, const BasicData<T>& d, int i);

/// rows/equality_drift.cc: takes from `aref` what the rows of an equality accelerate by when qacc
/// is zero, (dJ/dt) v.
template <class T>
void subtract_drift(const Model& m, const BasicData<T>& d, const Block& block, T* aref);

}  // namespace thew::constraint
