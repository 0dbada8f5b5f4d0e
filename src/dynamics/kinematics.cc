// World poses of everything from qpos: parents before children, joints of a body in their order.

#include <thew/dynamics.h>

#include "dynamics/joint.h"
#include "dynamics/load.h"
#include "model/lane_types.h"

namespace thew::dynamics {

using namespace math;

namespace {

// Where a body's joints have moved it to, relative to its parent. Everything here depends on the
// body's own coordinates only, so that along a chain just one product of rotations has to wait for
// the parent.
template <class T>
Pose<T> resting_pose(const Model& m, const BasicData<T>& d, int body) {
  const int mocap = m.body_mocapid[body];
  if (mocap >= 0) return {load3(d.mocap_pos.row(mocap)), load4(d.mocap_quat.row(mocap))};
  return {param3(d, m.body_pos, body), param4(d, m.body_quat, body)};
}

// The world frame of the parent, in which a body's pose is built up.
template <class T>
struct ParentFrame {
  Vec3<T> origin;
  Mat3<T> axes;
};

// By half of what angle a joint has turned, 0 if it is no hinge.
template <class T>
THEW_INLINE T half_angle(const Model& m, const BasicData<T>& d, int j) {
  if (m.jnt_type[j] != static_cast<int>(JointType::Hinge)) return T(0);
  const int adr = m.jnt_qposadr[j];
  return (d.qpos[adr] - param(d, m.qpos0, adr)) * T(0.5);
}

// Sines and cosines of the half angles of all hinges: they wait for nothing, and one world computes
// those of four joints at a time.
template <class T>
void turn_hinges(const Model& m, BasicData<T>& d) {
  T *sine = d.scratch.joint_sin.data(), *cosine = d.scratch.joint_cos.data();
  const int n = static_cast<int>(m.njnt);
  if constexpr (lanes_v<T> == 1) {
    using Four = Pack<T, 4>;
    for (int j = 0; j < n; j += 4) {
      Four half, s, c;
      for (int k = 0; k < 4; ++k) half.set(k, half_angle(m, d, j + k < n ? j + k : j));
      sincos(half, s, c);
      s.store(sine + j);
      c.store(cosine + j);
    }
  } else {
    for (int j = 0; j < n; ++j) sincos(half_angle(m, d, j), sine[j], cosine[j]);
  }
}

template <class T>
THEW_INLINE Quat<T> hinge_rotation(const BasicData<T>& d, int j, const Vec3<T>& axis) {
  const Vec3<T> vector = axis * d.scratch.joint_sin[j];
  return {d.scratch.joint_cos[j], vector.x, vector.y, vector.z};
}

// What of a body's last joint is left to the final pose of the body: a hinge leaves its own axis in
// place, and a rotation about the body's origin leaves that in place.
struct Deferred {
  bool anchor = false, axis = false;
};

// Moves the pose by joint `j` and records the joint's world anchor and axis.
template <class T>
THEW_INLINE Deferred apply_joint(const Model& m, BasicData<T>& d, int j, bool last,
                                 const ParentFrame<T>& parent, Pose<T>& pose) {
  const int adr = m.jnt_qposadr[j];
  const auto type = static_cast<JointType>(m.jnt_type[j]);
  const Vec3<T> axis = param3(d, m.jnt_axis, j), anchor = param3(d, m.jnt_pos, j);
  const auto centred = (anchor.x == T(0)) & (anchor.y == T(0)) & (anchor.z == T(0));
  const bool all_centred = all(centred);
  const Deferred deferred = {last && all_centred && type != JointType::Slide,
                             last && type == JointType::Hinge};
  Vec3<T> anchor_parent = pose.position;
  if (!all_centred) anchor_parent = select(centred, anchor_parent, transform(pose, anchor));
  if (!deferred.anchor) store(d.xanchor.row(j), parent.origin + parent.axes * anchor_parent);
  if (!deferred.axis) {
    const Vec3<T> axis_parent = rotate(pose.rotation, axis);
    store(d.xaxis.row(j), parent.axes * axis_parent);
    if (type == JointType::Slide) {
      slide(pose, axis_parent, d.qpos[adr] - param(d, m.qpos0, adr));
      return deferred;
    }
  }
  pose.rotation =
      pose.rotation * (type == JointType::Hinge ? hinge_rotation(d, j, axis)
                                                : normalized(load4(d.qpos.data() + adr)));
  if (!all_centred)
    pose.position = select(centred, pose.position, anchor_parent - rotate(pose.rotation, anchor));
  return deferred;
}

template <class T>
void place_free_body(const Model& m, BasicData<T>& d, int body, int joint) {
  const T* q = d.qpos.data() + m.jnt_qposadr[joint];
  const Quat<T> rotation = normalized(load4(q + 3));
  store(d.xanchor.row(joint), load3(q));
  store(d.xaxis.row(joint), param3(d, m.jnt_axis, joint));
  store(d.xpos.row(body), load3(q));
  store(d.xquat.row(body), rotation);
  store(d.xmat.row(body), to_matrix(rotation));
}

template <class T>
void place_body(const Model& m, BasicData<T>& d, int body) {
  const int first = m.body_jntadr[body], end = first + m.body_jntnum[body],
            parent = m.body_parentid[body];
  if (end == first + 1 && m.jnt_type[first] == static_cast<int>(JointType::Free)) {
    place_free_body(m, d, body, first);
    return;
  }
  const ParentFrame<T> frame = {load3(d.xpos.row(parent)), load9(d.xmat.row(parent))};
  Pose<T> pose = resting_pose(m, d, body);
  Deferred deferred;
  for (int j = first; j < end; ++j) deferred = apply_joint(m, d, j, j + 1 == end, frame, pose);
  const Vec3<T> position = frame.origin + frame.axes * pose.position;
  const Quat<T> rotation = load4(d.xquat.row(parent)) * normalized(pose.rotation);
  const Mat3<T> axes = to_matrix(rotation);
  store(d.xpos.row(body), position);
  store(d.xquat.row(body), rotation);
  store(d.xmat.row(body), axes);
  if (deferred.anchor) store(d.xanchor.row(end - 1), position);
  if (deferred.axis) store(d.xaxis.row(end - 1), axes * param3(d, m.jnt_axis, end - 1));
}

// Where the world poses of one kind of attached frame go.
template <class T>
struct FrameOut {
  T *position, *rotation, *matrix;
};

// The world pose of a frame attached to a body; frames that coincide with the body's or its
// inertial one share it.
template <class T>
THEW_INLINE void place_frame(const BasicData<T>& d, int body, SameFrame same,
                             const Vec3<T>& position, const Quat<T>& rotation,
                             const FrameOut<T>& out) {
  const auto copy_rotation = [&](const T* quat, const T* mat) {
    store(out.rotation, load4(quat));
    store(out.matrix, load9(mat));
  };
  switch (same) {
    case SameFrame::None: {
      const Quat<T> q = load4(d.xquat.row(body)) * rotation;
      store(out.rotation, q);
      store(out.matrix, to_matrix(q));
      break;
    }
    case SameFrame::Body:
    case SameFrame::Bodyrot:
      copy_rotation(d.xquat.row(body), d.xmat.row(body));
      break;
    case SameFrame::Inertia:
    case SameFrame::Inertiarot:
      copy_rotation(d.xiquat.row(body), d.ximat.row(body));
      break;
  }
  switch (same) {
    case SameFrame::Body:
      store(out.position, load3(d.xpos.row(body)));
      break;
    case SameFrame::Inertia:
      store(out.position, load3(d.xipos.row(body)));
      break;
    default:
      store(out.position, load3(d.xpos.row(body)) + load9(d.xmat.row(body)) * position);
  }
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
void kinematics(const Model& m, BasicData<T>& d) {
  place_world(d);
  turn_hinges(m, d);
  for (int body = 1; body < m.nbody; ++body) {
    place_body(m, d, body);
    place_frame(d, body, static_cast<SameFrame>(m.body_sameframe[body]),
                param3(d, m.body_ipos, body), param4(d, m.body_iquat, body),
                {d.xipos.row(body), d.xiquat.row(body), d.ximat.row(body)});
  }
  for (int g = 0; g < m.ngeom; ++g) {
    place_frame(d, m.geom_bodyid[g], static_cast<SameFrame>(m.geom_sameframe[g]),
                param3(d, m.geom_pos, g), param4(d, m.geom_quat, g),
                {d.geom_xpos.row(g), d.geom_xquat.row(g), d.geom_xmat.row(g)});
  }
  for (int s = 0; s < m.nsite; ++s) {
    place_frame(d, m.site_bodyid[s], static_cast<SameFrame>(m.site_sameframe[s]),
                param3(d, m.site_pos, s), param4(d, m.site_quat, s),
                {d.site_xpos.row(s), d.site_xquat.row(s), d.site_xmat.row(s)});
  }
}

#define THEW_INSTANTIATE(T) template void kinematics(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::dynamics
