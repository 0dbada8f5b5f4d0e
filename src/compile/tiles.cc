#include "compile/tiles.h"

#include <algorithm>

#include "compile/stages.h"

namespace thew::compile {

namespace {

constexpr int kSide = 4;

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

}  // namespace

Tiles cut_into_tiles(std::span<const int> dof_parent) {
  Tiles tiles;
  const int n = static_cast<int>(dof_parent.size());
  int place = 0;
  for (int i = 0; i < n; ++i) {
    if (dof_parent[i] < 0) {
      place = (place + kSide - 1) / kSide * kSide;
      tiles.tree_group.push_back(place / kSide);
    }
    tiles.place.push_back(place);
    const int group = place++ / kSide;
    if (group == static_cast<int>(tiles.rows.size())) {
      tiles.rows.emplace_back();
      tiles.group_tree.push_back(static_cast<int>(tiles.tree_group.size()) - 1);
    }
    if (dof_parent[i] >= 0)
      unite(tiles.rows[tiles.place[dof_parent[i]] / kSide], tiles.rows[group]);
    unite({group}, tiles.rows[group]);
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

void write_tiles(Model& m) {
  const Tiles tiles = cut_into_tiles({m.dof_parentid.data(), static_cast<std::size_t>(m.nv)});
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
