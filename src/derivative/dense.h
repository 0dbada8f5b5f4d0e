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

/// Where derivatives are summed, row by row: in a matrix, or as the product of weights of its rows
/// with it, for which there is no matrix.
class Sum {
 public:
  Sum(Matrix& to)  // NOLINT: a matrix is one
      : to_(to.row(0)), stride_(to.columns()), is_matrix_(true) {}
  /// weight' R, added to a row.
  Sum(const double* weight, double* row) : to_(row), weight_(weight) {}
  /// As `other`, with rows left out that are not marked; `weights` is its memory.
  Sum(const Sum& other, const std::vector<char>& marked, std::vector<double>& weights)
      : to_(other.to_), stride_(other.stride_), is_matrix_(other.is_matrix_) {
    weights.clear();
    for (std::size_t i = 0; i < marked.size(); ++i)
      weights.push_back(marked[i] ? other.weight(static_cast<int>(i)) : 0.0);
    weight_ = weights.data();
  }

  struct Entry {
    double* to;
    double weight;
    void operator+=(double x) const { *to = math::fma(weight, x, *to); }
    void operator-=(double x) const { *this += -x; }
  };
  struct Row {
    double* to;
    double weight;
    Entry operator[](int k) const { return {to + k, weight}; }
  };

  Row row(int i) const { return {to_ + std::ptrdiff_t{i} * stride_, weight(i)}; }
  Entry operator()(int i, int k) const { return row(i)[k]; }
  /// Adds s x to the first n entries of a row.
  void add_row(int i, int n, double s, const double* x) const {
    const Row to = row(i);
    add(n, s * to.weight, x, to.to);
  }

  /// The row that all is added to, and the weights; null where there is a matrix.
  double* only_row() const { return is_matrix_ ? nullptr : to_; }
  const double* weights() const { return weight_; }

 private:
  double weight(int i) const { return weight_ ? weight_[i] : 1; }

  double* to_;
  std::ptrdiff_t stride_ = 0;
  bool is_matrix_ = false;
  const double* weight_ = nullptr;
};

}  // namespace thew::derivative
