#include "constraint/project.h"

#include <algorithm>
#include <array>

#include "constraint/solver/block_product.h"
#include "math/functions.h"
#include "model/integrator.h"
#include "model/lane_types.h"
#include "model/lanes.h"

namespace thew::constraint {

namespace {

using element::kMostBases, tile::kSide;

// Calls put(dof, entries of the rows) for the columns of a block, with those of users' rows.
template <int bases, bool pyramid, class T, class Put>
THEW_INLINE void each_column(const Model& m, const BasicData<T>& d, int lane, const Block& block,
                             Put put) {
  using S = math::Scalar<T>;
  constexpr int kRows = pyramid ? 2 * (bases - 1) : bases;
  const int* column = d.kept.block_column.data() + block.column;
  const int* group = d.kept.block_group.data() + block.column;
  const T* entry = d.kept.block_tile.data() + block.tile;
  const int step = block.groups == 0 ? 1 : kSide;
  std::array<S, kRows> slope;
  if (pyramid) {
    const T* friction = d.contact.friction.row(block.id);
    for (int i = 0; i < kRows; ++i) slope[i] = lane_of(element::edge_slope(friction, i), lane);
  }
  for (int k = 0, g = 0; k < block.columns; ++k) {
    const T* from = entry;
    if (block.groups > 0) {
      const int place = m.dof_place[column[k]];
      if (group[g] != tile::group_of(place)) {
        for (g = 0; group[g] != tile::group_of(place);) ++g;
      }
      from += kSide * bases * g + tile::within(place);
    }
    S base[bases];
    for (int i = 0; i < bases; ++i) base[i] = lane_of(from[step * i], lane);
    std::array<S, kRows> rows;
    for (int i = 0; i < kRows; ++i) {
      rows[i] = pyramid ? base[0] + base[1 + i / 2] * slope[i] : base[i];
    }
    put(column[k], rows);
  }
}

template <class T, class Put>
THEW_INLINE void each_column(const Model& m, const BasicData<T>& d, int lane, const Block& block,
                             Put put) {
  with_bases(block.bases, [&](auto bases) THEW_INLINE_LAMBDA {
    if (bases > 1 && block.is_pyramid()) {
      each_column<bases(), bases() != 1>(m, d, lane, block, put);
    } else {
      each_column<bases(), false>(m, d, lane, block, put);
    }
  });
}

// x <- L'^-1 x, then D^-1/2 x, on the columns of a matrix over the dofs of a tree, from leaves to
// roots; four columns at a time, which mostly belong to one block and are zero off its chains.
template <class T, class S>
void divide(const Inertia<T>& inertia, int lane, int first, int dofs, int stride, const S* scale,
            S* x) {
  using Row = tile::Row<S>;
  const math::TreeRows& tree = inertia.tree;
  for (int c = 0; c < stride; c += kSide) {
    for (int i = dofs; i-- > 0;) {
      S* here = x + i * stride + c;
      const Row value = Row::load(here);
      if (!any(value != Row(S(0)))) continue;
      const T* l = inertia.factor + tree.start[first + i];
      const int* column = tree.column + tree.start[first + i];
      for (int a = 0; a < tree.ancestors(first + i); ++a) {
        S* above = x + (column[a] - first) * stride + c;
        fma(Row(-lane_of(l[a], lane)), value, Row::load(above)).store(above);
      }
      (value * Row(scale[i])).store(here);
    }
  }
}

// Some columns of x' times `vectors` times four of them: sums over the given dofs.
template <int columns, int vectors, class T>
THEW_INLINE void multiply(std::span<const int> dofs, int first, int stride, const T* x, const T* y,
                          T* out, int out_stride) {
  using Row = tile::Row<T>;
  Row sum[columns][vectors];
  for (auto& row : sum) {
    for (Row& s : row) s = Row(T(0));
  }
  for (const int dof : dofs) {
    const std::ptrdiff_t place = std::ptrdiff_t{dof - first} * stride;
    Row part[vectors];
    for (int v = 0; v < vectors; ++v) part[v] = Row::load(y + place + kSide * v);
    for (int c = 0; c < columns; ++c) {
      const Row factor(x[place + c]);
      for (int v = 0; v < vectors; ++v) sum[c][v] = fma(factor, part[v], sum[c][v]);
    }
  }
  for (int c = 0; c < columns; ++c) {
    for (int v = 0; v < vectors; ++v) sum[c][v].store(out + c * out_stride + kSide * v);
  }
}

// `count` columns of x, at most four, times all of them.
template <class T>
void multiply_all(int count, std::span<const int> dofs, int first, int stride, const T* x, int at,
                  T* out, int out_stride) {
  const auto with = [&](auto columns) THEW_INLINE_LAMBDA {
    int c = 0;
    for (; c + 2 * kSide <= stride; c += 2 * kSide) {
      multiply<columns(), 2>(dofs, first, stride, x + at, x + c, out + c, out_stride);
    }
    if (c < stride) multiply<columns(), 1>(dofs, first, stride, x + at, x + c, out + c, out_stride);
  };
  switch (count) {
    case 1:
      return with(std::integral_constant<int, 1>());
    case 2:
      return with(std::integral_constant<int, 2>());
    case 3:
      return with(std::integral_constant<int, 3>());
    default:
      return with(std::integral_constant<int, 4>());
  }
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
#undef THEW_INSTANTIATE

template <class T>
Root<T>::Root(const Model& m, const BasicData<T>& d, std::span<const Block> some, int lane,
              Memory& memory)
    : m_(m), d_(d), lane_(lane), blocks_(some) {
  part_start_ = memory.take<int>(std::ssize(blocks_) + 1);
  part_ = memory.take<Part>(d.row_sizes.ncolumn);
  tree_ = memory.take<Tree>(m.ntree);
  mark_ = memory.take<int>(m.nv);
  dof_ = memory.take<int>(m.nv);
  for (int*& buffer : buffer_) buffer = memory.take<int>(d.nefc);
  if (memory.full()) return;
  std::fill_n(mark_, m.nv, -1);
  list_parts();
  std::int64_t entries = 0, rows = 0;
  int most = 0;
  for (int t = 0; t < m.ntree; ++t) {
    tree_[t].entry = entries;
    tree_[t].first = rows;
    rows += tree_[t].rows;
    entries += std::int64_t{stride(t)} * m.tree_dofnum[t];
    most = std::max(most, stride(t));
  }
  row_ = memory.take<int>(rows);
  entry_ = memory.take<S>(entries);
  scale_ = memory.take<S>(m.nv);
  product_ = memory.take<S>(std::int64_t{kSide} * most);
  if (memory.full()) return;
  list_rows();
  std::fill_n(entry_, entries, S(0));
  compute();
}

template <class T>
void Root<T>::list_parts() {
  for (int t = 0; t < m_.ntree; ++t) tree_[t].rows = 0;
  int count = 0;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    part_start_[b] = count;
    if (!math::lane(lanes_with(d_, blocks_[b]), lane_)) continue;
    const int* column = d_.kept.block_column.data() + blocks_[b].column;
    for (int k = 0; k < blocks_[b].columns; ++k) {
      const int tree = m_.dof_treeid[column[k]];
      if (k > 0 && tree == part_[count - 1].tree) continue;
      part_[count++] = {tree, tree_[tree].rows};
      tree_[tree].rows += blocks_[b].rows;
    }
  }
  part_start_[blocks_.size()] = count;
}

template <class T>
void Root<T>::list_rows() {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    for (const Part& part : parts(b)) {
      int* row = row_ + tree_[part.tree].first + part.column;
      for (int i = 0; i < blocks_[b].rows; ++i) row[i] = blocks_[b].row + i;
    }
  }
}

template <class T>
void Root<T>::compute() {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    if (!acts(b)) continue;
    const Part* part = parts(b).data();
    each_column(m_, d_, lane_, blocks_[b], [&](int dof, const auto& rows) THEW_INLINE_LAMBDA {
      part += m_.dof_treeid[dof] != part->tree;
      std::copy(rows.begin(), rows.end(), entry(part->tree, dof) + part->column);
    });
  }
  const Inertia<T> inertia = inertia_of(m_, d_);
  for (int i = 0; i < m_.nv; ++i) scale_[i] = math::sqrt(lane_of(inertia.inverse[i], lane_));
  for (int t = 0; t < m_.ntree; ++t) {
    const int first = m_.tree_dofadr[t];
    divide(inertia, lane_, first, m_.tree_dofnum[t], stride(t), scale_ + first, entry(t, first));
  }
}

