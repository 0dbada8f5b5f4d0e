// Sensors that need positions and velocities.

#include <algorithm>

#include <thew/dynamics.h>

#include "math/spatial.h"
#include "model/lane_types.h"
#include "sensor/frame.h"
#include "sensor/measure.h"

namespace thew::sensor {

using namespace math;

namespace {

template <class T>
Motion<T> object_motion(const Model& m, const BasicData<T>& d, ObjectType type, int id,
                        bool local) {
  T v[6];
  dynamics::object_velocity(m, d, type, id, v, local);
  return load_motion(v);
}

// Velocity of a frame in the world, or as seen from a frame that moves: w' = R' (w - w_ref),
// v' = R' (v - v_ref - w_ref x (p - p_ref)).
template <class T>
Motion<T> frame_motion(const Model& m, const BasicData<T>& d, int i) {
  const ObjectType type = object_type(m, i), other = reference_type(m, i);
  const int id = m.sensor_objid[i], reference = m.sensor_refid[i];
  const Motion<T> v = object_motion(m, d, type, id, false);
  if (reference < 0) return v;
  const Motion<T> w = object_motion(m, d, other, reference, false);
  const Frame<T> seen_from = frame_of(d, other, reference);
  const Vec3<T> arm = frame_of(d, type, id).origin - seen_from.origin;
  return {
      multiply_transposed(seen_from.axes, v.rotation - w.rotation),
      multiply_transposed(seen_from.axes, v.translation - w.translation - cross(w.rotation, arm))};
}

template <class T>
void measure(const Model& m, BasicData<T>& d, Workspace<T>& w, int i, T* values) {
  const int id = m.sensor_objid[i];
  switch (type_of(m, i)) {
    case SensorType::Velocimeter:
      store(values, object_motion(m, d, ObjectType::Site, id, true).translation);
      break;
    case SensorType::Gyro:
      store(values, object_motion(m, d, ObjectType::Site, id, true).rotation);
      break;
    case SensorType::Jointvel:
      values[0] = d.qvel[m.jnt_dofadr[id]];
      break;
    case SensorType::Tendonvel:
      values[0] = d.ten_velocity[id];
      break;
    case SensorType::Actuatorvel:
      std::copy_n(d.actuator_velocity.data() + m.actuator_outadr[id], m.sensor_dim[i], values);
      break;
    case SensorType::Ballangvel:
      store(values, load3(d.qvel.data() + m.jnt_dofadr[id]));
      break;
    case SensorType::Framelinvel:
      store(values, frame_motion(m, d, i).translation);
      break;
    case SensorType::Frameangvel:
      store(values, frame_motion(m, d, i).rotation);
      break;
    case SensorType::Subtreelinvel:
      if (!d.flg_subtreevel) dynamics::subtree_vel(m, d, w);
      store(values, load3(d.subtree_linvel.row(id)));
      break;
    case SensorType::Subtreeangmom:
      if (!d.flg_subtreevel) dynamics::subtree_vel(m, d, w);
      store(values, load3(d.subtree_angmom.row(id)));
      break;
    case SensorType::User:  // the callback may read them
      if (!d.flg_subtreevel) dynamics::subtree_vel(m, d, w);
      break;
    default:
      break;
  }
}

}  // namespace

template <class T>
void velocity(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  measure_stage(m, d, Stage::Vel, [&](int i, T* values) { measure(m, d, w, i, values); });
}

#define THEW_INSTANTIATE(T) template void velocity(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::sensor
