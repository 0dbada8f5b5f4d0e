#include "derivative/dense.h"

namespace thew::derivative {

void add_product(const Matrix& a, const Matrix& x, Matrix& y) {
  for (int i = 0; i < a.rows(); ++i) {
    for (int k = 0; k < a.columns(); ++k) {
      if (a(i, k) != 0) add(x.columns(), a(i, k), x.row(k), y.row(i));
    }
  }
}

// A = U L: U is unit upper triangular and stands above the diagonal, L below and on it, with the
// inverse of its diagonal.
bool Factor::compute(const Matrix& a) {
  lu_ = a;
  for (int k = lu_.rows() - 1; k >= 0; --k) {
    const double pivot = lu_(k, k);
    if (!(pivot > 0)) return false;
    const double inverse = 1 / pivot;
    lu_(k, k) = inverse;
    for (int i = 0; i < k; ++i) {
      double& u = lu_(i, k);
      if (u == 0) continue;
      u *= inverse;
      add(k, -u, lu_.row(k), lu_.row(i));
    }
  }
  return true;
}

void Factor::solve(Matrix& x) const {
  if (x.columns() > 0) solve(x.row(0), x.columns());
}

void Factor::solve(double* x, int columns) const {
  const int n = lu_.rows();
  const auto row = [&](int i) { return x + std::ptrdiff_t{i} * columns; };
  for (int k = n - 1; k > 0; --k) {
    for (int i = 0; i < k; ++i) {
      if (lu_(i, k) != 0) add(columns, -lu_(i, k), row(k), row(i));
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) {
      if (lu_(i, k) != 0) add(columns, -lu_(i, k), row(k), row(i));
    }
    for (int c = 0; c < columns; ++c) row(i)[c] *= lu_(i, i);
  }
}

void Factor::solve_transposed(double* x) const {
  const int n = lu_.rows();
  for (int i = n - 1; i >= 0; --i) {
    x[i] *= lu_(i, i);
    add(i, -x[i], lu_.row(i), x);
  }
  for (int i = 0; i < n; ++i) add(n - i - 1, -x[i], lu_.row(i) + i + 1, x + i + 1);
}

}  // namespace thew::derivative
