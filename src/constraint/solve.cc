// The constraint solver's stage: where to start, which method, and what follows from the forces.

#include <algorithm>

#include <thew/constraint.h>

#include "constraint/solver/newton.h"
#include "model/warning.h"

namespace thew::constraint {

namespace {

double trace(const Model& m, const Data& d) {
  double sum = 0;
  for (int i = 0; i < m.nv; ++i) sum += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1];
  return sum;
}

// The whole model as one problem.
Problem whole_model(const Model& m, Data& d) {
  Problem p;
  p.dofs = static_cast<int>(m.nv);
  p.rows = d.nefc;
  p.bases = static_cast<int>(d.row_sizes.nbase);
  p.blocks = blocks(d);
  p.column = d.scratch.block_column.data();
  p.jacobian = d.scratch.block_J.data();
  p.aref = d.scratch.base_aref.data();
  p.D = d.efc_D.data();
  p.R = d.efc_R.data();
  p.loss = d.efc_frictionloss.data();
  p.mu = d.contact.mu.data();
  p.friction = d.contact.friction.data();
  p.tree = {p.dofs, m.M_rownnz.data(), m.M_rowadr.data(), m.M_colind.data(), 1, m.dof_run.data()};
  p.mass = d.M.data();
  p.factor = d.qLD.data();
  p.inverse = d.qLDiagInv.data();
  p.smooth_force = d.qfrc_smooth.data();
  p.smooth_acc = d.qacc_smooth.data();
  p.scale = 1 / std::max(kMinVal, trace(m, d));
  p.tolerance = m.opt.tolerance;
  p.ls_tolerance = m.opt.ls_tolerance;
  p.iterations = m.opt.iterations;
  p.ls_iterations = m.opt.ls_iterations;
  p.acc = d.qacc.data();
  p.force = d.efc_force.data();
  p.state = d.efc_state.data();
  return p;
}

// Starts from the last step's acceleration where that costs less than no constraint force.
void warmstart(const Model& m, Data& d, const Problem& p, const Memory& memory) {
  if (!has(m.opt.disableflags, DisableBit::Warmstart) &&
      cost_of(p, d.qacc_warmstart.data(), memory) < cost_of(p, d.qacc_smooth.data(), memory)) {
    std::copy(d.qacc_warmstart.begin(), d.qacc_warmstart.end(), d.qacc.begin());
  } else {
    std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), d.qacc.begin());
  }
}

void collect_force(Data& d) {
  std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), 0.0);
  for (int i = 0; i < d.nefc; ++i) {
    const double force = d.efc_force[i];
    if (force == 0) continue;
    const int adr = d.efc_J_rowadr[i];
    for (int k = adr; k < adr + d.efc_J_rownnz[i]; ++k) {
      double& sum = d.qfrc_constraint[d.efc_J_colind[k]];
      sum = math::fma(d.efc_J[k], force, sum);
    }
  }
}

}  // namespace

template <>
void solve(const Model& m, Data& d) {
  if (d.nefc == 0) {
    std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), d.qacc.begin());
    std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), 0.0);
    return;
  }
  const Memory memory(d.free_memory(), d.free_bytes());
  const Problem p = whole_model(m, d);
  warmstart(m, d, p, memory);
  const Solution solution = solve_newton(p, memory);
  if (solution.iterations < 0) raise(d, Warning::Cnstrfull, d.nefc, true);
  d.solver_niter[0] = std::max(solution.iterations, 0);
  collect_force(d);
}

template <>
void inverse(const Model& m, Data& d) {
  if (d.nefc == 0) {
    std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), 0.0);
    return;
  }
  cost_of(whole_model(m, d), d.qacc.data(), Memory(d.free_memory(), d.free_bytes()));
  collect_force(d);
}

}  // namespace thew::constraint
