// Time of each pair of shapes that touch a little: a call for one world, and for four in lanes (per
// call, so per four worlds).
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "collision/pair/capsule.h"
#include "collision/pair/plane.h"
#include "collision/pair/sphere.h"
#include "model/lane_types.h"

namespace thew::bench {
namespace {

using collision::kMaxPoints;
using collision::Mat3;
using collision::Placed;
using collision::Point;
using collision::Vec3;

constexpr int kPoses = 64;        // enough that branches are not learned
constexpr double kDepth = 0.005;  // [m], shapes are 0.1 to 0.5 m large

template <class T>
using Pair = int (*)(const Placed<T>&, const Placed<T>&, const T&, Point<T>*);

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
    return collision::direction(Vec3<double>{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}).unit;
  }
  Placed<double> place() {
    const Vec3<double> x = unit(), y = collision::direction(cross(x, unit())).unit, z = cross(x, y);
    return {unit(),
            {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z},
            {uniform(0.1, 0.5), uniform(0.1, 0.5), uniform(0.1, 0.5)}};
  }

 private:
  std::mt19937_64 engine_{1};
};

/// Poses in which the second shape is just deep enough in the first: it comes along the z axis of
/// the first one, which is the normal of a plane.
std::vector<Pose<double>> touching(Pair<double> pair) {
  Random random;
  std::vector<Pose<double>> poses(kPoses);
  for (auto& [a, b] : poses) {
    a = random.place();
    b = random.place();
    double apart = 2, near = 0;
    Point<double> points[kMaxPoints];
    for (int i = 0; i < 40; ++i) {
      const double middle = 0.5 * (apart + near);
      b.pos = axpy(middle, a.rot.column_z(), a.pos);
      (pair(a, b, -kDepth, points) > 0 ? near : apart) = middle;
    }
    b.pos = axpy(near, a.rot.column_z(), a.pos);
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
void time_pair(benchmark::State& state, Pair<T> pair, Pair<double> one) {
  const auto single = touching(one);
  std::vector<Pose<T>> poses(kPoses);
  for (int i = 0; i < kPoses; ++i) {
    for (int k = 0; k < lanes_v<T>; ++k) {
      const auto& from = single[static_cast<std::size_t>((i + k) % kPoses)];
      auto& to = poses[static_cast<std::size_t>(i)];
      insert(to.a, k, from.a);
      insert(to.b, k, from.b);
    }
  }
  Point<T> points[kMaxPoints];
  std::size_t i = 0;
  for (auto _ : state) {
    const auto& [a, b] = poses[i];
    benchmark::DoNotOptimize(pair(a, b, T(0), points));
    i = (i + 1) % kPoses;
  }
}

void add(const std::string& name, Pair<double> one) {
  benchmark::RegisterBenchmark((name + "/one").c_str(), time_pair<double>, one, one);
}
void add(const std::string& name, Pair<double> one, Pair<Pack4> four) {
  add(name, one);
  benchmark::RegisterBenchmark((name + "/lanes").c_str(), time_pair<Pack4>, four, one);
}

const bool kAdded = [] {
  using namespace collision;
  add("plane_sphere", plane_sphere, plane_sphere);
  add("plane_capsule", plane_capsule, plane_capsule);
  add("plane_ellipsoid", plane_ellipsoid, plane_ellipsoid);
  add("plane_cylinder", plane_cylinder, plane_cylinder);
  add("plane_box", plane_box, plane_box);
  add("sphere_sphere", sphere_sphere, sphere_sphere);
  add("sphere_capsule", sphere_capsule, sphere_capsule);
  add("sphere_cylinder", sphere_cylinder, sphere_cylinder);
  add("sphere_box", sphere_box, sphere_box);
  add("capsule_capsule", capsule_capsule, capsule_capsule);
  return true;
}();

}  // namespace
}  // namespace thew::bench
