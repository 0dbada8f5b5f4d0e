// Time of each pair of shapes that touch a little: a call for one world, and for four in lanes (per
// call, so per four worlds).
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "collision/convex.h"
#include "element/pair/box_box.h"
#include "element/pair/capsule.h"
#include "element/pair/capsule_box.h"
#include "element/pair/plane.h"
#include "element/pair/sphere.h"
#include "model/lane_types.h"

namespace thew::bench {
namespace {

using collision::ConvexMemory;
using collision::ConvexOptions;
using collision::kMaxPoints;
using collision::Mat3;
using collision::Placed;
using collision::Point;
using collision::Shape;
using collision::Vec3;

constexpr int kPoses = 64;        // enough that branches are not learned
constexpr double kDepth = 0.005;  // [m], shapes are 0.1 to 0.5 m large

template <class T>
using Pair = std::function<int(const Placed<T>&, const Placed<T>&, const T&, Point<T>*)>;

template <class T>
struct Pose {
  Placed<T> a, b;
};

class Random {
 public:
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Vec3<double> unit() {
    return element::direction(Vec3<double>{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}).unit;
  }
  Placed<double> place() {
    const Vec3<double> x = unit(), y = element::direction(cross(x, unit())).unit, z = cross(x, y);
    return {unit(),
            {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z},
            {uniform(0.1, 0.5), uniform(0.1, 0.5), uniform(0.1, 0.5)}};
  }

 private:
  std::mt19937_64 engine_{1};
};

/// Poses in which the second shape is a little way in the first: it comes along the z axis of the
/// first one, which is the normal of a plane.
std::vector<Pose<double>> touching(const Pair<double>& pair) {
  Random random;
  std::vector<Pose<double>> poses(kPoses);
  for (auto& [a, b] : poses) {
    a = random.place();
    b = random.place();
    const Vec3<double> up = a.rot.column_z();
    double apart = 2, near = 0;
    Point<double> points[kMaxPoints];
    for (int i = 0; i < 40; ++i) {
      const double middle = 0.5 * (apart + near);
      b.pos = axpy(middle, up, a.pos);
      (pair(a, b, 0, points) > 0 ? near : apart) = middle;
    }
    b.pos = axpy(near - kDepth, up, a.pos);
  }
  return poses;
}

template <class T>
void insert(Placed<T>& lanes, int k, const Placed<double>& p) {
  double from[15];
  T to[15];
  math::store(from, p.pos), math::store(from + 3, p.rot), math::store(from + 12, p.size);
  math::store(to, lanes.pos), math::store(to + 3, lanes.rot), math::store(to + 12, lanes.size);
  for (int i = 0; i < 15; ++i) math::set_lane(to[i], k, from[i]);
  lanes = {math::load3(to), math::load9(to + 3), math::load3(to + 12)};
}

template <class T>
std::vector<Pose<T>> in_lanes(const std::vector<Pose<double>>& single) {
  std::vector<Pose<T>> poses(kPoses);
  for (std::size_t i = 0; i < kPoses; ++i) {
    for (int k = 0; k < lanes_v<T>; ++k) {
      const auto& from = single[(i + static_cast<std::size_t>(k)) % kPoses];
      insert(poses[i].a, k, from.a);
      insert(poses[i].b, k, from.b);
    }
  }
  return poses;
}

/// `pair` is a function, or an object that calls one: it is inlined or called, never looked up.
template <class T, class Function>
void time_pair(benchmark::State& state, const std::vector<Pose<T>>& poses, Function pair) {
  Point<T> points[kMaxPoints];
  std::size_t i = 0;
  for (auto _ : state) {
    const auto& [a, b] = poses[i];
    benchmark::DoNotOptimize(pair(a, b, T(0), points));
    i = (i + 1) % kPoses;
  }
}

template <class Function>
void add(const std::string& name, Function one) {
  const auto poses = touching(one);
  benchmark::RegisterBenchmark((name + "/one").c_str(),
                               [=](auto& state) { time_pair<double>(state, poses, one); });
}

using One = int (*)(const Placed<double>&, const Placed<double>&, const double&, Point<double>*);
using Four = int (*)(const Placed<Pack4>&, const Placed<Pack4>&, const Pack4&, Point<Pack4>*);

void add_lanes(const std::string& name, One one, Four four) {
  add(name, one);
  const auto poses = in_lanes<Pack4>(touching(one));
  benchmark::RegisterBenchmark((name + "/lanes").c_str(),
                               [=](auto& state) { time_pair<Pack4>(state, poses, four); });
}

/// Two shapes by GJK and EPA.
void add_convex(const std::string& name, GeomType type_a, GeomType type_b) {
  static std::vector<std::byte> bytes(collision::convex_memory(0, 0, ConvexOptions{}.iterations));
  add(name,
      [=](const Placed<double>& a, const Placed<double>& b, double margin, Point<double>* points) {
        const Shape shape_a{type_a, a}, shape_b{type_b, b};
        return collision::convex_convex(shape_a, shape_b, margin, ConvexOptions{},
                                        ConvexMemory{bytes.data(), bytes.size()}, points);
      });
}

const bool kAdded = [] {
  using namespace element;
  add_lanes("plane_sphere", plane_sphere, plane_sphere);
  add_lanes("plane_capsule", plane_capsule, plane_capsule);
  add_lanes("plane_ellipsoid", plane_ellipsoid, plane_ellipsoid);
  add_lanes("plane_cylinder", plane_cylinder, plane_cylinder);
  add_lanes("plane_box", plane_box, plane_box);
  add_lanes("sphere_sphere", sphere_sphere, sphere_sphere);
  add_lanes("sphere_capsule", sphere_capsule, sphere_capsule);
  add_lanes("sphere_cylinder", sphere_cylinder, sphere_cylinder);
  add_lanes("sphere_box", sphere_box, sphere_box);
  add_lanes("capsule_capsule", capsule_capsule, capsule_capsule);
  add("capsule_box", capsule_box<double>);
  add("box_box", box_box<double>);
  add_convex("sphere_ellipsoid", GeomType::Sphere, GeomType::Ellipsoid);
  add_convex("capsule_ellipsoid", GeomType::Capsule, GeomType::Ellipsoid);
  add_convex("capsule_cylinder", GeomType::Capsule, GeomType::Cylinder);
  add_convex("ellipsoid_ellipsoid", GeomType::Ellipsoid, GeomType::Ellipsoid);
  add_convex("ellipsoid_cylinder", GeomType::Ellipsoid, GeomType::Cylinder);
  add_convex("ellipsoid_box", GeomType::Ellipsoid, GeomType::Box);
  add_convex("cylinder_cylinder", GeomType::Cylinder, GeomType::Cylinder);
  add_convex("cylinder_box", GeomType::Cylinder, GeomType::Box);
  return true;
}();

}  // namespace
}  // namespace thew::bench
