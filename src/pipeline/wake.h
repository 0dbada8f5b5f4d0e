#pragma once

#include <thew/data.h>
#include <thew/workspace.h>

namespace thew {

/// Kinematics where some trees sleep: wakes those that are no longer where they fell asleep, or
/// that a user pushes.
template <class T>
void wake_moved(const Model& m, BasicData<T>& d, Workspace<T>& w);

/// After a reset: puts the trees to sleep that begin so, as the islands that they form; where an
/// island has others too, all of it stays awake.
template <class T>
void begin_asleep(const Model& m, BasicData<T>& d, Workspace<T>& w);

}  // namespace thew
