#include "sensor/memory.h"

#include <thew/stages.h>

#include "model/lane_types.h"

namespace thew::sensor {

namespace {

template <class T>
void take_down(const Model& m, BasicData<T>& d, int sensor, int k) {
  const auto ring = history::of_sensor(m, d, sensor, k);
  const double period = m.sensor_interval.row(sensor)[0];
  if (!is_due(m, d, sensor, k)) return;
  if (period > 0) ring.set_user(ring.user() + period);
  const int place = history::insert(ring, lane(d.time, k));
  for (int j = 0; j < ring.dim; ++j) {
    ring.set_value(place, j, lane(d.kept.measured[m.sensor_adr[sensor] + j], k));
  }
}

}  // namespace

template <class T>
void remember(const Model& m, BasicData<T>& d) {
  if (m.nhistory == 0) return;
  for (int i = 0; i < m.nsensor; ++i) {
    if (!remembers(m, i)) continue;
    for (int k = 0; k < kLanes<T>; ++k) take_down(m, d, i, k);
  }
}

#define THEW_INSTANTIATE(T) template void remember(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::sensor
