#include "model/history.h"

#include <algorithm>

#include <thew/history.h>

namespace thew {

void read_ctrl(const Model& m, const Data& d, int i, double time, int interpolation,
               double* values) {
  if (m.actuator_historyadr[i] < 0) {
    std::copy_n(d.ctrl.data() + m.actuator_ctrladr[i], m.actuator_ctrlnum[i], values);
    return;
  }
  const int order = interpolation < 0 ? m.actuator_history[2 * i + 1] : interpolation;
  history::read(history::of_actuator(m, d, i, 0), time - param(d, m.actuator_delay, i), order,
                values);
}

void read_sensor(const Model& m, const Data& d, int i, double time, int interpolation,
                 double* values) {
  if (m.sensor_historyadr[i] < 0) {
    std::copy_n(d.sensordata.data() + m.sensor_adr[i], m.sensor_dim[i], values);
    return;
  }
  const int order = interpolation < 0 ? m.sensor_history[2 * i + 1] : interpolation;
  history::read(history::of_sensor(m, d, i, 0), time - m.sensor_delay[i], order, values);
}

bool init_ctrl_history(const Model& m, Data& d, int i, const double* times, const double* values) {
  if (m.actuator_historyadr[i] < 0) return false;
  return history::fill(history::of_actuator(m, d, i, 0), times, values);
}

bool init_sensor_history(const Model& m, Data& d, int i, const double* times, const double* values,
                         double phase) {
  if (m.sensor_historyadr[i] < 0) return false;
  const auto ring = history::of_sensor(m, d, i, 0);
  if (!history::fill(ring, times, values)) return false;
  ring.set_user(phase);
  return true;
}

}  // namespace thew
