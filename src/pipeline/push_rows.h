#pragma once

// Pairs that push, as rows of the solve: h^2 J a - target is the residual of the pair where points
// go by the acceleration a.

#include <utility>

#include "constraint/pushes.h"
#include "dynamics/jacobian.h"
#include "pipeline/held_pairs.h"

namespace thew {

template <class T>
class PushRows {
 public:
  /// `coasted` is where points go without acceleration. Without enough memory there are none.
  PushRows(const Model& m, const BasicData<T>& d, const SheetPoints& points,
           const HeldPairs<T>& held, const Vec3d* safe, const Vec3d* coasted, Memory& memory)
      : m_(m), d_(d), points_(points) {
    std::int64_t rows = 0, columns = 0;
    for (int i = 0; i < held.count(); ++i) {
      if (!held[i].pushes) continue;
      ++rows;
      columns += most_columns(held[i].pair);
    }
    start_ = memory.take<int>(rows + 1);
    column_ = memory.take<int>(columns);
    value_ = memory.take<T>(columns);
    weight_ = memory.take<T>(rows);
    target_ = memory.take<T>(rows);
    if (memory.full()) return;
    start_[0] = 0;
    for (int i = 0; i < held.count(); ++i) {
      if (held[i].pushes) add(held[i], safe, coasted);
    }
  }

  constraint::Pushes<T> pushes() const {
    return {rows_, start_, column_, value_, weight_, target_};
  }

 private:
  std::int64_t most_columns(const SheetPair& pair) const {
    std::int64_t sum = 0;
    for (int k = 0; k < pair.count; ++k) {
      for (int i = points_.last_dof[pair.point[k]]; i >= 0; i = m_.dof_parentid[i]) ++sum;
    }
    return sum;
  }

  void add(const HeldPair& h, const Vec3d* safe, const Vec3d* coasted) {
    const double step2 = m_.opt.timestep * m_.opt.timestep;
    end_ = start_[rows_];
    for (int k = 0; k < h.pair.count; ++k) {
      const double share = step2 * h.gap.weight[k];
      for (int i = points_.last_dof[h.pair.point[k]]; i >= 0; i = m_.dof_parentid[i]) {
        const auto axis = math::load3(d_.cdof.row(i) + 3);
        const Vec3d& n = h.gap.normal;
        insert(i, T(share) * (T(n.x) * axis.x + T(n.y) * axis.y + T(n.z) * axis.z));
      }
    }
    if (end_ == start_[rows_]) return;  // nothing moves the pair
    weight_[rows_] = T(h.aged_stiffness() / step2);
    target_[rows_] = T(-h.residual(safe, coasted));
    start_[++rows_] = end_;
  }

  // Columns ascend; what two points have in common is one.
  void insert(int dof, const T& value) {
    int at = end_;
    while (at > start_[rows_] && column_[at - 1] >= dof) --at;
    if (at < end_ && column_[at] == dof) {
      value_[at] = value_[at] + value;
      return;
    }
    for (int i = end_++; i > at; --i) {
      column_[i] = column_[i - 1];
      value_[i] = value_[i - 1];
    }
    column_[at] = dof;
    value_[at] = value;
  }

  const Model& m_;
  const BasicData<T>& d_;
  const SheetPoints& points_;
  int *start_, *column_;
  T *value_, *weight_, *target_;
  int rows_ = 0, end_ = 0;
};

}  // namespace thew
