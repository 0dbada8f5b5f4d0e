#pragma once

// What collision functions see: shapes with poses and sizes. Nothing here knows a Model.

#include <thew/collision.h>
#include <thew/enums.h>

#include "element/height_view.h"
#include "element/shape.h"
#include "math/quat.h"
#include "model/contact_slot.h"

namespace thew::collision {

using math::Mat3;
using math::Vec3;

using element::HeightView, element::kAbsent, element::kMaxPoints, element::MeshView;
using element::Placed, element::Point;
static_assert(kAbsent == model::kAbsentDistance);

/// A signed distance field: a formula (sdf/formula.h), or samples in an octree over a mesh.
struct FieldView {
  int formula = -1;                ///< -1: the octree
  double number[5] = {};           ///< parameters of the formula
  const int* child = nullptr;      ///< octree: 8 per node, x alternates fastest; leaves have -1
  const double* box = nullptr;     ///< centre and half sizes of each node
  const double* corner = nullptr;  ///< distances at the 8 corners of each node
};

/// Any shape, for algorithms that work on one world at a time.
struct Shape {
  GeomType type = GeomType::Sphere;
  Placed<double> at;
  const MeshView* mesh = nullptr;      ///< for meshes and distance fields
  const HeightView* height = nullptr;  ///< for height fields
  const FieldView* field = nullptr;    ///< for distance fields
  Vec3<double> box_centre{};           ///< of a box around the shape, in its frame
  Vec3<double> box_half{};
  math::Quat<double> quat{1, 0, 0, 0};  ///< the rotation once more, for distance fields
};

}  // namespace thew::collision
