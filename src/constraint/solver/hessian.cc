#include "constraint/solver/hessian.h"

#include <algorithm>

namespace thew::constraint {

namespace {

using Lanes = math::Pack<double, 4>;

constexpr int kPanel = 4;

}  // namespace

void Hessian::set_mass(const math::TreeRows& tree, const double* mass) {
  std::fill_n(h_, n_ * stride_, 0.0);
  for (int i = 0; i < n_; ++i) {
    const double* row = mass + tree.start[i];
    const int* column = tree.column + tree.start[i];
    for (int k = 0; k < tree.count[i]; ++k) h_[column[k] * stride_ + i] = row[k];
  }
}

void Hessian::add(const Block& block, const int* column, const double* base, const double* c) {
  const int n = block.columns, r = block.bases;
  if (r == 1) {
    for (int i = 0; i < n; ++i) {
      double* row = h_ + column[i] * stride_;
      const double weight = c[0] * base[i];
      for (int j = i; j < n; ++j) row[column[j]] += weight * base[j];
    }
    return;
  }
  for (int i = 0; i < n; ++i) {
    double w[kMostBases];  // column i of C B
    for (int k = 0; k < r; ++k) {
      w[k] = 0;
      for (int l = 0; l < r; ++l) w[k] = math::fma(c[k * kMostBases + l], base[l * n + i], w[k]);
    }
    double* row = h_ + column[i] * stride_;
    for (int j = i; j < n; ++j) {
      double sum = row[column[j]];
      for (int k = 0; k < r; ++k) sum = math::fma(w[k], base[k * n + j], sum);
      row[column[j]] = sum;
    }
  }
}

bool Hessian::factor() {
  std::copy_n(h_, n_ * stride_, u_);
  bool positive = true;
  for (int j0 = 0; j0 < n_; j0 += kPanel) {
    const int j1 = std::min(j0 + kPanel, n_);
    for (int j = j0; j < j1; ++j) {  // the panel's own rows
      double* row = u_ + j * stride_;
      if (!(row[j] > kMinVal)) {
        positive = false;
        row[j] = kMinVal;
      }
      const double pivot = math::sqrt(row[j]), inverse = 1 / pivot;
      inverse_[j] = inverse;
      for (int k = j; k < n_; ++k) row[k] *= inverse;
      for (int i = j + 1; i < j1; ++i) {
        double* below = u_ + i * stride_;
        const double l = row[i];
        for (int k = i; k < n_; ++k) below[k] = math::fma(-l, row[k], below[k]);
      }
    }
    if (j1 - j0 < kPanel) break;
    const double* p0 = u_ + j0 * stride_;
    const double *p1 = p0 + stride_, *p2 = p1 + stride_, *p3 = p2 + stride_;
    for (int i = j1; i < n_; ++i) {  // the rows below, all four at once
      double* row = u_ + i * stride_;
      const Lanes a(-p0[i]), b(-p1[i]), c(-p2[i]), e(-p3[i]);
      // Entries left of the diagonal in the first vector are never read.
      for (int k = i / 4 * 4; k < n_; k += 4) {
        Lanes sum = Lanes::load(row + k);
        sum = fma(a, Lanes::load(p0 + k), sum);
        sum = fma(b, Lanes::load(p1 + k), sum);
        sum = fma(c, Lanes::load(p2 + k), sum);
        sum = fma(e, Lanes::load(p3 + k), sum);
        sum.store(row + k);
      }
    }
  }
  return positive;
}

void Hessian::solve(double* x) const {
  for (int j = 0; j < n_; ++j) {
    const double* row = u_ + j * stride_;
    x[j] *= inverse_[j];
    const double value = x[j];
    for (int k = j + 1; k < n_; ++k) x[k] = math::fma(-row[k], value, x[k]);
  }
  for (int j = n_; j-- > 0;) {
    const double* row = u_ + j * stride_;
    double sum = x[j];
    for (int k = j + 1; k < n_; ++k) sum = math::fma(-row[k], x[k], sum);
    x[j] = sum * inverse_[j];
  }
}

}  // namespace thew::constraint
