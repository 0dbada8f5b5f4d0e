#pragma once

// The Hessian M + J' C J of the cost and its Cholesky factor, dense: the upper triangle, row by
// row.

#include "constraint/solver/cost.h"
#include "math/pack.h"

namespace thew::constraint {

class Hessian {
 public:
  /// Numbers of memory for n dofs.
  static std::int64_t numbers(int n) { return 2 * std::int64_t{n} * stride(n) + n; }

  Hessian(int n, double* memory)
      : n_(n), stride_(stride(n)), h_(memory), u_(h_ + n * stride_), inverse_(u_ + n * stride_) {}

  /// M alone.
  void set_mass(const math::TreeRows& tree, const double* mass);

  /// Adds B' C B of a block's base Jacobian B.
  void add(const Block& block, const int* column, const double* base, const double* c);

  /// H = U' U; false where a pivot is not positive.
  bool factor();

  /// x <- inv(H) x
  void solve(double* x) const;

 private:
  static int stride(int n) { return (n + 3) / 4 * 4; }

  int n_, stride_;
  double *h_, *u_, *inverse_;
};

}  // namespace thew::constraint
