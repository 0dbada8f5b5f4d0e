#include "collision/signed_distance.h"

#include <limits>

namespace thew::collision {

using namespace math;

namespace {

// From the nearest point of a core (a point or a segment) with a ball of radius r around it.
SurfaceDistance around_core(const Vec3d& from_core, double r) {
  const double length = norm(from_core);
  const Vec3d normal = length > 0 ? from_core * (1 / length) : Vec3d{0, 0, 1};
  return {length - r, normal};
}

SurfaceDistance to_box(const Vec3d& half, const Vec3d& p) {
  const Vec3d nearest = {clamp(p.x, -half.x, half.x), clamp(p.y, -half.y, half.y),
                         clamp(p.z, -half.z, half.z)};
  const Vec3d out = p - nearest;
  if (dot(out, out) > 0) return around_core(out, 0);
  const double depth[3] = {abs(p.x) - half.x, abs(p.y) - half.y, abs(p.z) - half.z};
  int face = 0;
  for (int k = 1; k < 3; ++k) face = depth[k] > depth[face] ? k : face;
  const double sign[3] = {copysign(1, p.x), copysign(1, p.y), copysign(1, p.z)};
  return {depth[face], {face == 0 ? sign[0] : 0, face == 1 ? sign[1] : 0, face == 2 ? sign[2] : 0}};
}

SurfaceDistance to_cylinder(double r, double half, const Vec3d& p) {
  const double rho = sqrt(p.x * p.x + p.y * p.y);
  const Vec3d radial = rho > 0 ? Vec3d{p.x / rho, p.y / rho, 0} : Vec3d{1, 0, 0};
  const Vec3d axial = {0, 0, copysign(1, p.z)};
  const double side = rho - r, cap = abs(p.z) - half;
  if (side > 0 && cap > 0) return around_core(radial * side + axial * cap, 0);
  return side > cap ? SurfaceDistance{side, radial} : SurfaceDistance{cap, axial};
}

// The nearest point x of an ellipsoid to y satisfies y - x = t x / e^2 (component-wise), so that
// sum (e y / (t + e^2))^2 = 1. With s = t + e_min^2 the left side falls and is convex over s > 0;
// Newton's method from the left of the root stays there. Inside, t < 0.
SurfaceDistance to_ellipsoid(const Vec3d& radii, const Vec3d& p) {
  const double e[3] = {radii.x, radii.y, radii.z}, q[3] = {p.x, p.y, p.z};
  int least = 0;
  for (int k = 1; k < 3; ++k) least = e[k] < e[least] ? k : least;
  double y[3], lift[3];
  for (int k = 0; k < 3; ++k) {
    // Never on a plane of symmetry: there the nearest point may be one of two.
    y[k] = max(abs(q[k]), 1e-12 * e[k]);
    lift[k] = (e[k] - e[least]) * (e[k] + e[least]);
  }
  double s = e[least] * y[least];
  constexpr int kMost = 60;
  for (int i = 0; i < kMost; ++i) {
    double value = -1, slope = 0;
    for (int k = 0; k < 3; ++k) {
      const double ratio = e[k] * y[k] / (s + lift[k]);
      value += ratio * ratio;
      slope -= 2 * ratio * ratio / (s + lift[k]);
    }
    const double next = s - value / slope;
    if (!(next > s)) break;
    s = next;
  }
  double out[3], square = 0, gradient[3];
  for (int k = 0; k < 3; ++k) {
    const double x = e[k] * (e[k] * y[k] / (s + lift[k]));
    out[k] = y[k] - x;
    square += out[k] * out[k];
    gradient[k] = copysign(x / (e[k] * e[k]), q[k]);
  }
  const double sign = s < e[least] * e[least] ? -1 : 1;
  return {sign * sqrt(square), around_core(load3(gradient), 0).normal};
}

Vec3d corner(const MeshView& mesh, int vertex) {
  const float* v = mesh.vert + 3 * vertex;
  return {double{v[0]}, double{v[1]}, double{v[2]}};
}

Vec3d nearest_on_segment(const Vec3d& a, const Vec3d& b, const Vec3d& p) {
  const Vec3d along = b - a;
  const double square = dot(along, along);
  const double t = square > 0 ? clamp(dot(p - a, along) / square, 0.0, 1.0) : 0;
  return axpy(t, along, a);
}

// The nearest point of a convex polygon: the foot of the perpendicular or a point of an edge.
Vec3d nearest_on_polygon(const MeshView& mesh, int polygon, const Vec3d& normal, double height,
                         const Vec3d& p) {
  const int* corners = mesh.poly_vert + mesh.poly_vert_adr[polygon];
  const int count = mesh.poly_vert_num[polygon];
  Vec3d best = axpy(-height, normal, p);
  double least = std::numeric_limits<double>::max();
  bool inside = true;
  Vec3d edge_point = best;
  for (int i = 0; i < count; ++i) {
    const Vec3d a = corner(mesh, corners[i]), b = corner(mesh, corners[(i + 1) % count]);
    if (!(dot(cross(b - a, best - a), normal) < 0)) continue;
    inside = false;
    const Vec3d q = nearest_on_segment(a, b, p);
    const double square = dot(p - q, p - q);
    if (square < least) least = square, edge_point = q;
  }
  return inside ? best : edge_point;
}

SurfaceDistance to_hull(const MeshView& mesh, const Vec3d& p) {
  SurfaceDistance inside = {-std::numeric_limits<double>::max(), {0, 0, 1}};
  SurfaceDistance outside = {std::numeric_limits<double>::max(), {0, 0, 1}};
  for (int i = 0; i < mesh.polygons; ++i) {
    const Vec3d normal = load3(mesh.poly_normal + 3 * i);
    const double height = dot(normal, p - corner(mesh, mesh.poly_vert[mesh.poly_vert_adr[i]]));
    if (height > inside.distance) inside = {height, normal};
    if (!(height > 0)) continue;
    const SurfaceDistance d = around_core(p - nearest_on_polygon(mesh, i, normal, height, p), 0);
    if (d.distance < outside.distance) outside = d;
  }
  return inside.distance > 0 ? outside : inside;
}

}  // namespace

SurfaceDistance signed_distance(const Shape& solid, const Vec3d& p) {
  const Vec3d& size = solid.at.size;
  switch (solid.type) {
    case GeomType::Capsule:
      return around_core({p.x, p.y, p.z - clamp(p.z, -size.y, size.y)}, size.x);
    case GeomType::Ellipsoid:
      return to_ellipsoid(size, p);
    case GeomType::Cylinder:
      return to_cylinder(size.x, size.y, p);
    case GeomType::Box:
      return to_box(size, p);
    case GeomType::Mesh:
      return to_hull(*solid.mesh, p);
    default:
      return around_core(p, size.x);
  }
}

}  // namespace thew::collision
