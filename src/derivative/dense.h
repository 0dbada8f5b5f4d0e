#pragma once

// Small dense matrices of derivatives. Rows are contiguous, so that work on many right-hand sides
// runs along registers.

#include <cstddef>
#include <utility>
#include <vector>

#include "math/scalar.h"

namespace thew::derivative {

/// The numbers of a matrix. Large ones come from those that this thread used before: pages that go
/// back to the system are slow to get again.
class Storage {
 public:
  Storage() = default;
  Storage(const Storage& other) : Storage() {
    take(other.values.size());
    values = other.values;
  }
  Storage(Storage&& other) noexcept : values(std::move(other.values)) {}
  Storage& operator=(Storage other) noexcept {
    std::swap(values, other.values);
    return *this;
  }
  ~Storage();

  void set_zero(std::size_t size) {
    if (values.capacity() < size) take(size);
    values.assign(size, 0.0);
  }

  std::vector<double> values;

 private:
  void take(std::size_t size);
};

/// Row-major, zero at first.
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::int64_t rows, std::int64_t columns) { reset(rows, columns); }

  void reset(std::int64_t rows, std::int64_t columns) {
    rows_ = static_cast<int>(rows);
    columns_ = static_cast<int>(columns);
    storage_.set_zero(static_cast<std::size_t>(rows * columns));
  }

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  double* row(int i) { return storage_.values.data() + std::ptrdiff_t{i} * columns_; }
  const double* row(int i) const { return storage_.values.data() + std::ptrdiff_t{i} * columns_; }
  double& operator()(int i, int j) { return row(i)[j]; }
  double operator()(int i, int j) const { return row(i)[j]; }

 private:
  int rows_ = 0, columns_ = 0;
  Storage storage_;
};

/// y <- y + s x
inline void add(int n, double s, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = math::fma(s, x[i], y[i]);
}

inline double dot(int n, const double* x, const double* y) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum = math::fma(x[i], y[i], sum);
  return sum;
}

/// y <- y + A x for all columns of x; zeros of A cost nothing.
void add_product(const Matrix& a, const Matrix& x, Matrix& y);

/// Factors of a square matrix, eliminated from the last row to the first: in the order of dofs the
/// zeros between branches of a tree stay zeros, and trees that nothing joins cost nothing together.
/// Without pivoting, for matrices such as M + J'CJ
/// and M - h D, whose pivots are positive.
class Factor {
 public:
  /// Whether all pivots are positive.
  bool compute(Matrix a);
  /// Columns of x <- A^-1 x.
  void solve(Matrix& x) const;
  void solve(double* x) const { solve(x, 1); }
  /// x <- A^-T x
  void solve_transposed(double* x) const;

 private:
  void find_profile();
  void solve(double* x, int columns) const;

  Matrix lu_;               // A = U L, see dense.cc
  std::vector<int> first_;  // of rows and columns k: before that, their entries up to k are zero
};

}  // namespace thew::derivative
