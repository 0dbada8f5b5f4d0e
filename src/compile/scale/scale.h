#pragma once

// Frames that resize their contents. A scale changes lengths by a stretch, masses by a factor and,
// where it is a change of units (scaling="similar"), every other quantity by its dimension
// L^a M^b. Scaling happens on the Spec: afterwards no frame scales any more.

#include "compile/draft.h"

namespace thew::compile {

/// What happens to the numbers inside a frame.
struct Scale {
  Mat3 stretch = {1, 0, 0, 0, 1, 0, 0, 0, 1};  ///< of positions, in the axes of the element's frame
  bool uniform = true;                         ///< the stretch is a multiple of the identity
  double length = 1;                           ///< of lengths without direction
  double mass = 1;
  double unit_length = 1, unit_mass = 1;  ///< of the units: what forces follow

  bool same_units(const Scale& other) const {
    return length == other.length && mass == other.mass && unit_length == other.unit_length &&
           unit_mass == other.unit_mass;
  }
};

/// How a coordinate and what belongs to it change: a joint's position, a tendon's length.
struct CoordinateScale {
  double coordinate = 1;       ///< the coordinate itself
  double unit_coordinate = 1;  ///< its unit, where units change
  double force = 1;            ///< the unit of the force along it
};

/// The coordinate of a rotation, or of a translation along which lengths change by `along`.
CoordinateScale rotation_scale(const Scale& scale);
CoordinateScale translation_scale(const Scale& scale, double along);

/// A joint as those who refer to it need to know.
struct ScaledJoint {
  Scale scale;
  CoordinateScale coordinate;
  JointType type = JointType::Hinge;
  bool yields = false;  ///< its spring has a reference that moves
};

/// Where points of the world go: p -> matrix p + offset.
struct WorldMap {
  Mat3 matrix = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  Vec3 offset = {};
};

/// Who uses a mesh or a height field, and how much larger it is there.
struct AssetUse {
  std::string* name;
  Vec3 by;
};

/// What the elements outside of the tree need to know about those inside, by name and in order.
struct ScaledTree {
  std::unordered_map<std::string, ScaledJoint> joints;
  std::unordered_map<std::string, Scale> sites, geoms, cameras, bodies;  ///< in their own axes
  std::vector<ScaledJoint> joint_list;
  std::vector<WorldMap> free_list, mocap_list;  ///< of free joints and mocap bodies
  std::vector<AssetUse> geom_meshes, site_meshes, hfields;
};

/// Multiplies the coefficients of a spring or damper: force over coordinate, its square, its cube.
void scale_polynomial(Poly& poly, const CoordinateScale& by);

/// Applies the scales of all frames, and resets them to 1.
void scale_frames(Spec& spec);

/// The same scale in the axes of something that is turned by `quat`: R' S R.
Scale seen_from(const Scale& scale, const Vec4& quat);

// skins.cc
/// Skins grow with their bones, which must agree on how much.
void scale_skins(Spec& spec, const Draft& draft, const ScaledTree& tree);

// assets.cc
/// Makes an instance of each mesh and height field for every scale at which it is used: the first
/// keeps the name, the others are called name@1, name@2...
void scale_assets(Spec& spec, const ScaledTree& tree);

/// Between two scales.
Scale mean(const Scale& a, const Scale& b);

/// How lengths and forces of tendons or actuators change, by name.
using Coordinates = std::unordered_map<std::string, CoordinateScale>;

// sensors.cc
/// Cutoffs and noises follow what sensors measure.
void scale_sensors(Spec& spec, const Draft& draft, const ScaledTree& tree,
                   const Coordinates& tendons, const Coordinates& actuators);

// equalities.cc
/// Equalities follow what they hold; `tendons` are the scales of the lengths of spec.tendons.
void scale_equalities(Spec& spec, const ScaledTree& tree,
                      const std::vector<CoordinateScale>& tendons);

// references.cc
/// Pairs, equalities, tendons, actuators and keyframes follow what they refer to.
void scale_references(Spec& spec, const Draft& draft, const ScaledTree& tree);

}  // namespace thew::compile
