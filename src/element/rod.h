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

/// The curvature as the material of a segment has it.
template <class T>
struct RodBend {
  T first, second;
};
template <class T>
THEW_HD inline RodBend<T> seen_by(const RodFrame<T>& frame, const T& angle,
                                  const math::Vec3<T>& curvature) {
  T sine, cosine;
  using math::sincos;
  sincos(angle, sine, cosine);
  const math::Vec3<T> other = cross(frame.tangent, frame.director);
  const T along = dot(curvature, frame.director), across = dot(curvature, other);
  return {cosine * across - sine * along, -(cosine * along + sine * across)};
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

/// The energy between two segments with ends x, whose frames were `kept` where they were before;
/// `rest` is the curvature at rest as either has it, `turns` whole turns between the directors.
template <class T>
THEW_HD inline T rod_energy(const math::Vec3<T>* x, const T* angle, const RodFrame<T>* kept,
                            const RodBend<T>* rest, const T& turns, const RodStiffness& k) {
  const math::Vec3<T> way[2] = {x[1] - x[0], x[2] - x[1]};
  const math::Vec3<T> curvature = rod_curvature(way[0], way[1]);
  RodFrame<T> frame[2];
  T bend(0);
  for (int i = 0; i < 2; ++i) {
    frame[i] = carried(kept[i], way[i] * (T(1) / norm(way[i])));
    const RodBend<T> now = seen_by(frame[i], angle[i], curvature);
    const T first = now.first - rest[i].first, second = now.second - rest[i].second;
    bend = bend + T(0.5) * (T(k.first) * first * first + T(k.second) * second * second);
  }
  const T twist = angle[1] - angle[0] + twist_between(frame[0], frame[1]) + turns;
  return bend + T(k.twist) * twist * twist;
}

}  // namespace thew::element
