#pragma once

// Wrenches on bodies, whose sum J_i = sum S_i . w over the bodies that dof i moves is the row of a
// Jacobian, or a force along the dofs. It changes with positions by
//   dJ_i/dq_k = sum (S_k x S_i) . w, where k moves the axis S_i, + S_i . dw/dq_k.
// The wrenches are differentiated as dual numbers, four dofs at a time.

#include <algorithm>
#include <vector>

#include <thew/data.h>

#include "derivative/rne.h"
#include "derivative/row_change.h"
#include "derivative/slopes.h"
#include "dynamics/jacobian.h"

namespace thew::derivative {

/// Whether a dof moves a body.
bool moves(const Model& m, int dof, int body);

/// The point about which spatial vectors of a body's tree are.
inline math::Vec3<double> reference_point(const Model& m, const Data& d, int body) {
  return math::load3(d.subtree_com.row(m.body_rootid[body]));
}

/// Bodies along up to four dofs, one in each lane.
class Moved {
 public:
  Moved(const Model& m, const Data& d, std::span<const int> dofs) : m_(m), d_(d), dofs_(dofs) {}

  math::Vec3<Slopes> point(const math::Vec3<double>& at, int body) const {
    const math::Vec3<double> arm = at - reference_point(m_, d_, body);
    math::Vec3<Slopes> p = still(at);
    each(body, [&](int lane, int, const Motion& axis) {
      move(p, lane, axis.translation + cross(axis.rotation, arm));
    });
    return p;
  }
  math::Vec3<Slopes> point(const double* at, int body) const {
    return point(math::load3(at), body);
  }
  math::Mat3<Slopes> frame(const double* matrix, int body) const {
    math::Mat3<Slopes> r = still(math::load9(matrix));
    each(body, [&](int lane, int, const Motion& axis) { turn(r, lane, axis.rotation); });
    return r;
  }
  /// dq = (0, w) q / 2
  math::Quat<Slopes> orientation(const math::Quat<double>& q, int body) const {
    math::Quat<Slopes> moved = still(q);
    each(body, [&](int lane, int, const Motion& axis) {
      const math::Vec3<double> w = axis.rotation * 0.5;
      move(moved, lane, math::Quat<double>{0, w.x, w.y, w.z} * q);
    });
    return moved;
  }

  /// Calls visit(lane, dof) for all of them.
  template <class Visit>
  void each_dof(Visit visit) const {
    for (std::size_t n = 0; n < dofs_.size(); ++n) visit(static_cast<int>(n), dofs_[n]);
  }
  /// Calls visit(lane, dof, its axis) for those that move a body.
  template <class Visit>
  void each(int body, Visit visit) const {
    for (std::size_t n = 0; n < dofs_.size(); ++n) {
      if (moves(m_, dofs_[n], body))
        visit(static_cast<int>(n), dofs_[n], math::load_motion(d_.cdof.row(dofs_[n])));
    }
  }

 private:
  const Model& m_;
  const Data& d_;
  std::span<const int> dofs_;
};

/// Wrenches about the reference points of trees, and the length that they belong to.
struct Pulls {
  struct Pull {
    int body;
    math::Vec3<Slopes> torque, force;
  };
  std::vector<Pull> list;
  Slopes length = still(0);

  void add(const Model& m, const Data& d, int body, const math::Vec3<Slopes>& point,
           const math::Vec3<Slopes>& force,
           const math::Vec3<Slopes>& torque = still(math::Vec3<double>{0, 0, 0})) {
    const math::Vec3<Slopes> arm = point - still(reference_point(m, d, body));
    list.push_back({body, torque + cross(arm, force), force});
  }
};

/// Writes what pulls do to the columns of four dofs at most, from `first` on: second(i, first +
/// lane), i among `dofs`.
void take_pulls(const Model& m, const Data& d, const Pulls& pulls, std::span<const int> dofs,
                int first, int count, RowChange& change);

/// The row that make(Moved) pulls along, at these dofs.
template <class Make>
RowChange differentiate(const Model& m, const Data& d, std::vector<int> dofs, Make make) {
  RowChange change;
  const auto n = static_cast<int>(dofs.size());
  change.second.reset(n, n);
  change.length.resize(dofs.size());
  for (int first = 0; first < n; first += kLanes<Pack4>) {
    const int count = std::min(kLanes<Pack4>, n - first);
    const std::span<const int> group(dofs.data() + first, static_cast<std::size_t>(count));
    take_pulls(m, d, make(Moved(m, d, group)), dofs, first, count, change);
  }
  change.dofs = std::move(dofs);
  return change;
}

}  // namespace thew::derivative
