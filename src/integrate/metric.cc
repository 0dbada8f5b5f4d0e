#include "integrate/metric.h"

#include <algorithm>

#include "dynamics/fluid_velocity.h"
#include "dynamics/smooth_velocity.h"
#include "integrate/free_body.h"
#include "math/cholesky.h"
#include "model/activation.h"
#include "model/lane_types.h"
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

// d(x k(x))/dx
template <class T>
T spring_slope(const PolyForce<T>& f, const T& x) {
  return fma(T(3) * x * x, f.poly[1], fma(T(2) * x, f.poly[0], f.linear));
}

// Adds the tangents of one joint's spring and dampers, the same for all its translations and for
// all its rotations.
template <class T>
void add_joint(const Model& m, BasicData<T>& d, int j, T* force) {
  const T h = T(m.opt.timestep);
  const bool springs = !has(m.opt.disableflags, DisableBit::Spring),
             dampers = !has(m.opt.disableflags, DisableBit::Damper);
  const PolyForce<T> stiffness = joint_stiffness(m, d, j);
  const auto add = [&](int first, int count, const T& displacement) {
    const T k = springs ? dissipative(spring_slope(stiffness, displacement)) : T(0);
    for (int i = first; i < first + count; ++i) {
      const T b = dampers ? dissipative(damper_slope(dof_damping(m, d, i), d.qvel[i])) : T(0);
      T& diagonal = d.scratch.factor_lower[m.D_rowadr[i] + m.D_diag[i]];
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
void add_fluid(const Model& m, BasicData<T>& d) {
  const T h = T(m.opt.timestep);
  dynamics::each_fluid_term(
      m, d, FluidTerms::Drag, [](int) { return false; },
      [&](int, int, int adr, const T& value) {
        if (m.mapM2D[adr] < 0) return;
        d.scratch.factor_lower[adr] = fma(-h, value, d.scratch.factor_lower[adr]);
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

// What the force of an actuator loses per unit of length and velocity; nothing where it is at a
// limit.
template <class T>
Tangent<T> actuator_tangent(const Model& m, const BasicData<T>& d, int i) {
  T k = T(0), b = T(0);
  if (m.actuator_biastype[i] == static_cast<int>(Bias::Affine)) {
    k = -param(d, m.actuator_biasprm, kNBIAS * i + 1);
    b = -param(d, m.actuator_biasprm, kNBIAS * i + 2);
  }
  if (m.actuator_gaintype[i] == static_cast<int>(Gain::Affine)) {
    const T input = actuator_input(m, d, i, d.scratch.ctrl.data());
    k = fma(-param(d, m.actuator_gainprm, kNGAIN * i + 1), input, k);
    b = fma(-param(d, m.actuator_gainprm, kNGAIN * i + 2), input, b);
  }
  const auto free = dynamics::actuator_unsaturated(m, d, i);
  return {select(free, dissipative(k), T(0)), select(free, dissipative(b), T(0))};
}

// A joint actuator: its moments are on the dofs of one joint, which lie on one chain.
template <class T>
void add_joint_actuator(const Model& m, BasicData<T>& d, int i, const Tangent<T>& tangent,
                        T* force) {
  const T h = T(m.opt.timestep), scale = h * fma(h, tangent.stiffness, tangent.damping);
  const int out = m.actuator_outadr[i], start = d.moment_rowadr[out], count = d.moment_rownnz[out];
  const T shift = -h * tangent.stiffness * d.actuator_velocity[out];
  for (int a = 0; a < count; ++a) {
    const int row = d.moment_colind[start + a];
    const T moment = d.actuator_moment[start + a];
    force[row] = fma(shift, moment, force[row]);
    for (int b = 0; b <= a; ++b) {
      T& entry = d.scratch.factor_lower[m.D_rowadr[row] + m.D_diag[d.moment_colind[start + b]]];
      entry = fma(scale * moment, d.actuator_moment[start + b], entry);
    }
  }
}

// sqrt of the metric's scale along each tendon: its own terms and those of the actuators that pull
// it.
template <class T>
void tendon_scales(const Model& m, BasicData<T>& d, MetricTerms terms, T* force) {
  const T h = T(m.opt.timestep);
  for (int t = 0; t < m.ntendon; ++t) {
    Tangent<T> sum = terms.tendons ? tendon_tangent(m, d, t) : Tangent<T>{T(0), T(0)};
    for (int i = 0; i < m.nactuator && terms.actuators; ++i) {
      if (!drives(m, i, ActuatedBy::Tendon, t) || actuator_disabled(m, i)) continue;
      const Tangent<T> tangent = actuator_tangent(m, d, i);
      const T gear = param(d, m.actuator_gear, 6 * m.actuator_outadr[i]);
      sum.stiffness = fma(gear * gear, tangent.stiffness, sum.stiffness);
      sum.damping = fma(gear * gear, tangent.damping, sum.damping);
    }
    d.scratch.tendon_scale[t] = sqrt(h * fma(h, sum.stiffness, sum.damping));
    const T shift = -h * sum.stiffness * d.ten_velocity[t];
    for (int adr = m.ten_J_rowadr[t]; adr < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++adr) {
      T& f = force[m.ten_J_colind[adr]];
      f = fma(shift, d.ten_J[adr], f);
    }
  }
}

template <class T>
T along_tendon(const Model& m, const BasicData<T>& d, int t, const T* x) {
  T sum = T(0);
  for (int adr = m.ten_J_rowadr[t]; adr < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++adr) {
    sum = fma(d.ten_J[adr], x[m.ten_J_colind[adr]], sum);
  }
  return d.scratch.tendon_scale[t] * sum;
}

// Columns B^-1 J' s of the tree part B, and the Cholesky factor of the small matrix 1 + s J B^-1 J'
// s.
template <class T>
void factor_tendons(const Model& m, BasicData<T>& d) {
  const TreeRows rows = dynamics::derivative_rows(m);
  const std::int64_t n = m.ntendon;
  for (int t = 0; t < n; ++t) {
    T* column = d.scratch.tendon_column.row(t);
    std::fill_n(column, m.nv, T(0));
    for (int adr = m.ten_J_rowadr[t]; adr < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++adr) {
      column[m.ten_J_colind[adr]] = d.scratch.tendon_scale[t] * d.ten_J[adr];
    }
    solve(rows, d.scratch.factor_lower.data(), d.qHDiagInv.data(), column);
  }
  for (int a = 0; a < n; ++a) {
    for (int b = 0; b <= a; ++b) {
      d.scratch.tendon_gram[a * n + b] =
          along_tendon(m, d, a, d.scratch.tendon_column.row(b)) + T(a == b ? 1 : 0);
    }
  }
  const auto failed = cholesky(n, d.scratch.tendon_gram.data());
  if (any(failed)) raise(d, Warning::Inertia, 0, failed);
}

}  // namespace

template <class T>
MaskOf<T> joint_has_actuator_terms(const Model& m, const BasicData<T>& d, int joint) {
  MaskOf<T> found = false;
  if (has(m.opt.disableflags, DisableBit::Actuation)) return found;
  for (int i = 0; i < m.nactuator; ++i) {
    if (!drives(m, i, ActuatedBy::Joint, joint) || actuator_disabled(m, i)) continue;
    const Tangent<T> tangent = actuator_tangent(m, d, i);
    found = found | (tangent.stiffness > T(0)) | (tangent.damping > T(0));
  }
  return found;
}

template <class T>
void build_metric(const Model& m, BasicData<T>& d, MetricTerms terms, T* force) {
  for (int i = 0; i < m.nv; ++i) {
    for (int adr = m.D_rowadr[i]; adr <= m.D_rowadr[i] + m.D_diag[i]; ++adr) {
      d.scratch.factor_lower[adr] = inertia_entry(m, d, adr);
    }
  }
  for (int j = 0; j < m.njnt; ++j) add_joint(m, d, j, force);
  const bool actuators = terms.actuators && !has(m.opt.disableflags, DisableBit::Actuation);
  for (int i = 0; i < m.nactuator && actuators; ++i) {
    if (m.actuator_trntype[i] == static_cast<int>(Transmission::Tendon) || actuator_disabled(m, i))
      continue;
    add_joint_actuator(m, d, i, actuator_tangent(m, d, i), force);
  }
  if (terms.fluid && has_fluid(m)) add_fluid(m, d);
  // Kept for those who solve some of the equations in another way.
  std::copy(d.scratch.factor_lower.begin(), d.scratch.factor_lower.end(),
            d.scratch.factor_upper.begin());
  const auto clamped = factor(dynamics::derivative_rows(m), d.scratch.factor_lower.data(),
                              d.qHDiagInv.data(), T(kMinVal));
  if (any(clamped)) raise(d, Warning::Inertia, 0, clamped);
  if (m.ntendon == 0) return;
  tendon_scales(m, d, {terms.tendons, actuators}, force);
  factor_tendons(m, d);
}

template <class T>
void solve_metric(const Model& m, BasicData<T>& d, T* x) {
  solve(dynamics::derivative_rows(m), d.scratch.factor_lower.data(), d.qHDiagInv.data(), x);
  if (m.ntendon == 0) return;
  T* small = d.scratch.tendon_force.data();
  for (int t = 0; t < m.ntendon; ++t) small[t] = along_tendon(m, d, t, x);
  cholesky_solve(m.ntendon, d.scratch.tendon_gram.data(), small);
  for (int t = 0; t < m.ntendon; ++t) {
    const T* column = d.scratch.tendon_column.row(t);
    for (int i = 0; i < m.nv; ++i) x[i] = fma(-small[t], column[i], x[i]);
  }
}

template <class T>
void multiply_metric(const Model& m, BasicData<T>& d, const T* x, T* y) {
  multiply_symmetric(dynamics::derivative_rows(m), d.scratch.factor_upper.data(), x, y);
  for (int t = 0; t < m.ntendon; ++t) {
    const T pull = d.scratch.tendon_scale[t] * along_tendon(m, d, t, x);
    for (int adr = m.ten_J_rowadr[t]; adr < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++adr) {
      y[m.ten_J_colind[adr]] = fma(pull, d.ten_J[adr], y[m.ten_J_colind[adr]]);
    }
  }
}

#define THEW_INSTANTIATE(T)                                                            \
  template MaskOf<T> joint_has_actuator_terms(const Model&, const BasicData<T>&, int); \
  template void build_metric(const Model&, BasicData<T>&, MetricTerms, T*);            \
  template void solve_metric(const Model&, BasicData<T>&, T*);                         \
  template void multiply_metric(const Model&, BasicData<T>&, const T*, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::integrate
