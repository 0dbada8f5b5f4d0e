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

bool is_spatial(const Model& m, int tendon) {
  return m.wrap_type[m.tendon_adr[tendon]] != static_cast<int>(WrapType::Joint);
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

// M - h D of the rows with bias forces, from a sparse derivative in the workspace.
void subtract_derivative(const Model& m, const Workspace<double>& w, Matrix& to) {
  const double h = m.opt.timestep;
  for (int i = 0; i < m.nv; ++i) {
    if (!has_bias(m, i)) continue;
    for (int c = 0; c <= m.D_diag[i]; ++c) {
      const int adr = m.D_rowadr[i] + c, j = m.D_colind[adr];
      to(i, j) -= h * w.deriv_lower[adr];
      if (i != j) to(j, i) -= h * w.deriv_upper[adr];
    }
  }
}

// The symmetric part alone, at the entries that M has.
void subtract_symmetric(const Model& m, const Data& d, Workspace<double>& w, Matrix& to) {
  std::vector<double> sparse(d.M.begin(), d.M.end());
  dynamics::add_symmetric_velocity(m, d, w, -m.opt.timestep, sparse.data());
  for (int i = 0; i < m.nv; ++i) {
    if (has_bias(m, i)) continue;
    for (int adr = m.M_rowadr[i]; adr < m.M_rowadr[i] + m.M_rownnz[i]; ++adr) {
      const int j = m.M_colind[adr];
      to(i, j) = to(j, i) = sparse[static_cast<std::size_t>(adr)];
    }
  }
}

// Whether the matrix of implicitfast has a place for every dof with all that are above it.
bool has_all_entries(const Model& m) {
  for (int i = 0; i < m.nv; ++i) {
    if (!dynamics::is_free_tree(m, m.dof_treeid[i]) && m.M_rownnz[i] != m.D_diag[i] + 1)
      return false;
  }
  return true;
}

}  // namespace

bool damps_implicitly(const Model& m, const Data& d) {
  if (has(m.opt.disableflags, DisableBit::Damper)) return false;
  if (integrator_of(m) == Integrator::Euler && has(m.opt.disableflags, DisableBit::Eulerdamp)) {
    return false;
  }
  return has_dampers(m, d);
}

bool has_bias(const Model& m, int dof) {
  return integrator_of(m) == Integrator::Implicit ||
         (integrator_of(m) == Integrator::Implicitfast &&
          dynamics::is_free_tree(m, m.dof_treeid[dof]));
}

bool Advance::covers(const Model& m, const Data& d) {
  const Integrator integrator = integrator_of(m);
  const bool linear = integrator == Integrator::Implicit || integrator == Integrator::Implicitfast;
  if (!linear && integrator != Integrator::Euler) return false;
  if (integrator == Integrator::Implicitfast && has_fluid(m) && !has_all_entries(m)) return false;
  for (int t = 0; t < m.ntendon; ++t) {
    if (is_spatial(m, t) && tendon_armature(m, d, t) != 0) return false;
  }
  for (int i = 0; i < m.nactuator && linear; ++i) {
    if (!covers_moment(m, i) && reacts_to_velocity(m, i)) return false;
  }
  return true;
}

Advance::Advance(const Model& m, Data& d, Workspace<double>& w, const Matrix& inertia,
                 const std::vector<Slope>& slopes, const std::vector<RowChange>& moments)
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
    const bool all = integrator_of(m) == Integrator::Implicit;
    if (!all) subtract_symmetric(m, d, w, matrix);
    dynamics::smooth_velocity(m, d, w,
                              all ? dynamics::BiasTerms::All : dynamics::BiasTerms::FreeBodies);
    subtract_derivative(m, w, matrix);
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
    add_tendon_change();
    add_actuator_change(slopes, moments);
    add_bias_change();
    add_fluid_change();
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
