// Rows of joints and tendons at fixed accelerations (reaction.h).

#include "constraint/equality.h"
#include "derivative/residual.h"
#include "derivative/rows.h"
#include "derivative/slopes.h"

namespace thew::derivative {

using namespace math;

namespace {

// What a row does where its Jacobian changes: its force, and that of x = J a - aref.
struct RowTerms {
  double force, curvature, damping;
};
void add_change(const Data& d, const RowChange& change, double scale, const RowTerms& terms,
                const Jacobian& jacobian, Matrix& r) {
  change.each([&](int i, int k, double second) { r(i, k) += scale * terms.force * second; });
  for (std::size_t k = 0; k < change.dofs.size(); ++k) {
    const double by =
        -terms.curvature * scale *
        (change.along(k, d.qacc.data()) + terms.damping * change.along(k, d.qvel.data()));
    for (int i = 0; i < jacobian.count(); ++i)
      r(jacobian.dof(i), change.dofs[k]) += by * jacobian.at(i)[0];
  }
}

// The row of an upper limit is that of the tendon turned round.
double direction(const Model& m, const Data& d, int tendon, const Jacobian& jacobian) {
  double product = 0;
  const int start = m.ten_J_rowadr[tendon];
  for (int k = 0; k < jacobian.count(); ++k) {
    for (int adr = start; adr < start + m.ten_J_rownnz[tendon]; ++adr) {
      if (m.ten_J_colind[adr] == jacobian.dof(k)) product += jacobian.at(k)[0] * d.ten_J[adr];
    }
  }
  return product < 0 ? -1 : 1;
}

// The row of a limited ball is its axis, turned round: a unit vector along its rotation q, where
// dq = q (0, e) / 2 along an axis e of the body.
RowChange ball_limit_change(const Model& m, const Data& d, int joint) {
  using D = Dual<double>;
  const Quat<double> q = normalized(load4(d.qpos.data() + m.jnt_qposadr[joint]));
  RowChange change;
  change.second.reset(3, 3);
  for (int k = 0; k < 3; ++k) {
    change.dofs.push_back(m.jnt_dofadr[joint] + k);
    const Quat<double> rate =
        q * Quat<double>{0, k == 0 ? 0.5 : 0, k == 1 ? 0.5 : 0, k == 2 ? 0.5 : 0};
    const Vec3<D> turn =
        logarithm(Quat<D>{{q.w, rate.w}, {q.x, rate.x}, {q.y, rate.y}, {q.z, rate.z}});
    const Vec3<D> axis = turn * (D(1) / norm(turn));
    change.second(0, k) = -finite(axis.x.slope);
    change.second(1, k) = -finite(axis.y.slope);
    change.second(2, k) = -finite(axis.z.slope);
  }
  return change;
}

// What the polynomial of an equality bends: -p'' J2' J2, of the joint or tendon that is followed.
RowChange bend(const Model& m, const Data& d, int equality) {
  const int second = m.eq_obj2id[equality];
  const bool tendon = constraint::equality_type(m, equality) == EqualityType::Tendon;
  const int start = tendon ? m.ten_J_rowadr[second] : 0;
  const double* c = m.eq_data.values().row(equality);
  const int adr = tendon ? 0 : m.jnt_qposadr[second];
  const double x = tendon ? d.ten_length[second] - param(d, m.tendon_length0, second)
                          : d.qpos[adr] - param(d, m.qpos0, adr);
  const double curve = 2 * c[2] + x * (6 * c[3] + 12 * c[4] * x);
  RowChange change;
  const int n = tendon ? m.ten_J_rownnz[second] : 1;
  change.second.reset(n, n);
  const auto entry = [&](int k) { return tendon ? d.ten_J[start + k] : 1.0; };
  for (int i = 0; i < n && curve != 0; ++i) {
    change.dofs.push_back(tendon ? m.ten_J_colind[start + i] : m.jnt_dofadr[second]);
    for (int k = 0; k < n; ++k) change.second(i, k) = -curve * entry(i) * entry(k);
  }
  return change;
}

// An equality: y1 - p(y2) of two joints or tendons.
void add_equality_change(const Model& m, const Data& d, int equality, const RowTerms& terms,
                         const Jacobian& jacobian, Matrix& r) {
  const int first = m.eq_obj1id[equality], second = m.eq_obj2id[equality];
  const bool tendon = constraint::equality_type(m, equality) == EqualityType::Tendon;
  if (tendon) add_change(d, tendon_change(m, d, first), 1, terms, jacobian, r);
  if (second < 0) return;
  if (tendon) {
    const double slope = constraint::polynomial_slope(m, d, equality);
    add_change(d, tendon_change(m, d, second), -slope, terms, jacobian, r);
  }
  add_change(d, bend(m, d, equality), 1, terms, jacobian, r);
}

}  // namespace

void add_scalar_row(const Model& m, const Data& d, const Block& block, double smoothing,
                    Matrix& r) {
  const Jacobian jacobian(m, d, block);
  const Reaction reaction = react(d, block, jacobian, d.qacc.data(), smoothing);
  if (!reaction.acts) return;
  const Columns columns(m);
  const double c = reaction.curvature[0], f = reaction.force[0], damping = spring(d, block, 0)[1];
  const Softness soft = block.is_dry() ? Softness{0, 0} : softness(d, block);
  const double by_position = -c * soft.stiffness - f * soft.softening, by_velocity = -c * damping;
  for (int i = 0; i < jacobian.count(); ++i) {
    double* to = r.row(jacobian.dof(i));
    for (int k = 0; k < jacobian.count(); ++k) {
      const double product = jacobian.at(i)[0] * jacobian.at(k)[0];
      to[jacobian.dof(k)] += by_position * product;
      to[columns.velocity + jacobian.dof(k)] += by_velocity * product;
    }
  }
  const RowTerms terms = {f, c, damping};
  switch (block.kind()) {
    case ConstraintType::Equality:
      return add_equality_change(m, d, block.id, terms, jacobian, r);
    case ConstraintType::FrictionTendon:
    case ConstraintType::LimitTendon:
      return add_change(d, tendon_change(m, d, block.id), direction(m, d, block.id, jacobian),
                        terms, jacobian, r);
    case ConstraintType::LimitJoint:
      if (block.columns > 1)
        add_change(d, ball_limit_change(m, d, block.id), 1, terms, jacobian, r);
      return;
    default:
      return;
  }
}

}  // namespace thew::derivative
