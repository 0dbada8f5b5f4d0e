#include "compile/table/tiles.h"

#include <algorithm>

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

// Rows of tiles of one tree, the dofs [first, end), that begins at place `pad` of its first group.
Rows cut_tree(std::span<const int> dof_parent, int first, int end, int pad) {
  Rows rows(static_cast<std::size_t>((pad + end - first + kSide - 1) / kSide));
  for (int i = first; i < end; ++i) {
    const int group = (pad + i - first) / kSide, parent = dof_parent[i];
    if (parent >= 0) unite(rows[(pad + parent - first) / kSide], rows[group]);
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

// Where in its first group a tree best begins.
int best_pad(std::span<const int> dof_parent, int first, int end) {
  int best = 0;
  std::size_t least = 0;
  for (int pad = 0; (pad + end - first) % kSide != 1 || pad == 0; ++pad) {
    const std::size_t filled = count_filled(cut_tree(dof_parent, first, end, pad));
    if (pad > 0 && filled >= least) continue;
    least = filled;
    best = pad;
  }
  return best;
}

}  // namespace

Tiles cut_into_tiles(std::span<const int> dof_parent) {
  Tiles tiles;
  const int n = static_cast<int>(dof_parent.size());
  for (int first = 0, end = 0; first < n; first = end) {
    for (end = first + 1; end < n && dof_parent[end] >= 0;) ++end;
    const int group = static_cast<int>(tiles.rows.size());
    const int tree = static_cast<int>(tiles.tree_group.size());
    const int pad = best_pad(dof_parent, first, end);
    tiles.tree_group.push_back(group);
    for (int i = first; i < end; ++i) tiles.place.push_back(kSide * group + pad + i - first);
    for (std::vector<int>& row : cut_tree(dof_parent, first, end, pad)) {
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
