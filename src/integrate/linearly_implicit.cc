#include <algorithm>

#include "deformable/tangent.h"
#include "integrate/free_body.h"
#include "integrate/integrate.h"
#include "integrate/metric.h"
#include "model/lane_types.h"

namespace thew::integrate {

using namespace math;

namespace {

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
    if (touches) found = found | (d.kept.coupling_scale[t] > T(0));
  }
  return found;
}

// d bias / d qvel of bodies in free flight into w.deriv_*. A body with terms in the metric
// goes without.
template <class T>
void gyroscopic_derivative(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  dynamics::bias_velocity(m, d, w, dynamics::BiasTerms::FreeBodies);
  each_free_body(m, [&](int first) {
    const auto without = has_metric_terms(m, d, first);
    if (!any(without)) return;
    for (int adr = m.D_rowadr[first]; adr < m.D_rowadr[first + 5] + m.D_rownnz[first + 5]; ++adr) {
      w.deriv_lower[adr] = select(without, T(0), w.deriv_lower[adr]);
      w.deriv_upper[adr] = select(without, T(0), w.deriv_upper[adr]);
    }
  });
}

// What the constraint solver works in.
template <class T>
void keep_metric(BasicData<T>& d, const Workspace<T>& w) {
  std::copy(w.factor_upper.begin(), w.factor_upper.end(), d.kept.metric.begin());
  std::copy(w.factor_lower.begin(), w.factor_lower.end(), d.kept.metric_factor.begin());
  std::copy(d.qHDiagInv.begin(), d.qHDiagInv.end(), d.kept.metric_inverse.begin());
}

// Takes h K v of flexes from a force.
template <class T>
void shift_by_flexes(const Model& m, const BasicData<T>& d, T* force) {
  if constexpr (kLanes<T> == 1) {
    if (m.nflex == 0) return;
    const T h = T(m.opt.timestep);
    deformable::add_spring_contacts<T>(m, d, -h, d.qvel.data(), force);
    if (has(m.opt.disableflags, DisableBit::Spring)) return;
    deformable::add_shift<T>(m, d, h, force);
  }
}

// Adds h (h + damping) K x of flexes.
template <class T>
void add_flexes(const Model& m, const BasicData<T>& d, const T* x, T* y) {
  if constexpr (kLanes<T> == 1) {
    if (m.nflex == 0) return;
    const double h = m.opt.timestep;
    const T spring = T(has(m.opt.disableflags, DisableBit::Spring) ? 0 : h * h);
    const T damper = T(has(m.opt.disableflags, DisableBit::Damper) ? 0 : h);
    deformable::add_tangents<T>(m, d, spring, damper, x, y);
    deformable::add_spring_contacts<T>(m, d, T(h * h), x, y);
  }
}

}  // namespace

template <class T>
void discrete_acceleration(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  T* force = w.dof_b.data();
  std::copy(d.qfrc_smooth.begin(), d.qfrc_smooth.end(), force);
  build_metric(m, d, w, discrete_terms(m), force);
  keep_metric(d, w);
  if (deformable::has_tangents(m)) {  // the solver goes on from here
    shift_by_flexes(m, d, force);
    std::copy_n(force, m.nv, d.kept.metric_force.begin());
    std::copy_n(force, m.nv, d.qacc_smooth.begin());
    solve_trees(m, d, w, d.qacc_smooth.data());
    return;
  }
  std::copy_n(force, m.nv, d.qacc_smooth.begin());
  solve_metric(m, d, w, d.qacc_smooth.data());
  // The force that the tree part of the metric sees.
  std::copy_n(force, m.nv, d.kept.metric_force.begin());
  add_couplings(m, d, T(-1), d.qacc_smooth.data(), d.kept.metric_force.data());
}

template <class T>
void free_flight(const Model& m, BasicData<T>& d, Workspace<T>& w, T* acceleration) {
  std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), acceleration);
  if (!has_free_bodies(m)) return;
  gyroscopic_derivative(m, d, w);
  solve_free_bodies(
      m, d, w, [&](int adr) { return d.kept.metric[adr]; },
      [&](int first) { return !has_metric_terms(m, d, first); }, d.kept.metric_force.data(),
      acceleration);
}

template <class T>
void discrete_force(const Model& m, BasicData<T>& d, Workspace<T>& w, const T* acceleration,
                    T* force, T* gyroscopic) {
  T* shift = w.dof_b.data();
  std::fill_n(shift, m.nv, T(0));
  build_metric(m, d, w, discrete_terms(m), shift);
  keep_metric(d, w);
  shift_by_flexes(m, d, shift);
  multiply_metric(m, d, w, acceleration, force);
  add_flexes(m, d, acceleration, force);
  for (int i = 0; i < m.nv; ++i) force[i] = force[i] - shift[i];
  std::fill_n(gyroscopic, m.nv, T(0));
  gyroscopic_derivative(m, d, w);
  add_derivative(m, w, acceleration, gyroscopic);
}

template <class T>
void discrete(const Model& m, BasicData<T>& d) {
  advance<T>(m, d, d.act_dot.data(), d.qacc.data(), nullptr);
}

template <class T>
void implicit_spring_damper(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  // With f the whole force, springs and dampers included, the acceleration (v' - v)/h solves
  // (M + h D + h^2 K) a = f - h K v.
  for (int i = 0; i < m.nv; ++i) d.qacc[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i];
  build_metric(m, d, w, {.tendons = true, .actuators = false, .fluid = false}, d.qacc.data());
  solve_metric(m, d, w, d.qacc.data());
  advance<T>(m, d, d.act_dot.data(), d.qacc.data(), nullptr);
}

#define THEW_INSTANTIATE(T)                                                                   \
  template void discrete_acceleration(const Model&, BasicData<T>&, Workspace<T>&);            \
  template void free_flight(const Model&, BasicData<T>&, Workspace<T>&, T*);                  \
  template void discrete_force(const Model&, BasicData<T>&, Workspace<T>&, const T*, T*, T*); \
  template void discrete(const Model&, BasicData<T>&);                                        \
  template void implicit_spring_damper(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::integrate
