#pragma once

// Sensors of limits of joints and tendons.

#include "gpu/sensor_frame.h"

namespace thew::gpu::detail {

/// The first block of the limit of a joint or tendon, or -1 where it is far from its limits.
template <class T>
THEW_STAGE int limit_block(const SenseWorld<T>& w, bool joint, int id) {
  const auto& m = w.m;
  const int *counts = w.row(w.rows.row_counts), *ids = w.row(w.rows.block_id);
  const auto find = [&](int first, int end, ConstraintType kind, int wanted, int sides) {
    THEW_ROLLED
    for (int block = first; block < end; ++block) {
      const BlockInfo info = w.row(w.rows.block_info)[block];
      if (info.kind() == kind && ids[block] / sides == wanted) return block;
    }
    return -1;
  };
  if (!joint) return find(0, counts[1], ConstraintType::LimitTendon, id, 2);
  if (m.jnt_type[id] == static_cast<int>(JointType::Ball))
    return find(0, counts[1], ConstraintType::LimitJoint, id, 1);
  return find(counts[0], counts[0] + counts[4], ConstraintType::LimitJoint, m.jnt_dofadr[id], 2);
}

/// How far a joint or tendon is from the limit that it has come to, how fast it moves away from it,
/// or by how much it is pushed back.
template <class T>
THEW_CALL T measure_limit(const SenseWorld<T>& w, int id, SensorType type) {
  using namespace math;
  const auto& m = w.m;
  const bool joint = type >= SensorType::Jointlimitpos && type <= SensorType::Jointlimitfrc;
  const int block = limit_block(w, joint, id);
  if (block < 0) return T(0);
  const BlockInfo info = w.row(w.rows.block_info)[block];
  if (type == SensorType::Jointlimitfrc || type == SensorType::Tendonlimitfrc)
    return w.row(w.rows.row_force)[info.base()];
  const bool distance = type == SensorType::Jointlimitpos || type == SensorType::Tendonlimitpos;
  const int side = w.row(w.rows.block_id)[block] % 2;
  const T sign = side == 0 ? T(1) : T(-1), *qvel = w.row(w.rows.qvel);
  if (!joint) {
    return distance ? tendon_distance(w, 2 * id + side) - w.own(m.tendon_margin, id)
                    : sign * w.row(w.rows.ten_velocity)[id];
  }
  const int dof = m.jnt_dofadr[id];
  const T margin = w.own(m.jnt_margin, id);
  if (m.jnt_type[id] == static_cast<int>(JointType::Ball)) {
    const BallAngle<T> ball = ball_angle(w, id);
    return distance ? ball.dist - margin : -dot(ball.axis, load3(qvel + dof));
  }
  return distance ? limit_distance(w, id, side) - margin : sign * qvel[dof];
}

}  // namespace thew::gpu::detail
