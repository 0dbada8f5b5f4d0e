#include "constraint/points.h"

#include <algorithm>

#include "constraint/material.h"
#include "constraint/solver/newton.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

constexpr std::size_t kTogether = 64;  // points whose contacts are solved as one problem

// Calls visit(tree) for the trees of a block, ascending.
template <class T, class Visit>
void each_tree(const Model& m, const BasicData<T>& d, const Block& block, Visit visit) {
  const int* column = d.kept.block_column.data() + block.column;
  int last = -1;
  for (int k = 0; k < block.columns; ++k) {
    const int tree = m.dof_treeid[column[k]];
    if (tree != last) visit(tree);
    last = tree;
  }
}

template <class T>
bool is_of_points(const Model& m, const BasicProblem<T>& p, Memory memory) {
  if (m.nxpbdrun == 0 || p.trees.size() <= kTogether) return false;
  const auto touches = [](const Block& block) {
    return block.kind() >= ConstraintType::ContactFrictionless &&
           block.kind() <= ConstraintType::ContactElliptic;
  };
  if (!std::all_of(p.blocks.begin(), p.blocks.end(), touches)) return false;
  const signed char* mark = mark_points(m, memory);
  return mark != nullptr && std::all_of(p.trees.begin(), p.trees.end(), [&](int tree) {
           return mark[m.tree_dofadr[tree]] != static_cast<signed char>(FlexXpbd::None);
         });
}

// The trees of a problem, with as many shares of mass and force as contacts.
template <class T>
class Shares {
 public:
  Shares(const Model& m, const BasicData<T>& d, const BasicProblem<T>& p, Memory& memory)
      : m_(m),
        d_(d),
        p_(p),
        mass_(memory.take<T>(d.M.size())),
        force_(memory.take<T>(m.nv)),
        acc_(memory.take<T>(m.nv)),
        sum_(memory.take<T>(m.nv)),
        count_(memory.take<int>(m.ntree)),
        tree_(memory.take<int>(m.ntree)) {
    if (memory.full()) return;
    for (const int tree : p.trees) count_[tree] = 0;
    for (const Block& block : p.blocks) each_tree(m, d, block, [&](int tree) { ++count_[tree]; });
    each_dof([&](int i, int count) {
      const T share = T(1) / T(std::max(count, 1));
      const int first = p.tree.start[i], last = first + p.tree.ancestors(i);
      for (int k = first; k <= last; ++k) mass_[k] = p.mass[k] * share;
      force_[i] = p.smooth_force[i] * share;
      sum_[i] = T(0);
    });
  }

  // The problem of one contact.
  BasicProblem<T> problem(Block& block) {
    BasicProblem<T> q = p_;
    std::size_t trees = 0;
    each_tree(m_, d_, block, [&](int tree) { tree_[trees++] = tree; });
    q.trees = {tree_, trees};
    q.aref = p_.aref + block.base;
    block.base = 0;
    q.blocks = {&block, 1};
    q.rows = block.rows;
    q.bases = block.bases;
    q.mass = mass_;
    q.smooth_force = force_;
    q.acc = acc_;
    T trace(0);
    for (const int tree : q.trees) {
      for (int i = m_.tree_dofadr[tree]; i < m_.tree_dofadr[tree] + m_.tree_dofnum[tree]; ++i) {
        trace = trace + mass_[q.tree.start[i] + q.tree.ancestors(i)];
      }
    }
    q.scale = T(1) / math::max(trace, T(kMinVal));
    return q;
  }

  void add(const BasicProblem<T>& q) {
    for (const int tree : q.trees) {
      for (int i = m_.tree_dofadr[tree]; i < m_.tree_dofadr[tree] + m_.tree_dofnum[tree]; ++i) {
        sum_[i] = sum_[i] + acc_[i];
      }
    }
  }

  // Accelerations in the mean; those that nothing touches move freely.
  void finish() const {
    each_dof(
        [&](int i, int count) { p_.acc[i] = count > 0 ? sum_[i] / T(count) : p_.smooth_acc[i]; });
  }

 private:
  template <class Visit>
  void each_dof(Visit visit) const {
    for (const int tree : p_.trees) {
      for (int i = m_.tree_dofadr[tree]; i < m_.tree_dofadr[tree] + m_.tree_dofnum[tree]; ++i) {
        visit(i, count_[tree]);
      }
    }
  }

  const Model& m_;
  const BasicData<T>& d_;
  const BasicProblem<T>& p_;
  T *mass_, *force_, *acc_, *sum_;
  int *count_, *tree_;
};

}  // namespace

template <class T>
bool solve_points(const Model& m, const BasicProblem<T>& p, Memory memory, BasicData<T>& d,
                  BasicSolution<T>& solution) {
  if (!is_of_points(m, p, memory)) return false;
  Shares<T> shares(m, d, p, memory);
  if (memory.full()) return false;
  solution = {};
  for (Block block : p.blocks) {
    const BasicProblem<T> q = shares.problem(block);
    const BasicSolution<T> one = solve_newton(q, memory);
    if (!one.found) return false;
    solution.iterations = std::max(solution.iterations, one.iterations);
    shares.add(q);
  }
  shares.finish();
  return true;
}

#define THEW_INSTANTIATE(T)                                                               \
  template bool solve_points(const Model&, const BasicProblem<T>&, Memory, BasicData<T>&, \
                             BasicSolution<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
