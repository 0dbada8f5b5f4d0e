#include "integrate/metric.h"

#include <algorithm>

#include "dynamics/fluid_velocity.h"
#include "dynamics/smooth_velocity.h"
#include "integrate/free_body.h"
#include "math/cholesky.h"
#include "model/coupling.h"
#include "model/lane_types.h"
#include "model/poly_force.h"
#include "model/spring.h"
#include "model/warning.h"

namespace thew::integrate {

using namespace math;

namespace {

// Stiffness and damping of one element along its coordinate, never negative: what stabilises is
// implicit.
template <class T>
struct Tangent {
  T stiffness, damping;
};

template <class T>
T dissipative(const T& x) {
  return max(x, T(0));
}

// Adds the tangents of one joint's spring and dampers, the same for all its translations and for
// all its rotations.
template <class T>
void add_joint(const Model& m, BasicData<T>& d, Workspace<T>& w, int j, T* force) {
  const T h = T(m.opt.timestep);
  const bool springs = !has(m.opt.disableflags, DisableBit::Spring),
             dampers = !has(m.opt.disableflags, DisableBit::Damper);
  const PolyForce<T> stiffness = joint_stiffness(m, d, j);
  const auto add = [&](int first, int count, const T& displacement) {
    const T k = springs ? dissipative(spring_slope(stiffness, displacement)) : T(0);
    for (int i = first; i < first + count; ++i) {
      const T b = dampers ? dissipative(damper_slope(dof_damping(m, d, i), d.qvel[i])) : T(0);
      T& diagonal = w.factor_lower[m.D_rowadr[i] + m.D_diag[i]];
      diagonal = fma(h, fma(h, k, b), diagonal);
      force[i] = fma(-h * k, d.qvel[i], force[i]);
    }
  };
  const int v = m.jnt_dofadr[j];
  switch (static_cast<JointType>(m.jnt_type[j])) {
    case JointType::Free:
      add(v, 3, norm(spring_translation(m, d, j)));
      add(v + 3, 3, norm(spring_rotation(m, d, j)));
      break;
    case JointType::Ball:
      add(v, 3, norm(spring_rotation(m, d, j)));
      break;
    case JointType::Slide:
    case JointType::Hinge:
      add(v, 1, spring_displacement(m, d, j));
  }
}

// Drag of the fluid, where M has a place for it.
template <class T>
void add_fluid(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  const T h = T(m.opt.timestep);
  dynamics::each_fluid_term(
      m, d, w, FluidTerms::Drag, [](int) { return false; },
      [&](int, int, int adr, const T& value) {
        if (m.mapM2D[adr] < 0) return;
        w.factor_lower[adr] = fma(-h, value, w.factor_lower[adr]);
      });
}

template <class T>
Tangent<T> tendon_tangent(const Model& m, const BasicData<T>& d, int t) {
  const T x = spring_stretch(m, d, t);
  const auto slack = x == T(0);
  const T k = has(m.opt.disableflags, DisableBit::Spring)
                  ? T(0)
                  : spring_slope(tendon_stiffness(m, d, t), x);
  const T b = has(m.opt.disableflags, DisableBit::Damper)
                  ? T(0)
                  : damper_slope(tendon_damping(m, d, t), d.ten_velocity[t]);
  return {select(slack, T(0), dissipative(k)), dissipative(b)};
}

// Those of an actuator's output.
template <class T>
Tangent<T> actuator_tangent(const BasicData<T>& d, int out) {
  const T* tangent = d.kept.actuator_tangent.row(out);
  return {dissipative(tangent[0]), dissipative(tangent[1])};
}

// An output whose moments lie on one chain of dofs.
template <class T>
void add_chain_actuator(const Model& m, BasicData<T>& d, Workspace<T>& w, int out, T* force) {
  const Tangent<T> tangent = actuator_tangent(d, out);
  const T h = T(m.opt.timestep), scale = h * fma(h, tangent.stiffness, tangent.damping);
  const int start = d.moment_rowadr[out], count = d.moment_rownnz[out];
  const T shift = -h * tangent.stiffness * d.actuator_velocity[out];
  for (int a = 0; a < count; ++a) {
    const int row = d.moment_colind[start + a];
    const T moment = d.actuator_moment[start + a];
    force[row] = fma(shift, moment, force[row]);
    for (int b = 0; b <= a; ++b) {
      T& entry = w.factor_lower[m.D_rowadr[row] + m.D_diag[d.moment_colind[start + b]]];
      entry = fma(scale * moment, d.actuator_moment[start + b], entry);
    }
  }
}

// A tendon's own terms and those of the actuators that pull it, or the terms of one output.
template <class T>
Tangent<T> coupling_tangent(const Model& m, const BasicData<T>& d, int c, MetricTerms terms) {
  const Tangent<T> none = {T(0), T(0)};
  if (c >= m.ntendon) {
    return terms.actuators ? actuator_tangent(d, m.coupled_out[c - m.ntendon]) : none;
  }
  Tangent<T> sum = terms.tendons ? tendon_tangent(m, d, c) : none;
  if (!terms.actuators) return sum;
  each_driver(m, m.tendon_driver[c], [&](int i) {
    const Tangent<T> tangent = actuator_tangent(d, m.actuator_outadr[i]);
    const T gear2 = gear_squared(m, d, i);
    sum.stiffness = fma(gear2, tangent.stiffness, sum.stiffness);
    sum.damping = fma(gear2, tangent.damping, sum.damping);
  });
  return sum;
}

// sqrt of the metric's scale along each coupling.
template <class T>
void coupling_scales(const Model& m, BasicData<T>& d, MetricTerms terms, T* force) {
  const T h = T(m.opt.timestep);
  for (int c = 0; c < coupling_count(m); ++c) {
    const Tangent<T> tangent = coupling_tangent(m, d, c, terms);
    d.kept.coupling_scale[c] = sqrt(h * fma(h, tangent.stiffness, tangent.damping));
    const Coupling<T> row = coupling(m, d, c);
    const T shift = -h * tangent.stiffness * row.velocity;
    for (int k = 0; k < row.count; ++k) {
      T& f = force[row.column[k]];
      f = fma(shift, row.value[k], f);
    }
  }
}

template <class T>
T along_coupling(const Model& m, const BasicData<T>& d, int c, const T* x) {
  const Coupling<T> row = coupling(m, d, c);
  T sum = T(0);
  for (int k = 0; k < row.count; ++k) sum = fma(row.value[k], x[row.column[k]], sum);
  return d.kept.coupling_scale[c] * sum;
}

// Columns B^-1 J' s of the tree part B, and the Cholesky factor of the small matrix 1 + s J B^-1 J'
// s.
template <class T>
void factor_couplings(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  const TreeRows rows = dynamics::derivative_rows(m);
  const int n = coupling_count(m);
  for (int c = 0; c < n; ++c) {
    T* column = w.coupling_column.row(c);
    std::fill_n(column, m.nv, T(0));
    const Coupling<T> row = coupling(m, d, c);
    for (int k = 0; k < row.count; ++k) {
      column[row.column[k]] = d.kept.coupling_scale[c] * row.value[k];
    }
    solve(rows, w.factor_lower.data(), d.qHDiagInv.data(), column);
  }
  for (int a = 0; a < n; ++a) {
    for (int b = 0; b <= a; ++b) {
      w.coupling_gram[a * n + b] =
          along_coupling(m, d, a, w.coupling_column.row(b)) + T(a == b ? 1 : 0);
    }
  }
  const auto failed = cholesky(n, w.coupling_gram.data());
  if (any(failed)) raise(d, Warning::Inertia, 0, failed);
}

// True if the moments of an actuator lie on one chain of dofs, whatever its pose.
bool on_one_chain(const Model& m, int i) {
  const int other = m.actuator_trnid[2 * i + 1];
  switch (static_cast<Transmission>(m.actuator_trntype[i])) {
    case Transmission::Joint:
    case Transmission::Jointinparent:
      return true;
    case Transmission::Site:
    case Transmission::So3:
      return other < 0;
    default:
      return false;
  }
}

}  // namespace

template <class T>
MaskOf<T> joint_has_actuator_terms(const Model& m, const BasicData<T>& d, int joint) {
  MaskOf<T> found = false;
  if (has(m.opt.disableflags, DisableBit::Actuation)) return found;
  const int first = m.jnt_dofadr[joint], end = first + 6;
  for (int out = 0; out < m.nout; ++out) {
    const int start = d.moment_rowadr[out];
    const auto touches = [&](int dof) { return dof >= first && dof < end; };
    if (std::none_of(d.moment_colind.data() + start,
                     d.moment_colind.data() + start + d.moment_rownnz[out], touches)) {
      continue;
    }
    const Tangent<T> tangent = actuator_tangent(d, out);
    found = found | (tangent.stiffness > T(0)) | (tangent.damping > T(0));
  }
  return found;
}

template <class T>
void build_metric(const Model& m, BasicData<T>& d, Workspace<T>& w, MetricTerms terms, T* force) {
  for (int i = 0; i < m.nv; ++i) {
    for (int adr = m.D_rowadr[i]; adr <= m.D_rowadr[i] + m.D_diag[i]; ++adr) {
      w.factor_lower[adr] = inertia_entry(m, d, adr);
    }
  }
  for (int j = 0; j < m.njnt; ++j) add_joint(m, d, w, j, force);
  const bool actuators = terms.actuators && !has(m.opt.disableflags, DisableBit::Actuation);
  for (int i = 0; i < m.nactuator && actuators; ++i) {
    if (!on_one_chain(m, i)) continue;
    for (int k = 0; k < m.actuator_outnum[i]; ++k) {
      add_chain_actuator(m, d, w, m.actuator_outadr[i] + k, force);
    }
  }
  if (terms.fluid && has_fluid(m)) add_fluid(m, d, w);
  // Kept for those who solve some of the equations in another way.
  std::copy(w.factor_lower.begin(), w.factor_lower.end(), w.factor_upper.begin());
  const auto clamped =
      factor(dynamics::derivative_rows(m), w.factor_lower.data(), d.qHDiagInv.data(), T(kMinVal));
  if (any(clamped)) raise(d, Warning::Inertia, 0, clamped);
  if (coupling_count(m) == 0) return;
  coupling_scales(m, d, {terms.tendons, actuators}, force);
  factor_couplings(m, d, w);
}

template <class T>
void solve_trees(const Model& m, const BasicData<T>& d, const Workspace<T>& w, T* x) {
  solve(dynamics::derivative_rows(m), w.factor_lower.data(), d.qHDiagInv.data(), x);
}

template <class T>
void solve_metric(const Model& m, BasicData<T>& d, Workspace<T>& w, T* x) {
  const int n = coupling_count(m);
  solve_trees(m, d, w, x);
  if (n == 0) return;
  T* small = w.coupling_force.data();
  for (int c = 0; c < n; ++c) small[c] = along_coupling(m, d, c, x);
  cholesky_solve(n, w.coupling_gram.data(), small);
  for (int c = 0; c < n; ++c) {
    const T* column = w.coupling_column.row(c);
    for (int i = 0; i < m.nv; ++i) x[i] = fma(-small[c], column[i], x[i]);
  }
}

template <class T>
void multiply_metric(const Model& m, BasicData<T>& d, Workspace<T>& w, const T* x, T* y) {
  multiply_symmetric(dynamics::derivative_rows(m), w.factor_upper.data(), x, y);
  add_couplings(m, d, T(1), x, y);
}

template <class T>
void add_couplings(const Model& m, const BasicData<T>& d, const T& factor, const T* x, T* y) {
  for (int c = 0; c < coupling_count(m); ++c) {
    const Coupling<T> row = coupling(m, d, c);
    const T pull = factor * d.kept.coupling_scale[c] * along_coupling(m, d, c, x);
    for (int k = 0; k < row.count; ++k) {
      y[row.column[k]] = fma(pull, row.value[k], y[row.column[k]]);
    }
  }
}

#define THEW_INSTANTIATE(T)                                                                \
  template MaskOf<T> joint_has_actuator_terms(const Model&, const BasicData<T>&, int);     \
  template void build_metric(const Model&, BasicData<T>&, Workspace<T>&, MetricTerms, T*); \
  template void solve_trees(const Model&, const BasicData<T>&, const Workspace<T>&, T*);   \
  template void solve_metric(const Model&, BasicData<T>&, Workspace<T>&, T*);              \
  template void multiply_metric(const Model&, BasicData<T>&, Workspace<T>&, const T*, T*); \
  template void add_couplings(const Model&, const BasicData<T>&, const T&, const T*, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::integrate
