#pragma once

#include <thew/data.h>

namespace thew::deformable {

/// Adds to qfrc_fluid what the fluid does to the triangles of sheets that constraints on positions
/// hold. (Points of all flexes feel it as small boxes besides, as with MuJoCo.)
template <class T>
void add_wind(const Model& model, BasicData<T>& data);

}  // namespace thew::deformable
