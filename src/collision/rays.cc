// Many rays from one origin. Seen from there each geom is inside a cone around its bounding sphere;
// the cones are sorted by distance, and a ray looks at the geoms whose cone it is in, eight cones
// at once, until those left are farther than what it has hit.

#include <algorithm>

#include <thew/ray.h>

#include "collision/ray/geom.h"
#include "math/pack.h"
#include "model/lane_types.h"

namespace thew::collision {

using namespace math;

namespace {

using Floats = Wide<float, 8>;
constexpr int kBlock = 8;
// Single precision; the cones are as much wider and nearer.
constexpr double kRounding = 2e-6;

struct Cone {
  Vec3<double> axis;  ///< unit
  double cosine;      ///< of half its angle; less than -1: everything
  double near;        ///< least distance of what is inside
};

// Cones in rows, so that eight are read at once.
class Cones {
 public:
  Cones(float* memory, std::int64_t columns) {
    for (int k = 0; k < 5; ++k) row_[k] = memory + k * columns;
  }
  void set(int i, const Cone& cone) const {
    const double values[] = {cone.axis.x, cone.axis.y, cone.axis.z, cone.cosine - kRounding,
                             cone.near * (1 - kRounding)};
    for (int k = 0; k < 5; ++k) row_[k][i] = static_cast<float>(values[k]);
  }
  // Cones that no ray is in, up to the end of a block.
  void fill(int i) const {
    for (; i % kBlock != 0; ++i) set(i, {{0, 0, 0}, 2, 0});
  }
  float& near(int i) const { return row_[4][i]; }
  auto contain(int block, const Vec3<double>& unit) const {
    const Floats x(static_cast<float>(unit.x)), y(static_cast<float>(unit.y)),
        z(static_cast<float>(unit.z));
    const Floats cosine =
        fma(Floats::load(row_[0] + block), x,
            fma(Floats::load(row_[1] + block), y, Floats::load(row_[2] + block) * z));
    return cosine >= Floats::load(row_[3] + block);
  }

 private:
  float* row_[5];
};

// The cone of a geom, or false where nothing of it can be hit or it is too far.
bool cone_of(const Placed<double>& at, bool plane, double radius, double cutoff,
             const Vec3<double>& origin, Cone& cone) {
  const Vec3<double> way = at.pos - origin;
  if (plane || !(radius > 0)) {
    const double height = -dot(at.rot.column_z(), way);
    cone = {{0, 0, 0}, -2, plane && height > 0 ? height : 0};
    return !plane || height >= 0;
  }
  const double distance = norm(way);
  cone = {{0, 0, 0}, -2, 0};
  if (distance > cutoff + radius) return false;
  const double wider = radius * (1 + kRounding);
  if (distance > wider) {
    const double sine = wider / distance;
    cone = {way * (1 / distance), sqrt(1 - sine * sine), distance - wider};
  }
  return true;
}

// Fills cones and order, nearest first; returns how many.
template <class T>
int sort_geoms(const Model& m, const BasicData<T>& d, Workspace<T>& w, const Vec3<double>& origin,
               double cutoff, const RayFilter& filter, int k, const Cones& cones) {
  int* order = w.ray_order.data();
  // Distances wait at the places of their geoms until these are sorted.
  int count = 0;
  Cone cone;
  const auto make = [&](int geom) {
    const bool plane = m.geom_type[geom] == static_cast<int>(GeomType::Plane);
    const double radius = lane(param(d, m.geom_rbound, geom), k);
    return cone_of(placed(m, d, geom, k), plane, radius, cutoff, origin, cone);
  };
  float* distance = w.ray_cone.data();
  for (int g = 0; g < m.ngeom; ++g) {
    if (!is_seen(m, g, filter) || !make(g)) continue;
    distance[g] = static_cast<float>(cone.near);
    order[count++] = g;
  }
  std::sort(order, order + count, [&](int a, int b) {
    return distance[a] != distance[b] ? distance[a] < distance[b] : a < b;
  });
  for (int i = 0; i < count; ++i) {
    make(order[i]);
    cones.set(i, cone);
  }
  cones.fill(count);
  return count;
}

// The nearest hit of one ray among the geoms of `order`; of equal ones that of the lowest number.
template <class T>
RayHit<double> cast(const Model& m, const BasicData<T>& d, const Ray<double>& ray, int k,
                    const Cones& cones, const int* order, int geoms) {
  Hit<double> best;
  int geom = -1;
  const double length = norm(ray.direction);
  const Vec3<double> unit = ray.direction * (1 / length);
  for (int block = 0; block < geoms && length > 0; block += kBlock) {
    if (geom >= 0 && best.distance * length < cones.near(block)) break;
    const auto inside = cones.contain(block, unit);
    if (none(inside)) continue;
    for (int i = block; i < std::min(block + kBlock, geoms); ++i) {
      if (!inside[i - block]) continue;
      const Hit<double> hit = hit_geom_in(m, d, order[i], k, ray);
      const bool tie = hit.distance == best.distance && order[i] < geom;
      if (hit.distance >= 0 && (geom < 0 || hit.distance < best.distance || tie)) {
        best = hit;
        geom = order[i];
      }
    }
  }
  RayHit<double> result;
  result.distance = best.distance;
  store(result.normal, best.normal);
  result.geom = geom;
  return result;
}

}  // namespace

template <class T>
void rays(const Model& m, const BasicData<T>& d, Workspace<T>& w, const double* from,
          const double* directions, int count, double cutoff, const RayFilter& filter,
          RayHit<double>* hits, int k) {
  const Cones cones(w.ray_cone.data(), m.ngeom + kBlock);
  const Vec3<double> origin = load3(from);
  const int geoms = sort_geoms(m, d, w, origin, cutoff, filter, k, cones);
  for (int i = 0; i < count; ++i) {
    const Ray<double> ray = {origin, load3(directions + 3 * i)};
    hits[i] = cast(m, d, ray, k, cones, w.ray_order.data(), geoms);
  }
}

#define THEW_INSTANTIATE(T)                                                           \
  template void rays(const Model&, const BasicData<T>&, Workspace<T>&, const double*, \
                     const double*, int, double, const RayFilter&, RayHit<double>*, int)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
