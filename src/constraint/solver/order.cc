#include "constraint/solver/order.h"

#include <algorithm>
#include <bit>

namespace thew::constraint {

namespace {

// Trees and which of them have a block in common, as a matrix of bits.
class Graph {
 public:
  Graph(const Problem& p, Memory& memory) : tree_of_(memory.take<int>(p.dofs)) {
    if (memory.full()) return;
    for (int i = 0; i < p.dofs; ++i) {
      trees_ += p.tree.ancestors(i) == 0 ? 1 : 0;
      tree_of_[i] = trees_ - 1;
    }
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

  void connect(const int* column, int columns) {
    if (columns == 0 || tree_of_[column[0]] == tree_of_[column[columns - 1]]) return;
    for (int i = 0; i < columns; ++i) {
      for (int j = 0; j < i; ++j) {
        const int a = tree_of_[column[i]], b = tree_of_[column[j]];
        if (a == b) continue;
        neighbours(a)[b / 64] |= bit(b);
        neighbours(b)[a / 64] |= bit(a);
      }
    }
  }

  int* tree_of_;
  std::uint64_t* bits_ = nullptr;
  int trees_ = 0, words_ = 0;
};

// The tree with fewest neighbours comes next, and leaves them all connected with one another.
// `rank` gets each tree's turn.
void order_trees(Graph& graph, int* degree, int* rank) {
  const int n = graph.trees();
  for (int t = 0; t < n; ++t) {
    degree[t] = graph.degree(t);
    rank[t] = -1;
  }
  for (int turn = 0; turn < n; ++turn) {
    int best = -1;
    for (int t = n; t-- > 0;) {
      if (rank[t] < 0 && (best < 0 || degree[t] < degree[best])) best = t;
    }
    rank[best] = turn;
    const std::uint64_t* shared = graph.neighbours(best);
    graph.each_neighbour(best, [&](int t) {
      std::uint64_t* own = graph.neighbours(t);
      for (int w = 0; w < graph.words(); ++w) own[w] |= shared[w];
      graph.remove(best, t);
      graph.remove(t, t);
      degree[t] = graph.degree(t);
    });
  }
}

}  // namespace

bool order_dofs(const Problem& p, Memory memory, int* place) {
  Graph graph(p, memory);
  int* degree = memory.take<int>(graph.trees());
  int* rank = memory.take<int>(graph.trees());
  int* end = memory.take<int>(graph.trees() + 1);
  if (memory.full()) return false;
  order_trees(graph, degree, rank);
  std::fill_n(end, graph.trees() + 1, 0);
  for (int i = 0; i < p.dofs; ++i) ++end[rank[graph.tree_of(i)]];
  for (int k = 1; k < graph.trees(); ++k) end[k] += end[k - 1];
  for (int i = 0; i < p.dofs; ++i) place[i] = --end[rank[graph.tree_of(i)]];
  return true;
}

}  // namespace thew::constraint
