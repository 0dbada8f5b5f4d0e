#include "constraint/project.h"

#include <algorithm>
#include <limits>

#include "constraint/solver/problem.h"
#include "math/functions.h"
#include "model/integrator.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

// Dofs of a block's columns and all above them, ascending.
class Closure {
 public:
  Closure(const Model& m, Memory& memory)
      : m_(m), mark_(memory.take<int>(m.nv)), dof_(memory.take<int>(m.nv)) {
    if (!memory.full()) std::fill_n(mark_, m.nv, -1);
  }

  std::span<const int> of(const Data& d, const Block& block) {
    int count = 0;
    const int* column = d.kept.block_column.data() + block.column;
    for (int k = 0; k < block.columns; ++k) {
      for (int i = column[k]; i >= 0 && mark_[i] != block.row; i = m_.dof_parentid[i]) {
        mark_[i] = block.row;
        dof_[count++] = i;
      }
    }
    std::sort(dof_, dof_ + count);
    return {dof_, static_cast<std::size_t>(count)};
  }

 private:
  const Model& m_;
  int *mark_, *dof_;  // mark: the first row of the block that reached a dof last
};

// Trees of the blocks. Forces of one block move another where they share a tree: the closures of
// their columns then have its root in common.
class Neighbours {
 public:
  Neighbours(const Model& m, const Data& d, Memory& memory)
      : blocks_(blocks(d)),
        mark_(memory.take<int>(m.ntree)),
        start_(memory.take<int>(d.row_sizes.nblock + 1)),
        tree_(memory.take<int>(d.row_sizes.ncolumn)) {
    if (memory.full()) return;
    std::fill_n(mark_, m.ntree, -1);
    int count = 0;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      start_[b] = count;
      const int* column = d.kept.block_column.data() + blocks_[b].column;
      for (int k = 0; k < blocks_[b].columns; ++k) {
        const int tree = m.dof_treeid[column[k]];
        if (k == 0 || tree != tree_[count - 1]) tree_[count++] = tree;
      }
    }
    start_[blocks_.size()] = count;
  }

  /// Calls visit(other block) for the blocks up to `last` that share a tree with block b,
  /// ascending.
  template <class Visit>
  void each(std::size_t b, std::size_t last, Visit visit) {
    for (int k = start_[b]; k < start_[b + 1]; ++k) mark_[tree_[k]] = static_cast<int>(b);
    for (std::size_t other = 0; other <= last; ++other) {
      for (int k = start_[other]; k < start_[other + 1]; ++k) {
        if (mark_[tree_[k]] != static_cast<int>(b)) continue;
        visit(blocks_[other]);
        break;
      }
    }
  }

 private:
  std::span<const Block> blocks_;
  int *mark_, *start_, *tree_;
};

struct Sizes {
  std::int64_t root = 0, products = 0;
};
Sizes count(const Model& m, const Data& d, bool with_products, Memory memory) {
  Closure closure(m, memory);
  Neighbours neighbours(m, d, memory);
  if (memory.full()) return {-1, -1};
  Sizes sizes;
  const auto all = blocks(d);
  for (std::size_t b = 0; b < all.size(); ++b) {
    sizes.root += all[b].rows * static_cast<std::int64_t>(closure.of(d, all[b]).size());
    if (!with_products) continue;
    neighbours.each(b, all.size() - 1,
                    [&](const Block& other) { sizes.products += all[b].rows * other.rows; });
  }
  return sizes;
}

// y <- y L^-1 D^-1/2 on the entries of one row of Y.
void divide(const Inertia<double>& inertia, std::span<const int> column, double* y, double* full) {
  for (std::size_t k = 0; k < column.size(); ++k) full[column[k]] = y[k];
  for (std::size_t k = column.size(); k-- > 0;) {
    const int i = column[k], start = inertia.tree.start[i];
    const double value = full[i];
    y[k] = value * math::sqrt(inertia.inverse[i]);
    if (value == 0) continue;
    for (int a = 0; a < inertia.tree.ancestors(i); ++a) {
      double& above = full[inertia.tree.column[start + a]];
      above = math::fma(-inertia.factor[start + a], value, above);
    }
  }
}

double dot(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum = math::fma(a[i], b[i], sum);
  return sum;
}

}  // namespace

