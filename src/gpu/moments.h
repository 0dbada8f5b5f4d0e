#pragma once

// Where actuators pull, and what is rare of them.

#include "gpu/tables.h"

namespace thew::gpu {

/// Makes the tables of moments and of the states of actuators.
void list_moments(const Model& model, Tables& tables);

}  // namespace thew::gpu
