// How what integrators take as implicit changes with the state (implicit_terms.h).

#include <algorithm>
#include <utility>

#include "derivative/armature.h"
#include "derivative/fluid.h"
#include "derivative/implicit_terms.h"
#include "derivative/rne.h"
#include "dynamics/smooth_velocity.h"
#include "model/fluid.h"
#include "model/integrator.h"

namespace thew::derivative {

namespace {

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
FluidTerms drag_terms(const Model&, int) {
  return FluidTerms::Drag;
}

// Dofs that are coupled to no other one: M has no place there, nor have symmetric matrices with the
// drag of fluids.
bool is_alone(const Model& m, int dof) {
  if (m.dof_simplenum[dof] == 0 || integrator_of(m) == Integrator::Implicit) return false;
  return is_discrete(m) || !dynamics::is_free_tree(m, m.dof_treeid[dof]);
}

}  // namespace

bool ImplicitTerms::is_metric() const {
  return is_discrete(m_) || integrator_of(m_) == Integrator::ImplicitSpringDamper;
}

double ImplicitTerms::weight(double stiffness, double damping) const {
  const double h = m_.opt.timestep;
  return h * (damping + h * stiffness);
}

// Whether A has a place for two dofs on a row.
bool ImplicitTerms::couples(int i, int k) const {
  if (is_metric() || i == k) return true;
  if (!on_one_chain(m_, i, k)) return false;
  return integrator_of(m_) == Integrator::Implicit ||
         dynamics::is_free_tree(m_, m_.dof_treeid[i]) || couples_in_inertia(m_, i, k);
}

void ImplicitTerms::add_term_change(const Term& term, const double* x, const Sum& to) const {
  const double h = m_.opt.timestep, s = weight(term.stiffness, term.damping),
               shift = h * term.stiffness;
  const double* v = d_.qvel.data();
  const Row& row = term.row;
  const auto pairs = [&](int i, int k) { return couples(i, k); };
  if (term.change) {
    add_product_change(row, *term.change, x, -s, pairs, to);
    add_product_change(row, *term.change, v, -shift, pairs, to);
  }
  if (shift == 0 && term.rates.empty()) return;
  double velocity = 0;
  for (int k = 0; k < row.count; ++k) velocity += row.entry[k] * v[row.column[k]];
  for (int i = 0; i < row.count; ++i) {
    const Sum::Row line = to.row(row.column[i]);
    double product = 0;
    for (int k = 0; k < row.count; ++k) {
      if (couples(row.column[i], row.column[k])) product += row.entry[k] * x[row.column[k]];
      if (shift != 0)
        line[columns_.velocity + row.column[k]] -= shift * row.entry[i] * row.entry[k];
    }
    for (const Rate& rate : term.rates) {
      line[rate.column] -= row.entry[i] * (weight(rate.stiffness, rate.damping) * product +
                                           h * rate.stiffness * velocity);
    }
  }
}

void ImplicitTerms::add_form_change(const Term& term, double scale, const double* g,
                                    double* columns) const {
  const Row& row = term.row;
  double form = 0;
  for (int k = 0; k < row.count; ++k) form += g[k] * row.entry[k];
  for (const Rate& rate : term.rates)
    columns[rate.column] += scale * weight(rate.stiffness, rate.damping) * form;
  const double s = 2 * scale * weight(term.stiffness, term.damping);
  if (!term.change || s == 0) return;
  const RowChange& change = *term.change;
  change.each([&](int i, int k, double second) {
    const int* at = std::find(row.column, row.column + row.count, i);
    if (at != row.column + row.count) columns[k] += s * g[at - row.column] * second;
  });
}

// Bias forces c(v) are quadratic: with D = -dc/dv, D x = -(c(v + x) - c(v - x)) / 2 without
// gravity, and d(D x)/dv = -dc/dv at the velocity x.
void ImplicitTerms::add_bias_change(const double* x, const Sum& to) const {
  const int nv = static_cast<int>(m_.nv);
  const std::vector<char> with = dofs_with_bias(m_, d_);
  if (std::find(with.begin(), with.end(), 1) == with.end()) return;
  std::vector<double> sum(x, x + nv), less(sum), still(sum.size(), 0.0), weights;
  const Sum both(to, with, weights);
  for (int i = 0; i < nv; ++i) {
    sum[static_cast<std::size_t>(i)] += d_.qvel[i];
    less[static_cast<std::size_t>(i)] -= d_.qvel[i];  // the sign of a velocity does not matter
  }
  const double h = m_.opt.timestep;
  add_rne_derivative(m_, d_, sum.data(), still.data(), false, -0.5 * h, &both, nullptr);
  add_rne_derivative(m_, d_, less.data(), still.data(), false, 0.5 * h, &both, nullptr);
  add_rne_derivative(m_, d_, x, still.data(), false, -h, nullptr, &both);
}

// h d(D x) of fluids.
void ImplicitTerms::add_fluid_change(const double* x, const Sum& to) const {
  const Integrator integrator = integrator_of(m_);
  if (!has_fluid(m_) || integrator == Integrator::ImplicitSpringDamper ||
      integrator == Integrator::Euler)
    return;
  const auto terms = integrator == Integrator::Implicit ? all_terms
                     : is_discrete(m_)                  ? drag_terms
                                                        : symmetric_terms;
  std::vector<double> rest(x, x + m_.nv), alone(rest.size(), 0.0), weights;
  std::vector<char> marked(rest.size(), 0);
  for (int i = 0; i < m_.nv; ++i) {
    if (!is_alone(m_, i)) continue;
    const auto at = static_cast<std::size_t>(i);
    alone[at] = std::exchange(rest[at], 0.0);
    marked[at] = 1;
    add_fluid_damping_change(m_, d_, alone.data(), m_.opt.timestep, terms,
                             Sum(to, marked, weights));
    alone[at] = 0;
    marked[at] = 0;
  }
  for (int i = 0; i < m_.nv; ++i) marked[static_cast<std::size_t>(i)] = !is_alone(m_, i);
  add_fluid_damping_change(m_, d_, rest.data(), m_.opt.timestep, terms, Sum(to, marked, weights));
}

void ImplicitTerms::add_fluid_form(double scale, const double* x, double* columns) const {
  std::vector<double> weight(x, x + m_.nv);
  for (double& y : weight) y *= -scale;
  add_fluid_change(x, Sum(weight.data(), columns));
}

void ImplicitTerms::add_fluid_diagonal(const double* weight, double* columns) const {
  if (!has_fluid(m_)) return;
  std::vector<double> unit(static_cast<std::size_t>(m_.nv), 0.0), weights(unit);
  for (int i = 0; i < m_.nv; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (weight[i] == 0) continue;
    unit[at] = 1;
    weights[at] = -weight[i];
    add_fluid_change(unit.data(), Sum(weights.data(), columns));
    unit[at] = weights[at] = 0;
  }
}

void ImplicitTerms::add_change(const double* x, const Sum& to) const {
  for (const Term& term : terms_) add_term_change(term, x, to);
  add_bias_change(x, to);
  add_fluid_change(x, to);
}

}  // namespace thew::derivative
