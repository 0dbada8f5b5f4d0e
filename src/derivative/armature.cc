#include "derivative/armature.h"

#include <algorithm>

#include "derivative/moving_point.h"
#include "derivative/residual.h"
#include "model/poly_force.h"
#include "tendon/armature.h"
#include "tendon/path.h"

namespace thew::derivative {

using namespace math;

namespace {

// Calls visit(tendon, armature) for those whose Jacobian changes.
template <class Visit>
void each_inert_tendon(const Model& m, const Data& d, Visit visit) {
  for (int t = 0; t < m.ntendon; ++t) {
    if (m.tendon_type[t] == static_cast<int>(TendonType::Fixed)) continue;
    if (const double armature = tendon_armature(m, d, t); armature != 0) visit(t, armature);
  }
}

// dJ/dt v: the second rate of the length of the path while no dof accelerates,
// n . (a_q - a_p) + |v - n (n . v)|^2 / length of each of its pieces.
Slopes drift(const Model& m, const Data& d, int tendon, const Motions& motions, const Moved& moved,
             Along along) {
  Slopes sum = still(0);
  tendon::each_piece(m, d, tendon, [&](const tendon::Piece<double>& piece) {
    if (piece.geom >= 0 || piece.distance < kMinVal) return;
    const auto end = [&](int site) {
      return moving_point(m, d, motions, moved, along, m.site_bodyid[site],
                          load3(d.site_xpos.row(site)));
    };
    const MovingPoint p = end(piece.site[0]), q = end(piece.site[1]);
    const Vec3<Slopes> span = q.point - p.point, v = q.velocity - p.velocity;
    const Slopes length = norm(span);
    const Vec3<Slopes> n = span * (still(1) / length);
    const Slopes towards = dot(n, v), square = dot(v, v) - towards * towards;
    sum += (dot(n, q.acceleration - p.acceleration) + square / length) * still(1 / piece.divisor);
  });
  return sum;
}

// J' a drift, with both as they change.
void add_drift_change(const Model& m, const Data& d, int tendon, double armature,
                      const Motions& motions, const RowChange& change, const Sum& r) {
  const Row row = tendon_row(m, d, tendon);
  const double now = tendon::jacobian_drift(m, d, tendon);
  change.each([&](int i, int k, double second) { r(i, k) -= armature * now * second; });
  const Columns columns(m);
  for (int first = 0; first < row.count; first += kLanes<Pack4>) {
    const int count = std::min(kLanes<Pack4>, row.count - first);
    const std::span<const int> group(row.column + first, static_cast<std::size_t>(count));
    for (const Along along : {Along::Positions, Along::Velocities}) {
      const int start = along == Along::Positions ? columns.position : columns.velocity;
      const Slopes by = drift(m, d, tendon, motions, Moved(m, d, group), along);
      for (int lane = 0; lane < count; ++lane) {
        const double rate = armature * finite(by.slope[lane]);
        for (int i = 0; i < row.count; ++i)
          r(row.column[i], start + row.column[first + lane]) -= rate * row.entry[i];
      }
    }
  }
}

}  // namespace

bool couples_in_inertia(const Model& m, int i, int k) {
  const int low = std::max(i, k), high = std::min(i, k);
  const auto* first = m.M_colind.data() + m.M_rowadr[low];
  return std::find(first, first + m.M_rownnz[low], high) != first + m.M_rownnz[low];
}

void add_armature_change(const Model& m, const Data& d, const double* x, double scale,
                         const Sum& to) {
  each_inert_tendon(m, d, [&](int t, double armature) {
    add_product_change(
        tendon_row(m, d, t), tendon_change(m, d, t), x, scale * armature,
        [&](int i, int k) { return couples_in_inertia(m, i, k); }, to);
  });
}

void add_armatures(const Model& m, const Data& d, const Sum& r) {
  Motions coasting;
  each_inert_tendon(m, d, [&](int t, double armature) {
    if (coasting.dof.empty()) {
      const std::vector<double> none(static_cast<std::size_t>(m.nv), 0.0);
      coasting = motions(m, d, d.qvel.data(), none.data(), {{0, 0, 0}, {0, 0, 0}});
    }
    add_drift_change(m, d, t, armature, coasting, tendon_change(m, d, t), r);
  });
  add_armature_change(m, d, d.qacc.data(), -1, r);
}

}  // namespace thew::derivative
