#include "compile/table/tiles.h"

#include <algorithm>
#include <numeric>

#include "compile/stages.h"
#include "constraint/solver/tile.h"

namespace thew::compile {

namespace {

using constraint::tile::kSide;

// Adds what `from` has to an ascending list.
void unite(const std::vector<int>& from, std::vector<int>& to) {
  std::vector<int> both;
  std::set_union(from.begin(), from.end(), to.begin(), to.end(), std::back_inserter(both));
  to = std::move(both);
}

// Where an entry of M in row i and column j <= i is.
int address(const Tiles& tiles, const std::vector<int>& start, int i, int j) {
  const int row = tiles.place[i], column = tiles.place[j];
  const std::vector<int>& groups = tiles.rows[row / kSide];
  const auto found = std::lower_bound(groups.begin(), groups.end(), column / kSide);
  const int tile = start[row / kSide] + static_cast<int>(found - groups.begin());
  return (tile * kSide + row % kSide) * kSide + column % kSide;
}

using Rows = std::vector<std::vector<int>>;

// Rows of tiles of one tree, the dofs from `first` on, by their places in it.
Rows cut_tree(std::span<const int> dof_parent, int first, const std::vector<int>& place) {
  Rows rows(static_cast<std::size_t>(place.back() / kSide + 1));
  for (std::size_t i = 0; i < place.size(); ++i) {
    const int group = place[i] / kSide, parent = dof_parent[static_cast<std::size_t>(first) + i];
    if (parent >= 0)
      unite(rows[static_cast<std::size_t>(place[parent - first] / kSide)], rows[group]);
    unite({group}, rows[group]);
  }
  return rows;
}

// How many tiles there are when rows have been eliminated from the last to the first: the nearest
// row that a row touches takes over the rest of it.
std::size_t count_filled(Rows rows) {
  std::size_t count = 0;
  for (std::size_t i = rows.size(); i-- > 0;) {
    count += rows[i].size();
    rows[i].pop_back();
    if (!rows[i].empty()) unite(rows[i], rows[rows[i].back()]);
  }
  return count;
}

// Places that follow one another, from a place of the first group on by which least fills in.
std::vector<int> dense_places(std::span<const int> dof_parent, int first, int end) {
  std::vector<int> best;
  std::size_t least = 0;
  for (int pad = 0; (pad + end - first) % kSide != 1 || pad == 0; ++pad) {
    std::vector<int> place(static_cast<std::size_t>(end - first));
    std::iota(place.begin(), place.end(), pad);
    const std::size_t filled = count_filled(cut_tree(dof_parent, first, place));
    if (pad > 0 && filled >= least) continue;
    least = filled;
    best = std::move(place);
  }
  return best;
}

// Dofs from `first` on that end in a leaf, each the only one below the one before: a branch. Zero
// where they do not end in a leaf, or fill more than a group.
int twig_at(std::span<const int> dof_parent, const std::vector<int>& children, int first, int end) {
  int n = 1;
  while (first + n < end && children[first + n - 1] == 1 && dof_parent[first + n] == first + n - 1)
    ++n;
  return n <= kSide && children[first + n - 1] == 0 ? n : 0;
}

// Where a tree has very many small branches, such as the vertices of a flex on a body that moves,
// each of them has a group of its own, so that they can be eliminated in any order. Nothing where
// it has not.
std::vector<int> twig_places(std::span<const int> dof_parent, int first, int end) {
  constexpr int kMany = 33;
  std::vector<int> children(static_cast<std::size_t>(end)), place;
  for (int i = first + 1; i < end; ++i) ++children[dof_parent[i]];
  int twigs = 0, next = 0;
  for (int i = first; i < end;) {
    const bool branches = i > first && children[dof_parent[i]] > 1;
    const int n = branches ? twig_at(dof_parent, children, i, end) : 0;
    const int whole = (next + kSide - 1) / kSide * kSide;
    if (n > 0) next = whole;
    for (int k = 0; k < std::max(n, 1); ++k) place.push_back(next++);
    if (n > 0) next = whole + kSide;
    twigs += n > 0 ? 1 : 0;
    i += std::max(n, 1);
  }
  if (twigs < kMany) place.clear();
  return place;
}

}  // namespace

Tiles cut_into_tiles(std::span<const int> dof_parent) {
  Tiles tiles;
  const int n = static_cast<int>(dof_parent.size());
  for (int first = 0, end = 0; first < n; first = end) {
    for (end = first + 1; end < n && dof_parent[end] >= 0;) ++end;
    const int group = static_cast<int>(tiles.rows.size());
    const int tree = static_cast<int>(tiles.tree_group.size());
    std::vector<int> places = twig_places(dof_parent, first, end);
    if (places.empty()) places = dense_places(dof_parent, first, end);
    tiles.tree_group.push_back(group);
    for (const int place : places) tiles.place.push_back(kSide * group + place);
    for (std::vector<int>& row : cut_tree(dof_parent, first, places)) {
      for (int& column : row) column += group;
      tiles.rows.push_back(std::move(row));
      tiles.group_tree.push_back(tree);
    }
  }
  return tiles;
}

std::vector<int> Tiles::row_start() const {
  std::vector<int> start;
  int count = 0;
  for (const std::vector<int>& row : rows) {
    start.push_back(count);
    count += static_cast<int>(row.size());
  }
  return start;
}

void cut_dofs(Draft& draft) {
  std::vector<int> last(draft.bodies.size(), -1);  // dof at or above each body
  for (std::size_t b = 0; b < draft.bodies.size(); ++b) {
    const BodyDraft& body = draft.bodies[b];
    if (b > 0) last[b] = last[body.parent];
    for (int d = 0; d < body.dofs; ++d) {
      draft.dof_parent.push_back(last[b]);
      last[b] = static_cast<int>(draft.dof_parent.size()) - 1;
    }
  }
  draft.tiles = cut_into_tiles(draft.dof_parent);
}

void count_tiles(const Tiles& tiles, Model& m) {
  m.ngroup = static_cast<std::int64_t>(tiles.rows.size());
  m.ntile = 0;
  for (const std::vector<int>& row : tiles.rows) m.ntile += static_cast<std::int64_t>(row.size());
}

void write_tiles(const Tiles& tiles, Model& m) {
  const std::vector<int> start = tiles.row_start();
  std::copy(tiles.place.begin(), tiles.place.end(), m.dof_place.data());
  std::copy(tiles.tree_group.begin(), tiles.tree_group.end(), m.tree_group.data());
  std::copy(tiles.group_tree.begin(), tiles.group_tree.end(), m.group_tree.data());
  std::copy(start.begin(), start.end(), m.group_tileadr.data());
  int* column = m.tile_group.data();
  for (int g = 0; g < m.ngroup; ++g) {
    m.group_tilenum[g] = static_cast<int>(tiles.rows[g].size());
    column = std::copy(tiles.rows[g].begin(), tiles.rows[g].end(), column);
  }
  for (int i = 0; i < m.nv; ++i) {
    for (int k = m.M_rowadr[i]; k < m.M_rowadr[i] + m.M_rownnz[i]; ++k) {
      m.M_tile[k] = address(tiles, start, i, m.M_colind[k]);
    }
    for (int k = m.D_rowadr[i]; k < m.D_rowadr[i] + m.D_rownnz[i]; ++k) {
      m.D_tile[k] = m.D_colind[k] > i ? -1 : address(tiles, start, i, m.D_colind[k]);
    }
  }
}

}  // namespace thew::compile
