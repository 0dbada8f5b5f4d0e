// Tables of constraints that no stage needs and users may read: they are filled on demand.

#include "constraint/show.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "constraint/grouped.h"
#include "constraint/island.h"
#include "constraint/project.h"
#include "constraint/solver/cost.h"
#include "model/lane_types.h"
#include "model/warning.h"

namespace thew::constraint {

namespace {

// The entries that can differ from zero.
void write_sparse(const Model& m, Data& d) {
  int entry = 0;
  for (const Block& block : blocks(d)) {
    const int* column = d.kept.block_column.data() + block.column;
    for (int k = 0; k < block.rows; ++k) {
      const int row = block.row + k;
      d.efc_J_rownnz[row] = block.columns;
      d.efc_J_rowadr[row] = entry;
      d.efc_J_rowsuper[row] = block.rows - 1 - k;
      for (int i = 0; i < block.columns; ++i, ++entry) {
        d.efc_J_colind[entry] = column[i];
        d.efc_J[entry] = row_entry(m, d, block, k, i);
      }
    }
  }
}

// All columns of each row, and no addresses.
void write_dense(const Model& m, Data& d) {
  for (const auto* table : {&d.efc_J_rownnz, &d.efc_J_rowadr, &d.efc_J_rowsuper, &d.efc_J_colind}) {
    std::fill(table->begin(), table->end(), 0);
  }
  std::fill(d.efc_J.begin(), d.efc_J.end(), 0.0);
  for (const Block& block : blocks(d)) {
    const int* column = d.kept.block_column.data() + block.column;
    for (int k = 0; k < block.rows; ++k) {
      double* row = d.efc_J.data() + (block.row + k) * m.nv;
      for (int i = 0; i < block.columns; ++i) row[column[i]] = row_entry(m, d, block, k, i);
    }
  }
}

void sort_dofs(const Model& m, Data& d) {
  int free = accumulate(d.island_nv.data(), d.nisland, d.island_idofadr.data());
  for (int i = 0; i < m.nv; ++i) {
    const int island = d.dof_island[i];
    const int place = island >= 0 ? d.island_idofadr[island]++ : free++;
    d.map_dof2idof[i] = place;
    d.map_idof2dof[place] = i;
  }
  accumulate(d.island_nv.data(), d.nisland, d.island_idofadr.data());
  for (int k = 0; k < d.nisland; ++k) d.island_dofadr[k] = d.map_idof2dof[d.island_idofadr[k]];
}

void sort_rows(Data& d) {
  for (int k = 0; k < d.nisland; ++k) d.island_ne[k] = d.island_nf[k] = 0;
  for (const Block& block : blocks(d)) {
    const int island = d.efc_island[block.row];
    if (block.kind() == ConstraintType::Equality) d.island_ne[island] += block.rows;
    if (block.kind() == ConstraintType::FrictionDof ||
        block.kind() == ConstraintType::FrictionTendon) {
      d.island_nf[island] += block.rows;
    }
  }
  accumulate(d.island_nefc.data(), d.nisland, d.island_iefcadr.data());
  for (int i = 0; i < d.nefc; ++i) {
    const int place = d.island_iefcadr[d.efc_island[i]]++;
    d.map_efc2iefc[i] = place;
    d.map_iefc2efc[place] = i;
  }
  accumulate(d.island_nefc.data(), d.nisland, d.island_iefcadr.data());
}

// A model's table in the order of the islands.
template <class Map, class From, class To>
void reorder(int n, const Map& map, const From& from, const To& to) {
  for (int i = 0; i < n; ++i) to[i] = from[map[i]];
}

void write_islands(const Model& m, Data& d) {
  if (d.nisland == 0) return;
  sort_dofs(m, d);
  sort_rows(d);
  reorder(d.nidof, d.map_idof2dof, d.qfrc_smooth, d.ifrc_smooth);
  reorder(d.nidof, d.map_idof2dof, d.qacc_smooth, d.iacc_smooth);
  reorder(d.nidof, d.map_idof2dof, d.qacc, d.iacc);
  reorder(d.nidof, d.map_idof2dof, d.qfrc_constraint, d.ifrc_constraint);
  reorder(d.nefc, d.map_iefc2efc, d.efc_type, d.iefc_type);
  reorder(d.nefc, d.map_iefc2efc, d.efc_id, d.iefc_id);
  reorder(d.nefc, d.map_iefc2efc, d.efc_frictionloss, d.iefc_frictionloss);
  reorder(d.nefc, d.map_iefc2efc, d.efc_D, d.iefc_D);
  reorder(d.nefc, d.map_iefc2efc, d.efc_R, d.iefc_R);
  reorder(d.nefc, d.map_iefc2efc, d.efc_aref, d.iefc_aref);
  reorder(d.nefc, d.map_iefc2efc, d.efc_force, d.iefc_force);
  reorder(d.nefc, d.map_iefc2efc, d.efc_state, d.iefc_state);
}

// How many entries the tables of the dual problem have.
void count_dual(Data& d, const std::optional<Root<double>>& root, bool with_products) {
  std::int64_t entries = 0, products = 0;
  for (std::size_t b = 0; b < blocks(d).size() && root; ++b) {
    const int rows = blocks(d)[b].rows;
    entries += rows * std::ssize(root->dofs(b));
    if (with_products) products += rows * std::ssize(root->neighbours(b));
  }
  const bool countable = std::max(entries, products) <= std::numeric_limits<int>::max();
  d.nY = countable ? static_cast<int>(entries) : 0;
  d.nA = countable ? static_cast<int>(products) : 0;
}

// Y, on the dofs of each row and all above them.
void write_root(Data& d, const Root<double>& root) {
  int entry = 0;
  for (std::size_t b = 0; b < blocks(d).size(); ++b) {
    const Block& block = blocks(d)[b];
    const std::span<const int> dofs = root.dofs(b);
    for (int k = 0; k < block.rows; ++k) {
      d.efc_Y_rownnz[block.row + k] = static_cast<int>(dofs.size());
      d.efc_Y_rowadr[block.row + k] = entry;
      std::copy(dofs.begin(), dofs.end(), d.efc_Y_colind.data() + entry);
      root.entries_of(b, k, dofs, d.efc_Y.data() + entry);
      entry += static_cast<int>(dofs.size());
    }
  }
}

// A + R, in the columns of rows that meet.
void write_products(Data& d, const Root<double>& root, Memory memory) {
  int* place = memory.take<int>(d.nefc);
  if (memory.full()) return;
  int entry = 0;
  for (std::size_t b = 0; b < blocks(d).size(); ++b) {
    const Block& block = blocks(d)[b];
    const std::span<const int> column = root.neighbours(b);
    const int n = static_cast<int>(column.size());
    for (int i = 0; i < n; ++i) place[column[i]] = i;
    root.multiply(b, place, n, d.efc_AR.data() + entry);
    for (int i = block.row; i < block.row + block.rows; ++i, entry += n) {
      d.efc_AR_rownnz[i] = n;
      d.efc_AR_rowadr[i] = entry;
      std::copy(column.begin(), column.end(), d.efc_AR_colind.data() + entry);
      d.efc_AR[entry + place[i]] += d.efc_R[i];
    }
  }
}

}  // namespace

template <class T>
void find_bias(const Model& m, const BasicData<T>& d, Workspace<T>& w, const T* acc, T* bias) {
  T* grouped = w.grouped.data();
  gather(m, acc, grouped);
  for (const Block& block : blocks(d)) {
    T x[kMostBases];
    multiply_block(d, block, grouped, x);
    for (int k = 0; k < block.bases; ++k) x[k] -= d.kept.base_aref[block.base + k];
    const T* mu = block.is_pyramid() ? d.contact.friction.row(block.id) : nullptr;
    for (int k = 0; k < block.rows; ++k) {
      bias[block.row + k] = mu != nullptr ? x[0] + element::edge_slope(mu, k) * x[1 + k / 2] : x[k];
    }
  }
}

void show(const Model& m, Data& d, Workspace<double>& w) {
  if (d.rows_shown || d.nefc == 0) return;
  Memory memory(w.solver);
  std::optional<Root<double>> root;
  if (is_dual(m) || has(m.opt.enableflags, EnableBit::Diagexact)) root.emplace(m, d, 0, memory);
  if (memory.full()) root.reset();
  count_dual(d, root, is_dual(m));
  if (!d.place_shown()) return raise(d, Warning::Cnstrfull, d.nefc, true);
  if (d.nY > 0) write_root(d, *root);
  if (d.nA > 0) write_products(d, *root, memory);
  if (d.nJ > 0) is_sparse(m) ? write_sparse(m, d) : write_dense(m, d);
  find_bias(m, d, w, d.qacc_smooth.data(), d.efc_b.data());
  write_islands(m, d);
  d.rows_shown = true;
}

#define THEW_INSTANTIATE(T) \
  template void find_bias(const Model&, const BasicData<T>&, Workspace<T>&, const T*, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
