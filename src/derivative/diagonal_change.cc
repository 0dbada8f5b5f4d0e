#include "derivative/diagonal_change.h"

#include <thew/dynamics.h>

#include "constraint/equality.h"
#include "derivative/armature.h"
#include "derivative/rne.h"
#include "derivative/rows.h"
#include "dynamics/smooth_velocity.h"
#include "model/coupling.h"
#include "model/integrator.h"

namespace thew::derivative {

using namespace math;

namespace {

using Vector = std::vector<double>;

bool is_exact(const Model& m) {
  return has(m.opt.enableflags, EnableBit::Diagexact);
}

double& at(Vector& x, int i) {
  return x[static_cast<std::size_t>(i)];
}
double at(const Vector& x, int i) {
  return x[static_cast<std::size_t>(i)];
}

// sum weight_i dM_ii by positions: of bodies 2 (I S_i) . (S_i x S_k) with the inertia I beyond k, a
// dof below i.
void add_inertia_diagonal(const Model& m, const Data& d, const Vector& weight, double* columns) {
  for (int k = 0; k < m.nv; ++k) {
    const Inertia<double> beyond = load_inertia(d.crb.row(m.dof_bodyid[k]));
    const Motion axis = load_motion(d.cdof.row(k));
    for (int i = m.dof_parentid[k]; i >= 0; i = m.dof_parentid[i]) {
      if (at(weight, i) == 0 || turns_together(m, i, k)) continue;
      const Motion other = load_motion(d.cdof.row(i));
      columns[k] += 2 * at(weight, i) * dot(cross(other, axis), beyond * other);
    }
  }
  Vector unit(static_cast<std::size_t>(m.nv), 0.0);
  bool inert = false;
  for (int t = 0; t < m.ntendon; ++t) inert |= tendon_armature(m, d, t) != 0;
  for (int i = 0; i < m.nv && inert; ++i) {
    if (at(weight, i) == 0) continue;
    at(unit, i) = 1;
    add_armature_change(m, d, unit.data(), at(weight, i), Sum(unit.data(), columns));
    at(unit, i) = 0;
  }
}

// The diagonal of the metric, with couplings.
Vector metric_diagonal(const Model& m, const Data& d) {
  Vector diagonal(static_cast<std::size_t>(m.nv));
  for (int i = 0; i < m.nv; ++i) at(diagonal, i) = d.kept.metric[m.D_rowadr[i] + m.D_diag[i]];
  for (int n = 0; n < coupling_count(m); ++n) {
    const Coupling<double> c = coupling(m, d, n);
    for (int k = 0; k < c.count; ++k)
      at(diagonal, c.column[k]) += c.scale * c.value[k] * (c.scale * c.value[k]);
  }
  return diagonal;
}

// One row that decides how soft rows are: with its sum of base rows J, d diag / diag = 2 dJ y - dQ.
class Diagonal {
 public:
  Diagonal(const Model& m, const Data& d, const Block& block, const Jacobian& jacobian, int row)
      : m_(m),
        d_(d),
        block_(block),
        row_(row),
        J_(static_cast<std::size_t>(m.nv), 0.0),
        y_(J_),
        columns_(static_cast<std::size_t>(Columns(m).end), 0.0) {
    weight_[row] = 1;
    if (block.is_pyramid()) weight_[1] = element::edge_slope(d.contact.friction.row(block.id), 0);
    for (int k = 0; k < jacobian.count(); ++k)
      at(J_, jacobian.dof(k)) = derivative::dot(block.bases, weight_, jacobian.at(k));
  }

  // d diag / diag by all inputs.
  const Vector& find(Workspace<double>& w, const std::vector<ContactMotion>& contacts,
                     const ImplicitTerms* implicit) {
    if (is_exact(m_)) {
      find_exact(implicit);
    } else {
      find_estimate(implicit);
    }
    add_row_change(w, contacts);
    return columns_;
  }

 private:
  int nv() const { return static_cast<int>(m_.nv); }

  void find_exact(const ImplicitTerms* implicit) {
    y_ = J_;
    if (is_discrete(m_)) {
      math::solve(dynamics::derivative_rows(m_), d_.kept.metric_factor.data(),
                  d_.kept.metric_inverse.data(), y_.data());
    } else {
      dynamics::solve_inertia(m_, d_, y_.data());
    }
    const double diagonal = derivative::dot(nv(), J_.data(), y_.data());
    if (!(diagonal > 0)) return y_.assign(y_.size(), 0.0);
    for (double& y : y_) y /= diagonal;
    add_inertia_form(m_, d_, y_, -diagonal, columns_.data());
    if (!implicit) return;
    implicit->add_form_change(
        -diagonal, false,
        [&](const Row& row, double* g) {
          double along = 0;
          for (int k = 0; k < row.count; ++k) along += row.entry[k] * at(y_, row.column[k]);
          for (int k = 0; k < row.count; ++k) g[k] = along * at(y_, row.column[k]);
        },
        columns_.data());
    implicit->add_fluid_form(-diagonal, y_.data(), columns_.data());
  }

