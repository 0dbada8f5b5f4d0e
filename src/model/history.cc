#include "model/history.h"

#include <algorithm>
#include <string>

#include <thew/error.h>
#include <thew/history.h>

namespace thew {

namespace {

void check(const char* what, int i, std::int64_t count, std::size_t given, std::int64_t wanted) {
  if (i < 0 || i >= count)
    throw Error({}, std::string("there is no ") + what + " " + std::to_string(i));
  if (static_cast<std::int64_t>(given) == wanted) return;
  throw Error({}, std::to_string(given) + " values were given where the " + what + " has " +
                      std::to_string(wanted));
}

// Samples in a ring, as many as there are times.
void check_samples(int samples, std::span<const double> times, std::span<const double> values,
                   int dim) {
  const auto wanted = static_cast<std::size_t>(samples);
  if (!times.empty() && times.size() != wanted) {
    throw Error({}, "the history has " + std::to_string(samples) + " times");
  }
  if (values.size() != wanted * static_cast<std::size_t>(dim)) {
    throw Error({}, "the history has " + std::to_string(samples) + " samples of " +
                        std::to_string(dim) + " values");
  }
}

const double* or_null(std::span<const double> times) {
  return times.empty() ? nullptr : times.data();
}

std::int64_t count_of(const Array<field::Int>& counts, std::int64_t n, int i) {
  return i >= 0 && i < n ? counts[i] : 0;
}

}  // namespace

void read_ctrl(const Model& m, const Data& d, int i, double time, int interpolation,
               std::span<double> values) {
  check("actuator", i, m.nactuator, values.size(), count_of(m.actuator_ctrlnum, m.nactuator, i));
  if (m.actuator_historyadr[i] < 0) {
    std::copy_n(d.ctrl.data() + m.actuator_ctrladr[i], m.actuator_ctrlnum[i], values.data());
    return;
  }
  const int order = interpolation < 0 ? m.actuator_history[2 * i + 1] : interpolation;
  history::read(history::of_actuator(m, d, i, 0), time - param(d, m.actuator_delay, i), order,
                values.data());
}

void read_sensor(const Model& m, const Data& d, int i, double time, int interpolation,
                 std::span<double> values) {
  check("sensor", i, m.nsensor, values.size(), count_of(m.sensor_dim, m.nsensor, i));
  if (m.sensor_historyadr[i] < 0) {
    std::copy_n(d.sensordata.data() + m.sensor_adr[i], m.sensor_dim[i], values.data());
    return;
  }
  const int order = interpolation < 0 ? m.sensor_history[2 * i + 1] : interpolation;
  history::read(history::of_sensor(m, d, i, 0), time - m.sensor_delay[i], order, values.data());
}

bool init_ctrl_history(const Model& m, Data& d, int i, std::span<const double> times,
                       std::span<const double> values) {
  check("actuator", i, m.nactuator, 0, 0);
  if (m.actuator_historyadr[i] < 0) return false;
  const auto ring = history::of_actuator(m, d, i, 0);
  check_samples(ring.samples, times, values, ring.dim);
  return history::fill(ring, or_null(times), values.data());
}

bool init_sensor_history(const Model& m, Data& d, int i, std::span<const double> times,
                         std::span<const double> values, double phase) {
  check("sensor", i, m.nsensor, 0, 0);
  if (m.sensor_historyadr[i] < 0) return false;
  const auto ring = history::of_sensor(m, d, i, 0);
  check_samples(ring.samples, times, values, ring.dim);
  if (!history::fill(ring, or_null(times), values.data())) return false;
  ring.set_user(phase);
  return true;
}

}  // namespace thew
