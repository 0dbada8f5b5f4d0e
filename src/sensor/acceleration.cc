// Sensors that need accelerations or forces.

#include <algorithm>

#include <thew/dynamics.h>

#include "dynamics/jacobian.h"
#include "math/spatial.h"
#include "model/lane_types.h"
#include "sensor/measure.h"

namespace thew::sensor {

using namespace math;

namespace {

template <class T>
Motion<T> object_acceleration(const Model& m, const BasicData<T>& d, ObjectType type, int id,
                              bool local) {
  T a[6];
  dynamics::object_acceleration(m, d, type, id, a, local);
  return load_motion(a);
}

// What the site's body and its parent exert on one another, at the site and in its axes.
template <class T>
Force<T> site_force(const Model& m, const BasicData<T>& d, int site) {
  const int body = m.site_bodyid[site];
  const Force<T> f = load_force(d.cfrc_int.row(body));
  const Vec3<T> arm = dynamics::arm_to(m, d, load3(d.site_xpos.row(site)), body);
  const Mat3<T> axes = load9(d.site_xmat.row(site));
  return {multiply_transposed(axes, f.torque - cross(arm, f.force)),
          multiply_transposed(axes, f.force)};
}

// The force of all actuators that pull on a tendon.
template <class T>
T tendon_actuation(const Model& m, const BasicData<T>& d, int tendon) {
  T force = T(0);
  for (int j = 0; j < m.nactuator; ++j) {
    const bool pulls = m.actuator_trntype[j] == static_cast<int>(Transmission::Tendon) &&
                       m.actuator_trnid.row(j)[0] == tendon;
    if (pulls) force = force + d.actuator_force[m.actuator_outadr[j]];
  }
  return force;
}

template <class T>
void measure(const Model& m, BasicData<T>& d, int i, T* values) {
  const int id = m.sensor_objid[i];
  const auto type = static_cast<ObjectType>(m.sensor_objtype[i]);
  switch (type_of(m, i)) {
    case SensorType::Accelerometer:
      store(values, object_acceleration(m, d, ObjectType::Site, id, true).translation);
      break;
    case SensorType::Force:
      store(values, site_force(m, d, id).force);
      break;
    case SensorType::Torque:
      store(values, site_force(m, d, id).torque);
      break;
    case SensorType::Actuatorfrc:
      std::copy_n(d.actuator_force.data() + m.actuator_outadr[id], m.sensor_dim[i], values);
      break;
    case SensorType::Jointactfrc:
      values[0] = d.qfrc_actuator[m.jnt_dofadr[id]];
      break;
    case SensorType::Tendonactfrc:
      values[0] = tendon_actuation(m, d, id);
      break;
    case SensorType::Framelinacc:
      store(values, object_acceleration(m, d, type, id, false).translation);
      break;
    case SensorType::Frameangacc:
      store(values, object_acceleration(m, d, type, id, false).rotation);
      break;
    default:
      break;
  }
}

bool reads_body_forces(SensorType type) {
  return type == SensorType::Accelerometer || type == SensorType::Force ||
         type == SensorType::Torque || type == SensorType::Framelinacc ||
         type == SensorType::Frameangacc || type == SensorType::User;
}

}  // namespace

bool needs_body_forces(const Model& m) {
  if (has(m.opt.disableflags, DisableBit::Sensor)) return false;
  for (int i = 0; i < m.nsensor; ++i) {
    const bool late = m.sensor_needstage[i] == static_cast<int>(Stage::Acc);
    if (late && reads_body_forces(type_of(m, i))) return true;
  }
  return false;
}

template <class T>
void acceleration(const Model& m, BasicData<T>& d) {
  measure_stage(m, d, Stage::Acc, [&](int i, T* values) { measure(m, d, i, values); });
  if (kLanes<T> == 1 || m.nhistory == 0 || has(m.opt.disableflags, DisableBit::Sensor)) return;
  // What lanes measured with their constraints is delivered here.
  for (int i = 0; i < m.nsensor; ++i) {
    if (remembers(m, i) && is_of_constraints(type_of(m, i))) deliver(m, d, i);
  }
}

#define THEW_INSTANTIATE(T) template void acceleration(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::sensor
