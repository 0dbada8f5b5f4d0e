#include "constraint/points.h"

#include <algorithm>

#include "base/share.h"
#include "constraint/material.h"
#include "constraint/solver/lone_block.h"
#include "constraint/solver/lone_four.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

constexpr std::size_t kTogether = 64;  // points whose contacts are solved as one problem
constexpr std::int64_t kContactsToShare = 32;
constexpr int kFour = 4;  // contacts in the lanes of a register

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

// Calls visit(dof) for the dofs of a problem.
template <class T, class Visit>
void each_dof(const Model& m, const BasicProblem<T>& p, Visit visit) {
  for (const int tree : p.trees) {
    const int first = m.tree_dofadr[tree];
    for (int i = first; i < first + m.tree_dofnum[tree]; ++i) visit(i);
  }
}

template <class T>
bool is_of_points(const Model& m, const BasicData<T>& d, const BasicProblem<T>& p, Memory memory) {
  if (m.nflex == 0 || p.beside_tiles > 0) return false;
  const bool alone = p.blocks.size() == 1 || d.nisland == d.row_sizes.nblock;
  if (!alone && (m.nxpbdrun == 0 || p.trees.size() <= kTogether)) return false;
  const auto touches = [](const Block& block) {
    return block.kind() >= ConstraintType::ContactFrictionless &&
           block.kind() <= ConstraintType::ContactElliptic;
  };
  if (!std::all_of(p.blocks.begin(), p.blocks.end(), touches)) return false;
  bool apart = true;  // dofs of points have no inertia in common
  each_dof(m, p, [&](int i) { apart &= p.tree.ancestors(i) == 0; });
  if (alone || !apart) return apart;
  const signed char* mark = mark_points(m, memory);
  if (mark == nullptr) return false;
  each_dof(m, p, [&](int i) { apart &= mark[i] != static_cast<signed char>(FlexXpbd::None); });
  return apart;
}

// The trees of a problem, with as many shares of mass as contacts. Vectors over dofs are in whole
// groups of four.
template <class T>
class Shares {
 public:
  Shares(const Model& m, const BasicData<T>& d, const BasicProblem<T>& p, Memory& memory)
      : m_(m),
        p_(p),
        mass_(take_vector(memory)),
        inverse_(take_vector(memory)),
        smooth_acc_(take_vector(memory)),
        warm_(take_vector(memory)),
        pull_(take_vector(memory)),
        force_(memory.take<T>(p.bases)),
        count_(memory.take<int>(m.ntree)) {
    if (memory.full()) return;
    for (const int tree : p.trees) count_[tree] = 0;
    for (const Block& block : p.blocks) each_tree(m, d, block, [&](int tree) { ++count_[tree]; });
    for (const int tree : p.trees) start(tree);
  }

  // Solves for some contacts, four at a time where they are alike; returns the number of iterations
  // of that which took most. How contacts are put together does not depend on threads.
  int solve_some(const BasicData<T>& d, const Block* block, int count) const {
    if (count == kFour && std::all_of(block, block + kFour, [&](const Block& b) {
          return LoneFour<T>::takes(b) && is_one_point(d, b);
        })) {
      LoneFour<T> four(p_, block, mass_, inverse_, smooth_acc_);
      const int iterations = four.solve(p_.warmstart == nullptr ? nullptr : warm_);
      four.write();
      four.write_bases(force_);
      return iterations;
    }
    int most = 0;
    for (int k = 0; k < count; ++k) most = std::max(most, solve(block[k]));
    return most;
  }

  // Solves for one contact; returns the number of iterations.
  int solve(const Block& block) const {
    const T scale = T(1) / math::max(trace(block), T(kMinVal));
    int iterations = 0;
    with_bases(block.bases, [&](auto bases) {
      LoneBlock<T, bases()> contact(p_, block, inverse_, smooth_acc_, scale);
      iterations = contact.solve(p_.warmstart == nullptr ? nullptr : warm_);
      contact.write();
      std::copy_n(contact.force(), bases(), force_ + block.base);
    });
    return iterations;
  }

  // A point moves as its shares do in the mean: by the sum of all forces.
  void finish() const {
    for (const Block& block : p_.blocks) {
      add_force(block, p_.group + block.column, p_.jacobian + block.tile, force_ + block.base, 1,
                pull_);
    }
    for (const int tree : p_.trees) {
      const T share = T(1) / T(std::max(count_[tree], 1));  // of the mass
      const int first = m_.tree_dofadr[tree];
      for (int i = first; i < first + m_.tree_dofnum[tree]; ++i) {
        const int place = m_.dof_place[i];
        p_.acc[i] = p_.smooth_acc[i] + pull_[place] * (inverse_[place] * share);
      }
    }
  }

