#pragma once

#include <vector>

#include <thew/scene.h>

namespace thew::viewer {

// What MuJoCo's list of shapes does not have.

/// The friction cones of contacts that act: edges from the contact point, and the rim.
void add_cones(const Model& model, const Data& data, std::vector<scene::Geom>& shapes);

/// Forces and torques of equalities and limits, as arrows of the scale of contact forces, at what
/// they act on: of connects, welds and distances the first body; joints; of flexes the joints of
/// their vertices; of tendons in space every point that they pull at.
void add_constraint_forces(const Model& model, const Data& data, std::vector<scene::Geom>& shapes);

}  // namespace thew::viewer
