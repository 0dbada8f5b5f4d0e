// What callers ask of constraints between the stages.

#include <algorithm>

#include <thew/constraint.h>

#include "constraint/contact_force.h"
#include "constraint/solver/cost.h"

namespace thew::constraint {

void contact_force(const Model& m, const Data& d, int contact, double* result) {
  const Wrench<double> w = contact_force(m, d, contact);
  math::store(result, w.force);
  math::store(result + 3, w.torque);
}

namespace {

// Calls visit(row, dof, entry) for the entries of the Jacobian.
template <class Visit>
void each_entry(const Model& m, const Data& d, Visit visit) {
  for (const Block& block : blocks(d)) {
    const int* column = d.kept.block_column.data() + block.column;
    for (int i = block.row; i < block.row + block.rows; ++i) {
      for (int k = 0; k < block.columns; ++k) {
        visit(i, column[k], row_entry(m, d, block, i - block.row, k));
      }
    }
  }
}

}  // namespace

void multiply_jacobian(const Model& m, const Data& d, const double* v, double* result) {
  std::fill_n(result, d.nefc, 0.0);
  each_entry(m, d, [&](int row, int dof, double entry) {
    result[row] = math::fma(entry, v[dof], result[row]);
  });
}

void multiply_jacobian_transposed(const Model& m, const Data& d, const double* f, double* result) {
  std::fill_n(result, m.nv, 0.0);
  each_entry(m, d, [&](int row, int dof, double entry) {
    result[dof] = math::fma(entry, f[row], result[dof]);
  });
}

namespace {

// Edges of a pyramid, each by itself: they need not come from one base row.
double update_edges(Data& d, const Block& block, const double* x) {
  double cost = 0;
  for (int k = 0; k < block.rows; ++k) {
    const int row = block.row + k;
    const bool pushes = x[k] < 0;
    d.efc_force[row] = pushes ? -d.efc_D[row] * x[k] : 0;
    d.efc_state[row] =
        static_cast<int>(pushes ? ConstraintState::Quadratic : ConstraintState::Satisfied);
    cost -= 0.5 * d.efc_force[row] * x[k];
  }
  return cost;
}

}  // namespace

double update(const Model& m, Data& d, const double* x, bool with_curvature) {
  d.rows_shown = false;
  Problem p;
  p.D = d.efc_D.data();
  p.R = d.efc_R.data();
  p.loss = d.efc_frictionloss.data();
  p.mu = d.contact.mu.data();
  p.friction = d.contact.friction.data();
  p.force = d.efc_force.data();
  p.state = d.efc_state.data();
  double cost = 0;
  for (const Block& block : blocks(d)) {
    const double* at = x + block.row;
    if (block.is_pyramid()) {
      cost += update_edges(d, block, at);
      continue;
    }
    const Reaction<double> r = react(p, block, at);
    write_rows(p, block, at);
    cost += r.cost;
    if (!with_curvature || !block.is_cone() || !holds<double>(r.pieces, kSlides)) continue;
    double c[kMostBases * kMostBases];
    curvature(p, block, at, r.pieces, c);
    for (int i = 0; i < block.rows; ++i) {
      std::copy_n(c + i * kMostBases, block.rows, d.contact.H.row(block.id) + i * block.rows);
    }
  }
  multiply_jacobian_transposed(m, d, d.efc_force.data(), d.qfrc_constraint.data());
  return cost;
}

}  // namespace thew::constraint
