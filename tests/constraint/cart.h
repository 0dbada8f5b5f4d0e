#pragma once

// Carts on rails: constraints of one dof have answers that can be worked out by hand.

#include "support/hand_made.h"

namespace thew::test {

inline constexpr double kCartMass = 2;

/// The default softness far from the surface: the impedance is dmax = 0.95, the spring and the
/// damper of a time constant of 0.02 s and a damping ratio of 1 are K and B.
inline constexpr double kImp = 0.95, kK = 1 / (kImp * kImp * 0.02 * 0.02), kB = 2 / (kImp * 0.02);
/// (1 - imp)/imp, what R is in units of the inverse inertia.
inline constexpr double kSoft = (1 - kImp) / kImp;
inline constexpr double kCartR = kSoft / kCartMass;

/// One with this joint, and `option` in the model.
inline World cart(const std::string& joint, const std::string& option = "") {
  return World(option + "<worldbody><body><joint type='slide' axis='1 0 0' " + joint +
               "/><geom size='.1' mass='2'/></body></worldbody>");
}

/// The Jacobian as it is shown, row by row, for models with few dofs.
inline const double* row_of(const Model& m, const Data& d, int row) {
  return d.efc_J.data() + row * m.nv;
}

}  // namespace thew::test
