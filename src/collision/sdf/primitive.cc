#include "collision/sdf/primitive.h"

namespace thew::collision {
namespace {

constexpr double kTiny = 1e-15;
constexpr double kSmallest = 1e-10;  // divisors are at least this

double least(double a, double b) {
  return a < b ? a : b;
}
double most(double a, double b) {
  return a > b ? a : b;
}
double most(const Vec3d& a) {
  return most(a.x, most(a.y, a.z));
}
Vec3d positive(const Vec3d& a) {
  return {most(a.x, 0), most(a.y, 0), most(a.z, 0)};
}
double sign(double x) {
  return x < 0 ? -1 : 1;
}
Vec3d divide(const Vec3d& a, const Vec3d& b) {
  return {a.x / b.x, a.y / b.y, a.z / b.z};
}
Vec3d unit(const Vec3d& a) {
  const double norm = plain_norm(a);
  return norm < kTiny ? Vec3d{1, 0, 0} : a * (1 / norm);
}

// How far a point is outside each pair of faces of a box.
Vec3d beyond_faces(const Vec3d& size, const Vec3d& p) {
  return {math::abs(p.x) - size.x, math::abs(p.y) - size.y, math::abs(p.z) - size.z};
}

// Inside a box, a unit field that turns from radial in the middle to the normals of the faces near
// them.
Vec3d field_in_box(const Vec3d& size, const Vec3d& beyond, const Vec3d& p) {
  const Vec3d d = unit({-size.x / beyond.x, -size.y / beyond.y, -size.z / beyond.z});
  return {d.x * sign(p.x), d.y * sign(p.y), d.z * sign(p.z)};
}

double box_distance(const Vec3d& size, const Vec3d& p) {
  const Vec3d a = beyond_faces(size, p);
  if (a.x >= 0 || a.y >= 0 || a.z >= 0) return plain_norm(positive(a)) + least(most(a), 0);
  // Along that field to the first face.
  const Vec3d d = field_in_box(size, a, p);
  const double t =
      least(-a.x / math::abs(d.x), least(-a.y / math::abs(d.y), -a.z / math::abs(d.z)));
  return -t * plain_norm(d);
}

// On the surface: the mean of the normals of the faces that meet there.
Vec3d normal_of_box(const Vec3d& beyond, const Vec3d& p) {
  return unit({beyond.x == 0 ? sign(p.x) : 0, beyond.y == 0 ? sign(p.y) : 0,
               beyond.z == 0 ? sign(p.z) : 0});
}

Vec3d box_gradient(const Vec3d& size, const Vec3d& p) {
  const Vec3d a = beyond_faces(size, p);
  if (most(a) < 0) return field_in_box(size, a, p);
  if (most(a) == 0) return normal_of_box(a, p);
  const Vec3d b = positive(a);
  const double norm = plain_norm(b);
  return {a.x > 0 ? b.x / norm * p.x / math::abs(p.x) : 0,
          a.y > 0 ? b.y / norm * p.y / math::abs(p.y) : 0,
          a.z > 0 ? b.z / norm * p.z / math::abs(p.z) : 0};
}

// From the nearest point of the axis.
Vec3d off_axis(const Vec3d& size, const Vec3d& p) {
  const double along = p.z < -size.y ? -size.y : p.z > size.y ? size.y : p.z;
  return {p.x, p.y, p.z - along};
}

// k0 (k0 - 1) / k1 with k0 = |S^-1 p| and k1 = |S^-2 p|: exact to first order at the surface.
struct EllipsoidTerms {
  EllipsoidTerms(const Vec3d& size, const Vec3d& p)
      : twice(divide(divide(p, size), size)),
        k0(plain_norm(divide(p, size))),
        k1(plain_norm(twice)) {}
  Vec3d twice;  ///< S^-2 p
  double k0, k1;
};

double ellipsoid_distance(const Vec3d& size, const Vec3d& p) {
  const EllipsoidTerms t(size, p);
  if (t.k1 < kTiny) return -least(size.x, least(size.y, size.z));
  return t.k0 * (t.k0 - 1) / t.k1;
}

Vec3d ellipsoid_gradient(const Vec3d& size, const Vec3d& p) {
  const EllipsoidTerms t(size, p);
  if (t.k0 < kTiny || t.k1 < kTiny) return {0, 0, 0};  // in the middle
  const double inverse0 = 1 / t.k0, inverse1 = 1 / t.k1;
  const double by_k0 = (2 * t.k0 - 1) * inverse1, by_k1 = t.k0 * (t.k0 - 1) * inverse1 * inverse1;
  const Vec3d &b = t.twice, squares = {size.x * size.x, size.y * size.y, size.z * size.z};
  const Vec3d of_k0 = b * inverse0, of_k1 = divide(b * inverse1, squares);
  return unit(of_k0 * by_k0 - of_k1 * by_k1);
}

// Outside the mantle and outside the caps.
struct CylinderTerms {
  CylinderTerms(const Vec3d& size, const Vec3d& p)
      : radius(math::sqrt(p.x * p.x + p.y * p.y)),
        mantle(radius - size.x),
        cap(math::abs(p.z) - size.y) {}
  double radius, mantle, cap;
};

double cylinder_distance(const Vec3d& size, const Vec3d& p) {
  const CylinderTerms t(size, p);
  const double a = most(t.mantle, 0), b = most(t.cap, 0);
  return least(most(t.mantle, t.cap), 0) + math::sqrt(a * a + b * b);
}

Vec3d cylinder_gradient(const Vec3d& size, const Vec3d& p) {
  const CylinderTerms t(size, p);
  const double radius = most(t.radius, kSmallest), height = most(math::abs(p.z), kSmallest);
  const Vec3d out = {p.x / radius, p.y / radius, p.z / height};
  if (most(t.mantle, t.cap) < 0) {
    return t.mantle > t.cap ? Vec3d{out.x, out.y, 0} : Vec3d{0, 0, out.z};
  }
  const double a = most(t.mantle, 0), b = most(t.cap, 0);
  const double norm = most(math::sqrt(a * a + b * b), kSmallest);
  return {out.x * a / norm, out.y * a / norm, out.z * b / norm};
}

}  // namespace

double primitive_distance(GeomType type, const Vec3d& size, const Vec3d& p) {
  switch (type) {
    case GeomType::Plane:
      return p.z;
    case GeomType::Capsule:
      return plain_norm(off_axis(size, p)) - size.x;
    case GeomType::Ellipsoid:
      return ellipsoid_distance(size, p);
    case GeomType::Cylinder:
      return cylinder_distance(size, p);
    case GeomType::Box:
      return box_distance(size, p);
    default:
      return plain_norm(p) - size.x;
  }
}

Vec3d primitive_gradient(GeomType type, const Vec3d& size, const Vec3d& p) {
  switch (type) {
    case GeomType::Plane:
      return {0, 0, 1};
    case GeomType::Capsule: {
      const Vec3d a = off_axis(size, p);
      const double norm = most(plain_norm(a), kSmallest);
      return {a.x / norm, a.y / norm, a.z / norm};
    }
    case GeomType::Ellipsoid:
      return ellipsoid_gradient(size, p);
    case GeomType::Cylinder:
      return cylinder_gradient(size, p);
    case GeomType::Box:
      return box_gradient(size, p);
    default:
      return p * (1 / most(plain_norm(p), kSmallest));
  }
}

}  // namespace thew::collision
