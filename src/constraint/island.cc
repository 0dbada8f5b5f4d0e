#include "constraint/island.h"

#include <algorithm>

#include "deformable/contact.h"
#include "deformable/sleep.h"
#include "deformable/tangent.h"
#include "model/flex_sleep.h"
#include "model/flex_support.h"
#include "model/integrator.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

// The first tree of the group that tree t is in, where the groups are chains of indices.
int first_tree(int* next, int t) {
  while (next[t] != t) t = next[t] = next[next[t]];
  return t;
}

void join(int* next, int a, int b) {
  const int first_a = first_tree(next, a), first_b = first_tree(next, b);
  next[std::max(first_a, first_b)] = std::min(first_a, first_b);
}

// Joins trees one after another.
struct Joined {
  int* group;
  int last = -1;

  void add(int tree) {
    if (tree < 0) return;
    if (group[tree] < 0) group[tree] = tree;
    if (last >= 0 && tree != last) join(group, last, tree);
    last = tree;
  }
};

bool has_rows(const Model& m, int flex, const int* group) {
  bool any = false;
  deformable::each_tree(m, flex, [&](int tree) { any |= group[tree] >= 0; });
  return any;
}

// Trees that the elasticity of a flex couples, and those that springs of contacts do. Where neither
// the solver nor sleep asks, they are left apart: their rows are problems of their own. What sleeps
// has no rows, but in the step that ends with its falling asleep.
template <class T>
void join_flexes(const Model& m, const BasicData<T>& d, bool sleepers, int* group) {
  if (!is_discrete(m) && !sleep::is_enabled(m)) return;
  for (int f = 0; f < m.nflex; ++f) {
    const bool couples = model::is_elastic(m, f) || model::is_projected(m, f);
    if (!couples || m.flex_rigid[f]) continue;
    if (!sleepers && sleep::flex_sleeps(m, d, f) && !has_rows(m, f, group)) continue;
    Joined flex = {group};
    deformable::each_tree(m, f, [&](int tree) { flex.add(tree); });
  }
  if (m.nflex == 0 || !deformable::has_spring_contacts(m)) return;
  deformable::each_spring_contact(m, d, [&](int contact, const T&) {
    Joined touched = {group};
    for (int side = 0; side < 2; ++side) {
      each_side_body(m, d, contact, side,
                     [&](int body, double) { touched.add(m.body_treeid[body]); });
    }
  });
}

template <class T>
void sort_trees(const Model& m, BasicData<T>& d) {
  std::fill_n(d.island_ntree.data(), d.nisland, 0);
  for (int t = 0; t < m.ntree; ++t) {
    if (d.tree_island[t] >= 0) ++d.island_ntree[d.tree_island[t]];
  }
  int free = accumulate(d.island_ntree.data(), d.nisland, d.island_itreeadr.data());
  for (int t = 0; t < m.ntree; ++t) {
    const int island = d.tree_island[t];
    d.map_itree2tree[island >= 0 ? d.island_itreeadr[island]++ : free++] = t;
  }
  accumulate(d.island_ntree.data(), d.nisland, d.island_itreeadr.data());
}

template <class T>
void mark_dofs(const Model& m, BasicData<T>& d) {
  std::fill_n(d.island_nv.data(), d.nisland, 0);
  d.nidof = 0;
  for (int t = 0; t < m.ntree; ++t) {
    const int island = d.tree_island[t], n = m.tree_dofnum[t];
    std::fill_n(d.dof_island.data() + m.tree_dofadr[t], n, island);
    if (island < 0) continue;
    d.island_nv[island] += n;
    d.nidof += n;
  }
}

template <class T>
void mark_rows(const Model& m, BasicData<T>& d) {
  std::fill_n(d.island_nefc.data(), d.nisland, 0);
  for (const Block& block : blocks(d)) {
    const int dof = d.kept.block_column[block.column];
    const int island = d.tree_island[m.dof_treeid[dof]];
    std::fill_n(d.efc_island.data() + block.row, block.rows, island);
    d.island_nefc[island] += block.rows;
  }
}

