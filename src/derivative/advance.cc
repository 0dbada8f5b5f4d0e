#include "derivative/advance.h"

#include <algorithm>

#include <thew/stages.h>

#include "derivative/residual.h"
#include "derivative/rne.h"
#include "dynamics/factor.h"
#include "dynamics/smooth_velocity.h"
#include "math/quat.h"
#include "model/fluid.h"
#include "model/poly_force.h"

namespace thew::derivative {

using namespace math;

namespace {

Integrator integrator_of(const Model& m) {
  return static_cast<Integrator>(m.opt.integrator);
}

bool is_spatial(const Model& m, int tendon) {
  return m.wrap_type[m.tendon_adr[tendon]] != static_cast<int>(WrapType::Joint);
}

bool damps_implicitly(const Model& m, const Data& d) {
  if (has(m.opt.disableflags, DisableBit::Damper)) return false;
  if (integrator_of(m) == Integrator::Euler && has(m.opt.disableflags, DisableBit::Eulerdamp)) {
    return false;
  }
  return has_dampers(m, d);
}

// Whether D has a part of this actuator.
bool reacts_to_velocity(const Model& m, int i) {
  const auto gain = static_cast<Gain>(m.actuator_gaintype[i]);
  const auto bias = static_cast<Bias>(m.actuator_biastype[i]);
  const bool affine =
      (gain == Gain::Fixed || gain == Gain::Affine) && (bias == Bias::None || bias == Bias::Affine);
  return !affine || (gain == Gain::Affine && m.actuator_gainprm.values().row(i)[2] != 0) ||
         (bias == Bias::Affine && m.actuator_biasprm.values().row(i)[2] != 0);
}

// Whether one dof is above the other, or the same.
bool on_one_chain(const Model& m, int i, int k) {
  int low = std::max(i, k);
  const int high = std::min(i, k);
  while (low > high) low = m.dof_parentid[low];
  return low == high;
}

// Dofs whose rows of D have bias forces.
std::vector<char> biased_dofs(const Model& m) {
  std::vector<char> biased(static_cast<std::size_t>(m.nv), 0);
  for (int i = 0; i < m.nv; ++i) {
    biased[static_cast<std::size_t>(i)] =
        integrator_of(m) == Integrator::Implicit || (integrator_of(m) == Integrator::Implicitfast &&
                                                     dynamics::is_free_tree(m, m.dof_treeid[i]));
  }
  return biased;
}

// M - h D of the rows of a sparse derivative in the workspace.
void subtract_derivative(const Model& m, const Workspace<double>& w, const std::vector<char>& rows,
                         Matrix& to) {
  const double h = m.opt.timestep;
  for (int i = 0; i < m.nv; ++i) {
    if (!rows[static_cast<std::size_t>(i)]) continue;
    for (int c = 0; c <= m.D_diag[i]; ++c) {
      const int adr = m.D_rowadr[i] + c, j = m.D_colind[adr];
      to(i, j) -= h * w.deriv_lower[adr];
      if (i != j) to(j, i) -= h * w.deriv_upper[adr];
    }
  }
}

// The symmetric part alone, at the entries that M has.
void subtract_symmetric(const Model& m, const Data& d, Workspace<double>& w,
                        const std::vector<char>& biased, Matrix& to) {
  std::vector<double> sparse(d.M.begin(), d.M.end());
  dynamics::add_symmetric_velocity(m, d, w, -m.opt.timestep, sparse.data());
  for (int i = 0; i < m.nv; ++i) {
    if (biased[static_cast<std::size_t>(i)]) continue;
    for (int adr = m.M_rowadr[i]; adr < m.M_rowadr[i] + m.M_rownnz[i]; ++adr) {
      const int j = m.M_colind[adr];
      to(i, j) = to(j, i) = sparse[static_cast<std::size_t>(adr)];
    }
  }
}

}  // namespace

bool Advance::covers(const Model& m, const Data& d) {
  const Integrator integrator = integrator_of(m);
  const bool linear = integrator == Integrator::Implicit || integrator == Integrator::Implicitfast;
  if (!linear && integrator != Integrator::Euler) return false;
  if (linear && has_fluid(m)) return false;
  for (int t = 0; t < m.ntendon; ++t) {
    const PolyForce<double> damping = tendon_damping(m, d, t);
    if (is_spatial(m, t) && tendon_armature(m, d, t) != 0) return false;
    if (!linear || is_zero(damping)) continue;
    if (is_spatial(m, t) || damping.poly[0] != 0 || damping.poly[1] != 0) return false;
  }
  for (int i = 0; i < m.nactuator && linear; ++i) {
    const auto type = static_cast<Transmission>(m.actuator_trntype[i]);
    const int id = m.actuator_trnid[2 * i];
    const bool joint = type == Transmission::Joint || type == Transmission::Jointinparent;
    const bool scalar = joint && m.jnt_type[id] >= static_cast<int>(JointType::Slide);
    const bool constant = scalar || (type == Transmission::Tendon && !is_spatial(m, id));
    if (!constant && reacts_to_velocity(m, i)) return false;
  }
  return true;
}

Advance::Advance(const Model& m, Data& d, Workspace<double>& w, const Matrix& inertia,
                 const std::vector<Slope>& slopes)
    : m_(m), d_(d), inertia_(inertia), step_(d.qacc.begin(), d.qacc.end()) {
  const int nv = static_cast<int>(m.nv);
  Matrix matrix = inertia;
  if (integrator_of(m) == Integrator::Euler) {
    implicit_ = damps_implicitly(m, d);
    for (int i = 0; i < nv && implicit_; ++i) {
      matrix(i, i) += m.opt.timestep * damper_slope(dof_damping(m, d, i), d.qvel[i]);
    }
  } else {
    implicit_ = true;
    actuation::tangents(m, d);
    const std::vector<char> biased = biased_dofs(m);
    const bool all = integrator_of(m) == Integrator::Implicit;
    if (!all) subtract_symmetric(m, d, w, biased, matrix);
    dynamics::smooth_velocity(m, d, w,
                              all ? dynamics::BiasTerms::All : dynamics::BiasTerms::FreeBodies);
    subtract_derivative(m, w, biased, matrix);
  }
  if (!implicit_) return;
  sound_ = factor_.compute(matrix);
  if (!sound_) return;
  for (int i = 0; i < nv; ++i)
    step_[static_cast<std::size_t>(i)] = dot(nv, inertia.row(i), d.qacc.data());
  factor_.solve(step_.data());
  change_.reset(nv, Columns(m).end);
  std::vector<double> rest(step_), still(step_.size(), 0.0);
  for (int i = 0; i < nv; ++i)
    rest[static_cast<std::size_t>(i)] = d.qacc[i] - rest[static_cast<std::size_t>(i)];
  add_rne_derivative(m, d, still.data(), rest.data(), false, 1, &change_, nullptr);
  add_damper_change();
  if (integrator_of(m) != Integrator::Euler) {
    add_actuator_change(slopes);
    add_bias_change();
  }
}

// D = -(linear + 2 p0 |v| + 3 p1 v^2) on the diagonal.
void Advance::add_damper_change() {
  if (!damps_implicitly(m_, d_)) return;
  const int nv = static_cast<int>(m_.nv);
  for (int i = 0; i < nv; ++i) {
    const PolyForce<double> f = dof_damping(m_, d_, i);
    const double v = d_.qvel[i], sign = v > 0 ? 1 : v < 0 ? -1 : 0;
    change_(i, nv + i) -= m_.opt.timestep * (2 * f.poly[0] * sign + 6 * f.poly[1] * v) *
                          step_[static_cast<std::size_t>(i)];
  }
}

// D = -(damping) moment' moment, at entries on one chain.
void Advance::add_actuator_change(const std::vector<Slope>& slopes) {
  const Columns columns(m_);
  for (const Slope& slope : slopes) {
    if (slope.damping == 0) continue;
    const int out = m_.actuator_outadr[slope.actuator], start = d_.moment_rowadr[out];
    const int count = d_.moment_rownnz[out];
    const auto dof = [&](int n) { return d_.moment_colind[start + n]; };
    const auto entry = [&](int n) { return d_.actuator_moment[start + n]; };
    for (int i = 0; i < count; ++i) {
      double product = 0;
      for (int k = 0; k < count; ++k) {
        if (on_one_chain(m_, dof(i), dof(k)))
          product += entry(k) * step_[static_cast<std::size_t>(dof(k))];
      }
      const double by = -m_.opt.timestep * slope.damping * entry(i) * product;
      double* to = change_.row(dof(i));
      switch (slope.by.kind) {
        case Dependence::Length:
          for (int k = 0; k < count; ++k) to[columns.position + dof(k)] += by * entry(k);
          break;
        case Dependence::Velocity:
          for (int k = 0; k < count; ++k) to[columns.velocity + dof(k)] += by * entry(k);
          break;
        case Dependence::Activation:
          to[columns.activation + slope.by.index] += by;
          break;
        case Dependence::Control:
          to[columns.control + slope.by.index] += by;
      }
    }
  }
}

// Bias forces c(v) are quadratic: with D = -dc/dv, D a* = -(c(v + a*) - c(v - a*)) / 2 without
// gravity, and d(D a*)/dv = -dc/dv at the velocity a*.
void Advance::add_bias_change() {
  const std::vector<char> biased = biased_dofs(m_);
  if (std::find(biased.begin(), biased.end(), 1) == biased.end()) return;
  const int nv = static_cast<int>(m_.nv);
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
    if (!biased[static_cast<std::size_t>(i)]) continue;
    add(nv, 1, by_position.row(i), change_.row(i));
    add(nv, 1, by_velocity.row(i), change_.row(i) + nv);
  }
}

