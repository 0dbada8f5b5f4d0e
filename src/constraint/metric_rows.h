#pragma once

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Tendons and actuators that may couple branches are part of the discrete integrator's metric as
/// J' s^2 J.
struct Coupling {
  const double* value;
  const int* column;
  int count;
  double scale;  ///< s
};
int coupling_count(const Model& m);
Coupling coupling(const Model& m, const Data& d, int i);

/// To a solver each of them is a row which pulls with s^2 towards J qacc_smooth: gives the problem
/// with those rows behind its own, in new memory, or the same problem where there are none.
Problem with_couplings(const Model& m, const Data& d, const Problem& p, Memory& memory);

/// Copies forces and states of the first rows back.
void take_back(const Problem& from, const Problem& to);

}  // namespace thew::constraint
