#include "derivative/implicit_terms.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "constraint/block.h"
#include "derivative/armature.h"
#include "derivative/fluid.h"
#include "derivative/rne.h"
#include "derivative/spring_rates.h"
#include "dynamics/smooth_velocity.h"
#include "integrate/free_body.h"
#include "integrate/metric.h"
#include "model/coupling.h"
#include "model/fluid.h"
#include "model/integrator.h"
#include "model/spring.h"

namespace thew::derivative {

namespace {

constexpr double kOne = 1;

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

// Whether a constraint or a coupling acts on each tree.
std::vector<char> touched_trees(const Model& m, const Data& d) {
  std::vector<char> touched(static_cast<std::size_t>(m.ntree), 0);
  const auto touch = [&](int dof) { touched[static_cast<std::size_t>(m.dof_treeid[dof])] = 1; };
  for (const constraint::Block& block : constraint::blocks(d)) {
    for (int k = 0; k < block.columns && d.nefc > 0; ++k)
      touch(d.kept.block_column[block.column + k]);
  }
  for (int i = 0; i < coupling_count(m); ++i) {
    const Coupling<double> c = coupling(m, d, i);
    for (int k = 0; k < c.count && c.scale != 0; ++k) touch(c.column[k]);
  }
  return touched;
}

}  // namespace

std::vector<char> dofs_with_bias(const Model& m, const Data& d) {
  const Integrator integrator = integrator_of(m);
  std::vector<char> with(static_cast<std::size_t>(m.nv), integrator == Integrator::Implicit);
  if (integrator != Integrator::Implicitfast && !is_discrete(m)) return with;
  std::vector<char> touched(static_cast<std::size_t>(m.ntree), 0);
  if (is_discrete(m)) touched = touched_trees(m, d);
  integrate::each_free_body(m, [&](int first) {
    if (touched[static_cast<std::size_t>(m.dof_treeid[first])]) return;
    if (is_discrete(m) && integrate::joint_has_actuator_terms(m, d, m.dof_jntid[first])) return;
    std::fill_n(with.begin() + first, 6, 1);
  });
  return with;
}

Matrix dense_metric(const Model& m, const Data& d, const double* trees) {
  Matrix a(m.nv, m.nv);
  for (int i = 0; i < m.nv; ++i) {
    for (int adr = m.D_rowadr[i]; adr <= m.D_rowadr[i] + m.D_diag[i]; ++adr)
      a(i, m.D_colind[adr]) = a(m.D_colind[adr], i) = trees[adr];
  }
  for (int n = 0; n < coupling_count(m); ++n) {
    const Coupling<double> c = coupling(m, d, n);
    for (int i = 0; i < c.count && c.scale != 0; ++i) {
      for (int k = 0; k < c.count; ++k)
        a(c.column[i], c.column[k]) += c.scale * c.value[i] * (c.scale * c.value[k]);
    }
  }
  return a;
}

ImplicitTerms::ImplicitTerms(const Model& m, const Data& d, const std::vector<Slope>& slopes,
                             const Moments& moments)
    : m_(m), d_(d), columns_(m), dof_(static_cast<std::size_t>(m.nv)) {
  std::iota(dof_.begin(), dof_.end(), 0);
  add_dofs();
  const Integrator integrator = integrator_of(m);
  if (integrator == Integrator::Euler) return;
  const integrate::MetricTerms asked = integrate::discrete_terms(m);
  if (!is_discrete(m) || asked.tendons) add_tendons();
  if (integrator != Integrator::ImplicitSpringDamper && (!is_discrete(m) || asked.actuators))
    add_actuators(slopes, moments);
}

bool ImplicitTerms::is_metric() const {
  return is_discrete(m_) || integrator_of(m_) == Integrator::ImplicitSpringDamper;
}

double ImplicitTerms::weight(double stiffness, double damping) const {
  const double h = m_.opt.timestep;
  return h * (damping + h * stiffness);
}

// The metric has only what stabilises; others have no stiffness.
void ImplicitTerms::limit(Term& term) const {
  const bool stiff = is_metric() && term.stiffness > 0, damped = !is_metric() || term.damping > 0;
  if (!stiff) term.stiffness = 0;
  if (!damped) term.damping = 0;
  for (Rate& rate : term.rates) {
    if (!stiff) rate.stiffness = 0;
    if (!damped) rate.damping = 0;
  }
}

// Dampers, and in the metric springs.
void ImplicitTerms::add_dofs() {
  const bool damps =
      !has(m_.opt.disableflags, DisableBit::Damper) &&
      !(integrator_of(m_) == Integrator::Euler && has(m_.opt.disableflags, DisableBit::Eulerdamp));
  for (int i = 0; i < m_.nv; ++i) {
    Term term = {{1, &dof_[static_cast<std::size_t>(i)], &kOne}, nullptr};
    if (damps) {
      const PolyForce<double> f = dof_damping(m_, d_, i);
      const double bend = damper_bend(f.poly, d_.qvel[i]);
      term.damping = damper_slope(f, d_.qvel[i]);
      if (bend != 0) term.rates.push_back({columns_.velocity + i, 0, bend});
    }
    terms_.push_back(std::move(term));
  }
  for (int j = 0; j < m_.njnt && is_metric(); ++j) {
    if (!has(m_.opt.disableflags, DisableBit::Spring)) add_springs(j);
  }
  for (Term& term : terms_) limit(term);
}

// The stiffness of a joint's spring at its displacement, alike for all its translations and all its
// rotations.
void ImplicitTerms::add_springs(int j) {
  const PolyForce<double> f = joint_stiffness(m_, d_, j);
  if (is_zero(f)) return;
  const auto term = [&](int dof) -> Term& { return terms_[static_cast<std::size_t>(dof)]; };
  const auto add = [&](int first, const math::Vec3<double>& x, const Rates& rates) {
    const double size = norm(x), bend = size > 0 ? spring_bend(f.poly, size) / size : 0;
    for (int i = first; i < first + 3; ++i) {
      term(i).stiffness = spring_slope(f, size);
      for (int k = 0; k < 3 && bend != 0; ++k)
        term(i).rates.push_back({first + k, bend * dot(x, rates[static_cast<std::size_t>(k)]), 0});
    }
  };
  const int dof = m_.jnt_dofadr[j];
  switch (static_cast<JointType>(m_.jnt_type[j])) {
    case JointType::Free:
      add(dof, spring_translation(m_, d_, j), kAxes);
      add(dof + 3, spring_rotation(m_, d_, j), rotation_rates(m_, d_, j));
      break;
    case JointType::Ball:
      add(dof, spring_rotation(m_, d_, j), rotation_rates(m_, d_, j));
      break;
    case JointType::Slide:
    case JointType::Hinge: {
      const double x = spring_displacement(m_, d_, j);
      term(dof).stiffness = spring_slope(f, x);
      term(dof).rates.push_back({dof, spring_bend(f.poly, x), 0});
    }
  }
}

void ImplicitTerms::add_tendons() {
  const bool springs = is_metric() && !has(m_.opt.disableflags, DisableBit::Spring),
             dampers = !has(m_.opt.disableflags, DisableBit::Damper);
  tendon_.resize(static_cast<std::size_t>(m_.ntendon));
  for (int t = 0; t < m_.ntendon; ++t) {
    const PolyForce<double> f = tendon_stiffness(m_, d_, t), g = tendon_damping(m_, d_, t);
    const double x = spring_stretch(m_, d_, t), v = d_.ten_velocity[t];
    RowChange& change = tendon_[static_cast<std::size_t>(t)];
    Term term = {tendon_row(m_, d_, t), &change};
    term.between_branches = true;
    double stiffen = 0, damp = 0;  // by length and velocity
    if (springs && x != 0) {
      term.stiffness = spring_slope(f, x);
      stiffen = spring_bend(f.poly, x);
    }
    if (dampers) {
      term.damping = damper_slope(g, v);
      damp = damper_bend(g.poly, v);
    }
    if (term.stiffness == 0 && term.damping == 0) continue;
    change = tendon_change(m_, d_, t);
    for (int k = 0; k < term.row.count; ++k) {
      const int dof = term.row.column[k];
      const double along = term.row.entry[k];
      if (stiffen != 0) term.rates.push_back({dof, stiffen * along, 0});
      if (damp != 0) term.rates.push_back({columns_.velocity + dof, 0, damp * along});
    }
    for (std::size_t k = 0; k < change.dofs.size() && damp != 0; ++k)
      term.rates.push_back({change.dofs[k], 0, damp * change.along(k, d_.qvel.data())});
    limit(term);
    terms_.push_back(std::move(term));
  }
}

void ImplicitTerms::add_actuators(const std::vector<Slope>& slopes, const Moments& moments) {
  if (has(m_.opt.disableflags, DisableBit::Actuation)) return;
  const std::size_t first = terms_.size();
  for (int out = 0; out < m_.nout; ++out) {
    const double* tangent = d_.kept.actuator_tangent.row(out);
    Term term = {moment_row(d_, out), &moments[static_cast<std::size_t>(out)], tangent[0],
                 tangent[1]};
    const auto* coupled = m_.coupled_out.data();
    term.between_branches = std::find(coupled, coupled + m_.ncoupled, out) != coupled + m_.ncoupled;
    terms_.push_back(std::move(term));
  }
  for (const Slope& slope : slopes) {
    if (slope.stiffness == 0 && slope.damping == 0) continue;
    Term& term = terms_[first + static_cast<std::size_t>(slope.output)];
    each_input(m_, d_, slope.by, moments, [&](int column, double by) {
      term.rates.push_back({column, slope.stiffness * by, slope.damping * by});
    });
  }
  for (std::size_t n = first; n < terms_.size(); ++n) limit(terms_[n]);
}

// Whether A has a place for two dofs on a row.
bool ImplicitTerms::couples(int i, int k) const {
  if (is_metric() || i == k) return true;
  if (!on_one_chain(m_, i, k)) return false;
  return integrator_of(m_) == Integrator::Implicit ||
         dynamics::is_free_tree(m_, m_.dof_treeid[i]) || couples_in_inertia(m_, i, k);
}

void ImplicitTerms::add_term_change(const Term& term, const double* x, Matrix& to) const {
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
    double* line = to.row(row.column[i]);
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
void ImplicitTerms::add_bias_change(const double* x, Matrix& to) const {
  const int nv = static_cast<int>(m_.nv);
  const std::vector<char> with = dofs_with_bias(m_, d_);
  if (std::find(with.begin(), with.end(), 1) == with.end()) return;
  Matrix by_position(nv, nv), by_velocity(nv, nv);
  std::vector<double> sum(x, x + nv), less(sum), still(sum.size(), 0.0);
  for (int i = 0; i < nv; ++i) {
    sum[static_cast<std::size_t>(i)] += d_.qvel[i];
    less[static_cast<std::size_t>(i)] -= d_.qvel[i];  // the sign of a velocity does not matter
  }
  const double h = m_.opt.timestep;
  add_rne_derivative(m_, d_, sum.data(), still.data(), false, -0.5 * h, &by_position, nullptr);
  add_rne_derivative(m_, d_, less.data(), still.data(), false, 0.5 * h, &by_position, nullptr);
  add_rne_derivative(m_, d_, x, still.data(), false, -h, nullptr, &by_velocity);
  for (int i = 0; i < nv; ++i) {
    if (!with[static_cast<std::size_t>(i)]) continue;
    add(nv, 1, by_position.row(i), to.row(i));
    add(nv, 1, by_velocity.row(i), to.row(i) + nv);
  }
}

// h d(D x) of fluids.
void ImplicitTerms::add_fluid_change(const double* x, Matrix& to) const {
  const Integrator integrator = integrator_of(m_);
  if (!has_fluid(m_) || integrator == Integrator::ImplicitSpringDamper ||
      integrator == Integrator::Euler)
    return;
  const auto terms = integrator == Integrator::Implicit ? all_terms
                     : is_discrete(m_)                  ? drag_terms
                                                        : symmetric_terms;
  const int width = 2 * static_cast<int>(m_.nv);
  std::vector<double> rest(x, x + m_.nv), alone(rest.size(), 0.0);
  for (int i = 0; i < m_.nv; ++i) {
    if (!is_alone(m_, i)) continue;
    Matrix own(m_.nv, width);
    const auto at = static_cast<std::size_t>(i);
    alone[at] = std::exchange(rest[at], 0.0);
    add_fluid_damping_change(m_, d_, alone.data(), m_.opt.timestep, terms, own);
    alone[at] = 0;
    add(width, 1, own.row(i), to.row(i));
  }
  Matrix all(m_.nv, width);
  add_fluid_damping_change(m_, d_, rest.data(), m_.opt.timestep, terms, all);
  for (int i = 0; i < m_.nv; ++i) {
    if (!is_alone(m_, i)) add(width, 1, all.row(i), to.row(i));
  }
}

void ImplicitTerms::add_fluid_form(double scale, const double* x, double* columns) const {
  if (!has_fluid(m_)) return;
  Matrix change(m_.nv, 2 * m_.nv);
  add_fluid_change(x, change);
  for (int i = 0; i < m_.nv; ++i) add(change.columns(), -scale * x[i], change.row(i), columns);
}

void ImplicitTerms::add_fluid_diagonal(const double* weight, double* columns) const {
  if (!has_fluid(m_)) return;
  std::vector<double> unit(static_cast<std::size_t>(m_.nv), 0.0);
  for (int i = 0; i < m_.nv; ++i) {
    if (weight[i] == 0) continue;
    Matrix change(m_.nv, 2 * m_.nv);
    unit[static_cast<std::size_t>(i)] = 1;
    add_fluid_change(unit.data(), change);
    unit[static_cast<std::size_t>(i)] = 0;
    add(change.columns(), -weight[i], change.row(i), columns);
  }
}

void ImplicitTerms::add_change(const double* x, Matrix& to) const {
  for (const Term& term : terms_) add_term_change(term, x, to);
  add_bias_change(x, to);
  add_fluid_change(x, to);
}

}  // namespace thew::derivative
