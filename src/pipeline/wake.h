#pragma once

#include <thew/data.h>
#include <thew/workspace.h>

namespace thew {

/// Kinematics where some trees sleep: wakes those that are no longer where they fell asleep, or
/// that a user pushes.
void wake_moved(const Model& m, Data& d, Workspace<double>& w);

}  // namespace thew
