#pragma once

#include <thew/scene.h>

#include "math/vec3.h"

namespace thew::scene {

/// What of the flexes of a scene never changes, and room for the rest.
void make_flexes(const Model& model, Scene& scene);

/// Whether flexes are shown in any way.
bool shows_flexes(const Option& option);

/// The triangles of a flex that have one material.
struct FlexSlice {
  int material = -1;
  int first = 0;  ///< triangle, counted from the flex's first
  int count = 0;
};

/// The slices of a flex, in the order in which its elements name their materials.
std::vector<FlexSlice> slices_of(const Model& model, const Option& option, int flex);

/// Where a node of an interpolated flex is.
math::Vec3<double> node_position(const Model& model, const Data& data, int flex, int node);

}  // namespace thew::scene
