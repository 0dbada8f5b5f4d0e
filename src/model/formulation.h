#pragma once

#include <thew/model.h>

namespace thew {

/// Whether limits and equalities are penalties and contacts are solved by themselves
/// (constraint/classic/).
inline bool is_classic(const Model& m) {
  return m.opt.formulation == static_cast<int>(Formulation::Classic);
}

/// Why these options do not go together; null where they do.
inline const char* conflict(const Options& options) {
  const auto solver = static_cast<Solver>(options.solver);
  if (options.formulation != static_cast<int>(Formulation::Classic)) {
    return solver == Solver::CgStrict ? "CGStrict solves the classic formulation only" : nullptr;
  }
  if (solver == Solver::Newton) {
    return "the classic formulation is not solved by Newton's method: the solver should be PGS, CG "
           "or CGStrict";
  }
  if (options.integrator == static_cast<int>(Integrator::Discrete)) {
    return "the classic formulation has no rows for the discrete integrator";
  }
  return nullptr;
}

}  // namespace thew
