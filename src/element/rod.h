#pragma once

// Elastic rods: Bergou et al., "Discrete elastic rods", 2008. A segment has a tangent and a
// director across it, which are carried along without twist where the tangent turns; the material
// is turned against the director by an angle of its own. Two segments store energy by the curvature
// between them, seen from the material of either, and by the twist from one to the other.

#include "element/pair/frame.h"
#include "math/functions.h"

namespace thew::element {

/// The frame of a segment: along it and across.
template <class T>
struct RodFrame {
  math::Vec3<T> tangent, director;
};

/// Carries a vector from one tangent to another without twist: the rotation about their normal.
template <class T>
THEW_HD inline math::Vec3<T> transport(const math::Vec3<T>& v, const math::Vec3<T>& from,
                                       const math::Vec3<T>& to) {
  const math::Vec3<T> axis = cross(from, to);
  const T cosine = dot(from, to);
  return v * cosine + cross(axis, v) + axis * (dot(axis, v) / (T(1) + cosine));
}

/// A frame carried to another tangent.
template <class T>
THEW_HD inline RodFrame<T> carried(const RodFrame<T>& frame, const math::Vec3<T>& tangent) {
  return {tangent, transport(frame.director, frame.tangent, tangent)};
}

/// The frame that a rod begins with: its director is horizontal in the plane of y, or of z where
/// the rod is near to y; turned by a right angle where the first size of the section is the lesser.
template <class T>
THEW_HD inline RodFrame<T> first_frame(const math::Vec3<T>& tangent, bool turned) {
  const math::Vec3<T> none = {T(0), T(0), T(0)};
  const math::Mat3<T> axes = contact_frame(tangent, none);
  const math::Vec3<T> across = {axes.yx, axes.yy, axes.yz};
  return {tangent, turned ? cross(tangent, across) : across};
}

/// The curvature between two segments, times their mean length: 2 tan(angle / 2) about the normal
/// of their plane.
template <class T>
THEW_HD inline math::Vec3<T> rod_curvature(const math::Vec3<T>& e, const math::Vec3<T>& f) {
  return cross(e, f) * (T(2) / (norm(e) * norm(f) + dot(e, f)));
}

/// Two segments with three ends: where they point, and the curvature between them.
template <class T>
struct RodJoint {
  math::Vec3<T> way[2], tangent[2], curvature;
  T length[2], below;  ///< |e|, |f| and |e||f| + e.f
};
template <class T>
THEW_HD inline RodJoint<T> rod_joint(const math::Vec3<T>* end) {
  RodJoint<T> j;
  for (int i = 0; i < 2; ++i) {
    j.way[i] = end[i + 1] - end[i];
    j.length[i] = norm(j.way[i]);
    j.tangent[i] = j.way[i] * (T(1) / j.length[i]);
  }
  j.below = j.length[0] * j.length[1] + dot(j.way[0], j.way[1]);
  j.curvature = cross(j.way[0], j.way[1]) * (T(2) / j.below);
  return j;
}

/// Adds the derivatives of d e and d f by the three ends, e and f being the ways between these.
template <class T>
THEW_HD inline void add_by_ends(const math::Vec3<T>& by_first, const math::Vec3<T>& by_second,
                                T* row) {
  store(row, math::load3(row) - by_first);
  store(row + 3, math::load3(row + 3) + by_first - by_second);
  store(row + 6, math::load3(row + 6) + by_second);
}

/// Adds the derivatives of direction . curvature by the three ends.
template <class T>
THEW_HD inline void add_curvature_slope(const RodJoint<T>& j, const math::Vec3<T>& direction,
                                        T* row) {
  const math::Vec3<T>&e = j.way[0], &f = j.way[1];
  const T along = dot(direction, j.curvature), scale = T(1) / j.below;
  const math::Vec3<T> by_e = cross(f, direction) * T(2) - (j.tangent[0] * j.length[1] + f) * along;
  const math::Vec3<T> by_f = cross(direction, e) * T(2) - (j.tangent[1] * j.length[0] + e) * along;
  add_by_ends(by_e * scale, by_f * scale, row);
}

/// Adds factor times the derivatives, by the three ends, of the twist between frames that are
/// carried along: the holonomy of the tangents.
template <class T>
THEW_HD inline void add_twist_slope(const RodJoint<T>& j, const T& factor, T* row) {
  const math::Vec3<T> half = j.curvature * (T(0.5) * factor);
  add_by_ends(half * (T(1) / j.length[0]), half * (T(1) / j.length[1]), row);
}

/// The axes across a segment along which its material has curvature.
template <class T>
struct RodAxes {
  math::Vec3<T> first, second;
};
template <class T>
THEW_HD inline RodAxes<T> material_axes(const RodFrame<T>& frame, const T& angle) {
  T sine, cosine;
  using math::sincos;
  sincos(angle, sine, cosine);
  const math::Vec3<T> other = cross(frame.tangent, frame.director);
  return {other * cosine - frame.director * sine, -(frame.director * cosine + other * sine)};
}

/// The curvature as the material of a segment has it.
template <class T>
struct RodBend {
  T first, second;
};
template <class T>
THEW_HD inline RodBend<T> seen_along(const RodAxes<T>& axes, const math::Vec3<T>& curvature) {
  return {dot(axes.first, curvature), dot(axes.second, curvature)};
}

/// The angle from the director of one frame, carried to the next, to that of the next.
template <class T>
THEW_HD inline T twist_between(const RodFrame<T>& a, const RodFrame<T>& b) {
  const math::Vec3<T> u = transport(a.director, a.tangent, b.tangent);
  using math::atan2;
  return atan2(dot(cross(u, b.director), b.tangent), dot(u, b.director));
}

/// The stiffness of two segments: of bending about the director's normal and about the director,
/// and of twisting.
struct RodStiffness {
  double first, second, twist;
};

/// Two segments of a chain: their axes, the tangents from which their frames were carried, their
/// curvature at rest, and the whole twist between them.
template <class T>
struct RodState {
  RodJoint<T> joint;
  RodAxes<T> axes[2];
  math::Vec3<T> kept[2];
  RodBend<T> rest[2];
  T twist;
};

/// Forces on the three ends, row[0] to row[8], and torques about the two segments, row[9] and
/// row[10]: minus the derivatives of sum_s (k1 (w1 - rest)^2 + k2 (w2 - rest)^2) / 2 + kt twist^2.
template <class T>
THEW_HD inline void rod_force(const RodState<T>& s, const RodStiffness& k, T* row) {
  for (int i = 0; i < 9; ++i) row[i] = T(0);
  const T moment = T(2 * k.twist) * s.twist;
  math::Vec3<T> pull = {T(0), T(0), T(0)};
  for (int i = 0; i < 2; ++i) {
    const RodBend<T> now = seen_along(s.axes[i], s.joint.curvature);
    const T a = T(k.first) * (now.first - s.rest[i].first);
    const T b = T(k.second) * (now.second - s.rest[i].second);
    pull = pull - s.axes[i].first * a - s.axes[i].second * b;
    row[9 + i] = b * now.first - a * now.second + (i == 0 ? moment : -moment);
  }
  add_curvature_slope(s.joint, pull, row);
  add_twist_slope(s.joint, -moment, row);
  // A director also turns about its tangent as that leaves where it was carried from.
  for (int i = 0; i < 2; ++i) {
    const math::Vec3<T>&from = s.kept[i], &to = s.joint.tangent[i];
    const T scale = row[9 + i] / ((T(1) + dot(from, to)) * s.joint.length[i]);
    const math::Vec3<T> push = cross(to, from) * scale;
    store(row + 3 * i, math::load3(row + 3 * i) - push);
    store(row + 3 * i + 3, math::load3(row + 3 * i + 3) + push);
  }
}

}  // namespace thew::element
