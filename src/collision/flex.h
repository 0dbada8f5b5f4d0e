#pragma once

// Contacts of flexes. Only worlds alone have flexes.

#include <thew/data.h>
#include <thew/workspace.h>

namespace thew::collision {

/// Contacts of the geoms of a body with all flexes, after geom_boxes().
template <class T>
void body_with_flexes(const Model& m, BasicData<T>& d, Workspace<T>& w, int body);

/// Contacts of flexes with one another, then with themselves.
template <class T>
void flexes_with_flexes(const Model& m, BasicData<T>& d, Workspace<T>& w);

}  // namespace thew::collision
