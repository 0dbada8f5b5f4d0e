#pragma once

#include <thew/data.h>
#include <thew/workspace.h>

namespace thew {

/// Kinematics where some trees sleep: wakes those that are no longer where they fell asleep, or
/// that a user pushes.
void wake_moved(const Model& m, Data& d, Workspace<double>& w);

/// After a reset: puts the trees to sleep that begin so, as the islands that they form; where an
/// island has others too, all of it stays awake.
void begin_asleep(const Model& m, Data& d, Workspace<double>& w);

}  // namespace thew
