// The order in which a solver of the metric eliminates the vertices of flexes, so that little fills
// in. It depends on nothing but which vertices have an element in common.

#include <algorithm>
#include <bit>
#include <cstdint>

#include "compile/flex/flex.h"

namespace thew::compile {

namespace {

// Which vertices are coupled, as rows of bits.
class Couplings {
 public:
  explicit Couplings(int count)
      : count_(count),
        words_((static_cast<std::size_t>(count) + 63) / 64),
        bits_(words_ * static_cast<std::size_t>(count)) {}

  void connect(int a, int b) {
    if (a < 0 || b < 0 || a == b) return;
    row(a)[word_of(b)] |= bit(b);
    row(b)[word_of(a)] |= bit(a);
  }
  int degree(int a) const {
    int sum = 0;
    for (std::size_t w = 0; w < words_; ++w) sum += std::popcount(row(a)[w]);
    return sum;
  }
  // Pairs of neighbours that are not coupled: twice what fills in when the vertex is eliminated.
  int lacking(int a) const {
    int sum = 0;
    each_neighbour(a, [&](int b) {
      for (std::size_t w = 0; w < words_; ++w) sum += std::popcount(row(a)[w] & ~row(b)[w]);
      --sum;  // itself
    });
    return sum;
  }
  // Couples the neighbours of a vertex with one another, and takes it out.
  void eliminate(int a) {
    each_neighbour(a, [&](int b) {
      for (std::size_t w = 0; w < words_; ++w) row(b)[w] |= row(a)[w];
      row(b)[word_of(a)] &= ~bit(a);
      row(b)[word_of(b)] &= ~bit(b);
    });
  }
  template <class Visit>
  void each_neighbour(int a, Visit visit) const {
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t rest = row(a)[w]; rest != 0; rest &= rest - 1) {
        visit(static_cast<int>(64 * w) + std::countr_zero(rest));
      }
    }
  }
  int count() const { return count_; }

 private:
  static std::size_t word_of(int a) { return static_cast<std::size_t>(a) / 64; }
  static std::uint64_t bit(int a) { return std::uint64_t{1} << (static_cast<unsigned>(a) % 64); }
  std::uint64_t* row(int a) { return bits_.data() + words_ * static_cast<std::size_t>(a); }
  const std::uint64_t* row(int a) const {
    return bits_.data() + words_ * static_cast<std::size_t>(a);
  }

  int count_;
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

void connect_all(const FlexDraft& flex, const std::vector<int>& place, const int* vertex, int count,
                 Couplings& couplings) {
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < i; ++j) {
      if (vertex[i] < 0 || vertex[j] < 0) continue;
      couplings.connect(place[flex.vertbody[vertex[i]]], place[flex.vertbody[vertex[j]]]);
    }
  }
}

// By elements, by pairs of triangles that bend, and by bends of rods.
void connect(const FlexDraft& flex, const std::vector<int>& place, Couplings& couplings) {
  const int dim = flex.spec->dim;
  for (int e = 0; e < flex.elements(); ++e) {
    connect_all(flex, place, &flex.elem[(dim + 1) * e], dim + 1, couplings);
  }
  if (flex.bending.empty()) return;
  for (std::size_t e = 0; e < flex.edge.size() && dim == 2; ++e) {
    const int vertex[4] = {flex.edge[e][0], flex.edge[e][1], flex.flap[e][0], flex.flap[e][1]};
    if (vertex[3] >= 0) connect_all(flex, place, vertex, 4, couplings);
  }
  for (std::size_t r = 1; r + 4 <= flex.bending.size() && dim == 1; r += 10) {
    int vertex[4];
    for (std::size_t i = 0; i < 4; ++i) vertex[i] = static_cast<int>(flex.bending[r + i]);
    connect_all(flex, place, vertex, 4, couplings);
  }
}

// The vertex that fills in least comes first; of very many the one with fewest neighbours, which is
// found sooner.
std::vector<int> order_of(Couplings& couplings) {
  constexpr int kMany = 2048, kLeft = -1;
  const auto cost_of = [&](int a) {
    return couplings.count() > kMany ? couplings.degree(a) : couplings.lacking(a);
  };
  std::vector<int> cost, order;
  for (int a = 0; a < couplings.count(); ++a) cost.push_back(cost_of(a));
  while (static_cast<int>(order.size()) < couplings.count()) {
    int best = kLeft;
    for (int a = 0; a < couplings.count(); ++a) {
      if (cost[a] != kLeft && (best == kLeft || cost[a] <= cost[best])) best = a;
    }
    order.push_back(best);
    cost[best] = kLeft;
    std::vector<bool> touched(static_cast<std::size_t>(couplings.count()));
    couplings.eliminate(best);
    couplings.each_neighbour(best, [&](int b) {
      touched[b] = true;
      if (couplings.count() <= kMany)
        couplings.each_neighbour(b, [&](int c) { touched[c] = true; });
    });
    for (int a = 0; a < couplings.count(); ++a) {
      if (touched[a] && cost[a] != kLeft) cost[a] = cost_of(a);
    }
  }
  return order;
}

}  // namespace

std::vector<int> elimination_order(const Draft& draft, const std::vector<int>& dofs) {
  constexpr int kMost = 1 << 14;
  const int count = static_cast<int>(dofs.size());
  if (count > kMost) return dofs;
  std::vector<int> place(draft.bodies.size(), -1);
  for (std::size_t b = 0; b < draft.bodies.size(); ++b) {
    const auto found = std::lower_bound(dofs.begin(), dofs.end(), draft.bodies[b].first_dof);
    const bool is_there =
        draft.bodies[b].dofs == 3 && found != dofs.end() && *found == draft.bodies[b].first_dof;
    if (is_there) place[b] = static_cast<int>(found - dofs.begin());
  }
  Couplings couplings(count);
  for (const FlexDraft& flex : draft.flexes) {
    if (!flex.interpolated() && !flex.rigid) connect(flex, place, couplings);
  }
  std::vector<int> order;
  for (const int vertex : order_of(couplings)) order.push_back(dofs[vertex]);
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace thew::compile
