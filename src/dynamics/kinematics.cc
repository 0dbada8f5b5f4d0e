// World poses of everything from qpos: parents before children, joints of a body in their order.

#include <thew/dynamics.h>

#include "dynamics/joint.h"
#include "dynamics/load.h"
#include "model/lane_types.h"

namespace thew::dynamics {

using namespace math;

namespace {

template <class T>
Pose<T> body_pose(const BasicData<T>& d, int body) {
  return {load3(d.xpos.row(body)), load4(d.xquat.row(body))};
}

// The pose that a body has before its joints move it: relative to its parent, or given by mocap.
template <class T>
Pose<T> resting_pose(const Model& m, const BasicData<T>& d, int body) {
  const int mocap = m.body_mocapid[body];
  const Pose<T> local = mocap < 0 ? Pose<T>{param3(d, m.body_pos, body), param4(d, m.body_quat, body)}
                                  : Pose<T>{load3(d.mocap_pos.row(mocap)), normalized(load4(d.mocap_quat.row(mocap)))};
  const int parent = m.body_parentid[body];
  if (parent == 0) return local;
  return {load3(d.xpos.row(parent)) + load9(d.xmat.row(parent)) * local.position,
          load4(d.xquat.row(parent)) * local.rotation};
}

// Moves the pose by joint `j` and records the joint's anchor and axis.
template <class T>
void apply_joint(const Model& m, BasicData<T>& d, int j, Pose<T>& pose) {
  const int adr = m.jnt_qposadr[j];
  const Vec3<T> axis = param3(d, m.jnt_axis, j), anchor = param3(d, m.jnt_pos, j);
  const Vec3<T> axis_world = rotate(pose.rotation, axis), anchor_world = transform(pose, anchor);
  switch (static_cast<JointType>(m.jnt_type[j])) {
    case JointType::Slide:
      slide(pose, axis_world, d.qpos[adr] - param(d, m.qpos0, adr));
      break;
    case JointType::Hinge:
      turn(pose, axis_angle(axis, d.qpos[adr] - param(d, m.qpos0, adr)), anchor, anchor_world);
      break;
    case JointType::Ball:
      turn(pose, normalized(load4(d.qpos.data() + adr)), anchor, anchor_world);
      break;
    case JointType::Free: break;  // never together with others: see place_body
  }
  store(d.xanchor.row(j), anchor_world);
  store(d.xaxis.row(j), axis_world);
}

template <class T>
void place_body(const Model& m, BasicData<T>& d, int body) {
  const int first = m.body_jntadr[body], count = m.body_jntnum[body];
  Pose<T> pose;
  if (count == 1 && m.jnt_type[first] == static_cast<int>(JointType::Free)) {
    const T* q = d.qpos.data() + m.jnt_qposadr[first];
    pose = {load3(q), load4(q + 3)};
    store(d.xanchor.row(first), pose.position);
    store(d.xaxis.row(first), param3(d, m.jnt_axis, first));
  } else {
    pose = resting_pose(m, d, body);
    for (int j = first; j < first + count; ++j) apply_joint(m, d, j, pose);
  }
  pose.rotation = normalized(pose.rotation);
  store(d.xpos.row(body), pose.position);
  store(d.xquat.row(body), pose.rotation);
  store(d.xmat.row(body), to_matrix(pose.rotation));
}

// Where the world poses of one kind of attached frame go.
template <class T>
struct FrameOut {
  T *position, *rotation, *matrix;
};

// The world pose of a frame attached to a body; frames that coincide with the body's or its inertial one share it.
template <class T>
THEW_INLINE void place_frame(const BasicData<T>& d, int body, SameFrame same, const Vec3<T>& position,
                             const Quat<T>& rotation, const FrameOut<T>& out) {
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
    case SameFrame::Bodyrot: copy_rotation(d.xquat.row(body), d.xmat.row(body)); break;
    case SameFrame::Inertia:
    case SameFrame::Inertiarot: copy_rotation(d.xiquat.row(body), d.ximat.row(body)); break;
  }
  switch (same) {
    case SameFrame::Body: store(out.position, load3(d.xpos.row(body))); break;
    case SameFrame::Inertia: store(out.position, load3(d.xipos.row(body))); break;
    default: store(out.position, load3(d.xpos.row(body)) + load9(d.xmat.row(body)) * position);
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
  for (int body = 1; body < m.nbody; ++body) {
    place_body(m, d, body);
    place_frame(d, body, static_cast<SameFrame>(m.body_sameframe[body]), param3(d, m.body_ipos, body),
                param4(d, m.body_iquat, body), {d.xipos.row(body), d.xiquat.row(body), d.ximat.row(body)});
  }
  for (int g = 0; g < m.ngeom; ++g) {
    place_frame(d, m.geom_bodyid[g], static_cast<SameFrame>(m.geom_sameframe[g]), param3(d, m.geom_pos, g),
                param4(d, m.geom_quat, g), {d.geom_xpos.row(g), d.geom_xquat.row(g), d.geom_xmat.row(g)});
  }
  for (int s = 0; s < m.nsite; ++s) {
    place_frame(d, m.site_bodyid[s], static_cast<SameFrame>(m.site_sameframe[s]), param3(d, m.site_pos, s),
                param4(d, m.site_quat, s), {d.site_xpos.row(s), d.site_xquat.row(s), d.site_xmat.row(s)});
  }
}

#define THEW_INSTANTIATE(T) \
  template void kinematics(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::dynamics
