#include "derivative/implicit_terms.h"

#include <algorithm>
#include <numeric>

#include "constraint/block.h"
#include "derivative/spring_rates.h"
#include "integrate/free_body.h"
#include "integrate/metric.h"
#include "model/coupling.h"
#include "model/integrator.h"
#include "model/spring.h"

namespace thew::derivative {

namespace {

constexpr double kOne = 1;

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

Sparse metric_of(const Model& m, const Data& d, const double* trees) {
  Sparse a(layout_of(m, d), true);
  for (int i = 0; i < m.nv; ++i) {
    for (int adr = m.D_rowadr[i]; adr <= m.D_rowadr[i] + m.D_diag[i]; ++adr)
      a.set(i, m.D_colind[adr], trees[adr]);
  }
  for (int n = 0; n < coupling_count(m); ++n) {
    const Coupling<double> c = coupling(m, d, n);
    for (int i = 0; i < c.count && c.scale != 0; ++i) {
      for (int k = 0; k < c.count; ++k)
        a.add(c.column[i], c.column[k], c.scale * c.value[i] * (c.scale * c.value[k]));
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

}  // namespace thew::derivative
