#include <algorithm>

#include "integrate/free_body.h"
#include "integrate/integrate.h"
#include "integrate/metric.h"
#include "model/lane_types.h"

namespace thew::integrate {

using namespace math;

namespace {

// The dual solver leaves the terms of tendons and actuators explicit.
MetricTerms discrete_terms(const Model& m) {
  const bool all = m.opt.solver != static_cast<int>(Solver::Pgs);
  return {.tendons = all, .actuators = all, .fluid = true};
}

// Where actuators or tendons of a body in free flight, whose first dof is given, have terms in the
// metric. The metric must have been built.
template <class T>
MaskOf<T> has_metric_terms(const Model& m, const BasicData<T>& d, int first) {
  const MetricTerms terms = discrete_terms(m);
  MaskOf<T> found = false;
  if (terms.actuators) found = joint_has_actuator_terms(m, d, m.dof_jntid[first]);
  for (int t = 0; t < m.ntendon && terms.tendons; ++t) {
    const field::Int* column = m.ten_J_colind.data() + m.ten_J_rowadr[t];
    const bool touches = std::any_of(column, column + m.ten_J_rownnz[t],
                                     [&](int dof) { return dof >= first && dof < first + 6; });
    if (touches) found = found | (d.scratch.coupling_scale[t] > T(0));
  }
  return found;
}

// d bias / d qvel of bodies in free flight into scratch.deriv_*. A body with terms in the metric
// goes without.
template <class T>
void gyroscopic_derivative(const Model& m, BasicData<T>& d) {
  dynamics::bias_velocity(m, d, dynamics::BiasTerms::FreeBodies);
  each_free_body(m, [&](int first) {
    const auto without = has_metric_terms(m, d, first);
    if (!any(without)) return;
    for (int adr = m.D_rowadr[first]; adr < m.D_rowadr[first + 5] + m.D_rownnz[first + 5]; ++adr) {
      d.scratch.deriv_lower[adr] = select(without, T(0), d.scratch.deriv_lower[adr]);
      d.scratch.deriv_upper[adr] = select(without, T(0), d.scratch.deriv_upper[adr]);
    }
  });
}

}  // namespace

template <class T>
void discrete_acceleration(const Model& m, BasicData<T>& d) {
  T* force = d.scratch.dof_b.data();
  std::copy(d.qfrc_smooth.begin(), d.qfrc_smooth.end(), force);
  build_metric(m, d, discrete_terms(m), force);
  std::copy_n(force, m.nv, d.qacc_smooth.begin());
  solve_metric(m, d, d.qacc_smooth.data());
}

template <class T>
void discrete_free_bodies(const Model& m, BasicData<T>& d) {
  if (!has_free_bodies(m)) return;
  T* force = d.scratch.dof_b.data();
  multiply_symmetric(dynamics::derivative_rows(m), d.scratch.factor_upper.data(), d.qacc.data(),
                     force);
  gyroscopic_derivative(m, d);
  solve_free_bodies(
      m, d, [&](int adr) { return d.scratch.factor_upper[adr]; },
      [&](int first) { return !has_metric_terms(m, d, first); }, force, d.qacc.data());
}

template <class T>
void discrete_force(const Model& m, BasicData<T>& d, const T* acceleration, T* force) {
  T* shift = d.scratch.dof_b.data();
  std::fill_n(shift, m.nv, T(0));
  build_metric(m, d, discrete_terms(m), shift);
  multiply_metric(m, d, acceleration, force);
  gyroscopic_derivative(m, d);
  add_derivative(m, d, acceleration, force);
  for (int i = 0; i < m.nv; ++i) force[i] = force[i] - shift[i];
}

template <class T>
void discrete(const Model& m, BasicData<T>& d) {
  advance<T>(m, d, d.act_dot.data(), d.qacc.data(), nullptr);
}

template <class T>
void implicit_spring_damper(const Model& m, BasicData<T>& d) {
  // With f the whole force, springs and dampers included, the acceleration (v' - v)/h solves
  // (M + h D + h^2 K) a = f - h K v.
  for (int i = 0; i < m.nv; ++i) d.qacc[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i];
  build_metric(m, d, {.tendons = true, .actuators = false, .fluid = false}, d.qacc.data());
  solve_metric(m, d, d.qacc.data());
  advance<T>(m, d, d.act_dot.data(), d.qacc.data(), nullptr);
}

#define THEW_INSTANTIATE(T)                                                \
  template void discrete_acceleration(const Model&, BasicData<T>&);        \
  template void discrete_free_bodies(const Model&, BasicData<T>&);         \
  template void discrete_force(const Model&, BasicData<T>&, const T*, T*); \
  template void discrete(const Model&, BasicData<T>&);                     \
  template void implicit_spring_damper(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::integrate
