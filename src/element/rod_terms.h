#pragma once

// How rods resist in the metric of linearly implicit integrators, and how they are damped: terms of
// rank one, each a weight and the derivatives of a quantity by the points that it depends on.

#include "element/rod.h"

namespace thew::element {

/// Terms over three or four points in a row.
template <class T>
struct RodTerms {
  static constexpr int kMost = 6, kPoints = 4;

  int terms = 0;
  T row[kMost][3 * kPoints + 1];  ///< and a zero, so that points can be read in fours
  T spring[kMost];                ///< weights in the stiffness [N/m or N m]
  T damper[kMost];                ///< weights in what damping is proportional to

  /// A new term, with zeros.
  THEW_HD T* add(const T& by_spring, const T& by_damper) {
    spring[terms] = by_spring;
    damper[terms] = by_damper;
    for (T& entry : row[terms]) entry = T(0);
    return row[terms++];
  }
};

/// Curvature below which a rod counts as straight.
inline constexpr double kLeastCurvature = 1e-15;

/// Where the term of twist is in those of a chain, the only one with torques on the segments.
inline constexpr int kTwistTerm = 4;

/// Two segments of a chain: curvature along the axes of each, twist, and what damps the magnitude
/// of curvature, by the geometric mean of the stiffnesses where it is about the weak axis.
template <class T>
THEW_HD inline RodTerms<T> chain_terms(const RodState<T>& s, const RodStiffness& k) {
  using math::sqrt;
  RodTerms<T> result;
  const T size = norm(s.joint.curvature);
  const auto straight = size < T(kLeastCurvature);
  const T inverse = select(straight, T(0), T(1) / size);
  const T strong = T(k.first), weak = T(k.second), mean = sqrt(strong * weak);
  T damped(0);
  for (int i = 0; i < 2; ++i) {
    const RodBend<T> now = seen_along(s.axes[i], s.joint.curvature);
    const T a = now.first * inverse, b = now.second * inverse;
    damped = damped + strong * a * a + mean * b * b;
    add_curvature_slope(s.joint, s.axes[i].first,
                        result.add(strong, select(straight, strong, T(0))));
    add_curvature_slope(s.joint, s.axes[i].second, result.add(weak, select(straight, mean, T(0))));
  }
  add_twist_slope(s.joint, T(1), result.add(T(2 * k.twist), T(2 * k.twist)));
  add_curvature_slope(s.joint, s.joint.curvature * inverse, result.add(T(0), damped));
  return result;
}

/// How bending resists that the material of a segment of a chain turns [N m].
template <class T>
THEW_HD inline T turn_stiffness_of(const RodState<T>& s, const RodStiffness& k, int segment) {
  using math::max;
  const RodBend<T> now = seen_along(s.axes[segment], s.joint.curvature), &rest = s.rest[segment];
  const T a = now.second * now.second - now.first * (now.first - rest.first);
  const T b = now.first * now.first - now.second * (now.second - rest.second);
  return max(T(k.first) * a + T(k.second) * b, T(0));
}

/// A bend without a hinge: energy stiffness (|curvature| - rest)^2.
struct RodHinge {
  double stiffness, rest;
};

/// The direction of the curvature of a joint, and its size; any direction across where it is
/// straight.
template <class T>
struct RodNormal {
  math::Vec3<T> unit;
  T size;
  math::MaskOf<T> straight;
};
template <class T>
THEW_HD inline RodNormal<T> rod_normal(const RodJoint<T>& j) {
  const T size = norm(j.curvature);
  const auto straight = size < T(kLeastCurvature);
  const math::Vec3<T> across = first_frame(j.tangent[0], false).director;
  const T inverse = T(1) / select(straight, T(1), size);
  return {math::select<T>(straight, across, j.curvature * inverse), size, straight};
}

inline constexpr double kLetGo = 1e-8;

/// As with MuJoCo, a bend that loses its curvature lets go of its plane: the direction of the
/// curvature counts with the factor sqrt((1 + small) w^2 / (w^2 + small rest^2)), with w its size;
/// and the derivative of the logarithm of that.
template <class T>
struct RodGrip {
  T factor, slope;
};
template <class T>
THEW_HD inline RodGrip<T> rod_grip(const RodNormal<T>& n, const RodHinge& hinge) {
  using math::sqrt;
  const T size = select(n.straight, T(1), n.size), square = size * size;
  const T added = T(kLetGo * hinge.rest * hinge.rest), sum = square + added;
  return {select(n.straight, T(0), sqrt(T(1 + kLetGo) * square / sum)),
          select(n.straight, T(0), added / (size * sum))};
}

/// Adds the force of a bend on its three ends.
template <class T>
THEW_HD inline void add_hinge_force(const RodJoint<T>& j, const RodHinge& hinge, T* row) {
  const RodNormal<T> n = rod_normal(j);
  const T rest = T(hinge.rest) * rod_grip(n, hinge).factor;
  add_curvature_slope(j, n.unit * (T(-2 * hinge.stiffness) * (n.size - rest)), row);
}

/// Its magnitude, and the turning of its plane where curvature is more than at rest.
template <class T>
THEW_HD inline RodTerms<T> hinge_terms(const RodJoint<T>& j, const RodHinge& hinge) {
  using math::max;
  RodTerms<T> result;
  const RodNormal<T> n = rod_normal(j);
  const T k = T(2 * hinge.stiffness), size = select(n.straight, T(1), n.size);
  const T plane = select(n.straight, k, k * max(T(1) - T(hinge.rest) / size, T(0)));
  add_curvature_slope(j, n.unit, result.add(k, k));
  add_curvature_slope(j, cross(n.unit, j.tangent[0]),
                      result.add(plane, select(n.straight, k, T(0))));
  add_curvature_slope(j, j.tangent[0], result.add(plane, T(0)));
  return result;
}

/// Two bends with a segment in common hold the angle p between their planes too: energy
/// 2 (kd - cosine cos p - sine sin p), with kd^2 = cosine^2 + sine^2.
struct RodPair {
  RodHinge hinge[2];
  double cosine, sine;
};

/// Two joints with a segment in common: their normals, the ways in which these turn about that
/// segment, and the angle between them.
template <class T>
struct RodPlanes {
  RodJoint<T> joint[2];
  RodNormal<T> normal[2];
  math::Vec3<T> turn[2];  ///< turn . d curvature is how the plane turns [rad]
  T cosine, sine;
};
template <class T>
THEW_HD inline RodPlanes<T> rod_planes(const math::Vec3<T>* end) {
  RodPlanes<T> p;
  for (int i = 0; i < 2; ++i) {
    p.joint[i] = rod_joint(end + i);
    p.normal[i] = rod_normal(p.joint[i]);
  }
  const math::Vec3<T>& shared = p.joint[0].tangent[1];
  for (int i = 0; i < 2; ++i) {
    const RodNormal<T>& n = p.normal[i];
    p.turn[i] = cross(shared, n.unit) * select(n.straight, T(0), T(1) / n.size);
  }
  p.cosine = dot(p.normal[0].unit, p.normal[1].unit);
  p.sine = dot(shared, cross(p.normal[0].unit, p.normal[1].unit));
  return p;
}

/// Adds the force of a pair on its four ends.
template <class T>
THEW_HD inline void add_pair_force(const RodPlanes<T>& p, const RodPair& k, T* row) {
  using math::sqrt;
  const RodGrip<T> grip[2] = {rod_grip(p.normal[0], k.hinge[0]), rod_grip(p.normal[1], k.hinge[1])};
  const T twice = T(2) * grip[0].factor * grip[1].factor;
  const T kd = sqrt(T(k.cosine * k.cosine + k.sine * k.sine));
  const T energy = twice * (kd - T(k.cosine) * p.cosine - T(k.sine) * p.sine);
  const T torque = twice * (T(k.cosine) * p.sine - T(k.sine) * p.cosine);
  for (int i = 0; i < 2; ++i) {
    add_hinge_force(p.joint[i], k.hinge[i], row + 3 * i);
    const math::Vec3<T> turned = p.turn[i] * (i == 0 ? torque : -torque);
    add_curvature_slope(p.joint[i], axpy(-energy * grip[i].slope, p.normal[i].unit, turned),
                        row + 3 * i);
  }
}

/// Magnitudes, and the turns a and b of both planes, with the stiffness
/// [2 kd + hold_a, -2 kd cos; -2 kd cos, 2 kd + hold_b]; what is damped is b - a.
template <class T>
THEW_HD inline RodTerms<T> pair_terms(const RodPlanes<T>& p, const RodPair& k) {
  using math::max, math::sqrt;
  RodTerms<T> result;
  const T kd = T(2) * sqrt(T(k.cosine * k.cosine + k.sine * k.sine));
  const T coupling = T(-2) * (T(k.cosine) * p.cosine + T(k.sine) * p.sine);
  T own[2];
  for (int i = 0; i < 2; ++i) {
    const T twice = T(2 * k.hinge[i].stiffness), size = p.normal[i].size;
    own[i] = kd + max(twice * size * (size - T(k.hinge[i].rest)), T(0));
    add_curvature_slope(p.joint[i], p.normal[i].unit, result.add(twice, twice) + 3 * i);
  }
  // As squares: own_a (a + c b)^2 + rest b^2 with c = coupling / own_a.
  const T share = coupling / max(own[0], T(kLeastCurvature));
  T* both = result.add(own[0], T(0));
  add_curvature_slope(p.joint[0], p.turn[0], both);
  add_curvature_slope(p.joint[1], p.turn[1] * share, both + 3);
  T* second = result.add(max(own[1] - share * coupling, T(0)), T(0));
  add_curvature_slope(p.joint[1], p.turn[1], second + 3);
  const T grip =
      rod_grip(p.normal[0], k.hinge[0]).factor * rod_grip(p.normal[1], k.hinge[1]).factor;
  T* apart = result.add(T(0), kd * grip * grip * T(1 / (1 + kLetGo)));
  add_curvature_slope(p.joint[0], -p.turn[0], apart);
  add_curvature_slope(p.joint[1], p.turn[1], apart + 3);
  return result;
}

}  // namespace thew::element