void Advance::to_step(Matrix& acceleration) const {
  if (!implicit_) return;
  Matrix sum = change_;
  add_product(inertia_, acceleration, sum);
  factor_.solve(sum);
  acceleration = std::move(sum);
}

void Advance::to_step_of_forces(Matrix& acceleration) const {
  if (!implicit_) return;
  Matrix sum(acceleration.rows(), acceleration.columns());
  add_product(inertia_, acceleration, sum);
  factor_.solve(sum);
  acceleration = std::move(sum);
}

void Advance::from_step(double* y, double* columns) const {
  if (!implicit_) return;
  const int nv = static_cast<int>(m_.nv);
  factor_.solve_transposed(y);
  for (int i = 0; i < nv; ++i) add(change_.columns(), y[i], change_.row(i), columns);
  std::vector<double> product(static_cast<std::size_t>(nv));
  for (int i = 0; i < nv; ++i) product[static_cast<std::size_t>(i)] = dot(nv, inertia_.row(i), y);
  std::copy(product.begin(), product.end(), y);
}

// With u = h w, a rotation by |u|: exp(-u), and the right Jacobian
// 1 - (1 - cos a)/a^2 [u] + (a - sin a)/a^3 [u]^2.
std::vector<Turn> turns(const Model& m, const double* velocity, double h) {
  std::vector<Turn> result;
  for (int j = 0; j < m.njnt; ++j) {
    const auto type = static_cast<JointType>(m.jnt_type[j]);
    if (type != JointType::Ball && type != JointType::Free) continue;
    Turn t;
    t.dof = m.jnt_dofadr[j] + (type == JointType::Free ? 3 : 0);
    const Vec3<double> u = load3(velocity + t.dof) * h;
    store(t.turn, to_matrix(exponential(-u)));
    const double a2 = dot(u, u), a = math::sqrt(a2);
    double s, c;
    math::sincos(a, s, c);
    const bool small = a2 < 1e-4;
    const double first = small ? 0.5 - a2 * (1.0 / 24 - a2 / 720) : (1 - c) / a2;
    const double second = small ? 1.0 / 6 - a2 * (1.0 / 120 - a2 / 5040) : (a - s) / (a2 * a);
    const double x[9] = {0, -u.z, u.y, u.z, 0, -u.x, -u.y, u.x, 0};
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) {
        double square = 0;
        for (int n = 0; n < 3; ++n) square += x[3 * i + n] * x[3 * n + k];
        t.map[3 * i + k] = (i == k ? 1.0 : 0.0) - first * x[3 * i + k] + second * square;
      }
    }
    result.push_back(t);
  }
  return result;
}

}  // namespace thew::derivative
