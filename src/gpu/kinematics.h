#pragma once

// World poses from qpos, level by level.

#include "element/joint.h"
#include "gpu/world.h"
#include "math/functions.h"
#include "model/same_frame.h"

namespace thew::gpu {

namespace detail {

// Moves the world pose of a body by its joint `j` and records the joint's anchor and axis.
template <class T>
THEW_STAGE void move(const SmoothWorld<T>& w, int j, element::Pose<T>& pose) {
  using namespace math;
  const auto& m = w.m;
  const auto type = static_cast<JointType>(m.jnt_type[j]);
  const Vec3<T> local_axis = w.own3(m.jnt_axis, j), anchor = w.own3(m.jnt_pos, j);
  const Vec3<T> axis = rotate(pose.rotation, local_axis);
  const int adr = m.jnt_qposadr[j];
  Vec3<T> point;
  if (type == JointType::Slide) {
    point = transform(pose, anchor);
    slide(pose, axis, w.s.qpos[adr] - w.own(m.qpos0, adr));
  } else {
    Quat<T> turn;
    if (type == JointType::Hinge) {
      T sine, cosine;
      sincos((w.s.qpos[adr] - w.own(m.qpos0, adr)) * T(0.5), sine, cosine);
      turn = element::hinge_turn(local_axis, sine, cosine);
    } else {
      turn = normalized(load4(w.s.qpos + adr));
    }
    point = turn_about(anchor, turn, pose);
  }
  store(w.s.xaxis + 3 * j, axis);
  store(w.s.xanchor + 3 * j, point);
}

template <class T>
THEW_STAGE element::Pose<T> resting_pose(const SmoothWorld<T>& w, int body) {
  const int mocap = w.m.body_mocapid[body];
  if (mocap >= 0) {
    return {math::load3(w.row(w.rows.mocap_pos) + 3 * mocap),
            math::load4(w.row(w.rows.mocap_quat) + 4 * mocap)};
  }
  return {w.own3(w.m.body_pos, body), w.own4(w.m.body_quat, body)};
}

// A point of the body's frame in the world.
template <class T>
THEW_STAGE math::Vec3<T> world_point(const SmoothWorld<T>& w, int body, const math::Vec3<T>& p) {
  return math::load3(w.s.xpos + 3 * body) + to_matrix(math::load4(w.s.xquat + 4 * body)) * p;
}

template <class T>
THEW_STAGE void place_body(const SmoothWorld<T>& w, int body) {
  using namespace math;
  const auto& m = w.m;
  const int first = m.body_jntadr[body], count = m.body_jntnum[body];
  element::Pose<T> pose;
  if (count == 1 && m.jnt_type[first] == static_cast<int>(JointType::Free)) {
    const T* q = w.s.qpos + m.jnt_qposadr[first];
    pose = {load3(q), load4(q + 3)};
    store(w.s.xanchor + 3 * first, pose.position);
    store(w.s.xaxis + 3 * first, w.own3(m.jnt_axis, first));
  } else {
    const int parent = m.body_parentid[body];
    const element::Pose<T> rest = resting_pose(w, body);
    pose = {world_point(w, parent, rest.position), load4(w.s.xquat + 4 * parent) * rest.rotation};
    THEW_ROLLED
    for (int j = first; j < first + count; ++j) move(w, j, pose);
  }
  store(w.s.xquat + 4 * body, normalized(pose.rotation));
  store(w.s.xpos + 3 * body, pose.position);
}

// Whether a frame with this mark still is where the mark says, given the inertial frame.
template <class T>
THEW_STAGE bool coincides(SameFrame same, const element::Pose<T>& frame,
                          const element::Pose<T>& inertial) {
  using namespace math;
  if (same == SameFrame::None) return false;
  const bool by_inertia = same == SameFrame::Inertia || same == SameFrame::Inertiarot;
  const bool turned = same == SameFrame::Bodyrot || same == SameFrame::Inertiarot;
  const element::Pose<T> body = {{T(0), T(0), T(0)}, {T(1), T(0), T(0), T(0)}};
  const element::Pose<T>& other = by_inertia ? inertial : body;
  return same_rotation(frame.rotation, other.rotation) &&
         (turned || same_position(frame.position, other.position));
}

// The world pose of the inertial frame.
template <class T>
THEW_STAGE element::Pose<T> inertial_pose(const SmoothWorld<T>& w, int body) {
  using namespace math;
  const element::Pose<T> own = {w.own3(w.m.body_ipos, body), w.own4(w.m.body_iquat, body)};
  const Quat<T> rotation = load4(w.s.xquat + 4 * body);
  const auto same = static_cast<SameFrame>(w.m.body_sameframe[body]);
  const bool shares = coincides(same, own, own);
  if (shares && same == SameFrame::Body) return {load3(w.s.xpos + 3 * body), rotation};
  return {world_point(w, body, own.position), shares ? rotation : rotation * own.rotation};
}

// The world pose of a frame that a body carries: one that coincides with the body's or the inertial
// frame, as its mark says, or is parallel to it, shares it.
template <class T>
THEW_STAGE element::Pose<T> attached_pose(const SmoothWorld<T>& w, int body,
                                          const element::Pose<T>& own, int mark) {
  using namespace math;
  const auto same = static_cast<SameFrame>(mark);
  const Quat<T> rotation = load4(w.s.xquat + 4 * body);
  const element::Pose<T> inertial = {w.own3(w.m.body_ipos, body), w.own4(w.m.body_iquat, body)};
  if (!coincides(same, own, inertial))
    return {world_point(w, body, own.position), rotation * own.rotation};
  const bool by_inertia = same == SameFrame::Inertia || same == SameFrame::Inertiarot;
  element::Pose<T> pose = {load3(w.s.xpos + 3 * body), rotation};
  // The rotation of the inertial frame waits where its inertia will be.
  if (by_inertia) pose = {load3(w.s.xipos + 3 * body), load4(w.s.inertia + 10 * body)};
  if (same == SameFrame::Bodyrot || same == SameFrame::Inertiarot)
    pose.position = world_point(w, body, own.position);
  return pose;
}

}  // namespace detail

template <class Team, class T>
THEW_STAGE void kinematics(const Team& team, const SmoothWorld<T>& w) {
  using namespace math;
  const auto& m = w.m;
  const auto& rows = w.rows;
  team.once([&] {
    store(w.s.xpos, Vec3<T>{T(0), T(0), T(0)});
    store(w.s.xipos, Vec3<T>{T(0), T(0), T(0)});
    store(w.s.xquat, Quat<T>{T(1), T(0), T(0), T(0)});
  });
  each_outwards(team, m, [&](int body) { detail::place_body(w, body); });
  team.each(m.nbody, [&](int body) {
    element::Pose<T> inertial = {{T(0), T(0), T(0)}, {T(1), T(0), T(0), T(0)}};
    if (body > 0) inertial = detail::inertial_pose(w, body);
    store(w.s.xipos + 3 * body, inertial.position);
    // The centre of mass is not known yet: only what the inertia needs of the rotation is kept.
    store(w.s.inertia + 10 * body, inertial.rotation);
    w.keep(rows.xpos, 3 * body, load3(w.s.xpos + 3 * body));
    w.keep(rows.xquat, 4 * body, load4(w.s.xquat + 4 * body));
    w.keep(rows.xmat, 9 * body, to_matrix(load4(w.s.xquat + 4 * body)));
    w.keep(rows.xipos, 3 * body, inertial.position);
    w.keep(rows.xiquat, 4 * body, inertial.rotation);
    w.keep(rows.ximat, 9 * body, to_matrix(inertial.rotation));
  });
  // Geoms, then sites.
  THEW_ROLLED
  for (int kind = 0; kind < 2; ++kind) {
    const bool geoms = kind == 0;
    const Rows<T>&xpos = geoms ? rows.geom_xpos : rows.site_xpos,
          &xmat = geoms ? rows.geom_xmat : rows.site_xmat,
          &xquat = geoms ? rows.geom_xquat : rows.site_xquat;
    if (!xpos && !xmat && !xquat) continue;
    const Own<T>&pos = geoms ? m.geom_pos : m.site_pos, &quat = geoms ? m.geom_quat : m.site_quat;
    const std::int32_t* bodies = geoms ? m.geom_bodyid : m.site_bodyid;
    const std::uint8_t* marks = geoms ? m.geom_sameframe : m.site_sameframe;
    team.each(geoms ? m.ngeom : m.nsite, [&](int i) {
      const element::Pose<T> own = {w.own3(pos, i), w.own4(quat, i)};
      const element::Pose<T> pose = detail::attached_pose(w, bodies[i], own, marks[i]);
      w.keep(xpos, 3 * i, pose.position);
      w.keep(xquat, 4 * i, pose.rotation);
      w.keep(xmat, 9 * i, to_matrix(pose.rotation));
    });
  }
  if (rows.xanchor || rows.xaxis) {
    team.each(m.njnt, [&](int j) {
      w.keep(rows.xanchor, 3 * j, load3(w.s.xanchor + 3 * j));
      w.keep(rows.xaxis, 3 * j, load3(w.s.xaxis + 3 * j));
    });
  }
}

}  // namespace thew::gpu
