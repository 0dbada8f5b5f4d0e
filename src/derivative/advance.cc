#include "derivative/advance.h"

#include <algorithm>

#include "derivative/armature.h"
#include "derivative/rne.h"
#include "dynamics/smooth_velocity.h"
#include "integrate/metric.h"
#include "math/quat.h"
#include "model/integrator.h"
#include "model/poly_force.h"

namespace thew::derivative {

using namespace math;

namespace {

// A - h D of some dofs, from a sparse derivative D in the workspace.
void subtract_derivative(const Model& m, const Workspace<double>& w, const std::vector<char>& dofs,
                         Sparse& to) {
  const double h = m.opt.timestep;
  for (int i = 0; i < m.nv; ++i) {
    if (!dofs[static_cast<std::size_t>(i)]) continue;
    for (int c = 0; c <= m.D_diag[i]; ++c) {
      const int adr = m.D_rowadr[i] + c, j = m.D_colind[adr];
      to.add(i, j, -h * w.deriv_lower[adr]);
      if (i != j) to.add(j, i, -h * w.deriv_upper[adr]);
    }
  }
}

// The symmetric part alone, at the entries that M has, of the other dofs.
void subtract_symmetric(const Model& m, const Data& d, Workspace<double>& w,
                        const std::vector<char>& others, Sparse& to) {
  std::vector<double> sparse(d.M.begin(), d.M.end());
  dynamics::add_symmetric_velocity(m, d, w, -m.opt.timestep, sparse.data());
  for (int i = 0; i < m.nv; ++i) {
    if (others[static_cast<std::size_t>(i)]) continue;
    for (int adr = m.M_rowadr[i]; adr < m.M_rowadr[i] + m.M_rownnz[i]; ++adr) {
      to.set(i, m.M_colind[adr], sparse[static_cast<std::size_t>(adr)]);
    }
  }
}

bool any(const std::vector<char>& dofs) {
  return std::find(dofs.begin(), dofs.end(), 1) != dofs.end();
}

bool damps_implicitly(const Model& m, const Data& d) {
  return !has(m.opt.disableflags, DisableBit::Damper) &&
         !has(m.opt.disableflags, DisableBit::Eulerdamp) && has_dampers(m, d);
}

}  // namespace

Sparse discrete_inertia(const Model& m, Data& d, Workspace<double>& w) {
  Sparse a = metric_of(m, d, d.kept.metric.data());
  const std::vector<char> with_bias = dofs_with_bias(m, d);
  if (!any(with_bias)) return a;
  a = a.without_symmetry();
  dynamics::bias_velocity(m, d, w, dynamics::BiasTerms::FreeBodies);
  subtract_derivative(m, w, with_bias, a);
  return a;
}

// A, and in step_ the right-hand side M a - h K v.
Sparse Advance::make_matrix(Data& d, Workspace<double>& w) {
  inertia_.multiply(d.qacc.data(), step_.data());
  if (integrator_of(m_) == Integrator::ImplicitSpringDamper) {
    integrate::build_metric(m_, d, w, {.tendons = true, .actuators = false, .fluid = false},
                            step_.data());
    return metric_of(m_, d, w.factor_upper.data());
  }
  Sparse matrix = inertia_;
  if (integrator_of(m_) == Integrator::Euler) {
    for (int i = 0; i < m_.nv; ++i)
      matrix.add(i, i, m_.opt.timestep * damper_slope(dof_damping(m_, d, i), d.qvel[i]));
    return matrix;
  }
  const bool all = integrator_of(m_) == Integrator::Implicit;
  const std::vector<char> with_bias = dofs_with_bias(m_, d);
  if (!all) subtract_symmetric(m_, d, w, with_bias, matrix);
  if (!any(with_bias)) return matrix;
  matrix = matrix.without_symmetry();
  dynamics::smooth_velocity(m_, d, w,
                            all ? dynamics::BiasTerms::All : dynamics::BiasTerms::FreeBodies);
  subtract_derivative(m_, w, with_bias, matrix);
  return matrix;
}

Advance::Advance(const Model& m, Data& d, Workspace<double>& w, const Sparse& inertia,
                 const ImplicitTerms& implicit)
    : m_(m), d_(d), inertia_(inertia), terms_(implicit), step_(d.qacc.begin(), d.qacc.end()) {
  implicit_ = !is_discrete(m) && (integrator_of(m) != Integrator::Euler || damps_implicitly(m, d));
  if (!implicit_) return;
  matrix_ = make_matrix(d, w);
  sound_ = matrix_.factor();
  if (sound_) matrix_.solve(step_.data());
}

void Advance::add_changes(const Sum& to) const {
  std::vector<double> rest(step_), still(step_.size(), 0.0);
  for (int i = 0; i < m_.nv; ++i)
    rest[static_cast<std::size_t>(i)] = d_.qacc[i] - rest[static_cast<std::size_t>(i)];
  add_rne_derivative(m_, d_, still.data(), rest.data(), false, 1, &to, nullptr);
  add_armature_change(m_, d_, rest.data(), 1, to);
  terms_.add_change(step_.data(), to);
}

void Advance::to_step(Matrix& acceleration) const {
  if (!implicit_) return;
  Matrix sum(acceleration.rows(), acceleration.columns());
  add_changes(sum);
  inertia_.add_product(acceleration, sum);
  matrix_.solve(sum);
  acceleration = std::move(sum);
}

void Advance::to_step_of_forces(Matrix& acceleration) const {
  if (!implicit_) return;
  Matrix sum(acceleration.rows(), acceleration.columns());
  inertia_.add_product(acceleration, sum);
  matrix_.solve(sum);
  acceleration = std::move(sum);
}

void Advance::from_step(double* y, double* columns) const {
  if (!implicit_) return;
  matrix_.solve_transposed(y);
  add_changes(Sum(y, columns));
  std::vector<double> product(step_.size());
  inertia_.multiply(y, product.data());
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
