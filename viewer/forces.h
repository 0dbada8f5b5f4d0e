#pragma once

#include <vector>

#include <thew/scene.h>

namespace thew::viewer {

// What MuJoCo's list of shapes does not have.

/// The friction cones of contacts that act: edges from the contact point, and the rim.
void add_cones(const Model& model, const Data& data, std::vector<scene::Geom>& shapes);

/// Forces and torques of connects, welds and limits of joints, as arrows of the scale of contact
/// forces, at what they act on: of equalities the first body.
void add_constraint_forces(const Model& model, const Data& data, std::vector<scene::Geom>& shapes);

}  // namespace thew::viewer
