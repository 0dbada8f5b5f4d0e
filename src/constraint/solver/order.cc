#include "constraint/solver/order.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace thew::constraint {

bool is_bushy(const Tiling& t, int tree) {
  constexpr int kMany = 32, kFew = 8;  // groups of a tree, tiles of a row
  const int groups = groups_of(t, tree), first = t.tree_group[tree], last = first + groups - 1;
  return groups > kMany &&
         t.group_tile[last] + t.group_tiles[last] - t.group_tile[first] < kFew * groups;
}

Units find_units(const Structure& p, Memory& memory) {
  const Tiling& t = p.tiling;
  Units u;
  for (const int tree : p.trees) u.count += is_bushy(t, tree) ? groups_of(t, tree) : 1;
  u.first = memory.take<int>(u.count);
  u.groups = memory.take<int>(u.count);
  u.of_group = memory.take<int>(t.groups);
  if (memory.full()) return u;
  int unit = 0;
  for (const int tree : p.trees) {
    const int groups = groups_of(t, tree), size = is_bushy(t, tree) ? 1 : groups;
    for (int g = 0; g < groups; g += size) {
      u.first[unit] = t.tree_group[tree] + g;
      u.groups[unit] = size;
      std::fill_n(u.of_group + u.first[unit], size, unit);
      ++unit;
    }
  }
  return u;
}

namespace {

// The units of a problem and which of them have a block or an entry of a matrix in common, as a
// matrix of bits.
class Graph {
 public:
  Graph(const Structure& p, const Units& units, Memory& memory)
      : units_(units),
        words_((units.count + 63) / 64),
        bits_(memory.take<std::uint64_t>(std::int64_t{units.count} * words_)),
        below_(memory.take<int>(units.count)) {
    if (memory.full()) return;
    std::fill_n(bits_, std::int64_t{units.count} * words_, std::uint64_t{0});
    std::fill_n(below_, units.count, 0);
    for (const Block& block : p.blocks) connect(p.group + block.column, block.groups);
    for (int t = 0; t < p.beside_tiles; ++t) {
      connect(unit_of(p.beside_row[t]), unit_of(p.beside_column[t]));
    }
    if (units.count > static_cast<int>(p.trees.size())) connect_trees(p.tiling);
  }

  int words() const { return words_; }
  std::uint64_t* neighbours(int unit) { return bits_ + std::int64_t{unit} * words_; }

  int degree(int unit) {
    int count = 0;
    for (int w = 0; w < words_; ++w) count += std::popcount(neighbours(unit)[w]);
    return count;
  }

  void remove(int unit, int from) { neighbours(from)[unit / 64] &= ~bit(unit); }

  /// Calls visit(unit) for the neighbours of a unit.
  template <class Visit>
  void each_neighbour(int unit, Visit visit) {
    for (int w = 0; w < words_; ++w) {
      for (std::uint64_t rest = neighbours(unit)[w]; rest != 0; rest &= rest - 1) {
        visit(64 * w + std::countr_zero(rest));
      }
    }
  }

  /// How many units below this one in its tree are still there.
  int below(int unit) const { return below_[unit]; }
  void take_from_above(const Tiling& t, int unit) {
    each_above(t, unit, [&](int above) { --below_[above]; });
  }

 private:
  static std::uint64_t bit(int unit) { return std::uint64_t{1} << (unit % 64); }

  int unit_of(int group) const { return units_.of_group[group]; }

  void connect(int a, int b) {
    if (a == b) return;
    neighbours(a)[b / 64] |= bit(b);
    neighbours(b)[a / 64] |= bit(a);
  }

  // Groups of one unit follow one another.
  void connect(const int* group, int groups) {
    for (int i = 1; i < groups; ++i) {
      const int unit = unit_of(group[i]);
      for (int j = i - 1, last = unit; j >= 0 && unit_of(group[i - 1]) != unit; --j) {
        const int other = unit_of(group[j]);
        if (other == last) continue;
        connect(unit, other);
        last = other;
      }
    }
  }

  // The groups above a group, where a tree is cut into groups.
  template <class Visit>
  void each_above(const Tiling& t, int unit, Visit visit) const {
    const int g = units_.first[unit];
    const int* column = t.tile_group + t.group_tile[g];
    if (units_.groups[unit] > 1) return;
    for (int k = 0; k + 1 < t.group_tiles[g]; ++k) visit(unit_of(column[k]));
  }

  // Groups of one tree by its inertia.
  void connect_trees(const Tiling& t) {
    for (int u = 0; u < units_.count; ++u) {
      each_above(t, u, [&](int above) {
        ++below_[above];
        connect(u, above);
      });
    }
  }

