#pragma once

// Adhesion of bodies: they hold on to what they touch.

#include "derivative/row_change.h"

namespace thew::derivative {

/// Of the row along which a body holds on: against the mean of the normals of its contacts.
RowChange grip_change(const Model& m, const Data& d, Workspace<double>& w, int body);

}  // namespace thew::derivative
