#pragma once

// Steps of sheets that never cross (flag ipc).

#include <thew/data.h>
#include <thew/workspace.h>

namespace thew {

/// After a forward pass: the acceleration of a step that ends where no sheet has crossed another,
/// itself, or a geom at rest, with the forces of constraints and what sensors measure then.
template <class T>
void keep_apart(const Model& m, BasicData<T>& d, Workspace<T>& w);

}  // namespace thew
