#include "constraint/solver/hessian.h"

#include <algorithm>

#include "math/resolution.h"
#include "model/lane_types.h"

namespace thew::constraint {

using tile::kSide, tile::kSize;

template <class S>
Hessian<S>::Hessian(const Packed<S>& packed, std::span<const Block> blocks, Memory& memory)
    : packed_(packed), pattern_(packed.groups(), memory) {
  if (memory.full()) return;
  packed.each_mass_row([&](int i, int count, const int* column, int shift, const S*) {
    for (int c = 0; c < count; ++c) pattern_.add(i, column[c] + shift);
  });
  for (const Block& block : blocks) pattern_.add_clique(packed.group(block), block.groups);
  pattern_.fill_in();
  tiles_ = pattern_.number();
  h_ = memory.take<S>(std::int64_t{tiles_} * kSize);
  u_ = memory.take<S>(std::int64_t{tiles_} * kSize);
  changed_ = memory.take<bool>(tiles_);
  row_ = memory.take<S>(std::int64_t{packed.groups()} * kSize);
  column_ = memory.take<int>(packed.groups());
  diagonal_ = memory.take<Diagonal>(packed.groups());
}

template <class S>
void Hessian<S>::set_mass() {
  if (tiles_ == packed_.mass_tiles() && packed_.in_order()) {
    std::copy_n(packed_.mass(), std::int64_t{tiles_} * kSize, h_);
    return;
  }
  std::fill_n(h_, std::int64_t{tiles_} * kSize, S(0));
  packed_.each_mass_row([&](int i, int count, const int* column, int shift, const S* tiles) {
    for (int c = 0; c < count; ++c, tiles += kSize) {
      std::copy_n(tiles, kSize, h_ + pattern_.find(i, column[c] + shift) * kSize);
    }
  });
}

template <class S>
void Hessian<S>::add(const Block& block, const S* c) {
  using Row = tile::Row<S>;
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
  const int* group = packed_.group(block);
  with_bases(block.bases, [&](auto bases) THEW_INLINE_LAMBDA {
    for (int s = 0; s < block.groups; ++s) {
      const S* right = jacobian + s * bases * kSide;
      Row weighted[bases];  // C B of these columns
      for (int k = 0; k < bases; ++k) {
        weighted[k] = Row(c[k * kMostBases]) * Row::load(right);
        for (int l = 1; l < bases; ++l) {
          weighted[k] = fma(Row(c[k * kMostBases + l]), Row::load(right + kSide * l), weighted[k]);
        }
      }
      for (int t = 0; t < block.groups; ++t) {
        if (group[t] < group[s]) continue;
        const S* left = jacobian + t * bases * kSide;
        S* to = h_ + pattern_.find(group[t], group[s]) * kSize;
        for (int i = 0; i < kSide; ++i) {
          Row sum = Row::load(to + kSide * i);
          for (int k = 0; k < bases; ++k) sum = fma(Row(left[kSide * k + i]), weighted[k], sum);
          sum.store(to + kSide * i);
        }
      }
    }
  });
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
  using math::fma;
  using Row = tile::Row<S>;
  std::fill_n(changed_, tiles_, false);
  // Tile t as the rows so far have left it.
  const auto rest_of = [&](int t) { return (changed_[t] ? u_ : h_) + std::int64_t{t} * kSize; };
  MaskOf<S> positive(true);
  for (int i = packed_.groups(); i-- > 0;) {
    const int first = pattern_.find_row(i);
    S* const row = u_ + std::int64_t{first} * kSize;
    int count = 0;
    pattern_.each_column(i, [&](int j) { column_[count++] = j; });
    --count;  // the last one is the diagonal tile
    const S* own = rest_of(first + count);
    const S* entry = h_ + std::int64_t{first + count} * kSize;
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
    inverse[3] = inverse_of(fma(-l[5], a23, fma(-l[4], a13, fma(-l[2], own[3], own[15]))),
                            entry[15], positive);

    for (int k = 0; k < count; ++k) {  // W = inv(L) H of the row, U = inv(D) W
      const S* rest = rest_of(first + k);
      S *u = row + kSize * k, *w = row_ + kSize * k;
      const Row w0 = Row::load(rest);
      const Row w1 = fma(Row(-l[0]), w0, Row::load(rest + 4));
      const Row w2 = fma(Row(-l[3]), w1, fma(Row(-l[1]), w0, Row::load(rest + 8)));
      const Row w3 =
          fma(Row(-l[5]), w2, fma(Row(-l[4]), w1, fma(Row(-l[2]), w0, Row::load(rest + 12))));
      w0.store(w), w1.store(w + 4), w2.store(w + 8), w3.store(w + 12);
      (Row(inverse[0]) * w0).store(u);
      (Row(inverse[1]) * w1).store(u + 4);
      (Row(inverse[2]) * w2).store(u + 8);
      (Row(inverse[3]) * w3).store(u + 12);
    }
    for (int a = 0; a < count; ++a) {
      const S* w = row_ + kSize * a;
      for (int b = 0; b <= a; ++b) {
        const int t = pattern_.find(column_[a], column_[b]);
        tile::subtract_product(rest_of(t), w, row + kSize * b, u_ + std::int64_t{t} * kSize);
        changed_[t] = true;
      }
    }
  }
  return all(positive);
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
