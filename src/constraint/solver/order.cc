#include "constraint/solver/order.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace thew::constraint {

namespace {

// Trees and which of them have a block in common, as a matrix of bits.
class Graph {
 public:
  Graph(const Problem& p, Memory& memory) : tree_of_(memory.take<int>(p.dofs)) {
    if (memory.full()) return;
    for (int i = 0; i < p.dofs; ++i) {
      trees_ += i == 0 || p.tree_id[i] != p.tree_id[i - 1] ? 1 : 0;
      tree_of_[i] = trees_ - 1;
    }
    if (trees_ == 1) return;
    words_ = (trees_ + 63) / 64;
    bits_ = memory.take<std::uint64_t>(std::int64_t{trees_} * words_);
    if (memory.full()) return;
    std::fill_n(bits_, std::int64_t{trees_} * words_, std::uint64_t{0});
    for (const Block& block : p.blocks) connect(p.column + block.column, block.columns);
  }

  int trees() const { return trees_; }
  int words() const { return words_; }
  int tree_of(int dof) const { return tree_of_[dof]; }
  std::uint64_t* neighbours(int tree) { return bits_ + std::int64_t{tree} * words_; }

  int degree(int tree) {
    int count = 0;
    for (int w = 0; w < words_; ++w) count += std::popcount(neighbours(tree)[w]);
    return count;
  }

  void remove(int tree, int from) { neighbours(from)[tree / 64] &= ~bit(tree); }

  /// Calls visit(tree) for the neighbours of a tree.
  template <class Visit>
  void each_neighbour(int tree, Visit visit) {
    for (int w = 0; w < words_; ++w) {
      for (std::uint64_t rest = neighbours(tree)[w]; rest != 0; rest &= rest - 1) {
        visit(64 * w + std::countr_zero(rest));
      }
    }
  }

 private:
  static std::uint64_t bit(int tree) { return std::uint64_t{1} << (tree % 64); }

  // Columns of one tree follow one another.
  void connect(const int* column, int columns) {
    for (int i = 1; i < columns; ++i) {
      const int tree = tree_of_[column[i]];
      for (int j = i - 1, last = tree; j >= 0 && tree_of_[column[i - 1]] != tree; --j) {
        const int other = tree_of_[column[j]];
        if (other == last) continue;
        neighbours(tree)[other / 64] |= bit(other);
        neighbours(other)[tree / 64] |= bit(tree);
        last = other;
      }
    }
  }

  int* tree_of_;
  std::uint64_t* bits_ = nullptr;
  int trees_ = 0, words_ = 0;
};

// The tree with fewest neighbours comes next, of several the last, and leaves them all connected
// with one another. `rank` gets each tree's turn; `key` is memory.
void order_trees(Graph& graph, int* key, int* rank) {
  constexpr int kDone = std::numeric_limits<int>::max();
  constexpr int kMostTrees = 1 << 15;
  const int n = graph.trees();
  if (n > kMostTrees) {
    for (int t = 0; t < n; ++t) rank[t] = n - 1 - t;
    return;
  }
  const auto key_of = [&](int t) { return graph.degree(t) * kMostTrees + (kMostTrees - 1 - t); };
  for (int t = 0; t < n; ++t) key[t] = key_of(t);
  for (int turn = 0; turn < n; ++turn) {
    int least = kDone;
    for (int t = 0; t < n; ++t) least = std::min(least, key[t]);
    const int best = kMostTrees - 1 - least % kMostTrees;
    rank[best] = turn;
    key[best] = kDone;
    const std::uint64_t* shared = graph.neighbours(best);
    graph.each_neighbour(best, [&](int t) {
      std::uint64_t* own = graph.neighbours(t);
      for (int w = 0; w < graph.words(); ++w) own[w] |= shared[w];
      graph.remove(best, t);
      graph.remove(t, t);
      key[t] = key_of(t);
    });
  }
}

}  // namespace

int order_dofs(const Problem& p, int group, Memory memory, int* place) {
  Graph graph(p, memory);
  if (memory.full()) return 0;
  const auto groups_of = [group](int places) { return (places + group - 1) / group; };
  if (graph.trees() == 1) {
    for (int i = 0; i < p.dofs; ++i) place[i] = p.dofs - 1 - i;
    return groups_of(p.dofs);
  }
  int* degree = memory.take<int>(graph.trees());
  int* rank = memory.take<int>(graph.trees());
  int* end = memory.take<int>(graph.trees());
  if (memory.full()) return 0;
  order_trees(graph, degree, rank);
  std::fill_n(end, graph.trees(), 0);
  for (int i = 0; i < p.dofs; ++i) ++end[rank[graph.tree_of(i)]];
  int groups = 0;
  for (int k = 0; k < graph.trees(); ++k) {
    const int dofs = end[k];
    end[k] = groups * group + dofs;
    groups += groups_of(dofs);
  }
  for (int i = 0; i < p.dofs; ++i) place[i] = --end[rank[graph.tree_of(i)]];
  return groups;
}

}  // namespace thew::constraint
