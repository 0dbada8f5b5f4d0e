#pragma once

// How blocks of constraint rows react. With x = J a - aref and f = -ds/dx, whose scale is 1/R:
//   df = -C (dJ a - daref) - f dR/R,
//   aref = -B (J v) - K imp pos,   dR/R = -imp' / (imp (1 - imp)) dpos.

#include <algorithm>
#include <vector>

#include <thew/data.h>

#include "constraint/block.h"
#include "constraint/solver/cost.h"
#include "derivative/dense.h"

namespace thew::derivative {

using constraint::Block, constraint::kMostBases;

/// The base rows of a block, one column after the other.
class Jacobian {
 public:
  Jacobian(const Model& m, const Data& d, const Block& block)
      : bases_(block.bases),
        columns_(d.kept.block_column.data() + block.column,
                 static_cast<std::size_t>(block.columns)),
        entry_(static_cast<std::size_t>(block.bases * block.columns)) {
    for (int k = 0; k < block.columns; ++k) {
      for (int b = 0; b < bases_; ++b) at(k)[b] = constraint::base_entry(m, d, block, b, k);
    }
  }

  int count() const { return static_cast<int>(columns_.size()); }
  int dof(int k) const { return columns_[static_cast<std::size_t>(k)]; }
  double* at(int k) { return entry_.data() + k * bases_; }
  const double* at(int k) const { return entry_.data() + k * bases_; }

  void multiply(const double* w, double* y) const {
    std::fill_n(y, bases_, 0.0);
    for (int k = 0; k < count(); ++k) add(bases_, w[dof(k)], at(k), y);
  }

 private:
  int bases_;
  std::span<const int> columns_;
  std::vector<double> entry_;
};

/// Force and curvature of a block at accelerations.
struct Reaction {
  double force[kMostBases], curvature[kMostBases * kMostBases];
  bool acts;
};
/// With switches smoothed over this width, if it is not zero (smoothing.h).
Reaction react(const Data& d, const Block& block, const Jacobian& jacobian, const double* a,
               double smoothing);

/// y <- C x
inline void multiply(const Reaction& reaction, int n, const double* x, double* y) {
  for (int b = 0; b < n; ++b) y[b] = dot(n, reaction.curvature + b * kMostBases, x);
}

/// K, B, impedance and its slope of a base row.
inline const double* spring(const Data& d, const Block& block, int base) {
  return d.efc_KBIP.row(block.row + (block.is_pyramid() ? 0 : base));
}

/// How R grows with the violation, relative to R.
inline double softening(const double* spring) {
  return -spring[3] / (spring[2] * (1 - spring[2]));
}

/// How the reference falls with the position of a block's first row, and how R grows with it.
struct Softness {
  double stiffness, softening;
};
inline Softness softness(const Data& d, const Block& block) {
  const double* s = spring(d, block, 0);
  const double pos = d.efc_pos[block.row] - d.efc_margin[block.row];
  return {s[0] * (s[2] + s[3] * pos), softening(s)};
}

}  // namespace thew::derivative
