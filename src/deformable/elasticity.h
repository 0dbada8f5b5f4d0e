#pragma once

#include <thew/data.h>

namespace thew::deformable {

/// Adds the springs and dampers of flexes to qfrc_spring and qfrc_damper; either may be left out.
template <class T>
void add_elasticity(const Model& model, BasicData<T>& data, bool spring, bool damper);

}  // namespace thew::deformable
