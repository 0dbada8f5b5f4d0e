// Around the dual methods: what they see, where they start, and what follows from their forces.

#include "constraint/dual.h"

#include <algorithm>

#include "constraint/grouped.h"
#include "constraint/project.h"
#include "constraint/solver/cost.h"
#include "constraint/solver/noslip.h"
#include "constraint/solver/pgs.h"
#include "constraint/statistics.h"

namespace thew::constraint {

namespace {

Dual dual_problem(Data& d, const double* bias) {
  Dual p;
  p.count = d.efc_AR_rownnz.data();
  p.start = d.efc_AR_rowadr.data();
  p.column = d.efc_AR_colind.data();
  p.matrix = d.efc_AR.data();
  p.R = d.efc_R.data();
  p.b = bias;
  p.loss = d.efc_frictionloss.data();
  p.mu = d.contact.mu.data();
  p.friction = d.contact.friction.data();
  p.force = d.efc_force.data();
  p.state = d.efc_state.data();
  return p;
}

// One over the trace of M over the dofs of an island, or all of them.
double scale_of(const Model& m, const Data& d, int island) {
  double trace = 0;
  for (int i = 0; i < m.nv; ++i) {
    if (d.nisland > 0 && d.dof_island[i] != island) continue;
    trace += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1];
  }
  return 1 / std::max(kMinVal, trace);
}

// Calls work(problem, island) with the blocks of each island, or of the whole model.
template <class Work>
void each_island(const Model& m, Data& d, const double* bias, Memory memory, Work work) {
  const std::span<Block> all = blocks(d);
  Block* part = memory.take<Block>(static_cast<std::int64_t>(all.size()));
  if (part == nullptr) return;
  Dual p = dual_problem(d, bias);
  for (int island = 0; island < std::max(d.nisland, 1); ++island) {
    Block* end = std::copy_if(all.begin(), all.end(), part, [&](const Block& block) {
      return d.nisland == 0 || d.efc_island[block.row] == island;
    });
    p.blocks = {part, end};
    p.scale = scale_of(m, d, island);
    work(p, island, memory);
  }
}

// Keeps the forces in efc_force to start from, if they are better than none.
void keep_better_than_none(Data& d, const double* bias) {
  double cost = 0;
  for (int i = 0; i < d.nefc; ++i) {
    double sum = 0;
    const int start = d.efc_AR_rowadr[i];
    for (int k = start; k < start + d.efc_AR_rownnz[i]; ++k) {
      sum = math::fma(d.efc_AR[k], d.efc_force[d.efc_AR_colind[k]], sum);
    }
    cost = math::fma(d.efc_force[i], bias[i] + 0.5 * sum, cost);
  }
  if (cost > 0) std::fill(d.efc_force.begin(), d.efc_force.end(), 0.0);
}

}  // namespace

void solve_dual(const Model& m, Data& d, Workspace<double>& w, const Problem& whole,
                const double* bias, Memory memory) {
  if (whole.warmstart == nullptr) {
    std::fill(d.efc_force.begin(), d.efc_force.end(), 0.0);
  } else {
    gather(m, whole.warmstart, w.grouped.data());
    react_to(whole, w.grouped.data());
    keep_better_than_none(d, bias);
  }
  each_island(m, d, bias, memory, [&](Dual& p, int island, Memory free) {
    p.tolerance = m.opt.tolerance;
    p.iterations = m.opt.iterations;
    record(d, island, solve_pgs(p, free));
  });
}

void take_out_slip(const Model& m, Data& d, const double* bias, Memory memory) {
  each_island(m, d, bias, memory, [&](Dual& p, int island, Memory free) {
    p.tolerance = m.opt.noslip_tolerance;
    p.iterations = m.opt.noslip_iterations;
    record(d, island, solve_noslip(p, free));
  });
}

void finish_dual(const Model& m, Data& d) {
  const Inertia<double> inertia = inertia_of(m, d);
  std::copy(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), d.qacc.begin());
  math::solve(inertia.tree, inertia.factor, inertia.inverse, d.qacc.data());
  for (int i = 0; i < m.nv; ++i) d.qacc[i] += d.qacc_smooth[i];
}

}  // namespace thew::constraint
