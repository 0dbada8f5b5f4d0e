// The algorithms of element/convex, once for the whole library.

#include "collision/convex.h"

#include "element/convex/convex.h"

namespace thew::collision {

namespace convex = element::convex;

namespace {

convex::Kind kind_of(const Shape& shape) {
  switch (shape.type) {
    case GeomType::Capsule:
      return convex::Kind::Capsule;
    case GeomType::Ellipsoid:
      return convex::Kind::Ellipsoid;
    case GeomType::Cylinder:
      return convex::Kind::Cylinder;
    case GeomType::Box:
      return convex::Kind::Box;
    case GeomType::Mesh:
    case GeomType::Sdf:
      return shape.mesh->graph && shape.mesh->vertices >= convex::kClimbFrom ? convex::Kind::Hull
                                                                             : convex::Kind::Mesh;
    default:
      return convex::Kind::Sphere;
  }
}

}  // namespace

Convex convex_of(const Shape& shape) {
  Convex set;
  set.kind = kind_of(shape);
  set.pos = shape.at.pos;
  set.rot = shape.at.rot;
  set.size = shape.at.size;
  set.mesh = shape.mesh;
  return set;
}

std::size_t convex_memory(int corners, int degree, int iterations) {
  return convex::convex_memory(corners, degree, iterations);
}

int convex_convex(const Shape& a, const Shape& b, double margin, const ConvexOptions& options,
                  ConvexMemory memory, Point<double>* points) {
  return convex::convex_convex(convex_of(a), convex_of(b), margin, options, memory, points);
}

bool convex_point(const Convex& a, const Convex& b, double margin, const ConvexOptions& options,
                  ConvexMemory memory, Point<double>& point) {
  return convex::convex_point(a, b, margin, options, memory, point);
}

bool core_point(const Convex& a, const Convex& b, double margin, const ConvexOptions& options,
                ConvexMemory memory, Point<double>& point) {
  return convex::core_point(a, b, margin, options, memory, point);
}

double convex_distance(const Shape& a, const Shape& b, double cutoff, const ConvexOptions& options,
                       ConvexMemory memory, Vec3<double>& on_a, Vec3<double>& on_b) {
  return convex::convex_distance(convex_of(a), convex_of(b), cutoff, options, memory, on_a, on_b);
}

int plane_manifold(const Vec3<double>& on, const Vec3<double>& normal, const Convex& shape,
                   double margin, ConvexMemory memory, Point<double>* out) {
  return convex::plane_manifold(on, normal, shape, margin, memory, out);
}

}  // namespace thew::collision