 private:
  T* take_vector(Memory& memory) {
    return memory.take<T>(std::int64_t{tile::kSide} * p_.tiling.groups);
  }

  // Whether the dofs of a contact are those of one body, in the first three places of a group.
  bool is_one_point(const BasicData<T>& d, const Block& block) const {
    const int dof = d.kept.block_column[block.column];
    return m_.tree_dofnum[m_.dof_treeid[dof]] == 3 && tile::within(m_.dof_place[dof]) == 0;
  }

  void start(int tree) const {
    const T shares = T(std::max(count_[tree], 1));
    const int first = m_.tree_dofadr[tree], last = first + m_.tree_dofnum[tree] - 1;
    if (last == first + 2 && tile::within(m_.dof_place[first]) == 0)
      return start_point(first, shares);
    const int end = tile::kSide * (tile::group_of(m_.dof_place[last]) + 1);
    for (int k = tile::kSide * p_.tiling.tree_group[tree]; k < end; k += tile::kSide) {
      for (T* vector : {mass_, inverse_, smooth_acc_, warm_, pull_}) {
        tile::Row<T>(T(0)).store(vector + k);
      }
    }
    for (int i = first; i <= last; ++i) {
      const int place = m_.dof_place[i];
      const T mass = p_.mass[p_.tree.start[i]];
      mass_[place] = mass / shares;
      inverse_[place] = shares / mass;
      smooth_acc_[place] = p_.smooth_acc[i];
      if (p_.warmstart != nullptr) warm_[place] = p_.warmstart[i];
    }
  }

  // The same for three dofs that are a group.
  void start_point(int first, const T& shares) const {
    using Row = tile::Row<T>;
    Row mass(T(0)), weight(T(1)), smooth(T(0)), warm(T(0));
    for (int k = 0; k < 3; ++k) {
      const int i = first + k;
      const T own = p_.mass[p_.tree.start[i]];
      mass.set(k, own), weight.set(k, own);
      smooth.set(k, p_.smooth_acc[i]);
      if (p_.warmstart != nullptr) warm.set(k, p_.warmstart[i]);
    }
    Row inverse = Row(shares) / weight;
    inverse.set(3, T(0));
    const int place = m_.dof_place[first];
    (shares == T(1) ? mass : mass / Row(shares)).store(mass_ + place);
    inverse.store(inverse_ + place);
    smooth.store(smooth_acc_ + place);
    warm.store(warm_ + place);
    Row(T(0)).store(pull_ + place);
  }

  // Of the inertia of the dofs at a contact.
  T trace(const Block& block) const {
    const int* group = p_.group + block.column;
    if (block.groups == 0) return mass_[group[0]];
    T sum(0);
    for (int g = 0; g < block.groups; ++g) {
      sum = sum + tile::sum(tile::Row<T>::load(mass_ + tile::kSide * group[g]));
    }
    return sum;
  }

  const Model& m_;
  const BasicProblem<T>& p_;
  T *mass_, *inverse_, *smooth_acc_, *warm_, *pull_, *force_;
  int* count_;
};

struct alignas(64) Most {
  int iterations = 0;
};

}  // namespace

template <class T>
bool solve_points(const Model& m, const BasicProblem<T>& p, Memory memory, BasicData<T>& d,
                  BasicSolution<T>& solution) {
  if (!is_of_points(m, d, p, memory)) return false;
  const Shares<T> shares(m, d, p, memory);
  Most* const most = memory.take<Most>(base::threads_to_share());
  if (memory.full()) return false;
  std::fill_n(most, base::threads_to_share(), Most());
  const int contacts = static_cast<int>(p.blocks.size());
  base::share_by_thread((contacts + kFour - 1) / kFour, kContactsToShare / kFour,
                        [&](int thread, std::int64_t first, std::int64_t last) {
                          const int end = std::min(contacts, kFour * static_cast<int>(last));
                          for (int i = kFour * static_cast<int>(first); i < end; i += kFour) {
                            const int iterations =
                                shares.solve_some(d, p.blocks.data() + i, std::min(kFour, end - i));
                            most[thread].iterations = std::max(most[thread].iterations, iterations);
                          }
                        });
  solution = {};
  for (int k = 0; k < base::threads_to_share(); ++k) {
    solution.iterations = std::max<int>(solution.iterations, most[k].iterations);
  }
  shares.finish();
  return true;
}

#define THEW_INSTANTIATE(T)                                                               \
  template bool solve_points(const Model&, const BasicProblem<T>&, Memory, BasicData<T>&, \
                             BasicSolution<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
