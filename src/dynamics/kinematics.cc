// World poses of everything from qpos: parents before children, joints of a body in their order.

#include <algorithm>

#include <thew/dynamics.h>

#include "dynamics/load.h"
#include "dynamics/points.h"
#include "element/joint.h"
#include "model/as_compiled.h"
#include "model/awake.h"
#include "model/lane_types.h"
#include "model/same_frame.h"

namespace thew::dynamics {

using namespace math;
using namespace element;

namespace {

bool all_slide(const Model& m, int joint, int end) {
  while (joint < end && m.jnt_type[joint] == static_cast<int>(JointType::Slide)) ++joint;
  return joint == end;
}

// Sines and cosines of the half angles of all hinges: they wait for nothing, and one world computes
// those of four joints at a time. Other joints have some numbers here, which nobody reads.
template <class T>
void turn_hinges(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  T *sine = w.joint_sin.data(), *cosine = w.joint_cos.data();
  const int n = static_cast<int>(m.njnt);
  const auto half_angle = [&](int j) {
    const int adr = m.jnt_qposadr[j];
    return (d.qpos[adr] - param(d, m.qpos0, adr)) * T(0.5);
  };
  if constexpr (lanes_v<T> == 1) {
    using Four = Wide<T, 4>;
    const bool points = may_have_points(m);
    for (int j = 0; j < n; j += 4) {
      if (points && all_slide(m, j, std::min(j + 4, n))) continue;
      Four half, s, c;
      const int adr = m.jnt_qposadr[j];
      if (j + 3 < n && m.jnt_qposadr[j + 3] == adr + 3) {
        half = Four::load(d.qpos.data() + adr) - param_four(d, m.qpos0, adr);
        half = half * Four(T(0.5));
      } else {
        for (int k = 0; k < 4; ++k) half.set(k, half_angle(j + k < n ? j + k : j));
      }
      sincos(half, s, c);
      s.store(sine + j);
      c.store(cosine + j);
    }
  } else {
    for (int j = 0; j < n; ++j) sincos(half_angle(j), sine[j], cosine[j]);
  }
}

// Where a body is relative to its parent before its joints move it.
template <class T>
THEW_INLINE Pose<T> resting_pose(const Model& m, const BasicData<T>& d, int body) {
  const int mocap = m.body_mocapid[body];
  if (mocap >= 0) return {load3(d.mocap_pos.row(mocap)), load4(d.mocap_quat.row(mocap))};
  return {param3(d, m.body_pos, body), param4(d, m.body_quat, body)};
}

// A point of the body's frame in the world.
template <class T>
THEW_INLINE Vec3<T> world_point(const BasicData<T>& d, int body, const Vec3<T>& p) {
  return load3(d.xpos.row(body)) + load9(d.xmat.row(body)) * p;
}

// The world pose of what has this pose relative to the body.
template <class T>
THEW_INLINE Pose<T> world_pose(const BasicData<T>& d, int body, const Pose<T>& pose) {
  return {world_point(d, body, pose.position), load4(d.xquat.row(body)) * pose.rotation};
}

// Keeps the rotation of a body as a quaternion and as the matrix that it gives.
template <class T>
THEW_INLINE void store_rotation(BasicData<T>& d, int body, const Quat<T>& rotation) {
  store(d.xquat.row(body), rotation);
  store(d.xmat.row(body), to_matrix(rotation));
}

// The rotation of a hinge or ball.
template <class T>
THEW_INLINE Quat<T> joint_rotation(const Model& m, const BasicData<T>& d, Workspace<T>& w, int j,
                                   bool hinge, const Vec3<T>& axis) {
  if (!hinge) return normalized(load4(d.qpos.data() + m.jnt_qposadr[j]));
  return hinge_turn<T>(axis, w.joint_sin[j], w.joint_cos[j]);
}

// Moves the world pose of a body by its joint `j` and records the joint's anchor and axis.
template <class T>
void move(const Model& m, BasicData<T>& d, Workspace<T>& w, int j, Pose<T>& pose) {
  const auto type = static_cast<JointType>(m.jnt_type[j]);
  const Vec3<T> local_axis = param3(d, m.jnt_axis, j), anchor = param3(d, m.jnt_pos, j);
  const Vec3<T> axis = rotate(pose.rotation, local_axis);
  Vec3<T> point;
  if (type == JointType::Slide) {
    const int adr = m.jnt_qposadr[j];
    point = transform(pose, anchor);
    slide(pose, axis, d.qpos[adr] - param(d, m.qpos0, adr));
  } else {
    const bool hinge = type == JointType::Hinge;
    point = turn_about(anchor, joint_rotation(m, d, w, j, hinge, local_axis), pose);
  }
  store(d.xaxis.row(j), axis);
  store(d.xanchor.row(j), point);
}

template <class T>
THEW_INLINE void place_body(const Model& m, BasicData<T>& d, Workspace<T>& w, int body) {
  const int first = m.body_jntadr[body], end = first + m.body_jntnum[body];
  Pose<T> pose = world_pose(d, m.body_parentid[body], resting_pose(m, d, body));
  for (int j = first; j < end; ++j) move(m, d, w, j, pose);
  store_rotation(d, body, normalized(pose.rotation));
  store(d.xpos.row(body), pose.position);
}

template <class T>
THEW_INLINE void place_free_body(const Model& m, BasicData<T>& d, int body, int joint) {
  const T* q = d.qpos.data() + m.jnt_qposadr[joint];
  const Quat<T> rotation = normalized(load4(q + 3));
  store(d.xanchor.row(joint), load3(q));
  store(d.xaxis.row(joint), param3(d, m.jnt_axis, joint));
  store(d.xpos.row(body), load3(q));
  store_rotation(d, body, rotation);
}

// Slides a point along axes of its own, which are those of the world unless somebody has turned it:
// then it is not placed.
template <class T>
THEW_INLINE bool place_point(const Model& m, BasicData<T>& d, int body) {
  const Quat<T> unit = param4(d, m.body_quat, body);
  if (!is_unit(unit)) return false;
  const int first = m.body_jntadr[body], end = first + m.body_jntnum[body];
  Vec3<T> at = param3(d, m.body_pos, body);
  for (int j = first; j < end; ++j) {
    const Vec3<T> axis = param3(d, m.jnt_axis, j);
    const int adr = m.jnt_qposadr[j];
    store(d.xaxis.row(j), axis);
    store(d.xanchor.row(j), at + param3(d, m.jnt_pos, j));
    at = at + (d.qpos[adr] - param(d, m.qpos0, adr)) * axis;
  }
  store(d.xquat.row(body), unit);
  store(d.xmat.row(body), identity3<T>());
  store(d.xpos.row(body), at);
  return true;
}

// One kind of frame that is attached to bodies: their inertial frames, geoms or sites.
template <class T, ParameterId position_id, ParameterId rotation_id>
struct Frames {
  const Parameter<position_id>& position;
  const Parameter<rotation_id>& rotation;
  const field::Byte* same;  // SameFrame
  T *world_position, *world_rotation, *world_matrix;
};
template <class T, ParameterId p, ParameterId r>
Frames(const Parameter<p>&, const Parameter<r>&, const field::Byte*, T*, T*, T*) -> Frames<T, p, r>;

// The world pose of frame i, which body `body` carries.
template <class T, class F>
THEW_INLINE void attach(const BasicData<T>& d, const F& frames, int i, int body) {
  const Quat<T> q = load4(d.xquat.row(body)) * param4(d, frames.rotation, i);
  store(frames.world_rotation + 4 * i, q);
  store(frames.world_matrix + 9 * i, to_matrix(q));
  store(frames.world_position + 3 * i, world_point(d, body, param3(d, frames.position, i)));
}

// Whether a frame still is where its mark says: its numbers may have been written since.
template <class T, class F>
THEW_INLINE MaskOf<T> coincides(const Model& m, const BasicData<T>& d, const F& frames, int i,
                                int body, SameFrame same) {
  const bool inertial = same == SameFrame::Inertia || same == SameFrame::Inertiarot;
  const Vec3<T> origin = {T(0), T(0), T(0)};
  const Quat<T> unit = {T(1), T(0), T(0), T(0)};
  const MaskOf<T> parallel =
      same_rotation(param4(d, frames.rotation, i), inertial ? param4(d, m.body_iquat, body) : unit);
  if (same == SameFrame::Bodyrot || same == SameFrame::Inertiarot) return parallel;
  return parallel & same_position(param3(d, frames.position, i),
                                  inertial ? param3(d, m.body_ipos, body) : origin);
}

// A frame that coincides with its body's or the inertial one, or is parallel to it, shares it.
template <class T, class F>
THEW_INLINE void share(const BasicData<T>& d, const F& frames, int i, int body, SameFrame same) {
  const bool inertial = same == SameFrame::Inertia || same == SameFrame::Inertiarot;
  T* position = frames.world_position + 3 * i;
  store(frames.world_rotation + 4 * i, load4(inertial ? d.xiquat.row(body) : d.xquat.row(body)));
  store(frames.world_matrix + 9 * i, load9(inertial ? d.ximat.row(body) : d.xmat.row(body)));
  if (same == SameFrame::Body || same == SameFrame::Inertia) {
    store(position, load3(inertial ? d.xipos.row(body) : d.xpos.row(body)));
  } else {
    store(position, world_point(d, body, param3(d, frames.position, i)));
  }
}

// Lanes of which some have moved the frame: each goes its own way.
template <class T, class F>
void place_apart(const BasicData<T>& d, const F& frames, int i, int body, SameFrame same,
                 const MaskOf<T>& shared) {
  share(d, frames, i, body, same);
  T position[3], rotation[4], matrix[9];
  std::copy_n(frames.world_position + 3 * i, 3, position);
  std::copy_n(frames.world_rotation + 4 * i, 4, rotation);
  std::copy_n(frames.world_matrix + 9 * i, 9, matrix);
  attach(d, frames, i, body);
  const auto take = [&](int n, const T* from, T* to) {
    for (int k = 0; k < n; ++k) to[k] = select(shared, from[k], to[k]);
  };
  take(3, position, frames.world_position + 3 * i);
  take(4, rotation, frames.world_rotation + 4 * i);
  take(9, matrix, frames.world_matrix + 9 * i);
}

template <class T, class F>
THEW_INLINE void place_frame(const Model& m, const BasicData<T>& d, const F& frames, int i,
                             int body, bool trust_marks) {
  const auto same = static_cast<SameFrame>(frames.same[i]);
  if (same == SameFrame::None) return attach(d, frames, i, body);
  if (trust_marks) return share(d, frames, i, body, same);
  const MaskOf<T> shared = coincides(m, d, frames, i, body, same);
  if (all(shared)) return share(d, frames, i, body, same);
  if (none(shared)) return attach(d, frames, i, body);
  place_apart(d, frames, i, body, same, shared);
}

template <class T>
void place_world(BasicData<T>& d) {
  const Vec3<T> origin = {T(0), T(0), T(0)};
  const Quat<T> unit = {T(1), T(0), T(0), T(0)};
  store(d.xpos.data(), origin);
  store(d.xipos.data(), origin);
  store(d.xquat.data(), unit);
  store(d.xiquat.data(), unit);
  store(d.xmat.data(), identity3<T>());
  store(d.ximat.data(), identity3<T>());
}

}  // namespace

template <class T>
void place_bodies(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  place_world(d);
  turn_hinges(m, d, w);
  with_points(m, [&](auto points) THEW_INLINE_LAMBDA {
    for (int body = 1; body < m.nbody; ++body) {
      if (points && is_point(m, body) && place_point(m, d, body)) continue;
      const int joint = m.body_jntadr[body];
      const int only = m.body_jntnum[body] == 1 ? m.jnt_type[joint] : -1;
      if (only == static_cast<int>(JointType::Free)) {
        place_free_body(m, d, body, joint);
      } else {
        place_body(m, d, w, body);
      }
    }
  });
}

template <class T>
void place_frames(const Model& m, BasicData<T>& d) {
  const Frames inertial = {m.body_ipos,    m.body_iquat,    m.body_sameframe.data(),
                           d.xipos.data(), d.xiquat.data(), d.ximat.data()};
  const Frames geoms = {m.geom_pos,         m.geom_quat,         m.geom_sameframe.data(),
                        d.geom_xpos.data(), d.geom_xquat.data(), d.geom_xmat.data()};
  const Frames sites = {m.site_pos,         m.site_quat,         m.site_sameframe.data(),
                        d.site_xpos.data(), d.site_xquat.data(), d.site_xmat.data()};
  const bool trust_marks = are_as_compiled(d, m.body_ipos, m.body_iquat, m.geom_pos, m.geom_quat,
                                           m.site_pos, m.site_quat);
  const bool some_asleep = sleep::some_asleep(m, d);
  const auto place = [&](const auto& frames, int i, int body) THEW_INLINE_LAMBDA {
    if (some_asleep && sleep::is_body_asleep(d, body)) return;
    place_frame(m, d, frames, i, body, trust_marks);
  };
  for (int body = 1; body < m.nbody; ++body) place(inertial, body, body);
  for (int g = 0; g < m.ngeom; ++g) place(geoms, g, m.geom_bodyid[g]);
  for (int s = 0; s < m.nsite; ++s) place(sites, s, m.site_bodyid[s]);
}

template <class T>
void kinematics(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  place_bodies(m, d, w);
  place_frames(m, d);
}

#define THEW_INSTANTIATE(T)                                               \
  template void place_bodies(const Model&, BasicData<T>&, Workspace<T>&); \
  template void place_frames(const Model&, BasicData<T>&);                \
  template void kinematics(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::dynamics
