#include "constraint/solver/order.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace thew::constraint {

namespace {

// The trees of a problem and which of them have a block in common, as a matrix of bits.
class Graph {
 public:
  Graph(const Structure& p, Memory& memory)
      : group_tree_(p.tiling.group_tree),
        trees_(static_cast<int>(p.trees.size())),
        words_((trees_ + 63) / 64),
        index_(memory.take<int>(p.trees.back() + 1)),
        bits_(memory.take<std::uint64_t>(std::int64_t{trees_} * words_)) {
    if (memory.full()) return;
    for (int k = 0; k < trees_; ++k) index_[p.trees[k]] = k;
    std::fill_n(bits_, std::int64_t{trees_} * words_, std::uint64_t{0});
    for (const Block& block : p.blocks) connect(p.group + block.column, block.groups);
  }

  int trees() const { return trees_; }
  int words() const { return words_; }
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

  int tree_of(int group) const { return index_[group_tree_[group]]; }

  // Groups of one tree follow one another.
  void connect(const int* group, int groups) {
    for (int i = 1; i < groups; ++i) {
      const int tree = tree_of(group[i]);
      for (int j = i - 1, last = tree; j >= 0 && tree_of(group[i - 1]) != tree; --j) {
        const int other = tree_of(group[j]);
        if (other == last) continue;
        neighbours(tree)[other / 64] |= bit(other);
        neighbours(other)[tree / 64] |= bit(tree);
        last = other;
      }
    }
  }

  const int* group_tree_;
  int trees_, words_;
  int* index_;  // of the model's trees
  std::uint64_t* bits_;
};

}  // namespace

// The tree with fewest neighbours comes next, of several the last, and leaves them all connected
// with one another.
void order_trees(const Structure& p, Memory& memory, int* turn) {
  constexpr int kDone = std::numeric_limits<int>::max();
  constexpr int kMostTrees = 1 << 15;
  const int n = static_cast<int>(p.trees.size());
  if (n == 1 || n > kMostTrees) return;
  Graph graph(p, memory);
  int* key = memory.take<int>(n);
  if (memory.full()) return;
  const auto key_of = [&](int t) { return graph.degree(t) * kMostTrees + (kMostTrees - 1 - t); };
  for (int t = 0; t < n; ++t) key[t] = key_of(t);
  for (int k = 0; k < n; ++k) {
    int least = kDone;
    for (int t = 0; t < n; ++t) least = std::min(least, key[t]);
    const int best = kMostTrees - 1 - least % kMostTrees;
    turn[k] = best;
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

}  // namespace thew::constraint
