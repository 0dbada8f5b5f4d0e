#include <algorithm>

#include "constraint/classic/classic.h"
#include "constraint/dual.h"
#include "constraint/grouped.h"
#include "constraint/project.h"
#include "constraint/show.h"
#include "constraint/statistics.h"
#include "math/resolution.h"
#include "model/lane_types.h"
#include "model/warning.h"

namespace thew::constraint::classic {

namespace {

// Without enough memory nothing pushes.
template <class T>
void let_go(BasicData<T>& d, std::span<const Block> some) {
  raise(d, Warning::Cnstrfull, d.nefc, true);
  for (const Block& block : some) {
    std::fill_n(d.efc_force.data() + block.row, block.rows, T(0));
    std::fill_n(d.efc_state.data() + block.row, block.rows,
                static_cast<int>(ConstraintState::Satisfied));
  }
}

// The method that the model asks for. The gradient that does not converge leaves it to sweeps, from
// the start again, or gives up all forces. Without a tolerance it ends where it is told to.
template <class S>
Outcome<S> solve_contacts(const Model& m, const Dual<S>& p, Memory memory, bool& fell_back) {
  const auto solver = static_cast<Solver>(m.opt.solver);
  if (solver != Solver::Cg && solver != Solver::CgStrict) return sweep(p, memory);
  S* start = memory.take<S>(p.rows);
  if (start != nullptr) std::copy_n(p.force, p.rows, start);
  const Outcome<S> outcome = descend(p, memory);
  const bool complete = !(p.tolerance > 0) && outcome.iterations == p.iterations;
  if (outcome.converged || complete) return outcome;
  fell_back = true;
  if (solver == Solver::CgStrict || start == nullptr) {
    std::fill_n(p.force, p.rows, S(0));
    return outcome;
  }
  std::copy_n(start, p.rows, p.force);
  Outcome<S> swept = sweep(p, memory);
  swept.iterations += outcome.iterations;
  return swept;
}

template <class S>
void set_states(const Dual<S>& p) {
  using enum ConstraintState;
  for (const DualBlock<S>& block : p.blocks) {
    const S* force = p.force + block.row;
    const ConstraintState state = force[0] <= 0          ? Satisfied
                                  : sticks(block, force) ? Quadratic
                                                         : Cone;
    std::fill_n(p.state + block.row, block.rows(), static_cast<S>(state));
  }
}

template <class T>
void keep_statistics(BasicData<T>& d, int island, const Dual<T>& p, const Outcome<T>& outcome) {
  if (island >= kNISLAND) return;
  record(d, island, BasicSolution<T>{true, outcome.iterations, p.entries, {}});
  d.solver_residual[island] = outcome.residual;
  d.solver_converged[island] = outcome.converged ? 1 : 0;
}

template <class T>
bool solve_islands(const Model& m, BasicData<T>& d, Workspace<T>& w, Memory memory) {
  T* bias = memory.take<T>(d.nefc);
  if (memory.full()) return false;
  find_bias(m, d, w, d.qacc_smooth.data(), bias);
  const std::span<Dual<T>> problems = make_problems(m, d, contact_blocks(d), bias, memory);
  if (problems.empty() || memory.full()) return false;
  for (int k = 0; k < std::ssize(problems); ++k) {
    Dual<T>& p = problems[static_cast<std::size_t>(k)];
    p.tolerance = m.opt.tolerance > 0 ? math::resolvable<T>(m.opt.tolerance) : T(0);
    p.iterations = m.opt.iterations;
    bool fell_back = false;
    keep_statistics(d, k, p, solve_contacts(m, p, memory, fell_back));
    d.solver_fallback[0] += fell_back ? 1 : 0;
    set_states(p);
    write_back(p, 0, d);
  }
  return true;
}

}  // namespace

template <class T>
void solve(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  std::fill(d.solver_residual.begin(), d.solver_residual.end(), T(0));
  std::fill(d.solver_converged.begin(), d.solver_converged.end(), 0);
  const Memory memory(w.solver);
  if (d.nefc > 0 && !push_back(m, d, memory)) let_go(d, penalty_blocks(d));
  if (d.nefc > 0 && !contact_blocks(d).empty()) {
    recall(m, d);
    if (!solve_islands(m, d, w, memory)) let_go(d, contact_blocks(d));
  }
  remember(m, d);
}

namespace {

// What the rows of contacts lack of aref at qacc, less what limits and equalities accelerate:
// efc_force has the forces of these, and none of contacts.
template <class T>
void find_lack(const Model& m, BasicData<T>& d, Workspace<T>& w, T* lack) {
  collect_force(m, d, w);
  T* acc = w.dof_b.data();
  std::copy(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), acc);
  const Inertia<T> inertia = inertia_of(m, d);
  math::solve(inertia.tree, inertia.factor, inertia.inverse, acc);
  for (int i = 0; i < m.nv; ++i) acc[i] = d.qacc[i] - acc[i];
  find_bias(m, d, w, acc, lack);
}

template <class T>
bool invert_contacts(const Model& m, BasicData<T>& d, Workspace<T>& w, Memory memory) {
  T* lack = memory.take<T>(d.nefc);
  if (memory.full()) return false;
  find_lack(m, d, w, lack);
  const std::span<Dual<T>> problems = make_problems(m, d, contact_blocks(d), lack, memory);
  for (const Dual<T>& p : problems) {
    for (const DualBlock<T>& block : p.blocks) {
      force_at(block, p.R + block.row, p.b + block.row, p.force + block.row);
    }
    set_states(p);
    write_back(p, 0, d);
  }
  return !problems.empty();
}

}  // namespace

template <class T>
void inverse(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  const Memory memory(w.solver);
  if (!push_back(m, d, memory)) let_go(d, penalty_blocks(d));
  const std::span<const Block> contacts = contact_blocks(d);
  if (contacts.empty()) return;
  std::fill(d.efc_force.begin() + contacts[0].row, d.efc_force.begin() + d.nefc, T(0));
  if (!invert_contacts(m, d, w, memory)) let_go(d, contacts);
}

#define THEW_INSTANTIATE(T)                                        \
  template void solve(const Model&, BasicData<T>&, Workspace<T>&); \
  template void inverse(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint::classic
