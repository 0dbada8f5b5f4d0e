#include "derivative/dense.h"

#include <algorithm>
#include <utility>

namespace thew::derivative {

namespace {

constexpr std::size_t kLarge = 1 << 14, kMostKept = 8;
thread_local std::vector<std::vector<double>> kept;

}  // namespace

void Storage::take(std::size_t size) {
  if (size < kLarge) return;
  const auto fits = [&](const auto& v) { return v.capacity() >= size; };
  const auto found = std::find_if(kept.begin(), kept.end(), fits);
  if (found == kept.end()) return;
  values = std::move(*found);
  kept.erase(found);
}

// The latest stay, so that sizes of other models go.
Storage::~Storage() {
  if (values.capacity() < kLarge) return;
  if (kept.size() >= kMostKept) kept.erase(kept.begin());
  kept.push_back(std::move(values));
}

void add_product(const Matrix& a, const Matrix& x, Matrix& y) {
  for (int i = 0; i < a.rows(); ++i) {
    for (int k = 0; k < a.columns(); ++k) {
      if (a(i, k) != 0) add(x.columns(), a(i, k), x.row(k), y.row(i));
    }
  }
}

// A = U L: U is unit upper triangular and stands above the diagonal, L below and on it, with the
// inverse of its diagonal.
bool Factor::compute(Matrix a) {
  lu_ = std::move(a);
  find_profile();
  for (int k = lu_.rows() - 1; k >= 0; --k) {
    const double pivot = lu_(k, k);
    if (!(pivot > 0)) return false;
    const double inverse = 1 / pivot;
    lu_(k, k) = inverse;
    const int first = first_[static_cast<std::size_t>(k)];
    for (int i = first; i < k; ++i) {
      double& u = lu_(i, k);
      if (u == 0 && lu_(k, i) == 0) continue;
      int& own = first_[static_cast<std::size_t>(i)];
      own = std::min(own, first);
      if (u == 0) continue;
      u *= inverse;
      add(k - first, -u, lu_.row(k) + first, lu_.row(i) + first);
    }
  }
  return true;
}

void Factor::find_profile() {
  const int n = lu_.rows();
  first_.resize(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) first_[static_cast<std::size_t>(i)] = i;
  for (int i = 0; i < n; ++i) {
    const double* row = lu_.row(i);
    for (int k = 0; k < n; ++k) {
      if (row[k] == 0) continue;
      int& first = first_[static_cast<std::size_t>(std::max(i, k))];
      first = std::min(first, std::min(i, k));
    }
  }
}

void Factor::solve(Matrix& x) const {
  if (x.columns() > 0) solve(x.row(0), x.columns());
}

void Factor::solve(double* x, int columns) const {
  const int n = lu_.rows();
  const auto row = [&](int i) { return x + std::ptrdiff_t{i} * columns; };
  const auto first = [&](int k) { return first_[static_cast<std::size_t>(k)]; };
  for (int k = n - 1; k > 0; --k) {
    for (int i = first(k); i < k; ++i) {
      if (lu_(i, k) != 0) add(columns, -lu_(i, k), row(k), row(i));
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int k = first(i); k < i; ++k) {
      if (lu_(i, k) != 0) add(columns, -lu_(i, k), row(k), row(i));
    }
    for (int c = 0; c < columns; ++c) row(i)[c] *= lu_(i, i);
  }
}

void Factor::solve_transposed(double* x) const {
  const int n = lu_.rows();
  for (int i = n - 1; i >= 0; --i) {
    const int first = first_[static_cast<std::size_t>(i)];
    x[i] *= lu_(i, i);
    add(i - first, -x[i], lu_.row(i) + first, x + first);
  }
  for (int k = 1; k < n; ++k) {
    for (int i = first_[static_cast<std::size_t>(k)]; i < k; ++i)
      x[k] = math::fma(-lu_(i, k), x[i], x[k]);
  }
}

}  // namespace thew::derivative
