#pragma once

// Sensors with a history: they take down what they measure at the end of each step, and may report
// what they measured some time ago (delay), or measure only now and then (interval).

#include "element/history.h"
#include "gpu/world.h"

namespace thew::gpu::detail {

template <class W>
THEW_STAGE history::Ring<double> sensor_ring(const W& w, int i) {
  const auto& m = w.m;
  return {w.row(w.rows.history) + m.sensor_historyadr[i], m.sensor_history[2 * i], m.sensor_dim[i],
          0};
}

/// Whether the time of the next measurement has come; the first number of the ring is the time of
/// the last.
template <class W>
THEW_STAGE bool is_due(const W& w, int i) {
  const double period = w.m.sensor_time[2 * i + 1];
  return !(period > 0) || sensor_ring(w, i).get(0) + period <= w.row(w.rows.time)[0];
}

/// Where a sensor puts what it measures. `late`: some remember.
template <bool late, class W>
THEW_STAGE typename W::Real* values_of(const W& w, int i) {
  auto* all = w.row(w.rows.sensordata);
  if (late && w.m.sensor_historyadr[i] >= 0) all = w.row(w.rows.measured);
  return all + w.m.sensor_adr[i];
}

/// What a sensor that remembers reports: the past while it is late or waits, else the present.
template <class W>
THEW_STAGE void deliver(const W& w, int i) {
  const auto& m = w.m;
  if (m.sensor_historyadr[i] < 0) return;
  const double delay = m.sensor_time[2 * i];
  auto* to = w.row(w.rows.sensordata) + m.sensor_adr[i];
  if (delay > 0 || !is_due(w, i))
    return history::read(sensor_ring(w, i), w.row(w.rows.time)[0] - delay,
                         m.sensor_history[2 * i + 1], to);
  const auto* from = values_of<true>(w, i);
  THEW_ROLLED
  for (int k = 0; k < m.sensor_dim[i]; ++k) to[k] = from[k];
}

/// At the end of a step, while it still has the time of its beginning.
template <class W>
THEW_STAGE void take_down(const W& w, int i) {
  const auto& m = w.m;
  if (m.sensor_historyadr[i] < 0 || !is_due(w, i)) return;
  const auto ring = sensor_ring(w, i);
  const double period = m.sensor_time[2 * i + 1];
  if (period > 0) ring.set(0, ring.get(0) + period);
  const int place = history::insert(ring, w.row(w.rows.time)[0]);
  const auto* from = values_of<true>(w, i);
  THEW_ROLLED
  for (int k = 0; k < ring.dim; ++k) ring.set_value(place, k, from[k]);
}

}  // namespace thew::gpu::detail
