#pragma once

// The ring buffers of Data::history (element/history.h): whose they are, and how they are filled.

#include <thew/data.h>

#include "element/history.h"

namespace thew::history {

/// The ring of an actuator's past controls, of one lane; it must have one.
template <class T>
Ring<TimeOf<T>> of_actuator(const Model& m, const BasicData<T>& d, int i, int lane) {
  return {d.history.data() + m.actuator_historyadr[i], m.actuator_history[2 * i],
          m.actuator_ctrlnum[i], lane};
}

/// The ring of a sensor's past measurements, of one lane; it must have one.
template <class T>
Ring<TimeOf<T>> of_sensor(const Model& m, const BasicData<T>& d, int i, int lane) {
  return {d.history.data() + m.sensor_historyadr[i], m.sensor_history[2 * i], m.sensor_dim[i],
          lane};
}

/// Samples of value zero at the steps before time zero.
template <class E>
void clear(const Ring<E>& ring, double timestep, double user) {
  ring.set_user(user);
  ring.set(1, ring.samples - 1);
  for (int j = 0; j < ring.samples; ++j) ring.set_time(j, -(ring.samples - j) * timestep);
  for (std::int64_t i = 2 + ring.samples; i < size(ring.samples, ring.dim); ++i) ring.set(i, 0);
}

/// Samples of a sensor that measures at intervals: their times lie on the grid of time steps.
template <class E>
void clear_interval(const Ring<E>& ring, double timestep, double period, double phase) {
  const double last = phase == 0 ? -period : phase;
  clear(ring, timestep, last);
  for (int j = 0; j < ring.samples; ++j) {
    const double steps = (last - (ring.samples - 1 - j) * period) / timestep;
    // A whole number of steps stays one in spite of rounding.
    ring.set_time(j, math::ceil(steps - 1e-12 * math::abs(steps)) * timestep);
  }
}

/// Writes new samples, oldest first. Without times the present ones stay; returns false if times do
/// not ascend.
template <class E>
bool fill(const Ring<E>& ring, const double* times, const double* values) {
  if (times != nullptr) {
    for (int j = 1; j < ring.samples; ++j) {
      if (!(times[j] - times[j - 1] >= kSameTime)) return false;
    }
    ring.set(1, ring.samples - 1);
    for (int j = 0; j < ring.samples; ++j) ring.set_time(j, times[j]);
  }
  for (int j = 0; j < ring.samples; ++j) {
    for (int k = 0; k < ring.dim; ++k) {
      ring.set_value(ring.place(j), k, values[j * ring.dim + k]);
    }
  }
  return true;
}

}  // namespace thew::history
