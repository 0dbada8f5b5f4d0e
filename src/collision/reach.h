#pragma once

// How far shapes reach in a direction, at most: in a few operations, where the farthest vertex of a
// hull is a search. Enough to see that most pairs whose boxes overlap are apart.

#include <limits>

#include <thew/model.h>

#include "collision/oriented_boxes.h"
#include "math/plain.h"

namespace thew::collision {

/// The hull of a mesh of the model, which has one, in a direction of its own frame. The reach h of
/// a set is sublinear, h(a u + b v) <= a h(u) + b h(v) for a, b >= 0, and `mesh_extrema` knows it
/// in the directions {-1, 0, 1}^3. Each direction is a sum of three of those: for x >= y >= z >= 0
///   (x, y, z) = (x - y) (1, 0, 0) + (y - z) (1, 1, 0) + z (1, 1, 1).
inline double hull_reach(const Model& m, int mesh, const Vec3<double>& direction) {
  using math::abs, math::max, math::min;
  const double x = abs(direction.x), y = abs(direction.y), z = abs(direction.z),
               size[3] = {x, y, z};
  const double sign[3] = {direction.x >= 0 ? 1.0 : -1.0, direction.y >= 0 ? 1.0 : -1.0,
                          direction.z >= 0 ? 1.0 : -1.0};
  const int step[3] = {direction.x >= 0 ? 9 : -9, direction.y >= 0 ? 3 : -3,
                       direction.z >= 0 ? 1 : -1};
  const int largest = x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
  const int smallest = x < y ? (x < z ? 0 : 2) : (y < z ? 1 : 2);
  const double middle = max(min(x, y), min(max(x, y), z));
  constexpr int kCentre = 13;  // of 3 x 3 x 3 directions
  const int corner = kCentre + step[0] + step[1] + step[2];

  const int* graph = m.mesh_graph.data() + m.mesh_graphadr[mesh];
  const int* id = graph + 2 + graph[0];
  const int* extrema = m.mesh_extrema.row(mesh);
  const float* vertices = m.mesh_vert.row(m.mesh_vertadr[mesh]);
  const auto vertex = [&](int cell) { return vertices + 3 * id[extrema[cell]]; };
  const auto along = [&](const float* v, int k) { return sign[k] * double(v[k]); };
  const auto along_all = [&](const float* v) { return along(v, 0) + along(v, 1) + along(v, 2); };
  const float* on_edge = vertex(corner - step[smallest]);
  return (size[largest] - middle) * along(vertex(kCentre + step[largest]), largest) +
         (middle - size[smallest]) * (along_all(on_edge) - along(on_edge, smallest)) +
         size[smallest] * along_all(vertex(corner));
}

/// A geom in one world: its place and the box around it in its own frame.
struct BoxedGeom {
  int geom;
  Placed<double> at;
  LocalBox box;
};

/// How far a geom reaches from its origin along a unit vector in the world, at most; infinite where
/// that is not known.
inline double most_reach(const Model& m, const BoxedGeom& g, const Vec3<double>& direction) {
  using math::abs;
  const Vec3<double> d = plain_unrotate(g.at.rot, direction), size = g.at.size;
  switch (static_cast<GeomType>(m.geom_type[g.geom])) {
    case GeomType::Sphere:
      return size.x;
    case GeomType::Capsule:
      return size.x + abs(d.z) * size.y;
    case GeomType::Ellipsoid:
      return math::plain_norm({d.x * size.x, d.y * size.y, d.z * size.z});
    case GeomType::Cylinder:
      return math::sqrt(d.x * d.x + d.y * d.y) * size.x + abs(d.z) * size.y;
    case GeomType::Box:
      return abs(d.x) * size.x + abs(d.y) * size.y + abs(d.z) * size.z;
    case GeomType::Mesh: {
      const int mesh = m.geom_dataid[g.geom];
      if (mesh < 0 || m.mesh_graphadr[mesh] < 0) break;
      // The extreme vertices were found in single precision.
      const Vec3<double>&c = g.box.centre, &h = g.box.half;
      const double extent = abs(c.x) + abs(c.y) + abs(c.z) + h.x + h.y + h.z;
      return hull_reach(m, mesh, d) + 1e-6 * extent;
    }
    default:
      break;
  }
  return std::numeric_limits<double>::infinity();
}

/// True only if two geoms are farther apart than `reach` along the line between their origins, or
/// the second one is that far above the first, a plane; what is not a number is never apart.
inline bool reaches_apart(const Model& m, const BoxedGeom& a, const BoxedGeom& b, double reach) {
  const Vec3<double> way = b.at.pos - a.at.pos;
  if (m.geom_type[a.geom] == static_cast<int>(GeomType::Plane)) {
    const Vec3<double> normal = a.at.rot.column_z();
    return plain_dot(way, normal) > most_reach(m, b, -normal) + reach;
  }
  constexpr double kSlack = 1e-6;  // frames of single precision are not quite orthonormal
  const double distance = plain_norm(way);
  const Vec3<double> direction = way * (1 / distance);
  return (1 - kSlack) * distance >
         most_reach(m, a, direction) + most_reach(m, b, -direction) + reach;
}

}  // namespace thew::collision
