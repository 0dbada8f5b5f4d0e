#pragma once

// Rays against geoms of a Model.

#include <algorithm>

#include <thew/ray.h>

#include "collision/ray/hit.h"
#include "collision/ray/surface.h"
#include "collision/views.h"

namespace thew::collision {

/// Whether rays see a geom.
inline bool is_seen(const Model& m, int geom, const RayFilter& filter) {
  const int body = m.geom_bodyid[geom], material = m.geom_matid[geom];
  if (body == filter.exclude_body) return false;
  if (!filter.include_static && m.body_weldid[body] == 0) return false;
  const float* colour = material < 0 ? m.geom_rgba.row(geom) : m.mat_rgba.row(material);
  if (colour[3] == 0) return false;
  constexpr int kGroups = 6;
  return !filter.groups || filter.groups[std::clamp(m.geom_group[geom], 0, kGroups - 1)] != 0;
}

/// A geom that is no primitive, in one world.
inline Hit<double> hit_surface(const Shape& shape, const Ray<double>& ray) {
  if (shape.field) return ray_field(shape, ray);
  if (shape.mesh) return ray_mesh(*shape.mesh, shape.at, ray);
  if (shape.height) return ray_height(*shape.height, shape.at, ray);
  return {};
}

template <class T>
Vec3<double> vector_of_lane(const Vec3<T>& v, int k) {
  return {math::lane(v.x, k), math::lane(v.y, k), math::lane(v.z, k)};
}

/// Where a ray meets a geom.
template <class T>
Hit<T> hit_geom(const Model& m, const BasicData<T>& d, int geom, const Ray<T>& ray) {
  const GeomType type = static_cast<GeomType>(m.geom_type[geom]);
  if (is_primitive(type)) return ray_primitive(type, placed(m, d, geom), ray);
  Hit<T> hit;
  for (int k = 0; k < kLanes<T>; ++k) {
    const GeomShape geom_shape(m, d, geom, k);
    const Hit<double> own = hit_surface(
        geom_shape.shape, {vector_of_lane(ray.origin, k), vector_of_lane(ray.direction, k)});
    math::set_lane(hit.distance, k, static_cast<OneOf<T>>(own.distance));
    math::set_lane(hit.normal.x, k, static_cast<OneOf<T>>(own.normal.x));
    math::set_lane(hit.normal.y, k, static_cast<OneOf<T>>(own.normal.y));
    math::set_lane(hit.normal.z, k, static_cast<OneOf<T>>(own.normal.z));
  }
  return hit;
}

/// Where a ray meets a geom in one world.
template <class T>
Hit<double> hit_geom_in(const Model& m, const BasicData<T>& d, int geom, int k,
                        const Ray<double>& ray) {
  const GeomType type = static_cast<GeomType>(m.geom_type[geom]);
  if (is_primitive(type)) return ray_primitive(type, placed(m, d, geom, k), ray);
  return hit_surface(GeomShape(m, d, geom, k).shape, ray);
}

}  // namespace thew::collision
