#pragma once

// The analytic pairs as a table, and random poses of them.

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "collision/shape.h"
#include "element/pair/capsule.h"
#include "element/pair/plane.h"
#include "element/pair/sphere.h"
#include "model/lane_types.h"

namespace thew::collision::test {

using namespace element;

using Place = Placed<double>;
using Vec = Vec3<double>;

template <class T>
using PairFunction = int (*)(const Placed<T>&, const Placed<T>&, const T&, Point<T>*);

struct Pair {
  const char* name;
  GeomType a, b;
  PairFunction<double> one;
  PairFunction<Pack4> four;
  int most;  ///< points in one world
};

inline constexpr Pair kPairs[] = {
    {"plane_sphere", GeomType::Plane, GeomType::Sphere, plane_sphere, plane_sphere, 1},
    {"plane_capsule", GeomType::Plane, GeomType::Capsule, plane_capsule, plane_capsule, 2},
    {"plane_ellipsoid", GeomType::Plane, GeomType::Ellipsoid, plane_ellipsoid, plane_ellipsoid, 1},
    {"plane_cylinder", GeomType::Plane, GeomType::Cylinder, plane_cylinder, plane_cylinder, 4},
    {"plane_box", GeomType::Plane, GeomType::Box, plane_box, plane_box, 4},
    {"sphere_sphere", GeomType::Sphere, GeomType::Sphere, sphere_sphere, sphere_sphere, 1},
    {"sphere_capsule", GeomType::Sphere, GeomType::Capsule, sphere_capsule, sphere_capsule, 1},
    {"sphere_cylinder", GeomType::Sphere, GeomType::Cylinder, sphere_cylinder, sphere_cylinder, 1},
    {"sphere_box", GeomType::Sphere, GeomType::Box, sphere_box, sphere_box, 1},
    {"capsule_capsule", GeomType::Capsule, GeomType::Capsule, capsule_capsule, capsule_capsule, 2}};

/// Poses of two shapes of about unit size that overlap as often as not; some are aligned, some have
/// one centre.
class Poses {
 public:
  explicit Poses(unsigned seed) : random_(seed) {}

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  Vec vector(double reach) {
    return {uniform(-reach, reach), uniform(-reach, reach), uniform(-reach, reach)};
  }
  Mat3<double> rotation() {
    const Vec x = direction(vector(1)).unit, y = direction(cross(x, vector(1))).unit;
    const Vec z = cross(x, y);
    return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
  }
  math::Quat<double> quat() {
    return normalized(
        math::Quat<double>{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)});
  }
  Place place() {
    return {vector(1), rotation(), {uniform(0.1, 1), uniform(0.1, 1), uniform(0.1, 1)}};
  }

  /// The second of two shapes, near the first.
  Place near(const Place& first) {
    Place second = place();
    const int kind = below(8);
    if (kind == 0) second.rot = first.rot;
    if (kind == 1) second.rot = turned(first.rot);
    if (kind == 2) second.pos = first.pos;
    return second;
  }

 private:
  static Mat3<double> turned(const Mat3<double>& r) {  // by a right angle
    return {r.xz, r.xy, -r.xx, r.yz, r.yy, -r.yx, r.zz, r.zy, -r.zx};
  }
  std::mt19937_64 random_;
};

inline std::string pair_name(const testing::TestParamInfo<Pair>& info) {
  return info.param.name;
}

}  // namespace thew::collision::test
