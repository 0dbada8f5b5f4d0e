// Primitives in place of meshes.

#include <algorithm>

#include "compile/mesh/mesh.h"

namespace thew::compile {

namespace {

// A primitive of about the same inertia, from the box that has exactly it.
Vec3 size_by_inertia(GeomType type, const Vec3& box) {
  const double radius = (box[0] + box[1]) / 2;
  switch (type) {
    case GeomType::Sphere:
      return {(box[0] + box[1] + box[2]) / 3, 0, 0};
    case GeomType::Capsule:
      return {radius, std::max(0.0, box[2] - radius / 2), 0};
    case GeomType::Cylinder:
      return {radius, box[2], 0};
    default:
      return box;
  }
}

// The smallest primitive whose bounding box contains that of the mesh.
Vec3 size_by_bounds(GeomType type, const Vec3& half) {
  const double radius = std::max(half[0], half[1]);
  switch (type) {
    case GeomType::Sphere:
      return {std::max(radius, half[2]), 0, 0};
    case GeomType::Capsule:
      return {radius, half[2] - radius, 0};
    case GeomType::Cylinder:
      return {radius, half[2], 0};
    default:
      return half;
  }
}

}  // namespace

Fit fit(const MeshDraft& mesh, GeomType type, bool to_bounds) {
  if (!to_bounds) return {{}, size_by_inertia(type, mesh->box)};
  Vec3 centre;
  for (int k = 0; k < 3; ++k) centre[k] = (mesh->bounds.low[k] + mesh->bounds.high[k]) / 2;
  return {centre, size_by_bounds(type, mesh->bounds.high - centre)};
}

}  // namespace thew::compile
