#pragma once

// Points and frames that move, as dual numbers: four motions at a time, one in each lane.

#include "math/pack.h"

// What duals are made of comes first.
#include "math/dual.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "model/lane_types.h"

namespace thew::derivative {

using Slopes = math::Dual<Pack4>;

inline Slopes still(double value) {
  return {Pack4(value), Pack4(0.0)};
}
inline math::Vec3<Slopes> still(const math::Vec3<double>& v) {
  return {still(v.x), still(v.y), still(v.z)};
}
inline math::Mat3<Slopes> still(const math::Mat3<double>& r) {
  return {still(r.xx), still(r.xy), still(r.xz), still(r.yx), still(r.yy),
          still(r.yz), still(r.zx), still(r.zy), still(r.zz)};
}
inline math::Quat<Slopes> still(const math::Quat<double>& q) {
  return {still(q.w), still(q.x), still(q.y), still(q.z)};
}

/// The numbers themselves, which are the same in all lanes.
inline double value_of(const Slopes& x) {
  return x.value[0];
}
inline math::Vec3<double> value_of(const math::Vec3<Slopes>& v) {
  return {v.x.value[0], v.y.value[0], v.z.value[0]};
}

/// Gives a vector a rate of change in one lane.
inline void move(math::Vec3<Slopes>& v, int lane, const math::Vec3<double>& rate) {
  v.x.slope.set(lane, rate.x);
  v.y.slope.set(lane, rate.y);
  v.z.slope.set(lane, rate.z);
}
inline void move(math::Quat<Slopes>& q, int lane, const math::Quat<double>& rate) {
  q.w.slope.set(lane, rate.w);
  q.x.slope.set(lane, rate.x);
  q.y.slope.set(lane, rate.y);
  q.z.slope.set(lane, rate.z);
}

/// Turns a frame, whose axes are its columns, in one lane.
inline void turn(math::Mat3<Slopes>& frame, int lane, const math::Vec3<double>& rate) {
  math::Vec3<Slopes> x = frame.column_x(), y = frame.column_y(), z = frame.column_z();
  move(x, lane, cross(rate, value_of(x)));
  move(y, lane, cross(rate, value_of(y)));
  move(z, lane, cross(rate, value_of(z)));
  frame = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

/// Zero where there is no derivative.
inline double finite(double x) {
  return x - x == 0 ? x : 0;
}

inline math::Vec3<double> slope_of(const math::Vec3<Slopes>& v, int lane) {
  return {finite(v.x.slope[lane]), finite(v.y.slope[lane]), finite(v.z.slope[lane])};
}

/// The rotation vector of a unit quaternion and its slope where it is turned about its own axis k:
/// dq = q (0, e_k) / 2.
inline math::Vec3<math::Dual<double>> rotation_along(const math::Quat<double>& q, int k) {
  using D = math::Dual<double>;
  const math::Quat<double> rate =
      q * math::Quat<double>{0, k == 0 ? 0.5 : 0, k == 1 ? 0.5 : 0, k == 2 ? 0.5 : 0};
  return math::logarithm(math::Quat<D>{{q.w, rate.w}, {q.x, rate.x}, {q.y, rate.y}, {q.z, rate.z}});
}

}  // namespace thew::derivative
