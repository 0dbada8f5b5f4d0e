#pragma once

// From the recipe of a deformable body to what the model has of it: a flex, bodies with joints for
// its points, and the equalities that hold its shape.

#include <functional>

#include <thew/limits.h>

#include "spec/flexcomp/cells.h"
#include "spec/flexcomp/shape.h"
#include "spec/vector.h"

namespace thew::spec {

/// Called with every element that is made, before it is filled: who reads a file notes its place
/// and counts it.
using BeginElement = std::function<void(Element&)>;

/// Makes the parts of a flexcomp that stands in `parent`, a body of the spec's tree with a name.
/// Returns the flex. Throws Fault.
Flex& expand(Spec& spec, Body& parent, const Flexcomp& recipe, const BeginElement& begin,
             const Limits& limits);

/// Does so with all that are left in the tree. Throws Error.
void expand_all(Spec& spec, const Limits& limits);

namespace flexcomp {

/// A flexcomp while it is expanded.
struct Work {
  Spec& spec;
  Body& parent;
  const Flexcomp& recipe;
  const BeginElement& begin;
  const Limits& limits;
  FlexShape shape;           ///< points in the frame of the parent
  std::vector<bool> pinned;  ///< by point, or by node where it is interpolated: the parent holds it
  bool rigid = false;        ///< the parent holds all of it

  int points() const { return static_cast<int>(shape.point.size() / 3); }
  Vec3 point(int i) const;
  int order() const;  ///< of the interpolation between nodes; 0: each point moves by itself
  /// Nodes along the axes of the grid that points are interpolated in.
  std::array<int, 3> nodes() const;
  /// A new child of the parent (or of `owner`) with a mass at its origin, and inertias alike.
  Body& add_body(Body& owner, const std::string& name, const Vec3& pos, double mass,
                 double inertia) const;
  /// A joint of such a body, with the defaults of `owner`.
  Joint& add_joint(const Body& owner, Body& body, JointType type, const Vec3& axis) const;
  void add_slides(Body& body, int count) const;
};

/// Mass of all points together, where no density says otherwise.
inline double total_mass(const Flexcomp& recipe) {
  return recipe.mass.value_or(1);
}

// points.cc
/// The points and elements of the recipe, scaled and in the frame of the parent.
FlexShape find_shape(const Spec& spec, const Body& parent, const Flexcomp& recipe,
                     const Limits& limits);
/// The mesh that its tetrahedra carry, placed as its points are.
MeshData find_carried(const Work& work);
/// Takes out points that no element has; returns the old numbers of the others.
std::vector<int> drop_unused(FlexShape& shape);

// pins.cc
void find_pins(Work& work);

// carry.cc
/// Makes the skin of a flex that carries a mesh, which is shown in its place.
void add_skin(const Work& work, Flex& flex);

// nodes.cc
/// The bodies of an interpolated flex, one for each node.
void add_nodes(const Work& work, Flex& flex);

// rod.cc
/// The points of a single open chain of segments in order along it; empty for other shapes.
std::vector<int> open_chain(const FlexShape& shape);
/// Bodies with hinges about the segments of an elastic rod of this mass.
void add_twists(const Work& work, double mass);

}  // namespace flexcomp

}  // namespace thew::spec
