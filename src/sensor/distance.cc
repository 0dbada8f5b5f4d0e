// Distances between geoms, or between all geoms of two bodies.

#include <algorithm>

#include <thew/distance.h>

#include "math/vec3.h"
#include "model/lane_types.h"
#include "sensor/frame.h"
#include "sensor/measure.h"

namespace thew::sensor {

using namespace math;

namespace {

// Geoms of a body, or one geom.
struct Range {
  int begin, end;
};

Range geoms_of(const Model& m, ObjectType type, int id) {
  if (type == ObjectType::Geom) return {id, id + 1};
  return {m.body_geomadr[id], m.body_geomadr[id] + m.body_geomnum[id]};
}

struct Segment {
  double distance;
  double from_to[6];
};

// The shortest of all pairs; without one below the cutoff, the cutoff and no segment.
template <class T>
Segment shortest(const Model& m, const BasicData<T>& d, Workspace<T>& w, int sensor, int k) {
  const Range first = geoms_of(m, object_type(m, sensor), m.sensor_objid[sensor]);
  const Range second = geoms_of(m, reference_type(m, sensor), m.sensor_refid[sensor]);
  const double cutoff = m.sensor_cutoff[sensor];
  Segment best = {cutoff, {}};
  for (int i = first.begin; i < first.end; ++i) {
    for (int j = second.begin; j < second.end; ++j) {
      Segment s = {};
      s.distance = collision::geom_distance(m, d, w, i, j, cutoff, s.from_to, k);
      if (s.distance < best.distance) best = s;
    }
  }
  return best;
}

}  // namespace

template <class T>
void measure_distance(const Model& m, const BasicData<T>& d, Workspace<T>& w, int sensor,
                      T* values) {
  for (int k = 0; k < kLanes<T>; ++k) {
    const Segment s = shortest(m, d, w, sensor, k);
    const Vec3<double> line = load3(s.from_to + 3) - load3(s.from_to);
    const double length = norm(line);
    double numbers[6] = {s.distance};
    if (type_of(m, sensor) == SensorType::Geomfromto) std::copy_n(s.from_to, 6, numbers);
    if (type_of(m, sensor) == SensorType::Geomnormal) {
      store(numbers, length > 0 ? line * (1 / length) : line);
    }
    for (int i = 0; i < m.sensor_dim[sensor]; ++i)
      set_lane(values[i], k, static_cast<Scalar<T>>(numbers[i]));
  }
}

#define THEW_INSTANTIATE(T) \
  template void measure_distance(const Model&, const BasicData<T>&, Workspace<T>&, int, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::sensor
