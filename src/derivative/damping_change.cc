// How D a* changes with the state, where D is what integrators take as implicit and a* stays.

#include <algorithm>

#include "derivative/advance.h"
#include "derivative/fluid.h"
#include "derivative/residual.h"
#include "derivative/rne.h"
#include "dynamics/smooth_velocity.h"
#include "model/poly_force.h"

namespace thew::derivative {

namespace {

// The slope of damper_slope().
double damper_bend(const PolyForce<double>& f, double v) {
  const double sign = v > 0 ? 1 : v < 0 ? -1 : 0;
  return 2 * f.poly[0] * sign + 6 * f.poly[1] * v;
}

// Whether one dof is above the other, or the same.
bool on_one_chain(const Model& m, int i, int k) {
  int low = std::max(i, k);
  const int high = std::min(i, k);
  while (low > high) low = m.dof_parentid[low];
  return low == high;
}

FluidTerms all_terms(const Model&, int) {
  return FluidTerms::All;
}
FluidTerms symmetric_terms(const Model& m, int body) {
  return dynamics::is_free_tree(m, m.body_treeid[body]) ? FluidTerms::All : FluidTerms::Symmetric;
}

}  // namespace

// D = -(linear + 2 p0 |v| + 3 p1 v^2) on the diagonal.
void Advance::add_damper_change() {
  if (!damps_implicitly(m_, d_)) return;
  const int nv = static_cast<int>(m_.nv);
  for (int i = 0; i < nv; ++i) {
    change_(i, nv + i) -= m_.opt.timestep * damper_bend(dof_damping(m_, d_, i), d_.qvel[i]) *
                          step_[static_cast<std::size_t>(i)];
  }
}

// Whether D has a place for two dofs.
bool Advance::couples(int i, int k) const {
  if (!on_one_chain(m_, i, k)) return false;
  if (integrator_of(m_) == Integrator::Implicit || dynamics::is_free_tree(m_, m_.dof_treeid[i]))
    return true;
  const int low = std::max(i, k), high = std::min(i, k);
  for (int adr = m_.M_rowadr[low]; adr < m_.M_rowadr[low] + m_.M_rownnz[low]; ++adr) {
    if (m_.M_colind[adr] == high) return true;
  }
  return false;
}

// A row J damps with D = -damping J'J at the entries that D has: D a* = -damping J_i p_i, with the
// products p_i = sum J_k a*_k over the dofs coupled to i.
double Advance::row_product(const Row& row, int i) const {
  double sum = 0;
  for (int k = 0; k < row.count; ++k) {
    if (couples(i, row.column[k]))
      sum += row.entry[k] * step_[static_cast<std::size_t>(row.column[k])];
  }
  return sum;
}

// What a change of the damping by one column does.
void Advance::add_damping_change(const Row& row, double damping, int column) {
  for (int i = 0; i < row.count; ++i) {
    const int dof = row.column[i];
    change_(dof, column) -= m_.opt.timestep * damping * row.entry[i] * row_product(row, dof);
  }
}

// What it does that J changes with positions.
void Advance::add_row_change(const Row& row, const RowChange& change, double damping) {
  const double scale = -m_.opt.timestep * damping;
  if (scale == 0) return;
  for (std::size_t n = 0; n < change.dofs.size(); ++n) {
    const int i = change.dofs[n];
    const double product = row_product(row, i);
    for (std::size_t c = 0; c < change.dofs.size(); ++c) {
      const int k = change.dofs[c];
      const double second = scale * change.second(static_cast<int>(n), static_cast<int>(c));
      change_(i, k) += second * product;
      for (int r = 0; r < row.count; ++r) {
        if (couples(row.column[r], i))
          change_(row.column[r], k) += second * step_[static_cast<std::size_t>(i)] * row.entry[r];
      }
    }
  }
}

void Advance::add_tendon_change() {
  if (has(m_.opt.disableflags, DisableBit::Damper)) return;
  const int nv = static_cast<int>(m_.nv);
  for (int t = 0; t < m_.ntendon; ++t) {
    const PolyForce<double> f = tendon_damping(m_, d_, t);
    if (is_zero(f)) continue;
    const Row row = tendon_row(m_, d_, t);
    const RowChange change = tendon_change(m_, d_, t);
    const double v = d_.ten_velocity[t], bend = damper_bend(f, v);
    add_row_change(row, change, damper_slope(f, v));
    if (bend == 0) continue;
    for (int k = 0; k < row.count; ++k)
      add_damping_change(row, bend * row.entry[k], nv + row.column[k]);
    for (std::size_t k = 0; k < change.dofs.size(); ++k)
      add_damping_change(row, bend * change.along(k, d_.qvel.data()), change.dofs[k]);
  }
}

void Advance::add_actuator_change(const std::vector<Slope>& slopes,
                                  const std::vector<RowChange>& moments) {
  if (has(m_.opt.disableflags, DisableBit::Actuation)) return;
  for (int i = 0; i < m_.nactuator; ++i) {
    const int out = m_.actuator_outadr[i];
    const RowChange& change = moments[static_cast<std::size_t>(i)];
    if (change.constant()) continue;
    add_row_change(moment_row(d_, out), change, d_.kept.actuator_tangent.row(out)[1]);
  }
  const Columns columns(m_);
  for (const Slope& slope : slopes) {
    if (slope.damping == 0) continue;
    const Row row = moment_row(d_, m_.actuator_outadr[slope.actuator]);
    const auto add = [&](int column, double rate) {
      add_damping_change(row, slope.damping * rate, column);
    };
    switch (slope.by.kind) {
      case Dependence::Length:
      case Dependence::Velocity:
        each_motion(m_, d_, slope, moments[static_cast<std::size_t>(slope.actuator)], add);
        break;
      case Dependence::Activation:
        add(columns.activation + slope.by.index, 1);
        break;
      case Dependence::Control:
        add(columns.control + slope.by.index, 1);
    }
  }
}

// Bias forces c(v) are quadratic: with D = -dc/dv, D a* = -(c(v + a*) - c(v - a*)) / 2 without
// gravity, and d(D a*)/dv = -dc/dv at the velocity a*.
void Advance::add_bias_change() {
  const int nv = static_cast<int>(m_.nv);
  bool any = false;
  for (int i = 0; i < nv; ++i) any |= has_bias(m_, i);
  if (!any) return;
  Matrix by_position(nv, nv), by_velocity(nv, nv);
  std::vector<double> sum(step_), less(step_), still(step_.size(), 0.0);
  for (int i = 0; i < nv; ++i) {
    sum[static_cast<std::size_t>(i)] += d_.qvel[i];
    less[static_cast<std::size_t>(i)] -= d_.qvel[i];  // the sign of a velocity does not matter
  }
  const double h = m_.opt.timestep;
  add_rne_derivative(m_, d_, sum.data(), still.data(), false, -0.5 * h, &by_position, nullptr);
  add_rne_derivative(m_, d_, less.data(), still.data(), false, 0.5 * h, &by_position, nullptr);
  add_rne_derivative(m_, d_, step_.data(), still.data(), false, -h, nullptr, &by_velocity);
  for (int i = 0; i < nv; ++i) {
    if (!has_bias(m_, i)) continue;
    add(nv, 1, by_position.row(i), change_.row(i));
    add(nv, 1, by_velocity.row(i), change_.row(i) + nv);
  }
}

void Advance::add_fluid_change() {
  add_fluid_damping_change(m_, d_, step_.data(), m_.opt.timestep,
                           integrator_of(m_) == Integrator::Implicit ? all_terms : symmetric_terms,
                           change_);
}

}  // namespace thew::derivative
