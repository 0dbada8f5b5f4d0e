// Sensors of limits and contacts, which exist one world at a time.

#include "model/lane_types.h"
#include "sensor/measure.h"

namespace thew::sensor {

namespace {

// The first row of a joint's or tendon's limit, or -1 when it is far from its limits.
template <class T>
int limit_row(const BasicData<T>& d, ConstraintType type, int id) {
  for (int row = d.ne + d.nf; row < d.ne + d.nf + d.nl; ++row) {
    if (d.efc_type[row] == static_cast<int>(type) && d.efc_id[row] == id) return row;
  }
  return -1;
}

template <class T>
T measure_limit(const Model& m, const BasicData<T>& d, int sensor) {
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

template <class T>
void measure_constraint(const Model& m, const BasicData<T>& d, int sensor, T* values) {
  switch (type_of(m, sensor)) {
    case SensorType::Touch:
      values[0] = measure_touch(m, d, sensor);
      break;
    case SensorType::Contact:
      measure_contacts(m, d, sensor, values);
      break;
    case SensorType::Tactile:
      measure_tactile(m, d, sensor, values);
      break;
    case SensorType::Plugin:
      measure_touch_grid(m, d, sensor, values);
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

template <class T>
void constraints(const Model& m, BasicData<T>& d) {
  for (int i = 0; i < m.nsensor; ++i) {
    if (!is_of_constraints(type_of(m, i))) continue;
    T* const values = fresh_values(m, d, i);
    measure_constraint(m, d, i, values);
    cut_off(m, i, values);
  }
}

#define THEW_INSTANTIATE(T)                                                     \
  template void measure_constraint(const Model&, const BasicData<T>&, int, T*); \
  template void constraints(const Model&, BasicData<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::sensor
