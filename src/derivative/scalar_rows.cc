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
                const Jacobian& jacobian, const Sum& r) {
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
    const Vec3<D> turn = rotation_along(q, k);
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

// Calls visit(change, scale) for what changes the Jacobian of a row.
template <class Visit>
void each_change(const Model& m, const Data& d, const Block& block, const Jacobian& jacobian,
                 Visit visit) {
  switch (block.kind()) {
    case ConstraintType::Equality: {  // y1 - p(y2) of two joints or tendons
      const int first = m.eq_obj1id[block.id], second = m.eq_obj2id[block.id];
      const bool tendon = constraint::equality_type(m, block.id) == EqualityType::Tendon;
      if (tendon) visit(tendon_change(m, d, first), 1);
      if (second < 0) return;
      if (tendon) visit(tendon_change(m, d, second), -constraint::polynomial_slope(m, d, block.id));
      return visit(bend(m, d, block.id), 1);
    }
    case ConstraintType::FrictionTendon:
    case ConstraintType::LimitTendon:
      return visit(tendon_change(m, d, block.id), direction(m, d, block.id, jacobian));
    case ConstraintType::LimitJoint:
      if (block.columns > 1) visit(ball_limit_change(m, d, block.id), 1);
      return;
    default:
      return;
  }
}

}  // namespace

void add_scalar_row(const Model& m, const Data& d, const Block& block, double smoothing,
                    const Sum& r) {
  const Jacobian jacobian(m, d, block);
  const Reaction reaction = react(d, block, jacobian, d.qacc.data(), smoothing);
  if (!reaction.acts) return;
  const Columns columns(m);
  const Springs s = springs(m, d, block);
  const double c = reaction.curvature[0], f = reaction.force[0];
  const double by_position = c * (s.by_position[0] + s.by_violation[0]) - f * s.softening,
               by_velocity = c * s.by_velocity[0];
  for (int i = 0; i < jacobian.count(); ++i) {
    const Sum::Row to = r.row(jacobian.dof(i));
    for (int k = 0; k < jacobian.count(); ++k) {
      const double product = jacobian.at(i)[0] * jacobian.at(k)[0];
      to[jacobian.dof(k)] += by_position * product;
      to[columns.velocity + jacobian.dof(k)] += by_velocity * product;
    }
  }
  const RowTerms terms = {f, c, -s.by_velocity[0]};
  each_change(m, d, block, jacobian, [&](const RowChange& change, double scale) {
    add_change(d, change, scale, terms, jacobian, r);
  });
}

// f = -C x - ... with x = J a - aref.
void add_scalar_force(const Model& m, const Data& d, const Block& block, double smoothing,
                      double* columns, double* by_acceleration) {
  const Jacobian jacobian(m, d, block);
  const Reaction reaction = react(d, block, jacobian, d.qacc.data(), smoothing);
  const Springs s = springs(m, d, block);
  const double c = reaction.curvature[0], f = reaction.force[0];
  for (int k = 0; k < jacobian.count(); ++k) {
    const double along = jacobian.at(k)[0];
    const int dof = jacobian.dof(k);
    columns[dof] += (c * (s.by_position[0] + s.by_violation[0]) - f * s.softening) * along;
    columns[Columns(m).velocity + dof] += c * s.by_velocity[0] * along;
    by_acceleration[dof] -= c * along;
  }
  add_scalar_product(m, d, block, d.qacc.data(), -c, columns);
  add_scalar_product(m, d, block, d.qvel.data(), c * s.by_velocity[0], columns);
}

void add_scalar_product(const Model& m, const Data& d, const Block& block, const double* y,
                        double scale, double* columns) {
  each_change(m, d, block, Jacobian(m, d, block), [&](const RowChange& change, double sign) {
    for (std::size_t k = 0; k < change.dofs.size(); ++k)
      columns[change.dofs[k]] += scale * sign * change.along(k, y);
  });
}

}  // namespace thew::derivative