  const Units& units_;
  int words_;
  std::uint64_t* bits_;
  int* below_;
};

// An order that is known beforehand, where it serves.
class KnownOrder {
 public:
  KnownOrder(const Structure& p, const Units& units, Memory& memory)
      : p_(p),
        units_(units),
        is_known_(memory.take<bool>(units.count)),
        row_(memory.take<int>(p.tiling.groups + 1)) {}

  // Other units come first, from the last on: they fill in nothing where they are coupled with the
  // next ones at most.
  bool find(int* turn) {
    if (units_.count != static_cast<int>(p_.trees.size())) return false;
    if (!mark_known()) return false;
    find_rows();
    for (int t = 0; t < p_.beside_tiles; ++t) {
      if (!fits(p_.beside_row[t], p_.beside_column[t])) return false;
    }
    for (const Block& block : p_.blocks) {
      if (!is_in_place(p_.group + block.column, block.groups)) return false;
    }
    int at = 0;
    for (int u = units_.count; u-- > 0;) {
      if (!is_known_[u]) turn[at++] = u;
    }
    at = units_.count;
    for (const int dof : p_.beside_order) {
      if (dof >= 0) turn[--at] = unit_of(dof);
    }
    return true;
  }

 private:
  int unit_of(int dof) const { return units_.of_group[tile::group_of(p_.tiling.place[dof])]; }

  bool mark_known() {
    std::fill_n(is_known_, units_.count, false);
    bool any = false;
    for (const int dof : p_.beside_order) {
      if (dof < 0) continue;
      const int unit = unit_of(dof);
      if (is_known_[unit] || units_.groups[unit] != 1) return false;
      is_known_[unit] = any = true;
    }
    return any;
  }

  bool fits(int row, int column) const {
    const int a = units_.of_group[row], b = units_.of_group[column];
    if (is_known_[a] || is_known_[b]) return is_known_[a] && is_known_[b];
    return a - b <= 1 && b - a <= 1;
  }

  // Where the tiles of each row begin, which are in order.
  void find_rows() {
    int t = 0;
    for (int g = 0; g <= p_.tiling.groups; ++g) {
      while (t < p_.beside_tiles && p_.beside_row[t] < g) ++t;
      row_[g] = t;
    }
  }

  // Whether a block couples nothing that the tiles do not.
  bool is_in_place(const int* group, int groups) const {
    for (int i = 1; i < groups; ++i) {
      for (int j = 0; j < i; ++j) {
        if (units_.of_group[group[i]] == units_.of_group[group[j]]) continue;
        const int row = std::max(group[i], group[j]), column = std::min(group[i], group[j]);
        const int *from = p_.beside_column + row_[row], *to = p_.beside_column + row_[row + 1];
        if (!std::binary_search(from, to, column)) return false;
      }
    }
    return true;
  }

  const Structure& p_;
  const Units& units_;
  bool* is_known_;
  int* row_;
};

}  // namespace

// The unit with fewest neighbours comes next, of several the last, and leaves them all connected
// with one another.
void order_units(const Structure& p, const Units& units, Memory& memory, int* turn) {
  constexpr int kDone = std::numeric_limits<int>::max(), kLater = 1 << 30;
  constexpr int kMostUnits = 1 << 15;
  const int n = units.count;
  if (n == 1) return;
  if (!p.beside_order.empty()) {
    KnownOrder known(p, units, memory);
    if (memory.full() || known.find(turn)) return;
  }
  if (n > kMostUnits) return;
  Graph graph(p, units, memory);
  int* key = memory.take<int>(n);
  if (memory.full()) return;
  const auto key_of = [&](int u) {
    return (graph.below(u) > 0 ? kLater : 0) + graph.degree(u) * kMostUnits + (kMostUnits - 1 - u);
  };
  for (int u = 0; u < n; ++u) key[u] = key_of(u);
  for (int k = 0; k < n; ++k) {
    int least = kDone;
    for (int u = 0; u < n; ++u) least = std::min(least, key[u]);
    const int best = kMostUnits - 1 - least % kMostUnits;
    turn[k] = best;
    key[best] = kDone;
    graph.take_from_above(p.tiling, best);
    const std::uint64_t* shared = graph.neighbours(best);
    graph.each_neighbour(best, [&](int u) {
      std::uint64_t* own = graph.neighbours(u);
      for (int w = 0; w < graph.words(); ++w) own[w] |= shared[w];
      graph.remove(best, u);
      graph.remove(u, u);
      key[u] = key_of(u);
    });
  }
}

}  // namespace thew::constraint
