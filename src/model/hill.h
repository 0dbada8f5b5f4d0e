#pragma once

#include <thew/model.h>

#include "element/hill_parameters.h"

namespace thew {

/// Whether the actuator is a Hill muscle with an elastic tendon: its first activation is then the
/// state of the fibre.
inline bool has_fibre(const Model& m, int actuator) {
  return m.actuator_dyntype[actuator] == static_cast<int>(Dynamics::Hill) &&
         m.actuator_actnum[actuator] > 1;
}

}  // namespace thew
