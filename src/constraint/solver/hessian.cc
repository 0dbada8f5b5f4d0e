#include "constraint/solver/hessian.h"

#include <algorithm>

#include "math/resolution.h"
#include "model/lane_types.h"

namespace thew::constraint {

using tile::kSide, tile::kSize;

template <class S>
Hessian<S>::Hessian(const Packed<S>& packed, std::span<const Block> blocks, bool kept,
                    Memory& memory)
    : packed_(packed), pattern_(packed.groups(), memory) {
  if (memory.full()) return;
  packed.each_mass_row([&](int i, int count, const auto& column, const S*) {
    for (int c = 0; c < count; ++c) pattern_.add(i, column(c));
  });
  packed.each_tile_beside(
      [&](int i, int j, const S*) { pattern_.add(std::max(i, j), std::min(i, j)); });
  for (const Block& block : blocks) pattern_.add_clique(packed.group(block), block.groups);
  pattern_.fill_in();
  tiles_ = pattern_.number();
  h_ = memory.take<S>(std::int64_t{tiles_} * kSize);
  // In single precision pivots are compared with the entries that they come from.
  const bool apart = kept || !std::is_same_v<S, double>;
  u_ = apart ? memory.take<S>(std::int64_t{tiles_} * kSize) : h_;
  changed_ = memory.take<bool>(tiles_);
  row_ = memory.take<S>(kMostRows * std::int64_t{packed.groups()} * kSize);
  column_ = memory.take<int>(packed.groups());
  run_ = memory.take<int>(packed.groups());
  diagonal_ = memory.take<Diagonal>(packed.groups());
  if (!memory.full()) find_runs();
}

template <class S>
void Hessian<S>::find_runs() {
  for (int i = packed_.groups(); i > 0; i -= run_[i - 1]) {
    const int last = i - 1, most = std::min(i, kMostRows);
    int rows = 1, columns = columns_of(last);
    for (; rows < most && columns > 0; ++rows, --columns) {
      const int row = i - rows;
      if (!pattern_.has(row, row - 1) || columns_of(row - 1) != columns - 1) break;
      if (is_narrow(row - 1) != is_narrow(last)) break;
    }
    run_[last] = rows;
  }
}

template <class S>
void Hessian<S>::set_mass() {
  if (tiles_ == packed_.mass_tiles() && packed_.in_order()) {
    std::copy_n(packed_.mass(), std::int64_t{tiles_} * kSize, h_);
    return;
  }
  std::fill_n(h_, std::int64_t{tiles_} * kSize, S(0));
  packed_.each_mass_row([&](int i, int count, const auto& column, const S* tiles) {
    for (int c = 0; c < count; ++c, tiles += kSize) {
      std::copy_n(tiles, kSize, h_ + pattern_.find(i, column(c)) * kSize);
    }
  });
  packed_.each_tile_beside([&](int i, int j, const S* entries) {
    using Row = tile::Row<S>;
    S* to = h_ + pattern_.find(std::max(i, j), std::min(i, j)) * kSize;
    Row rows[kSide];
    for (int k = 0; k < kSide; ++k) rows[k] = Row::load(entries + kSide * k);
    if (i < j) tile::transpose(rows);
    for (int k = 0; k < kSide; ++k) (Row::load(to + kSide * k) + rows[k]).store(to + kSide * k);
  });
}

template <class S>
bool Hessian<S>::has_place_for(const Block& block) const {
  const int* group = packed_.group(block);
  for (int s = 1; s < block.groups; ++s) {
    for (int t = 0; t < s; ++t) {
      if (!pattern_.has(std::max(group[s], group[t]), std::min(group[s], group[t]))) return false;
    }
  }
  return true;
}

template <class S>
void Hessian<S>::add(const Block& block, const S* c) {
  const S* jacobian = packed_.jacobian(block);
  if (block.groups == 0) {
    const int place = packed_.group(block)[0], group = tile::group_of(place);
    S& entry = h_[pattern_.find(group, group) * kSize + tile::within(place) * (kSide + 1)];
    for (int i = 0; i < block.bases; ++i) {
      for (int j = 0; j < block.bases; ++j) {
        entry += c[i * kMostBases + j] * jacobian[i] * jacobian[j];
      }
    }
    return;
  }
  for (int column = 0; column < kSide; column += tile::kStripColumns<S>) {
    with_bases(block.bases, [&](auto bases) THEW_INLINE_LAMBDA {
      add_strip<bases>(packed_.group(block), block.groups, jacobian, c, column);
    });
  }
}

// Adds some columns of all tiles of a block.
template <class S>
template <int bases>
THEW_INLINE void Hessian<S>::add_strip(const int* group, int groups, const S* jacobian, const S* c,
                                       int column) {
  using Row = tile::Strip<S>;
  for (int s = 0; s < groups; ++s) {
    const S* right = jacobian + s * bases * kSide + column;
    Row weighted[bases];  // C B of these columns
    for (int k = 0; k < bases; ++k) {
      weighted[k] = Row(c[k * kMostBases]) * Row::load(right);
      for (int l = 1; l < bases; ++l) {
        weighted[k] = fma(Row(c[k * kMostBases + l]), Row::load(right + kSide * l), weighted[k]);
      }
    }
    for (int t = 0; t < groups; ++t) {
      if (group[t] < group[s]) continue;
      const S* left = jacobian + t * bases * kSide;
      S* to = h_ + pattern_.find(group[t], group[s]) * kSize + column;
      for (int i = 0; i < kSide; ++i) {
        Row sum = Row::load(to + kSide * i);
        for (int k = 0; k < bases; ++k) sum = fma(Row(left[kSide * k + i]), weighted[k], sum);
        sum.store(to + kSide * i);
      }
    }
  }
}

namespace {

// One over a pivot, which is raised where it is not positive, or nothing but what rounding leaves
// of the entry that it comes from: in single precision stiff rows on light bodies come that far.
template <class S>
S inverse_of(const S& pivot, const S& entry, MaskOf<S>& positive) {
  using Real = math::Scalar<S>;
  S least = S(kMinVal);
  if constexpr (std::is_same_v<Real, float>) {
    least = math::max(least, S(Real(4) * math::kRounding<Real>) * entry);
  }
  const MaskOf<S> own = pivot > least;
  positive &= own;
  return S(1) / select(own, pivot, least);
}

}  // namespace

template <class S>
bool Hessian<S>::factor() {
  std::fill_n(changed_, tiles_, u_ == h_);  // then all that is there is in its place
  MaskOf<S> positive(true);
  Run run;
  for (run.last = packed_.groups() - 1; run.last >= 0; run.last -= run.rows) {
    run.rows = run_[run.last];
    const std::int64_t widest = columns_of(run.last) * kSize;
    for (int k = 0; k < run.rows; ++k) {
      const int i = run.last - k;
      if (k > 0) subtract_from_row(run, k, i);
      run.u[k] = u_ + std::int64_t{pattern_.find_row(i)} * kSize;
      run.w[k] = row_ + k * widest;
      finish_row(i, run.w[k], positive);
    }
    subtract_from_rest(run);
  }
  const auto is_flat = [](const Diagonal& d) {
    return std::all_of(d.l, d.l + 6, [](const S& l) { return all(l == S(0)); });
  };
  is_diagonal_ = packed_.is_flat() && tiles_ == packed_.groups() &&
                 std::all_of(diagonal_, diagonal_ + packed_.groups(), is_flat);
  return all(positive);
}

// Divides a row of which the rows behind have been taken: W = inv(L) H, U = inv(D) W.
template <class S>
void Hessian<S>::finish_row(int i, S* w, MaskOf<S>& positive) {
  using math::fma;
  using Row = tile::Strip<S>;
  const int first = pattern_.find_row(i), columns = columns_of(i);
  const S* own = rest_of(first + columns);
  const S* entry = h_ + std::int64_t{first + columns} * kSize;
  Diagonal& d = diagonal_[i];
  S *l = d.l, *inverse = d.inverse;
  inverse[0] = inverse_of(own[0], entry[0], positive);
  for (int k = 0; k < 3; ++k) l[k] = own[1 + k] * inverse[0];
  inverse[1] = inverse_of(fma(-l[0], own[1], own[5]), entry[5], positive);
  const S a12 = fma(-l[0], own[2], own[6]), a13 = fma(-l[0], own[3], own[7]);
  l[3] = a12 * inverse[1];
  l[4] = a13 * inverse[1];
  inverse[2] = inverse_of(fma(-l[3], a12, fma(-l[1], own[2], own[10])), entry[10], positive);
  const S a23 = fma(-l[3], a13, fma(-l[1], own[3], own[11]));
  l[5] = a23 * inverse[2];
  inverse[3] = inverse_of(fma(-l[5], a23, fma(-l[4], a13, fma(-l[2], own[3], own[15]))), entry[15],
                          positive);
  S* u = u_ + std::int64_t{first} * kSize;
  for (int k = 0; k < columns; ++k, u += kSize, w += kSize) {
    const S* rest = rest_of(first + k);
    for (int c = 0; c < kSide; c += tile::kStripColumns<S>) {
      const Row w0 = Row::load(rest + c);
      const Row w1 = fma(Row(-l[0]), w0, Row::load(rest + c + 4));
      const Row w2 = fma(Row(-l[3]), w1, fma(Row(-l[1]), w0, Row::load(rest + c + 8)));
      const Row w3 =
          fma(Row(-l[5]), w2, fma(Row(-l[4]), w1, fma(Row(-l[2]), w0, Row::load(rest + c + 12))));
      w0.store(w + c), w1.store(w + c + 4), w2.store(w + c + 8), w3.store(w + c + 12);
      (Row(inverse[0]) * w0).store(u + c);
      (Row(inverse[1]) * w1).store(u + c + 4);
      (Row(inverse[2]) * w2).store(u + c + 8);
      (Row(inverse[3]) * w3).store(u + c + 12);
    }
  }
}

// Tiles t <- t - sum of W' U over the first rows of a run, W in their column a, U in the columns
// from b on. Of a tile so many rows are dofs, and the rows of the run have so many.
template <class S>
template <int height, int depth, int width>
THEW_INLINE void Hessian<S>::subtract(const Run& run, int rows, int a, int b, const int* t) {
  const S* from[width];
  for (int c = 0; c < width; ++c) {
    from[c] = rest_of(t[c]);
    if (height == kSide || changed_[t[c]]) continue;
    const std::int64_t rest = std::int64_t{t[c]} * kSize + kSide * height;
    tile::Row<S>::load(h_ + rest).store(u_ + rest);
  }
  constexpr int kStrip = std::min(height, tile::kStripRows<S>);
  subtract_strip<0, kStrip, depth, width>(run, rows, a, b, from, t);
  if constexpr (kStrip < height) {
    subtract_strip<kStrip, height - kStrip, depth, width>(run, rows, a, b, from, t);
  }
  for (int c = 0; c < width; ++c) changed_[t[c]] = true;
}

// The same for some rows of the tiles.
template <class S>
template <int top, int height, int depth, int width>
THEW_INLINE void Hessian<S>::subtract_strip(const Run& run, int rows, int a, int b,
                                            const S* const* from, const int* t) {
  using Row = tile::Row<S>;
  Row sum[width][height];
  for (int c = 0; c < width; ++c) {
    for (int i = 0; i < height; ++i) sum[c][i] = Row::load(from[c] + kSide * (top + i));
  }
  for (int k = 0; k < rows; ++k) {
    const S *w = run.w[k] + kSize * a + top, *u = run.u[k] + kSize * b;
    for (int j = 0; j < depth; ++j) {
      Row other[width];
      for (int c = 0; c < width; ++c) other[c] = Row::load(u + kSize * c + kSide * j);
      for (int i = 0; i < height; ++i) {
        const Row factor(-w[kSide * j + i]);
        for (int c = 0; c < width; ++c) sum[c][i] = fma(factor, other[c], sum[c][i]);
      }
    }
  }
  for (int c = 0; c < width; ++c) {
    S* target = u_ + std::int64_t{t[c]} * kSize + kSide * top;
    for (int i = 0; i < height; ++i) sum[c][i].store(target + kSide * i);
  }
}

// The same for many tiles with three dofs.
template <class S>
void Hessian<S>::subtract_widely(const Run& run, int rows, int a, int b, const int* t, int count) {
  if constexpr (std::is_same_v<S, double>) {
    constexpr int kLast = kSize - kSide;  // where the row begins that is no dof
    const double *w[kMostRows], *u[kMostRows], *from[kMostAtOnce];
    double* to[kMostAtOnce];
    for (int k = 0; k < rows; ++k) {
      w[k] = run.w[k] + kSize * a;
      u[k] = run.u[k] + kSize * b;
    }
    for (int c = 0; c < count; ++c) {
      from[c] = rest_of(t[c]);
      to[c] = u_ + std::int64_t{t[c]} * kSize;
      if (!changed_[t[c]]) std::copy_n(from[c] + kLast, kSide, to[c] + kLast);
      changed_[t[c]] = true;
    }
    update_tiles(w, u, rows, from, to, count);
  }
}

// The same for the columns up to the last; address(b) is that of the tile for column b.
template <class S>
template <int height, int depth, class Address>
THEW_INLINE void Hessian<S>::subtract_up_to(const Run& run, int rows, int a, int last,
                                            Address address) {
  constexpr int kWidth = kLanes<S> == 1 ? 2 : 1;
  int b = 0;
  if constexpr (std::is_same_v<S, double> && height < kSide && depth < kSide) {
    for (int left = last + 1; is_wide_ && left > 1;) {
      const int count = std::min(left / 2 * 2, kMostAtOnce);
      int t[kMostAtOnce];
      for (int c = 0; c < count; ++c) t[c] = address(b + c);
      subtract_widely(run, rows, a, b, t, count);
      b += count;
      left -= count;
    }
  }
  for (; b + kWidth <= last + 1; b += kWidth) {
    int t[kWidth];
    for (int c = 0; c < kWidth; ++c) t[c] = address(b + c);
    subtract<height, depth, kWidth>(run, rows, a, b, t);
  }
  if (b > last) return;
  const int t = address(b);
  subtract<height, depth, 1>(run, rows, a, b, &t);
}

// Takes the first rows of a run from another row of it, whose columns they all have.
template <class S>
void Hessian<S>::subtract_from_row(const Run& run, int rows, int i) {
  const int first = pattern_.find_row(i), columns = columns_of(i);
  const auto address = [=](int b) THEW_INLINE_LAMBDA { return first + b; };
  if (is_narrow(i)) {
    subtract_up_to<kSide - 1, kSide - 1>(run, rows, columns, columns, address);
  } else {
    subtract_up_to<kSide, kSide>(run, rows, columns, columns, address);
  }
}

// Takes the rows of a run from those that they touch.
template <class S>
void Hessian<S>::subtract_from_rest(const Run& run) {
  const int columns = columns_of(run.last - run.rows + 1);
  if (columns == 0) return;
  int count = 0;
  pattern_.each_column(run.last, [&](int j) {
    if (count < columns) column_[count++] = j;
  });
  for (int a = 0; a < columns; ++a) {
    const auto address = [&](int b)
                             THEW_INLINE_LAMBDA { return pattern_.find(column_[a], column_[b]); };
    if (!is_narrow(run.last)) {
      subtract_up_to<kSide, kSide>(run, run.rows, a, a, address);
    } else if (is_narrow(column_[a])) {
      subtract_up_to<kSide - 1, kSide - 1>(run, run.rows, a, a, address);
    } else {
      subtract_up_to<kSide, kSide - 1>(run, run.rows, a, a, address);
    }
  }
}

namespace {

// z <- inv(L') z of a diagonal tile.
template <class S>
THEW_INLINE void solve_upper(const S* l, S* z) {
  z[1] = fma(-l[0], z[0], z[1]);
  z[2] = fma(-l[3], z[1], fma(-l[1], z[0], z[2]));
  z[3] = fma(-l[5], z[2], fma(-l[4], z[1], fma(-l[2], z[0], z[3])));
}

// z <- inv(L) z
template <class S>
THEW_INLINE void solve_lower(const S* l, S* z) {
  z[2] = fma(-l[5], z[3], z[2]);
  z[1] = fma(-l[4], z[3], fma(-l[3], z[2], z[1]));
  z[0] = fma(-l[2], z[3], fma(-l[1], z[2], fma(-l[0], z[1], z[0])));
}

}  // namespace

// Rows that touch none before them are done at once.
template <class S>
void Hessian<S>::solve(S* x) const {
  using Row = tile::Row<S>;
  for (int i = 0; is_diagonal_ && i < packed_.groups(); ++i) {
    (Row::load(x + kSide * i) * Row::load(diagonal_[i].inverse)).store(x + kSide * i);
  }
  if (is_diagonal_) return;
  for (int i = packed_.groups(); i-- > 0;) {  // inv(L')
    const Diagonal& d = diagonal_[i];
    S* z = x + kSide * i;
    solve_upper(d.l, z);
    if (pattern_.is_first(i)) {
      for (int k = 0; k < kSide; ++k) z[k] = z[k] * d.inverse[k];
      solve_lower(d.l, z);
      continue;
    }
    const S* tiles = u_ + std::int64_t{pattern_.find_row(i)} * kSize;
    const S minus[kSide] = {-z[0], -z[1], -z[2], -z[3]};
    pattern_.each_column(i, [&](int j) THEW_INLINE_LAMBDA {
      if (j < i) tile::add_transposed(tiles, minus, x + kSide * j);
      tiles += kSize;
    });
  }
  for (int i = 0; i < packed_.groups(); ++i) {  // inv(D), inv(L)
    if (pattern_.is_first(i)) continue;
    const Diagonal& d = diagonal_[i];
    const S* tiles = u_ + std::int64_t{pattern_.find_row(i)} * kSize;
    S* z = x + kSide * i;
    Row sum[kSide];
    for (Row& s : sum) s = Row(0.0);
    pattern_.each_column(i, [&](int j) THEW_INLINE_LAMBDA {
      if (j < i) {
        const Row other = Row::load(x + kSide * j);
        for (int k = 0; k < kSide; ++k) sum[k] = fma(Row::load(tiles + kSide * k), other, sum[k]);
      }
      tiles += kSize;
    });
    const Row above = tile::sums(sum);
    for (int k = 0; k < kSide; ++k) z[k] = fma(z[k], d.inverse[k], -above[k]);
    solve_lower(d.l, z);
  }
}

#define THEW_INSTANTIATE(S) template class Hessian<S>
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