  // With w = J / diag(A) and u = J / diag(M).
  void find_estimate(const ImplicitTerms* implicit) {
    const Vector metric = metric_diagonal(m_, d_);
    Vector w(J_), u(J_), of_metric(J_.size(), 0.0), rest(of_metric);
    for (int i = 0; i < nv(); ++i) {
      at(w, i) /= at(metric, i);
      at(u, i) /= d_.M[m_.M_rowadr[i] + m_.M_rownnz[i] - 1];
    }
    const double with = derivative::dot(nv(), J_.data(), w.data()),
                 without = derivative::dot(nv(), J_.data(), u.data());
    if (!(without > 0) || !(with > 0)) return;
    for (int i = 0; i < nv(); ++i) {
      at(y_, i) = at(w, i) / with - at(u, i) / without;
      at(of_metric, i) = -at(w, i) * at(w, i) / with;
      at(rest, i) = at(of_metric, i) + at(u, i) * at(u, i) / without;
    }
    add_inertia_diagonal(m_, d_, rest, columns_.data());
    implicit->add_form_change(
        1, true,
        [&](const Row& row, double* g) {
          for (int k = 0; k < row.count; ++k) g[k] = at(of_metric, row.column[k]) * row.entry[k];
        },
        columns_.data());
    implicit->add_fluid_diagonal(of_metric.data(), columns_.data());
  }

  // 2 dJ y
  void add_row_change(Workspace<double>& w, const std::vector<ContactMotion>& contacts) {
    if (is_contact(block_)) {
      return add_contact_product(m_, d_, w, block_, contacts[static_cast<std::size_t>(block_.id)],
                                 velocities(m_, d_, y_.data()), weight_, 2, columns_.data());
    }
    if (block_.kind() == ConstraintType::Equality &&
        constraint::joins_bodies(constraint::equality_type(m_, block_.id))) {
      const Vector still(y_.size(), 0.0);
      return add_joining_product(m_, d_, block_, row_,
                                 motions(m_, d_, y_.data(), still.data(), {{0, 0, 0}, {0, 0, 0}}),
                                 2, columns_.data());
    }
    add_scalar_product(m_, d_, block_, y_.data(), 2, columns_.data());
  }

  const Model& m_;
  const Data& d_;
  const Block& block_;
  int row_;
  double weight_[kMostBases] = {};
  Vector J_, y_, columns_;
};

}  // namespace

// y' dM y by positions: of bodies 2 F_k . (V_before x S_k), where y moves them by V and F is the
// sum of I V beyond dof k.
void add_inertia_form(const Model& m, const Data& d, const Vector& y, double scale,
                      double* columns) {
  const Velocities v = velocities(m, d, y.data());
  std::vector<Force> momentum(static_cast<std::size_t>(m.nbody), Force{{0, 0, 0}, {0, 0, 0}});
  const auto of = [&](int b) -> Force& { return momentum[static_cast<std::size_t>(b)]; };
  for (int b = static_cast<int>(m.nbody) - 1; b > 0; --b) {
    of(b) = of(b) + load_inertia(d.cinert.row(b)) * v.body[static_cast<std::size_t>(b)];
    if (m.body_parentid[b] > 0) of(m.body_parentid[b]) = of(m.body_parentid[b]) + of(b);
  }
  for (int k = 0; k < m.nv; ++k) {
    const Motion turn = cross(v.before[static_cast<std::size_t>(k)], load_motion(d.cdof.row(k)));
    columns[k] += 2 * scale * dot(turn, of(m.dof_bodyid[k]));
  }
  add_armature_change(m, d, y.data(), scale, Sum(y.data(), columns));
}

bool has_changing_diagonals(const Model& m) {
  return is_exact(m) || is_discrete(m);
}

void add_diagonal_change(const Model& m, const Data& d, Workspace<double>& w, const Block& block,
                         const std::vector<ContactMotion>& contacts, const ImplicitTerms* implicit,
                         double smoothing, const Sum& r) {
  const Jacobian jacobian(m, d, block);
  const Reaction reaction = react(d, block, jacobian, d.qacc.data(), smoothing);
  if (!reaction.acts) return;
  if (block.is_dry() && reaction.curvature[0] == 0) return;   // at its end, whatever R is
  const bool common = block.is_pyramid() || block.is_cone();  // the first row decides for all
  for (int row = 0; row < (common ? 1 : block.rows); ++row) {
    Diagonal diagonal(m, d, block, jacobian, row);
    const Vector& change = diagonal.find(w, contacts, implicit);
    // -f dR/R, and what the reference of surfaces that stick has of R
    double force[kMostBases] = {};
    const double pull = is_discrete(m) ? 0 : springs(m, d, block).pull;
    for (int b = 0; b < block.bases; ++b) {
      if (!common && b != row) continue;
      force[b] = pull * reaction.curvature[b * kMostBases] - reaction.force[b];
    }
    for (int k = 0; k < jacobian.count(); ++k) {
      r.add_row(jacobian.dof(k), static_cast<int>(change.size()),
                derivative::dot(block.bases, jacobian.at(k), force), change.data());
    }
  }
}

}  // namespace thew::derivative