template <class T>
Inertia<T> inertia_of(const Model& m, const BasicData<T>& d) {
  const int n = static_cast<int>(m.nv);
  if (is_discrete(m)) {
    return {{n, m.D_diag.data(), m.D_rowadr.data(), m.D_colind.data(), 0, m.dof_run.data()},
            d.kept.metric.data(),
            d.kept.metric_factor.data(),
            d.kept.metric_inverse.data()};
  }
  return {{n, m.M_rownnz.data(), m.M_rowadr.data(), m.M_colind.data(), 1, m.dof_run.data()},
          d.M.data(),
          d.qLD.data(),
          d.qLDiagInv.data()};
}

#define THEW_INSTANTIATE(T) template Inertia<T> inertia_of(const Model&, const BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

bool make_root(const Model& m, Data& d, Workspace<double>& w, bool with_products) {
  const Sizes sizes = count(m, d, with_products, Memory(w.solver));
  constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  if (sizes.root < 0 || sizes.root > kMost || sizes.products > kMost) return false;
  d.nY = static_cast<int>(sizes.root);
  d.nA = static_cast<int>(sizes.products);
  if (!d.place_dual()) return false;

  Memory memory(w.solver);
  Closure closure(m, memory);
  double* full = memory.take<double>(m.nv);
  if (memory.full()) return false;
  const Inertia<double> inertia = inertia_of(m, d);
  int entry = 0;
  for (const Block& block : blocks(d)) {
    const std::span<const int> column = closure.of(d, block);
    const int n = static_cast<int>(column.size());
    for (int i = block.row; i < block.row + block.rows; ++i, entry += n) {
      d.efc_Y_rownnz[i] = n;
      d.efc_Y_rowadr[i] = entry;
      std::copy(column.begin(), column.end(), d.efc_Y_colind.data() + entry);
      double* y = d.efc_Y.data() + entry;
      const int* from = d.kept.block_column.data() + block.column;
      for (int k = 0, j = 0; k < n; ++k) {
        const bool there = j < block.columns && from[j] == column[k];
        y[k] = there ? row_entry(m, d, block, i - block.row, j++) : 0;
      }
      divide(inertia, column, y, full);
    }
  }
  return true;
}

void make_exact(Data& d) {
  for (int i = 0; i < d.nefc; ++i) {
    const double* y = d.efc_Y.data() + d.efc_Y_rowadr[i];
    d.efc_diagA[i] = dot(y, y, d.efc_Y_rownnz[i]);
  }
}

void make_products(const Model& m, Data& d, Workspace<double>& w) {
  Memory memory(w.solver);
  Neighbours neighbours(m, d, memory);
  double* full = memory.take<double>(m.nv);
  if (memory.full()) {
    d.nA = 0;
    return;
  }
  const auto all = blocks(d);
  int entry = 0;
  for (std::size_t b = 0; b < all.size(); ++b) {
    int width = 0;
    neighbours.each(b, all.size() - 1, [&](const Block& other) { width += other.rows; });
    for (int i = all[b].row; i < all[b].row + all[b].rows; ++i, entry += width) {
      d.efc_AR_rowadr[i] = entry;
      d.efc_AR_rownnz[i] = 0;  // counts what is there so far
    }
  }
  const auto put = [&](int i, int j, double value) {
    const int k = d.efc_AR_rowadr[i] + d.efc_AR_rownnz[i]++;
    d.efc_AR_colind[k] = j;
    d.efc_AR[k] = value;
  };
  // Rows above the diagonal get their entries as those below are computed, so both ascend.
  std::fill_n(full, m.nv, 0.0);
  for (std::size_t b = 0; b < all.size(); ++b) {
    const Block& block = all[b];
    const int n = d.efc_Y_rownnz[block.row];
    const int* column = d.efc_Y_colind.data() + d.efc_Y_rowadr[block.row];
    for (int i = block.row; i < block.row + block.rows; ++i) {
      const double* y = d.efc_Y.data() + d.efc_Y_rowadr[i];
      for (int k = 0; k < n; ++k) full[column[k]] = y[k];
      neighbours.each(b, b, [&](const Block& other) {
        const int to = std::min(other.row + other.rows - 1, i);
        for (int j = other.row; j <= to; ++j) {
          const double* z = d.efc_Y.data() + d.efc_Y_rowadr[j];
          const int* at = d.efc_Y_colind.data() + d.efc_Y_rowadr[j];
          double sum = 0;
          for (int k = 0; k < d.efc_Y_rownnz[j]; ++k) sum = math::fma(z[k], full[at[k]], sum);
          put(i, j, i == j ? sum + d.efc_R[i] : sum);
          if (i != j) put(j, i, sum);
        }
      });
    }
    for (int k = 0; k < n; ++k) full[column[k]] = 0;
  }
}

}  // namespace thew::constraint
