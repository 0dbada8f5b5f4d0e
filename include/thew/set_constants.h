#pragma once

#include <thew/model.h>

namespace thew {

/// Computes again what compiling derived from numbers of the model that may be written: subtree
/// masses, inverse weights, lengths and accelerations at qpos0, poses of cameras and lights, bounds
/// of geoms and bodies. The statistics stay. Call it after changing masses, sizes, poses or qpos0.
void set_constants(Model& model);

}  // namespace thew
