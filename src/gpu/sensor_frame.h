#pragma once

// Frames that sensors are fixed to, and how they move.

#include "gpu/soften.h"

namespace thew::gpu::detail {

template <class T>
using SenseWorld = RowsWorld<T>;

/// Origin and axes of a frame in the world, and the body that carries it.
template <class T>
struct Frame {
  int body;
  math::Vec3<T> origin;
  math::Mat3<T> axes;
};

/// The unit vector along v; +x where v is next to nothing.
template <class T>
THEW_CALL math::Vec3<T> unit_or_x(const math::Vec3<T>& v) {
  const T length = norm(v);
  if (length < T(kMinVal)) return {T(1), T(0), T(0)};
  return v * (T(1) / length);
}

/// A camera may follow its body without turning, or turn towards another one.
template <class T>
THEW_CALL Frame<T> camera_frame(const SenseWorld<T>& w, int i) {
  using namespace math;
  const auto& m = w.m;
  const int body = m.cam_bodyid[i], target = m.cam_targetbodyid[i];
  const auto mode = static_cast<CamLight>(m.cam_mode[i]);
  const T *xpos = w.row(w.rows.xpos), *com = w.row(w.rows.subtree_com);
  const Vec3<T> at = load3(xpos + 3 * body);
  if (mode == CamLight::Track || mode == CamLight::Trackcom) {
    const bool by_com = mode == CamLight::Trackcom;
    return {body,
            by_com ? load3(com + 3 * body) + w.own3(m.cam_poscom0, i) : at + w.own3(m.cam_pos0, i),
            load9(w.own(m.cam_mat0) + 9 * i)};
  }
  const Vec3<T> eye = at + load9(w.row(w.rows.xmat) + 9 * body) * w.own3(m.cam_pos, i);
  if (mode == CamLight::Fixed || target < 0) {
    return {body, eye,
            to_matrix(math::load4(w.row(w.rows.xquat) + 4 * body) * w.own4(m.cam_quat, i))};
  }
  const Vec3<T> z =
      unit_or_x(eye - load3((mode == CamLight::Targetbody ? xpos : com) + 3 * target));
  const Vec3<T> x = unit_or_x(cross(Vec3<T>{T(0), T(0), T(1)}, z)), y = unit_or_x(cross(z, x));
  return {body, eye, {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
}

template <class T>
THEW_CALL Frame<T> frame_of(const SenseWorld<T>& w, ObjectType type, int id) {
  using namespace math;
  const auto& m = w.m;
  const auto& rows = w.rows;
  const auto load = [&](int body, const Rows<T>& pos, const Rows<T>& mat) -> Frame<T> {
    return {body, load3(w.row(pos) + 3 * id), load9(w.row(mat) + 9 * id)};
  };
  switch (type) {
    case ObjectType::Body:
      return load(id, rows.xipos, rows.ximat);
    case ObjectType::Geom:
      return load(m.geom_bodyid[id], rows.geom_xpos, rows.geom_xmat);
    case ObjectType::Site:
      return load(m.site_bodyid[id], rows.site_xpos, rows.site_xmat);
    case ObjectType::Camera:
      return camera_frame(w, id);
    default:
      return load(id, rows.xpos, rows.xmat);
  }
}

/// The orientation of the same frame; a camera that turns towards something has that of its mount.
template <class T>
THEW_STAGE math::Quat<T> orientation_of(const SenseWorld<T>& w, ObjectType type, int id) {
  const auto& rows = w.rows;
  const auto load = [&](const Rows<T>& quat, int i) { return math::load4(w.row(quat) + 4 * i); };
  switch (type) {
    case ObjectType::Body:
      return load(rows.xiquat, id);
    case ObjectType::Geom:
      return load(rows.geom_xquat, id);
    case ObjectType::Site:
      return load(rows.site_xquat, id);
    case ObjectType::Camera:
      return load(rows.xquat, w.m.cam_bodyid[id]) * w.own4(w.m.cam_quat, id);
    default:
      return load(rows.xquat, id);
  }
}

/// From the reference of the tree of a body to a point of it.
template <class T>
THEW_STAGE math::Vec3<T> arm_to(const SenseWorld<T>& w, const math::Vec3<T>& point, int body) {
  return point - math::load3(w.row(w.rows.subtree_com) + 3 * w.m.body_rootid[body]);
}

/// A motion of the frame's body, cvel or cacc, at the frame's origin.
template <class T>
THEW_STAGE math::Motion<T> motion_at(const SenseWorld<T>& w, const Frame<T>& frame,
                                     const Rows<T>& motions) {
  using namespace math;
  const Motion<T> v = load_motion(w.row(motions) + 6 * frame.body);
  return {v.rotation, v.translation + cross(v.rotation, arm_to(w, frame.origin, frame.body))};
}

/// Of frames that nothing moves none.
template <class T>
THEW_CALL math::Motion<T> velocity_of(const SenseWorld<T>& w, const Frame<T>& frame) {
  using namespace math;
  const Vec3<T> zero = {T(0), T(0), T(0)};
  if (w.m.body_dofnum[w.m.body_weldid[frame.body]] == 0) return {zero, zero};
  return motion_at(w, frame, w.rows.cvel);
}

/// The acceleration that an instrument at the origin feels.
template <class T>
THEW_CALL math::Motion<T> acceleration_of(const SenseWorld<T>& w, const Frame<T>& frame) {
  using namespace math;
  const Motion<T> a = motion_at(w, frame, w.rows.cacc), v = motion_at(w, frame, w.rows.cvel);
  return {a.rotation, a.translation + cross(v.rotation, v.translation)};
}

template <class T>
THEW_STAGE math::Motion<T> seen_from(const Frame<T>& frame, const math::Motion<T>& v) {
  return {multiply_transposed(frame.axes, v.rotation),
          multiply_transposed(frame.axes, v.translation)};
}

/// Velocity of a frame in the world, or as seen from a frame that moves: w' = R' (w - w_ref),
/// v' = R' (v - v_ref - w_ref x (p - p_ref)).
template <class T>
THEW_STAGE math::Motion<T> relative_velocity(const SenseWorld<T>& w, int sensor) {
  using namespace math;
  const auto& m = w.m;
  const Frame<T> frame =
      frame_of(w, static_cast<ObjectType>(m.sensor_objtype[sensor]), m.sensor_objid[sensor]);
  const Motion<T> v = velocity_of(w, frame);
  if (m.sensor_refid[sensor] < 0) return v;
  const Frame<T> reference =
      frame_of(w, static_cast<ObjectType>(m.sensor_reftype[sensor]), m.sensor_refid[sensor]);
  const Motion<T> u = velocity_of(w, reference);
  const Vec3<T> arm = frame.origin - reference.origin;
  return seen_from(
      reference, {v.rotation - u.rotation, v.translation - u.translation - cross(u.rotation, arm)});
}

}  // namespace thew::gpu::detail
