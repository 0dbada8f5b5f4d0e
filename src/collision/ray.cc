// One ray against the geoms of a model.

#include <thew/ray.h>

#include "collision/ray/geom.h"
#include "collision/ray/surface.h"
#include "math/resolution.h"
#include "model/lane_types.h"

namespace thew::collision {

using namespace math;

namespace {

template <class T>
RayHit<T> no_hit() {
  RayHit<T> none;
  if constexpr (kLanes<T> == 1) {
    none.geom = -1;
  } else {
    none.geom.fill(-1);
  }
  return none;
}

// Takes the hit of a geom in the lanes where it is nearer.
template <class T>
void take_nearer(const Hit<T>& hit, int geom, RayHit<T>& best) {
  const auto take =
      (hit.distance >= T(0)) & ((hit.distance < best.distance) | (best.distance < T(0)));
  best.distance = select(take, hit.distance, best.distance);
  store(best.normal, select(take, hit.normal, load3(best.normal)));
  if constexpr (kLanes<T> == 1) {
    if (take) best.geom = geom;
  } else {
    for (int k = 0; k < kLanes<T>; ++k) {
      if (lane(take, k)) best.geom[k] = geom;
    }
  }
}

// Whether the line comes close to the bounding sphere of a geom; always for planes.
template <class T>
MaskOf<T> meets_bound(const Model& m, const BasicData<T>& d, int geom, const Ray<T>& ray) {
  const T radius = param(d, m.geom_rbound, geom) * T(tolerance<Scalar<T>>(1 + 1e-9, 1 + 1e-6));
  const Vec3<T> way = load3(d.geom_xpos.row(geom)) - ray.origin;
  const T square = dot(ray.direction, ray.direction);
  const T along = dot(way, ray.direction);
  const T beside = dot(way, way) - along * along / square;
  // Rounding leaves an error of the order of way^2.
  const T least = radius * radius + T(tolerance<Scalar<T>>(1e-12, 1e-6)) * dot(way, way);
  return (!(beside > least)) | (!(radius > T(0)));
}

template <class T>
Ray<T> make_ray(const T* origin, const T* direction) {
  return {load3(origin), load3(direction)};
}

RayHit<double> public_hit(const Hit<double>& hit) {
  RayHit<double> result = no_hit<double>();
  result.distance = hit.distance;
  store(result.normal, hit.normal);
  return result;
}

}  // namespace

template <class T>
RayHit<T> ray(const Model& m, const BasicData<T>& d, const T* origin, const T* direction,
              const RayFilter& filter) {
  const Ray<T> ray = make_ray(origin, direction);
  RayHit<T> best = no_hit<T>();
  for (int g = 0; g < m.ngeom; ++g) {
    if (!is_seen(m, g, filter)) continue;
    const auto meets = meets_bound(m, d, g, ray);
    if (none(meets)) continue;
    Hit<T> hit = hit_geom(m, d, g, ray);
    hit.distance = select(meets, hit.distance, T(-1));
    take_nearer(hit, g, best);
  }
  return best;
}

template <class T>
RayHit<T> ray_geom(const Model& m, const BasicData<T>& d, int geom, const T* origin,
                   const T* direction) {
  RayHit<T> best = no_hit<T>();
  take_nearer(hit_geom(m, d, geom, make_ray(origin, direction)), geom, best);
  return best;
}

RayHit<double> ray_primitive(GeomType type, const double* pos, const double* mat,
                             const double* size, const double* origin, const double* direction) {
  const Placed<double> at = {load3(pos), load9(mat), load3(size)};
  return public_hit(ray_primitive(type, at, make_ray(origin, direction)));
}

RayHit<double> ray_skin(int faces, const int* face, const float* vert, const double* origin,
                        const double* direction, int* vertex) {
  int nearest = -1;
  const Hit<double> hit = ray_triangles(faces, face, vert, make_ray(origin, direction), nearest);
  if (vertex) *vertex = nearest;
  return public_hit(hit);
}

#define THEW_INSTANTIATE(T)                                                                        \
  template RayHit<T> ray(const Model&, const BasicData<T>&, const T*, const T*, const RayFilter&); \
  template RayHit<T> ray_geom(const Model&, const BasicData<T>&, int, const T*, const T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
