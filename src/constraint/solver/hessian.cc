#include "constraint/solver/hessian.h"

#include <algorithm>

namespace thew::constraint {

using tile::kSide, tile::kSize, tile::Row;

Hessian::Hessian(const Packed& packed, std::span<const Block> blocks, Memory& memory)
    : packed_(packed), pattern_(packed.groups(), memory) {
  if (memory.full()) return;
  packed.each_mass_row([&](int i, int count, const int* column, int shift, const double*) {
    for (int c = 0; c < count; ++c) pattern_.add(i, column[c] + shift);
  });
  for (const Block& block : blocks) pattern_.add_clique(packed.group(block), block.groups);
  pattern_.fill_in();
  tiles_ = pattern_.number();
  h_ = memory.take<double>(std::int64_t{tiles_} * kSize);
  u_ = memory.take<double>(std::int64_t{tiles_} * kSize);
  row_ = memory.take<double>(std::int64_t{packed.groups()} * kSize);
  column_ = memory.take<int>(packed.groups());
  diagonal_ = memory.take<Diagonal>(packed.groups());
}

void Hessian::set_mass() {
  if (tiles_ == packed_.mass_tiles() && packed_.in_order()) {
    std::copy_n(packed_.mass(), std::int64_t{tiles_} * kSize, h_);
    return;
  }
  std::fill_n(h_, std::int64_t{tiles_} * kSize, 0.0);
  packed_.each_mass_row([&](int i, int count, const int* column, int shift, const double* tiles) {
    for (int c = 0; c < count; ++c, tiles += kSize) {
      std::copy_n(tiles, kSize, h_ + pattern_.find(i, column[c] + shift) * kSize);
    }
  });
}

void Hessian::add(const Block& block, const double* c) {
  const double* jacobian = packed_.jacobian(block);
  if (block.groups == 0) {
    const int place = packed_.group(block)[0], group = tile::group_of(place);
    double& entry = h_[pattern_.find(group, group) * kSize + tile::within(place) * (kSide + 1)];
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
      const double* right = jacobian + s * bases * kSide;
      Row weighted[bases];  // C B of these columns
      for (int k = 0; k < bases; ++k) {
        weighted[k] = Row(c[k * kMostBases]) * Row::load(right);
        for (int l = 1; l < bases; ++l) {
          weighted[k] = fma(Row(c[k * kMostBases + l]), Row::load(right + kSide * l), weighted[k]);
        }
      }
      for (int t = 0; t < block.groups; ++t) {
        if (group[t] < group[s]) continue;
        const double* left = jacobian + t * bases * kSide;
        double* to = h_ + pattern_.find(group[t], group[s]) * kSize;
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

// A pivot that is not positive is raised; false then.
inline bool invert(double pivot, double& inverse) {
  const bool positive = pivot > kMinVal;
  inverse = 1 / (positive ? pivot : kMinVal);
  return positive;
}

}  // namespace

bool Hessian::factor() {
  using math::fma;
  std::copy_n(h_, std::int64_t{tiles_} * kSize, u_);
  bool positive = true;
  for (int i = packed_.groups(); i-- > 0;) {
    double* const row = u_ + std::int64_t{pattern_.find_row(i)} * kSize;
    int count = 0;
    pattern_.each_column(i, [&](int j) { column_[count++] = j; });
    const double* own = row + kSize * --count;  // the diagonal tile
    Diagonal& d = diagonal_[i];
    double *l = d.l, *inverse = d.inverse;
    positive &= invert(own[0], inverse[0]);
    for (int k = 0; k < 3; ++k) l[k] = own[1 + k] * inverse[0];
    positive &= invert(fma(-l[0], own[1], own[5]), inverse[1]);
    const double a12 = fma(-l[0], own[2], own[6]), a13 = fma(-l[0], own[3], own[7]);
    l[3] = a12 * inverse[1];
    l[4] = a13 * inverse[1];
    positive &= invert(fma(-l[3], a12, fma(-l[1], own[2], own[10])), inverse[2]);
    const double a23 = fma(-l[3], a13, fma(-l[1], own[3], own[11]));
    l[5] = a23 * inverse[2];
    positive &= invert(fma(-l[5], a23, fma(-l[4], a13, fma(-l[2], own[3], own[15]))), inverse[3]);

    for (int k = 0; k < count; ++k) {  // W = inv(L) H of the row, U = inv(D) W
      double *u = row + kSize * k, *w = row_ + kSize * k;
      const Row w0 = Row::load(u);
      const Row w1 = fma(Row(-l[0]), w0, Row::load(u + 4));
      const Row w2 = fma(Row(-l[3]), w1, fma(Row(-l[1]), w0, Row::load(u + 8)));
      const Row w3 =
          fma(Row(-l[5]), w2, fma(Row(-l[4]), w1, fma(Row(-l[2]), w0, Row::load(u + 12))));
      w0.store(w), w1.store(w + 4), w2.store(w + 8), w3.store(w + 12);
      (Row(inverse[0]) * w0).store(u);
      (Row(inverse[1]) * w1).store(u + 4);
      (Row(inverse[2]) * w2).store(u + 8);
      (Row(inverse[3]) * w3).store(u + 12);
    }
    for (int a = 0; a < count; ++a) {
      for (int b = 0; b <= a; ++b) {
        tile::subtract_product(u_ + std::int64_t{pattern_.find(column_[a], column_[b])} * kSize,
                               row_ + kSize * a, row + kSize * b);
      }
    }
  }
  return positive;
}

void Hessian::solve(double* x) const {
  using math::fma;
  for (int i = packed_.groups(); i-- > 0;) {  // inv(L')
    const double* tiles = u_ + std::int64_t{pattern_.find_row(i)} * kSize;
    const double* l = diagonal_[i].l;
    double* z = x + kSide * i;
    z[1] = fma(-l[0], z[0], z[1]);
    z[2] = fma(-l[3], z[1], fma(-l[1], z[0], z[2]));
    z[3] = fma(-l[5], z[2], fma(-l[4], z[1], fma(-l[2], z[0], z[3])));
    const double minus[kSide] = {-z[0], -z[1], -z[2], -z[3]};
    pattern_.each_column(i, [&](int j) THEW_INLINE_LAMBDA {
      if (j < i) tile::add_transposed(tiles, minus, x + kSide * j);
      tiles += kSize;
    });
  }
  for (int i = 0; i < packed_.groups(); ++i) {  // inv(D), inv(L)
    const double* tiles = u_ + std::int64_t{pattern_.find_row(i)} * kSize;
    const double *l = diagonal_[i].l, *inverse = diagonal_[i].inverse;
    double* z = x + kSide * i;
    Row sum[kSide];
    for (Row& s : sum) s = Row(0.0);
    pattern_.each_column(i, [&](int j) THEW_INLINE_LAMBDA {
      if (j < i) {
        const Row other = Row::load(x + kSide * j);
        for (int k = 0; k < kSide; ++k) sum[k] = fma(Row::load(tiles + kSide * k), other, sum[k]);
      }
      tiles += kSize;
    });
    const Row above = tile::sums(sum[0], sum[1], sum[2], sum[3]);
    for (int k = 0; k < kSide; ++k) z[k] = fma(z[k], inverse[k], -above[k]);
    z[2] = fma(-l[5], z[3], z[2]);
    z[1] = fma(-l[4], z[3], fma(-l[3], z[2], z[1]));
    z[0] = fma(-l[2], z[3], fma(-l[1], z[2], fma(-l[0], z[1], z[0])));
  }
}

}  // namespace thew::constraint
