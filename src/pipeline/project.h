#pragma once

#include <thew/data.h>
#include <thew/workspace.h>

namespace thew {

/// After the integrator: moves vertices to where constraints on their positions have them, and what
/// they are pinned to by what those pulled.
template <class T>
void project_positions(const Model& m, BasicData<T>& d, Workspace<T>& w);

}  // namespace thew
