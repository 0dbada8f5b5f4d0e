#pragma once

#include <thew/model.h>

namespace thew {

/// Whether constraints are solved in the metric of the step, M + h D + h^2 K.
inline bool is_discrete(const Model& m) {
  return m.opt.integrator == static_cast<int>(Integrator::Discrete);
}

}  // namespace thew
