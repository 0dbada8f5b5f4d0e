// Sensors of limits and contacts, which exist one world at a time.

#include <algorithm>

#include "sensor/measure.h"

namespace thew::sensor {

namespace {

// The first row of a joint's or tendon's limit, or -1 when it is far from its limits.
int limit_row(const Data& d, ConstraintType type, int id) {
  for (int row = d.ne + d.nf; row < d.ne + d.nf + d.nl; ++row) {
    if (d.efc_type[row] == static_cast<int>(type) && d.efc_id[row] == id) return row;
  }
  return -1;
}

double measure_limit(const Model& m, const Data& d, int sensor) {
  const SensorType type = type_of(m, sensor);
  const bool joint = type >= SensorType::Jointlimitpos && type <= SensorType::Jointlimitfrc;
  const int row = limit_row(d, joint ? ConstraintType::LimitJoint : ConstraintType::LimitTendon,
                            m.sensor_objid[sensor]);
  if (row < 0) return 0;
  switch (type) {
    case SensorType::Jointlimitpos:
    case SensorType::Tendonlimitpos:
      return d.efc_pos[row] - d.efc_margin[row];
    case SensorType::Jointlimitvel:
    case SensorType::Tendonlimitvel:
      return d.efc_vel[row];
    default:
      return d.efc_force[row];
  }
}

}  // namespace

void measure_constraint(const Model& m, const Data& d, int sensor, double* values) {
  switch (type_of(m, sensor)) {
    case SensorType::Touch:
      values[0] = measure_touch(m, d, sensor);
      break;
    case SensorType::Contact:
      measure_contacts(m, d, sensor, values);
      break;
    case SensorType::Tactile:
      std::fill_n(values, m.sensor_dim[sensor], 0.0);
      break;
    default:
      values[0] = measure_limit(m, d, sensor);
      break;
  }
}

bool needs_constraints(const Model& m) {
  if (has(m.opt.disableflags, DisableBit::Sensor)) return false;
  for (int i = 0; i < m.nsensor; ++i) {
    if (is_of_constraints(type_of(m, i))) return true;
  }
  return false;
}

void constraints(const Model& m, Data& d) {
  for (int i = 0; i < m.nsensor; ++i) {
    if (!is_of_constraints(type_of(m, i))) continue;
    double* const values = d.sensordata.data() + m.sensor_adr[i];
    measure_constraint(m, d, i, values);
    cut_off(m, i, values);
  }
}

}  // namespace thew::sensor
