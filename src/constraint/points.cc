#include "constraint/points.h"

#include <algorithm>

#include "base/share.h"
#include "constraint/material.h"
#include "constraint/solver/newton.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

constexpr std::size_t kTogether = 64;  // points whose contacts are solved as one problem
constexpr std::int64_t kContactsToShare = 8;

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
        sum_(memory.take<T>(m.nv)),
        found_(memory.take<T>(p.columns)),
        count_(memory.take<int>(m.ntree)) {
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

  // Solves for one contact.
  BasicSolution<T> solve(Block block, Memory memory) const {
    const BasicProblem<T> q = problem(block, memory);
    if (memory.full()) return {false, 0, 0, {}};
    const BasicSolution<T> solution = solve_newton(q, memory);
    const int* column = d_.kept.block_column.data() + block.column;
    for (int k = 0; k < block.columns; ++k) found_[block.column + k] = q.acc[column[k]];
    return solution;
  }

  // Accelerations in the mean; those that nothing touches move freely.
  void finish() const {
    for (const Block& block : p_.blocks) {
      const int* column = d_.kept.block_column.data() + block.column;
      for (int k = 0; k < block.columns; ++k) {
        sum_[column[k]] = sum_[column[k]] + found_[block.column + k];
      }
    }
    each_dof(
        [&](int i, int count) { p_.acc[i] = count > 0 ? sum_[i] / T(count) : p_.smooth_acc[i]; });
  }

 private:
  BasicProblem<T> problem(Block& block, Memory& memory) const {
    BasicProblem<T> q = p_;
    int* const trees = memory.take<int>(block.columns);
    q.acc = memory.take<T>(m_.nv);
    if (memory.full()) return q;
    std::size_t count = 0;
    each_tree(m_, d_, block, [&](int tree) { trees[count++] = tree; });
    q.trees = {trees, count};
    q.aref = p_.aref + block.base;
    block.base = 0;
    q.blocks = {&block, 1};
    q.rows = block.rows;
    q.bases = block.bases;
    q.mass = mass_;
    q.smooth_force = force_;
    T trace(0);
    for (const int tree : q.trees) {
      for (int i = m_.tree_dofadr[tree]; i < m_.tree_dofadr[tree] + m_.tree_dofnum[tree]; ++i) {
        trace = trace + mass_[q.tree.start[i] + q.tree.ancestors(i)];
      }
    }
    q.scale = T(1) / math::max(trace, T(kMinVal));
    return q;
  }

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
  T *mass_, *force_, *sum_, *found_;
  int* count_;
};

// What solving for one contact takes, with tables over all dofs.
template <class T>
std::int64_t room_for_contact(const Model& m, const BasicProblem<T>& p) {
  constexpr std::int64_t kLeast = 1 << 20, kNumbersOfDof = 16;
  return kLeast + kNumbersOfDof * std::int64_t{sizeof(T)} * (m.nv + p.columns);
}

struct alignas(64) Outcome {
  bool found = true;
  int iterations = 0;
};

// The memory of each thread, as much for one as for each of many: what fits must not depend on how
// many there are. One where there is no room for more.
struct Rooms {
  Rooms(std::int64_t size, Memory& memory) : bytes(size), count(base::threads_to_share()) {
    Memory all = memory;
    take(all);
    if (all.full()) {
      count = 1;
      take(memory);
    }
    for (int k = 0; outcome != nullptr && k < count; ++k) outcome[k] = {};
  }
  std::span<std::byte> of(int thread) const {
    return {begin + thread * bytes, static_cast<std::size_t>(bytes)};
  }

  std::int64_t bytes;
  int count;
  std::byte* begin = nullptr;
  Outcome* outcome = nullptr;

 private:
  void take(Memory& memory) {
    begin = memory.take<std::byte>(bytes * count);
    outcome = memory.take<Outcome>(count);
  }
};

}  // namespace

template <class T>
bool solve_points(const Model& m, const BasicProblem<T>& p, Memory memory, BasicData<T>& d,
                  BasicSolution<T>& solution) {
  if (!is_of_points(m, p, memory)) return false;
  const Shares<T> shares(m, d, p, memory);
  Rooms rooms(room_for_contact(m, p), memory);
  if (memory.full()) return false;
  const auto contacts = static_cast<std::int64_t>(p.blocks.size());
  const std::int64_t least = rooms.count > 1 ? kContactsToShare : contacts;
  base::share_by_thread(contacts, least, [&](int thread, std::int64_t first, std::int64_t last) {
    Outcome& outcome = rooms.outcome[thread];
    for (std::int64_t i = first; i < last && outcome.found; ++i) {
      const Block& block = p.blocks[static_cast<std::size_t>(i)];
      const BasicSolution<T> one = shares.solve(block, Memory(rooms.of(thread)));
      outcome.found = one.found;
      outcome.iterations = std::max<int>(outcome.iterations, one.iterations);
    }
  });
  solution = {};
  for (int k = 0; k < rooms.count; ++k) {
    if (!rooms.outcome[k].found) return false;
    solution.iterations = std::max<int>(solution.iterations, rooms.outcome[k].iterations);
  }
  shares.finish();
  return true;
}

#define THEW_INSTANTIATE(T)                                                               \
  template bool solve_points(const Model&, const BasicProblem<T>&, Memory, BasicData<T>&, \
                             BasicSolution<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