// A model of one tree is one island.
template <class T>
void take_one_tree(const Model& m, BasicData<T>& d) {
  const int nv = d.nidof = static_cast<int>(m.nv);
  d.tree_island[0] = d.island_itreeadr[0] = d.map_itree2tree[0] = 0;
  d.island_ntree[0] = 1;
  d.island_nv[0] = nv;
  d.island_nefc[0] = d.nefc;
  std::fill_n(d.dof_island.data(), nv, 0);
  std::fill_n(d.efc_island.data(), d.nefc, 0);
}

}  // namespace

template <class T>
int group_trees(const Model& m, const BasicData<T>& d, bool sleepers, int* group) {
  std::fill_n(group, m.ntree, -1);
  for (const Block& block : blocks(d)) {
    // Columns ascend, and those of most blocks are of one tree or two.
    const int* column = d.kept.block_column.data() + block.column;
    const int last = column[block.columns - 1];
    Joined coupled = {group};
    while (true) {
      const int tree = m.dof_treeid[*column], end = m.tree_dofadr[tree] + m.tree_dofnum[tree];
      coupled.add(tree);
      if (last < end) break;
      while (*column < end) ++column;
    }
  }
  join_flexes(m, d, sleepers, group);
  int count = 0;
  for (int t = 0; t < m.ntree; ++t) {  // a group's first tree comes before its others
    if (group[t] < 0) continue;
    group[t] = group[t] == t ? count++ : group[group[t]];
  }
  return count;
}

template <class T>
void find_islands(const Model& m, BasicData<T>& d) {
  if (d.nisland == 0) return;
  if (m.ntree == 1) return take_one_tree(m, d);
  d.nisland = group_trees(m, d, false, d.tree_island.data());
  sort_trees(m, d);
  mark_dofs(m, d);
  mark_rows(m, d);
}

template <class T>
Islands<T>::Islands(const BasicData<T>& d, const BasicProblem<T>& whole, Memory& memory)
    : d_(d),
      whole_(whole),
      block_(memory.take<Block>(static_cast<std::int64_t>(whole.blocks.size()))),
      first_block_(memory.take<int>(d.nisland + 1)),
      first_base_(memory.take<int>(d.nisland)),
      aref_(memory.take<T>(whole.bases)) {
  if (memory.full()) return;
  const auto island_of = [&](const Block& block) { return d.efc_island[block.row]; };
  std::fill_n(first_block_, d.nisland + 1, 0);
  for (const Block& block : whole.blocks) ++first_block_[island_of(block) + 1];
  for (int k = 0; k < d.nisland; ++k) first_block_[k + 1] += first_block_[k];
  for (const Block& block : whole.blocks) block_[first_block_[island_of(block)]++] = block;
  for (int k = d.nisland; k > 0; --k) first_block_[k] = first_block_[k - 1];
  first_block_[0] = 0;

  T* aref = aref_;
  for (int k = 0; k < d.nisland; ++k) {
    first_base_[k] = static_cast<int>(aref - aref_);
    int base = 0;
    for (int b = first_block_[k]; b < first_block_[k + 1]; ++b) {
      aref = std::copy_n(whole.aref + block_[b].base, block_[b].bases, aref);
      block_[b].base = base;
      base += block_[b].bases;
    }
  }
}

template <class T>
BasicProblem<T> Islands<T>::problem(int island) const {
  const int first = first_block_[island], last = first_block_[island + 1] - 1;
  BasicProblem<T> p = whole_;
  p.trees = {d_.map_itree2tree.data() + d_.island_itreeadr[island],
             static_cast<std::size_t>(d_.island_ntree[island])};
  p.blocks = {block_ + first, block_ + last + 1};
  p.rows = d_.island_nefc[island];
  p.bases = block_[last].base + block_[last].bases;
  p.aref = aref_ + first_base_[island];
  return p;
}

#define THEW_INSTANTIATE(T)                                                \
  template int group_trees(const Model&, const BasicData<T>&, bool, int*); \
  template void find_islands(const Model&, BasicData<T>&);                 \
  template class Islands<T>
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
