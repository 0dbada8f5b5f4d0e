#pragma once

// Square matrices of dofs, such as M + J'CJ and M - h D, with the entries that trees, constraints
// and their elimination have: worlds of many trees cost what their trees cost one by one.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <thew/data.h>

#include "constraint/solver/pattern.h"
#include "derivative/dense.h"

namespace thew::derivative {

/// Which entries such a matrix has, the same below its diagonal and above. Rows are eliminated from
/// the last to the first: in the order of dofs the zeros between branches of a tree stay zeros.
class Layout {
 public:
  /// Columns [first, end) of a row; the entry of column k has the place at + k.
  struct Run {
    int first, end;
    std::ptrdiff_t at;
  };

  /// Of a pattern with its diagonal, to which it adds what elimination fills in.
  explicit Layout(constraint::Pattern& pattern);

  int rows() const { return static_cast<int>(row_.size()) - 1; }
  std::ptrdiff_t size() const { return size_; }
  /// Those up to the diagonal.
  std::span<const Run> runs(int i) const {
    const auto at = static_cast<std::size_t>(i);
    return {run_.data() + row_[at], row_[at + 1] - row_[at]};
  }
  std::ptrdiff_t find(int i, int k) const {
    const Run* run = run_.data() + row_[static_cast<std::size_t>(i)];
    while (run->end <= k) ++run;
    return run->at + k;
  }
  /// Calls visit(k, place) for the columns of row i before the diagonal.
  template <class Visit>
  void each_before(int i, Visit visit) const {
    for (const Run& run : runs(i)) {
      for (int k = run.first; k < run.end && k < i; ++k) visit(k, run.at + k);
    }
  }

 private:
  std::vector<Run> run_;
  std::vector<std::size_t> row_;  // the first run of each row
  std::ptrdiff_t size_ = 0;
};

/// That of trees, rows of constraints and couplings at a state.
std::shared_ptr<const Layout> layout_of(const Model& m, const Data& d);

class Sparse {
 public:
  Sparse() = default;
  /// Zero. Of a symmetric one only what is below the diagonal counts.
  Sparse(std::shared_ptr<const Layout> layout, bool symmetric);

  int rows() const { return layout_->rows(); }
  bool symmetric() const { return symmetric_; }
  const std::shared_ptr<const Layout>& layout() const { return layout_; }
  /// The same, with room for entries above the diagonal.
  Sparse without_symmetry() const;

  void add(int i, int k, double x) {
    if (k <= i) lower_.values[place(i, k)] += x;
    if (k > i && !symmetric_) upper_.values[place(k, i)] += x;
  }
  void set(int i, int k, double x) {
    if (k <= i) lower_.values[place(i, k)] = x;
    if (k > i && !symmetric_) upper_.values[place(k, i)] = x;
  }

  /// y <- A x
  void multiply(const double* x, double* y) const;
  /// y <- y + A x for all columns of x
  void add_product(const Matrix& x, Matrix& y) const;

  /// A becomes its factors, without pivoting. Whether all pivots are positive; if so, only these
  /// may be called:
  bool factor();
  /// Columns of x <- A^-1 x.
  void solve(Matrix& x) const;
  void solve(double* x) const { solve(lower(), upper(), x); }
  /// x <- A^-T x
  void solve_transposed(double* x) const { solve(upper(), lower(), x); }

 private:
  std::size_t place(int i, int k) const { return static_cast<std::size_t>(layout_->find(i, k)); }
  const double* lower() const { return lower_.values.data(); }
  const double* upper() const { return symmetric_ ? lower() : upper_.values.data(); }
  void eliminate(int k, const double* factors, double* rows) const;
  void solve(const double* lower, const double* upper, double* x) const;

  std::shared_ptr<const Layout> layout_;
  bool symmetric_ = true;
  Storage lower_, upper_;        // the second one transposed, row by row
  std::vector<double> inverse_;  // of pivots
};

}  // namespace thew::derivative
