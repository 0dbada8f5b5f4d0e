#pragma once

#include "collision/shape.h"

namespace thew::collision {

/// How contacts of distance fields are looked for.
struct FieldOptions {
  int starts = 40;      ///< opt.sdf_initpoints
  int iterations = 10;  ///< opt.sdf_iterations
};

/// Contacts of a distance field `b` with a primitive or another distance field `a`, where they
/// overlap: descents from a fixed sequence of points. Returns how many of `points` (kMaxPoints)
/// were written.
int field_field(const Shape& a, const Shape& b, const FieldOptions& options, Point<double>* points);

/// Contacts of a mesh with a distance field: for each triangle near the field, searches on it for
/// points inside the field.
int mesh_field(const Shape& mesh, const Shape& field, const FieldOptions& options,
               Point<double>* points);

}  // namespace thew::collision
