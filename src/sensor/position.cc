// Sensors that need positions only.

#include <algorithm>

#include <thew/dynamics.h>

#include "model/lane_types.h"
#include "model/time.h"
#include "sensor/camera.h"
#include "sensor/frame.h"
#include "sensor/inside.h"
#include "sensor/measure.h"

namespace thew::sensor {

using namespace math;

namespace {

template <class T>
Vec3<T> magnetic_field(const Model& m, const BasicData<T>& d, int site) {
  const double* field = m.opt.magnetic;
  return multiply_transposed(load9(d.site_xmat.row(site)),
                             Vec3<T>{T(field[0]), T(field[1]), T(field[2])});
}

// Origin or an axis of a frame, in the world or as seen from another frame.
template <class T>
Vec3<T> frame_vector(const Model& m, const BasicData<T>& d, int i) {
  const SensorType type = type_of(m, i);
  const Frame<T> frame = frame_of(d, object_type(m, i), m.sensor_objid[i]);
  Vec3<T> v = type == SensorType::Framexaxis   ? frame.axes.column_x()
              : type == SensorType::Frameyaxis ? frame.axes.column_y()
              : type == SensorType::Framezaxis ? frame.axes.column_z()
                                               : frame.origin;
  if (m.sensor_refid[i] < 0) return v;
  const Frame<T> reference = frame_of(d, reference_type(m, i), m.sensor_refid[i]);
  if (type == SensorType::Framepos) v = v - reference.origin;
  return multiply_transposed(reference.axes, v);
}

template <class T>
Quat<T> frame_quat(const Model& m, const BasicData<T>& d, int i) {
  const Quat<T> q = orientation_of(m, d, object_type(m, i), m.sensor_objid[i]);
  if (m.sensor_refid[i] < 0) return q;
  return conjugate(orientation_of(m, d, reference_type(m, i), m.sensor_refid[i])) * q;
}

template <class T>
T kinetic_energy(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  dynamics::energy_vel(m, d, w);
  return d.energy[1];
}

template <class T>
T potential_energy(const Model& m, BasicData<T>& d) {
  if (!d.flg_energypos) dynamics::energy_pos(m, d);
  return d.energy[0];
}

template <class T>
void measure(const Model& m, BasicData<T>& d, Workspace<T>& w, int i, T* values) {
  const int id = m.sensor_objid[i];
  switch (type_of(m, i)) {
    case SensorType::Magnetometer:
      store(values, magnetic_field(m, d, id));
      break;
    case SensorType::Camprojection:
      project(m, d, m.sensor_refid[i], load3(d.site_xpos.row(id)), values);
      break;
    case SensorType::Rangefinder:
      measure_range(m, d, w, i, values);
      break;
    case SensorType::Jointpos:
      values[0] = d.qpos[m.jnt_qposadr[id]];
      break;
    case SensorType::Tendonpos:
      values[0] = d.ten_length[id];
      break;
    case SensorType::Actuatorpos:
      std::copy_n(d.actuator_length.data() + m.actuator_outadr[id], m.sensor_dim[i], values);
      break;
    case SensorType::Ballquat:
      store(values, normalized(load4(d.qpos.data() + m.jnt_qposadr[id])));
      break;
    case SensorType::Framepos:
    case SensorType::Framexaxis:
    case SensorType::Frameyaxis:
    case SensorType::Framezaxis:
      store(values, frame_vector(m, d, i));
      break;
    case SensorType::Framequat:
      store(values, frame_quat(m, d, i));
      break;
    case SensorType::Subtreecom:
      store(values, load3(d.subtree_com.row(id)));
      break;
    case SensorType::Insidesite:
      values[0] = m.sensor_intprm.row(i)[0] != 0 ? protrusion(m, d, i) : is_inside_site(m, d, i);
      break;
    case SensorType::Geomdist:
    case SensorType::Geomnormal:
    case SensorType::Geomfromto:
      measure_distance(m, d, w, i, values);
      break;
    case SensorType::EPotential:
      values[0] = potential_energy(m, d);
      break;
    case SensorType::EKinetic:
      values[0] = kinetic_energy(m, d, w);
      break;
    case SensorType::Clock:
      values[0] = time_of(d);
      break;
    default:
      break;
  }
}

}  // namespace

template <class T>
void position(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  measure_stage(m, d, Stage::Pos, [&](int i, T* values) { measure(m, d, w, i, values); });
}

#define THEW_INSTANTIATE(T) template void position(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::sensor