template <class T>
std::span<const int> Root<T>::dofs(std::size_t b) const {
  const Block& block = blocks_[b];
  const int* column = d_.kept.block_column.data() + block.column;
  int count = 0;
  for (int k = 0; k < block.columns; ++k) {
    for (int i = column[k]; i >= 0 && mark_[i] != block.row; i = m_.dof_parentid[i]) {
      mark_[i] = block.row;
      dof_[count++] = i;
    }
  }
  for (int k = 0; k < count; ++k) mark_[dof_[k]] = -1;
  // Columns that have all dofs above them came in order.
  if (!std::is_sorted(dof_, dof_ + count)) std::sort(dof_, dof_ + count);
  return {dof_, static_cast<std::size_t>(count)};
}

template <class T>
std::span<const int> Root<T>::neighbours(std::size_t b) const {
  std::span<const int> all;
  int which = 0;
  for (const Part& part : parts(b)) {
    const std::span<const int> rows = rows_of(part.tree);
    if (all.empty()) {
      all = rows;
      continue;
    }
    int* to = buffer_[which];
    which = 1 - which;
    all = {to, std::set_union(all.begin(), all.end(), rows.begin(), rows.end(), to)};
  }
  return all;
}

template <class T>
void Root<T>::multiply(std::size_t b, const int* place, int width, S* to) const {
  const int rows = blocks_[b].rows;
  const std::span<const int> dof = dofs(b);
  const int *end = dof.data(), *const last = end + dof.size();
  if (place != nullptr) std::fill_n(to, std::int64_t{rows} * width, S(0));
  for (const Part& part : parts(b)) {
    const int t = part.tree, first = m_.tree_dofadr[t];
    const int* begin = end;
    while (end < last && *end < first + m_.tree_dofnum[t]) ++end;
    for (int i = 0; i < rows; i += kSide) {
      const int count = std::min(kSide, rows - i);
      S* sums = place == nullptr ? to + i * width : product_;
      multiply_all(count, {begin, end}, first, stride(t), entry(t, first), part.column + i, sums,
                   place == nullptr ? width : stride(t));
      for (int k = 0; k < count && place != nullptr; ++k, sums += stride(t)) {
        const std::span<const int> other = rows_of(t);
        S* row = to + (i + k) * width;
        for (std::size_t j = 0; j < other.size(); ++j) row[place[other[j]]] += sums[j];
      }
    }
  }
}

template <class T>
void Root<T>::entries_of(std::size_t b, int k, std::span<const int> dof, S* to) const {
  const Part* part = parts(b).data();
  for (const int i : dof) {
    part += m_.dof_treeid[i] != part->tree;
    *to++ = entry(part->tree, i)[part->column + k];
  }
}

template <class T>
void Root<T>::find_diagonal(S* diagonal) const {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    for (int k = 0; k < blocks_[b].rows; ++k) {
      const Part* part = parts(b).data();
      S sum = 0;
      for (const int i : dofs(b)) {
        part += m_.dof_treeid[i] != part->tree;
        const S y = entry(part->tree, i)[part->column + k];
        sum = math::fma(y, y, sum);
      }
      diagonal[blocks_[b].row + k] = sum;
    }
  }
}

#define THEW_INSTANTIATE(T) template class Root<T>
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
