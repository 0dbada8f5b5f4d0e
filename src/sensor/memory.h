#pragma once

// Sensors with a history: they take down what they measure at the end of each step, and may deliver
// what they measured some time ago (delay), or measure only now and then (interval).

#include <algorithm>

#include <thew/data.h>

#include "model/history.h"

namespace thew::sensor {

inline bool remembers(const Model& m, int sensor) {
  return m.sensor_historyadr[sensor] >= 0;
}

/// Whether the time of the next measurement has come; the ring's user value is the time of the
/// last.
template <class T>
bool is_due(const Model& m, const BasicData<T>& d, int sensor, int k) {
  const double period = m.sensor_interval.row(sensor)[0];
  return !(period > 0) || history::of_sensor(m, d, sensor, k).user() + period <= lane(d.time, k);
}

/// The same for any of the worlds.
template <class T>
bool is_due(const Model& m, const BasicData<T>& d, int sensor) {
  if (!remembers(m, sensor)) return true;
  for (int k = 0; k < kLanes<T>; ++k) {
    if (is_due(m, d, sensor, k)) return true;
  }
  return false;
}

/// Where a sensor puts what it measures now.
template <class T>
T* fresh_values(const Model& m, BasicData<T>& d, int sensor) {
  T* const all = remembers(m, sensor) ? d.kept.measured.data() : d.sensordata.data();
  return all + m.sensor_adr[sensor];
}

/// What a sensor that remembers reports: the past while it is late or waits, else the present.
template <class T>
void deliver(const Model& m, BasicData<T>& d, int sensor) {
  const int adr = m.sensor_adr[sensor];
  const double delay = m.sensor_delay[sensor];
  for (int k = 0; k < kLanes<T>; ++k) {
    if (delay > 0 || !is_due(m, d, sensor, k)) {
      history::read(history::of_sensor(m, d, sensor, k), lane(d.time, k) - delay,
                    m.sensor_history.row(sensor)[1], d.sensordata.data() + adr);
      continue;
    }
    for (int i = adr; i < adr + m.sensor_dim[sensor]; ++i) {
      set_lane(d.sensordata[i], k, lane(d.kept.measured[i], k));
    }
  }
}

}  // namespace thew::sensor
