#pragma once

// How blocks of constraint rows react. With x = J a - aref and f = -ds/dx, whose scale is 1/R:
//   df = -C (dJ a - daref) - f dR/R,   aref = -B (J v) - K imp pos - dJ/dt v.

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

/// How the references of base rows follow their motion, and R the violation that decides the
/// impedance (constraint/softness.h):
///   d aref = by_position dpos + by_violation dviolation + by_velocity dvel + by_drift d(dJ/dt v),
///   dR/R = softening dviolation.
/// Under the discrete integrator springs and dampers act at the end of the step h: with
/// g = 1 + h B + h^2 K imp,
///   aref = -(B v + K imp (pos + h v) + dJ/dt v) / g,   R = (1 - imp) / (imp g) ...
struct Springs {
  double by_position[kMostBases], by_violation[kMostBases], by_velocity[kMostBases];
  double by_drift, softening;
  double pull;  ///< what surfaces that stick add to the first reference: R times their pull
};
Springs springs(const Model& m, const Data& d, const Block& block);

inline bool is_contact(const Block& block) {
  return block.type >= static_cast<int>(ConstraintType::ContactFrictionless);
}

}  // namespace thew::derivative
