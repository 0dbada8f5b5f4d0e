#pragma once

// Constraints on the positions of flexes: what the kinds of runs are and how many vertices and
// numbers a constraint of each has. The first number is its compliance.

namespace thew::model {

enum class XpbdKind : int {
  Stretch,  ///< distance of two vertices; its rest length
  Bend,     ///< sum of c_i x_i over four vertices around an edge that rest flat; four weights
  Fold,     ///< angle between two triangles at an edge; its rest angle
  Shear,    ///< f_u . f_v of a triangle; inverse of its rest shape (2 x 2)
  Volume,   ///< share of a tetrahedron's volume that is gained; its rest volume
  Distort,  ///< sqrt(tr F'F) of a tetrahedron; inverse of its rest shape (3 x 3)
  Dilate,   ///< the Neo-Hookean law: how a tetrahedron is strained, and the gain of its volume;
            ///< where the law's det F rests, and the inverse
  Curve,    ///< curvature binormal of three vertices in a row; its rest length
  kXpbdKinds
};

/// How many vertices and numbers a constraint of a kind has.
struct XpbdShape {
  int vertices, numbers;
};

constexpr XpbdShape shape_of(XpbdKind kind) {
  switch (kind) {
    case XpbdKind::Stretch:
      return {2, 2};
    case XpbdKind::Bend:
      return {4, 5};
    case XpbdKind::Fold:
      return {4, 2};
    case XpbdKind::Shear:
      return {3, 5};
    case XpbdKind::Volume:
      return {4, 2};
    case XpbdKind::Distort:
      return {4, 10};
    case XpbdKind::Dilate:
      return {4, 11};
    case XpbdKind::Curve:
      return {3, 2};
    case XpbdKind::kXpbdKinds:
      break;
  }
  return {0, 0};
}

}  // namespace thew::model
