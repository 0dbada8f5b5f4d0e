#pragma once

// Sensors of distances between geoms, or between all geoms of two bodies: a kernel before `sense`,
// where somebody asks for them.

#include "gpu/collide.h"
#include "gpu/sense.h"

namespace thew::gpu {

namespace detail {

/// The shortest segment between two surfaces; the distance is negative where they overlap.
struct Clearance {
  double distance;
  math::Vec3<double> from, to;
};

/// Whether two geoms, in ascending order of types, have a distance by their support points.
THEW_INLINE bool is_by_support(GeomType a, GeomType b) {
  return a >= GeomType::Sphere && is_convex_pair(a, b);
}

/// The shortest segment between two geoms that is shorter than `limit`.
template <class T>
THEW_CALL Clearance geom_segment(const CollideWorld<T>& w, int one, int two, double limit,
                                 int slot) {
  using namespace math;
  using namespace element::convex;
  const auto& m = w.m;
  const bool swapped = m.geom_type[one] > m.geom_type[two];
  const int a = swapped ? two : one, b = swapped ? one : two;
  Clearance segment = {limit, {0, 0, 0}, {0, 0, 0}};
  if (is_by_support(static_cast<GeomType>(m.geom_type[a]), static_cast<GeomType>(m.geom_type[b]))) {
    element::MeshView views[2];
    const Clearance none = segment;
    segment.distance =
        convex_distance(convex_of(w, one, views[0]), convex_of(w, two, views[1]), limit,
                        convex_options(m), convex_memory_of(w, slot), segment.from, segment.to);
    return segment.distance < limit ? segment : none;
  }
  element::Point<T> points[Points<true, T>::kMost];
  // Planes and height fields have none to one another.
  const bool solid = m.geom_type[b] > static_cast<int>(GeomType::Hfield);
  const int count = solid ? touch<true>(w, a, b, static_cast<T>(limit), slot, points) : 0;
  THEW_ROLLED
  for (int i = 0; i < count; ++i) {
    const element::Point<T>& p = points[i];
    if (!(double(p.dist) < segment.distance)) continue;
    const Vec3<double> pos = {double(p.pos.x), double(p.pos.y), double(p.pos.z)},
                       normal = {double(p.normal.x), double(p.normal.y), double(p.normal.z)};
    const double half = swapped ? -0.5 * double(p.dist) : 0.5 * double(p.dist);
    segment = {double(p.dist), axpy(-half, normal, pos), axpy(half, normal, pos)};
  }
  return segment;
}

/// The first geom of what a sensor names, and how many there are.
template <class T>
THEW_STAGE void geoms_of(const DeviceModel<T>& m, int type, int id, int& first, int& count) {
  const bool geom = type == static_cast<int>(ObjectType::Geom);
  first = geom ? id : m.body_geomadr[id];
  count = geom ? 1 : m.body_geomnum[id];
}

template <class T>
THEW_STAGE void measure_distance(const CollideWorld<T>& w, const SenseWorld<T>& senses, int sensor,
                                 int slot) {
  const auto& m = w.m;
  const auto type = static_cast<SensorType>(m.sensor_type[sensor]);
  int first, firsts, second, seconds;
  geoms_of(m, m.sensor_objtype[sensor], m.sensor_objid[sensor], first, firsts);
  geoms_of(m, m.sensor_reftype[sensor], m.sensor_refid[sensor], second, seconds);
  const double cutoff = double(m.sensor_cutoff[sensor]);
  Clearance best = {cutoff, {0, 0, 0}, {0, 0, 0}};
  THEW_ROLLED
  for (int k = 0; k < firsts * seconds; ++k) {
    const Clearance s = geom_segment(w, first + k / seconds, second + k % seconds, cutoff, slot);
    if (s.distance < best.distance) best = s;
  }
  T* values = values_of<true>(senses, sensor);
  const math::Vec3<double> line = best.to - best.from;
  if (type == SensorType::Geomdist) {
    values[0] = static_cast<T>(best.distance);
  } else {
    const double length = norm(line), scale = length > 0 ? 1 / length : 1;
    const bool normal = type == SensorType::Geomnormal;
    const double numbers[6] = {normal ? line.x * scale : best.from.x,
                               normal ? line.y * scale : best.from.y,
                               normal ? line.z * scale : best.from.z,
                               best.to.x,
                               best.to.y,
                               best.to.z};
    THEW_ROLLED
    for (int k = 0; k < m.sensor_dim[sensor]; ++k) values[k] = static_cast<T>(numbers[k]);
  }
  if (type != SensorType::Geomfromto) cut_off(m, sensor, type, values);
}

}  // namespace detail

template <class Team, class T>
THEW_STAGE void measure_distances(const Team& team, const DeviceModel<T>& m,
                                  const DeviceWorlds<T>& worlds, std::uint32_t world) {
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0 ||
      has(m.opt.disableflags, DisableBit::Sensor)) {
    return;
  }
  CollideWorld<T> w(m, worlds, world, nullptr);
  w.s.xpos = w.row(worlds.geom_xpos);
  const detail::SenseWorld<T> senses(m, worlds, world, nullptr);
  team.each(m.nsensor, [&](int i) {
    if (is_of_distance(static_cast<SensorType>(m.sensor_type[i])))
      detail::measure_distance(w, senses, i, i % Team::kSize);
  });
}

/// Takes from the forces of contacts what surfaces that stick pull back with, for who measures
/// them: a kernel behind the solver.
template <class Team, class T>
THEW_STAGE void pull_back_contacts(const Team& team, const DeviceModel<T>& m,
                                   const DeviceWorlds<T>& worlds, std::uint32_t world) {
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  const RowsWorld<T> w(m, worlds, world, nullptr);
  const int* counts = w.row(worlds.row_counts);
  team.each(counts[1], counts[0], [&](int block) {
    const BlockInfo info = w.row(worlds.block_info)[block];
    const int pair = w.row(worlds.contact_pair)[w.row(worlds.block_id)[block]];
    T& force = w.row(worlds.row_force)[info.base()];
    force = force - detail::adhesion_of(w, pair);
  });
}

}  // namespace thew::gpu
