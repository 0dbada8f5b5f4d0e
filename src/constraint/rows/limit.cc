// Limits of joints and tendons: a row for each side that is closer than the margin.

#include "constraint/asleep.h"
#include "constraint/builder.h"
#include "math/quat.h"
#include "model/lane_types.h"

namespace thew::constraint {

using namespace math;

namespace {

// Calls side(sign, dist, where) for the sides of a range that are near: sign -1 is the lower one.
template <class T, class Range, class Side>
THEW_INLINE void each_side(const BasicData<T>& d, const Range& range, int i, const T& value,
                           const T& margin, Side side) {
  const T below = value - param(d, range, 2 * i), above = param(d, range, 2 * i + 1) - value;
  if (any(below < margin)) side(-1, below, below < margin);
  if (any(above < margin)) side(+1, above, above < margin);
}

// Likewise for a tendon that something moves.
template <class T, class Side>
void each_tendon_side(const Model& m, const BasicData<T>& d, int i, Side side) {
  const MaskOf<T> still = tendon_is_still(m, d, i);
  if (all(still)) return;
  each_side(d, m.tendon_range, i, d.ten_length[i], param(d, m.tendon_margin, i),
            [&](int sign, const T& dist, MaskOf<T> near) {
              const MaskOf<T> here = near & !still;
              if (any(here)) side(sign, dist, here);
            });
}

template <class T>
struct BallAngle {
  Vec3<T> axis;
  T dist;  ///< to the larger bound
};

template <class T>
BallAngle<T> ball_angle(const Model& m, const BasicData<T>& d, int joint) {
  const Quat<T> q = normalized(load4(d.qpos.data() + m.jnt_qposadr[joint]));
  const Vec3<T> turn = logarithm(q);
  const T angle = norm(turn);
  const Vec3<T> x = {T(1), T(0), T(0)};
  const Vec3<T> axis = select(angle < T(kMinVal), x, turn * (T(1) / angle));
  const T bound = max(param(d, m.jnt_range, 2 * joint), param(d, m.jnt_range, 2 * joint + 1));
  return {axis, bound - angle};
}

bool is_scalar(const Model& m, int joint) {
  const auto type = static_cast<JointType>(m.jnt_type[joint]);
  return type == JointType::Slide || type == JointType::Hinge;
}
bool is_ball(const Model& m, int joint) {
  return static_cast<JointType>(m.jnt_type[joint]) == JointType::Ball;
}

}  // namespace

template <class T>
void count_limits(const Model& m, const BasicData<T>& d, RowCount& count) {
  if (has(m.opt.disableflags, DisableBit::Limit)) return;
  for (int i = 0; i < m.njnt; ++i) {
    if (!m.jnt_limited[i] || dof_sleeps(m, d, m.jnt_dofadr[i])) continue;
    const T margin = param(d, m.jnt_margin, i);
    if (is_scalar(m, i)) {
      each_side(d, m.jnt_range, i, d.qpos[m.jnt_qposadr[i]], margin,
                [&](int, const T&, MaskOf<T>) { count.add(1, 1, 1); });
    } else if (is_ball(m, i) && any(ball_angle(m, d, i).dist < margin)) {
      count.add(1, 1, 3);
    }
  }
  for (int i = 0; i < m.ntendon; ++i) {
    if (!m.tendon_limited[i] || tendon_sleeps(m, d, i)) continue;
    each_tendon_side(m, d, i,
                     [&](int, const T&, MaskOf<T>) { count.add(1, 1, m.ten_J_rownnz[i]); });
  }
}

template <class T>
void make_limits(const Model& m, BasicData<T>& d, Builder<T>& builder) {
  if (has(m.opt.disableflags, DisableBit::Limit)) return;
  for (int i = 0; i < m.njnt; ++i) {
    if (!m.jnt_limited[i] || dof_sleeps(m, d, m.jnt_dofadr[i])) continue;
    const T margin = param(d, m.jnt_margin, i);
    const int dof = m.jnt_dofadr[i];
    if (is_scalar(m, i)) {
      each_side(d, m.jnt_range, i, d.qpos[m.jnt_qposadr[i]], margin,
                [&](int sign, const T& dist, MaskOf<T> near) {
                  Block& block = builder.start(ConstraintType::LimitJoint, i, 1, 1, 1);
                  builder.column(block)[0] = dof;
                  builder.jacobian(block)[0] = T(-sign);
                  builder.set_row(block, 0, dist, margin, T(0));
                  builder.finish(block, near);
                });
    } else if (is_ball(m, i)) {
      const BallAngle<T> ball = ball_angle(m, d, i);
      const MaskOf<T> near = ball.dist < margin;
      if (none(near)) continue;
      Block& block = builder.start(ConstraintType::LimitJoint, i, 1, 1, 3);
      for (int k = 0; k < 3; ++k) builder.column(block)[k] = dof + k;
      store(builder.jacobian(block), -ball.axis);
      builder.set_row(block, 0, ball.dist, margin, T(0));
      builder.finish(block, near);
    }
  }
  for (int i = 0; i < m.ntendon; ++i) {
    if (!m.tendon_limited[i] || tendon_sleeps(m, d, i)) continue;
    const T margin = param(d, m.tendon_margin, i);
    const int n = m.ten_J_rownnz[i], adr = m.ten_J_rowadr[i];
    each_tendon_side(m, d, i, [&](int sign, const T& dist, MaskOf<T> here) {
      Block& block = builder.start(ConstraintType::LimitTendon, i, 1, 1, n);
      for (int k = 0; k < n; ++k) {
        builder.column(block)[k] = m.ten_J_colind[adr + k];
        builder.jacobian(block)[k] = T(-sign) * d.ten_J[adr + k];
      }
      builder.set_row(block, 0, dist, margin, T(0));
      if (d.tendon_efcadr[i] < 0) d.tendon_efcadr[i] = block.row;
      builder.finish(block, here);
    });
  }
}

#define THEW_INSTANTIATE(T)                                                 \
  template void count_limits(const Model&, const BasicData<T>&, RowCount&); \
  template void make_limits(const Model&, BasicData<T>&, Builder<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
