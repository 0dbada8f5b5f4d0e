#pragma once

// What bodies that are held in shape by constraints on positions are made of.

#include <string>

#include <thew/spec.h>

namespace thew::spec {

/// The numbers of a material, for bodies of one dimension. Compliances that are negative follow
/// from the others; an infinite one means that nothing resists.
struct XpbdMaterial {
  double young = 0;  ///< [Pa]
  double poisson = 0;
  double density = 0;       ///< [kg/m], [kg/m^2] or [kg/m^3]
  double damping = 0;       ///< in proportion to stiffness [s]
  double thickness = 0;     ///< of sheets [m]
  double bend_share = 1;    ///< of the stiffness that a solid section has
  double volume_share = 1;  ///< of the stiffness against a change of volume
  double membrane = 0;      ///< of fabrics: stiffness along the sheet [N/m], 0: by Young's modulus
  double rigidity = 0;      ///< and across [N m]
  double stretch = -1;      ///< of an edge [m/N]
  double shear = -1;        ///< of a triangle [1/J]
  double bend = -1;         ///< of an angle [rad/(N m)]
  double volume = -1;       ///< of the share of a tetrahedron's volume [1/J]
};

/// Friction of a flex: where none is given, its material's.
Vec3 friction_of(const FlexProperties& flex);

/// The material of a flex with constraints on positions: what its preset says, and its own numbers
/// where it has some. Throws Fault.
XpbdMaterial xpbd_material(const FlexProperties& flex, int dim);

/// Whether a chain with constraints on positions twists: where a compliance or a shear modulus says
/// how much.
bool twists(const FlexProperties& flex);

/// Mass of each vertex by the material's density: a part of the elements around.
std::vector<double> vertex_masses(const std::vector<double>& point, const std::vector<int>& elem,
                                  int dim, double density);

namespace detail {

/// Damping of presets is the loss factor, the share 2 pi of the energy that a cycle loses, at this
/// frequency.
inline constexpr double kLossFrequency = 10;  // [Hz]

/// The preset of this name for bodies of one dimension. Throws Fault.
XpbdMaterial find_preset(const std::string& name, int dim, double radius);

}  // namespace detail

}  // namespace thew::spec
