#include <algorithm>

#include "dynamics/factor.h"
#include "dynamics/smooth_velocity.h"
#include "integrate/free_body.h"
#include "integrate/integrate.h"
#include "math/short_vector.h"
#include "math/tree_lu.h"
#include "model/lane_types.h"
#include "model/poly_force.h"

namespace thew::integrate {

using namespace math;

namespace {

// qH <- M - h D: a row of M is the end of D's up to the diagonal.
template <class T>
void subtract_derivative(const Model& m, BasicData<T>& d, const T& h) {
  std::copy(d.M.begin(), d.M.end(), d.qH.begin());
  for (int i = 0; i < m.nv; ++i) {
    const int count = m.M_rownnz[i];
    const int end = m.D_rowadr[i] + m.D_diag[i] + 1;
    axpy(count, -h, d.qDeriv.data() + end - count, d.qH.data() + m.M_rowadr[i]);
  }
}

}  // namespace

template <class T>
void implicit(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  const TreeRows rows = dynamics::derivative_rows(m);
  T *lower = w.factor_lower.data(), *upper = w.factor_upper.data(), *acceleration = w.dof_a.data();
  dynamics::smooth_velocity(m, d, w, dynamics::BiasTerms::All);
  dynamics::store_derivative(m, d, w);
  shift_by_derivative(m, w, 0, rows.n, [&](int adr) { return inertia_entry(m, d, adr); });
  const auto clamped = factor_lu(rows, 0, rows.n, lower, upper, d.qHDiagInv.data(), T(kMinVal));
  if (any(clamped)) raise(d, Warning::Inertia, 0, clamped);
  for (int i = 0; i < m.nv; ++i) acceleration[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i];
  solve_lu(rows, 0, rows.n, lower, upper, d.qHDiagInv.data(), acceleration);
  advance<T>(m, d, d.act_dot.data(), acceleration, nullptr);
}

template <class T>
void implicit_fast(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  T *force = w.dof_b.data(), *acceleration = w.dof_a.data();
  dynamics::store_symmetric_velocity(m, d, w);
  subtract_derivative(m, d, T(m.opt.timestep));
  for (int i = 0; i < m.nv; ++i)
    acceleration[i] = force[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i];
  const bool free_bodies = has_free_bodies(m);
  if (free_bodies) restore_free_bodies(m, d.M.data(), d.qH.data());
  dynamics::each_range(m, d, false, [&](const dynamics::DofRange& range) {
    dynamics::factor_range(m, d, range, d.qH.data(), d.qHDiagInv.data());
    dynamics::solve_range(m, range, d.qH.data(), d.qHDiagInv.data(), acceleration);
  });
  if (free_bodies) {
    dynamics::smooth_velocity(m, d, w, dynamics::BiasTerms::FreeBodies);
    solve_free_bodies(
        m, d, w, [&](int adr) { return inertia_entry(m, d, adr); },
        [](int) { return MaskOf<T>(true); }, force, acceleration);
  }
  advance<T>(m, d, d.act_dot.data(), acceleration, nullptr);
}

template <class T>
void step_force(const Model& m, BasicData<T>& d, Workspace<T>& w, const T* acceleration, T* force) {
  const auto integrator = static_cast<Integrator>(m.opt.integrator);
  multiply_symmetric(dynamics::inertia_rows(m), d.M.data(), acceleration, force);
  if (integrator == Integrator::Implicit || integrator == Integrator::Implicitfast) {
    dynamics::smooth_velocity(m, d, w,
                              integrator == Integrator::Implicit ? dynamics::BiasTerms::All
                                                                 : dynamics::BiasTerms::FreeBodies);
    add_derivative(m, w, acceleration, force);
  } else if (integrator == Integrator::Euler && !has(m.opt.disableflags, DisableBit::Eulerdamp) &&
             !has(m.opt.disableflags, DisableBit::Damper)) {
    const T h = T(m.opt.timestep);
    for (int i = 0; i < m.nv; ++i) {
      force[i] = fma(h * damper_slope(dof_damping(m, d, i), d.qvel[i]), acceleration[i], force[i]);
    }
  }
}

#define THEW_INSTANTIATE(T)                                                \
  template void implicit(const Model&, BasicData<T>&, Workspace<T>&);      \
  template void implicit_fast(const Model&, BasicData<T>&, Workspace<T>&); \
  template void step_force(const Model&, BasicData<T>&, Workspace<T>&, const T*, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::integrate
