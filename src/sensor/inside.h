#pragma once

// Whether points are inside of sites, and how far things reach out of them.

#include <thew/data.h>
#include <thew/distance.h>

#include "element/inside.h"
#include "sensor/frame.h"

namespace thew::sensor {

/// Whether a point of the world is inside of a site.
template <class T>
MaskOf<T> is_inside(const Model& m, const BasicData<T>& d, int site, const math::Vec3<T>& point) {
  const auto type = static_cast<GeomType>(m.site_type[site]);
  if (type == GeomType::Mesh) {
    T distance = T(0);
    for (int k = 0; k < kLanes<T>; ++k) {
      const double p[3] = {lane(point.x, k), lane(point.y, k), lane(point.z, k)};
      set_lane(distance, k, static_cast<Scalar<T>>(collision::site_distance(m, d, site, p, k)));
    }
    return distance < T(0);
  }
  const Frame<T> frame = frame_of(d, ObjectType::Site, site);
  const auto size = [&](int k) { return param(d, m.site_size, 3 * site + k); };
  return element::is_inside<T>(type, {size(0), size(1), size(2)},
                               multiply_transposed(frame.axes, point - frame.origin));
}

/// 1 where the origin of the sensor's object is inside of its site, 0 elsewhere. Of a body without
/// mass of its own the centre of mass of what hangs on it counts.
template <class T>
T is_inside_site(const Model& m, const BasicData<T>& d, int sensor) {
  const ObjectType type = object_type(m, sensor);
  const int id = m.sensor_objid[sensor];
  math::Vec3<T> point = frame_of(d, type, id).origin;
  if (type == ObjectType::Body && id > 0) {
    const auto hollow =
        (param(d, m.body_mass, id) < T(kMinVal)) & !(param(d, m.body_subtreemass, id) < T(kMinVal));
    point = select(hollow, math::load3(d.subtree_com.row(id)), point);
  }
  return select(is_inside(m, d, m.sensor_refid[sensor], point), T(1), T(0));
}

/// How far the farthest point of the sensor's object reaches out of its site: of a geom, a site,
/// the geoms of a body, or those of all bodies that hang on it, too.
template <class T>
T protrusion(const Model& m, const BasicData<T>& d, int sensor) {
  const ObjectType type = object_type(m, sensor);
  const int id = m.sensor_objid[sensor], site = m.sensor_refid[sensor];
  T top = T(-kMaxVal);
  const auto add = [&](ObjectType part_type, int part) {
    for (int k = 0; k < kLanes<T>; ++k) {
      const auto x = static_cast<Scalar<T>>(collision::protrusion(m, d, part_type, part, site, k));
      set_lane(top, k, math::max(lane(top, k), x));
    }
  };
  if (type == ObjectType::Geom || type == ObjectType::Site) {
    add(type, id);
    return top;
  }
  for (int geom = 0; geom < m.ngeom; ++geom) {
    int body = m.geom_bodyid[geom];
    while (type == ObjectType::Xbody && body > id) body = m.body_parentid[body];
    if (body == id) add(ObjectType::Geom, geom);
  }
  return top;
}

}  // namespace thew::sensor
