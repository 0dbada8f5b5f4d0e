#pragma once

#include <vector>

#include "scene/shapes.h"

namespace thew::scene {

/// A straight part of a tendon.
struct TendonPart {
  Vector from, to;
};

/// The path of a tendon: straight from point to point, and around what it wraps in short pieces, as
/// many to half a turn as round shapes have facets.
std::vector<TendonPart> tendon_parts(const Model& model, const Data& data, int tendon);

}  // namespace thew::scene
