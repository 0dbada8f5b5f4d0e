#pragma once

// A kernel between the solver and the advance, where somebody asks for it: what sensors measure.

#include "gpu/sensor_limit.h"
#include "gpu/sensor_ray.h"
#include "gpu/smooth.h"

namespace thew::gpu {

namespace detail {

template <class T>
THEW_STAGE Frame<T> object_frame(const SenseWorld<T>& w, int sensor) {
  return frame_of(w, static_cast<ObjectType>(w.m.sensor_objtype[sensor]), w.m.sensor_objid[sensor]);
}
template <class T>
THEW_STAGE Frame<T> reference_frame(const SenseWorld<T>& w, int sensor) {
  return frame_of(w, static_cast<ObjectType>(w.m.sensor_reftype[sensor]), w.m.sensor_refid[sensor]);
}

/// Origin or an axis of a frame, in the world or as seen from another frame.
template <class T>
THEW_STAGE math::Vec3<T> frame_vector(const SenseWorld<T>& w, int i, SensorType type) {
  const Frame<T> frame = object_frame(w, i);
  math::Vec3<T> v = type == SensorType::Framexaxis   ? frame.axes.column_x()
                    : type == SensorType::Frameyaxis ? frame.axes.column_y()
                    : type == SensorType::Framezaxis ? frame.axes.column_z()
                                                     : frame.origin;
  if (w.m.sensor_refid[i] < 0) return v;
  const Frame<T> reference = reference_frame(w, i);
  if (type == SensorType::Framepos) v = v - reference.origin;
  return multiply_transposed(reference.axes, v);
}

template <class T>
THEW_STAGE math::Quat<T> frame_quat(const SenseWorld<T>& w, int i) {
  const auto& m = w.m;
  const math::Quat<T> q =
      orientation_of(w, static_cast<ObjectType>(m.sensor_objtype[i]), m.sensor_objid[i]);
  if (m.sensor_refid[i] < 0) return q;
  return conjugate(
             orientation_of(w, static_cast<ObjectType>(m.sensor_reftype[i]), m.sensor_refid[i])) *
         q;
}

/// Energy of a joint's spring.
template <class T>
THEW_STAGE T joint_energy(const SenseWorld<T>& w, int j) {
  using namespace math;
  using namespace element;
  const auto& m = w.m;
  const PolyForce<T> stiffness = poly_force(w.own(m.jnt_stiffness), w.own(m.jnt_stiffnesspoly), j);
  if (is_zero(stiffness)) return T(0);
  const auto type = static_cast<JointType>(m.jnt_type[j]);
  const int plastic = m.jnt_plasticadr[j];
  const T *q = w.row(w.rows.qpos) + m.jnt_qposadr[j],
          *rest = plastic >= 0 ? w.row(w.rows.plastic) + plastic
                               : w.own(m.qpos_spring) + m.jnt_qposadr[j];
  if (type == JointType::Slide || type == JointType::Hinge)
    return spring_energy(stiffness, q[0] - rest[0]);
  T energy = T(0);
  if (type == JointType::Free) {
    energy = spring_energy(stiffness, norm(load3(q) - load3(rest)));
    q += 3, rest += 3;
  }
  return energy +
         spring_energy(stiffness, norm(spring_rotation(math::load4(q), math::load4(rest))));
}

template <class T>
THEW_CALL T potential_energy(const SenseWorld<T>& w) {
  using namespace math;
  const auto& m = w.m;
  T energy = T(0);
  if (!has(m.opt.disableflags, DisableBit::Gravity)) {
    const Vec3<T> gravity = load3(w.own(m.gravity));
    THEW_ROLLED
    for (int body = 1; body < m.nbody; ++body)
      energy =
          energy - w.own(m.body_mass, body) * dot(gravity, load3(w.row(w.rows.xipos) + 3 * body));
  }
  if (has(m.opt.disableflags, DisableBit::Spring)) return energy;
  THEW_ROLLED
  for (int j = 0; j < m.njnt; ++j) energy = energy + joint_energy(w, j);
  THEW_ROLLED
  for (int t = 0; t < m.ntendon; ++t) {
    const int plastic = m.tendon_plasticadr[t];
    const T* rest =
        plastic >= 0 ? w.row(w.rows.plastic) + plastic : w.own(m.tendon_lengthspring) + 2 * t;
    energy = energy + element::spring_energy(
                          poly_force(w.own(m.tendon_stiffness), w.own(m.tendon_stiffnesspoly), t),
                          element::spring_stretch(w.row(w.rows.ten_length)[t], rest[0], rest[1]));
  }
  return energy;
}

template <class T>
THEW_CALL T kinetic_energy(const SenseWorld<T>& w) {
  const auto& m = w.m;
  const T *mass = w.row(w.rows.M), *qvel = w.row(w.rows.qvel);
  T twice = T(0);
  THEW_ROLLED
  for (int e = 0; e < m.nC; ++e) {
    const int i = m.tables.entry_row[e], j = m.M_colind[e];
    const T product = mass[e] * qvel[i] * qvel[j];
    twice = twice + (i == j ? product : product + product);
  }
  return T(0.5) * twice;
}

/// Whether the origin of the sensor's object is inside of its site. Of a body without mass of its
/// own the centre of mass of what hangs on it counts.
template <class T>
THEW_STAGE bool object_is_inside(const SenseWorld<T>& w, int sensor) {
  const auto& m = w.m;
  const Frame<T> frame = object_frame(w, sensor);
  const bool body = m.sensor_objtype[sensor] == static_cast<int>(ObjectType::Body);
  const bool hollow = body && frame.body > 0 && w.own(m.body_mass, frame.body) < T(kMinVal) &&
                      !(w.own(m.body_subtreemass, frame.body) < T(kMinVal));
  const math::Vec3<T> point =
      hollow ? math::load3(w.row(w.rows.subtree_com) + 3 * frame.body) : frame.origin;
  return is_inside_site(w, m.sensor_refid[sensor], point);
}

/// What the site's body and its parent exert on one another, at the site and in its axes.
template <class T>
THEW_STAGE math::Vec3<T> site_force(const SenseWorld<T>& w, int site, bool torque) {
  using namespace math;
  const Frame<T> frame = frame_of(w, ObjectType::Site, site);
  const Force<T> f = load_force(w.row(w.rows.cfrc_int) + 6 * frame.body);
  const Vec3<T> arm = arm_to(w, frame.origin, frame.body);
  return multiply_transposed(frame.axes, torque ? f.torque - cross(arm, f.force) : f.force);
}

/// The force of all actuators that pull on a tendon.
template <class T>
THEW_STAGE T tendon_actuation(const SenseWorld<T>& w, int tendon) {
  const auto& m = w.m;
  T force = T(0);
  THEW_ROLLED
  for (int j = 0; j < m.nactuator; ++j) {
    const bool pulls = m.actuator_trntype[j] == static_cast<int>(Transmission::Tendon) &&
                       m.actuator_trnid[2 * j] == tendon;
    if (pulls) force = force + w.row(w.rows.actuator_force)[m.actuator_outadr[j]];
  }
  return force;
}

template <class T>
THEW_STAGE void copy_numbers(const SenseWorld<T>& w, const Rows<T>& table, int from, int count,
                             T* values) {
  THEW_ROLLED
  for (int k = 0; k < count; ++k) values[k] = w.row(table)[from + k];
}

/// Of positions.
template <class T>
THEW_STAGE bool measure_position(const SenseWorld<T>& w, int i, SensorType type, T* values) {
  using namespace math;
  const auto& m = w.m;
  const int id = m.sensor_objid[i];
  switch (type) {
    case SensorType::Magnetometer:
      store(values,
            multiply_transposed(load9(w.row(w.rows.site_xmat) + 9 * id), load3(m.opt.magnetic)));
      return true;
    case SensorType::Camprojection:
      project(w, m.sensor_refid[i], id, values);
      return true;
    case SensorType::Rangefinder:
      measure_range(w, i, values);  // those of cameras: cast_pixels
      return true;
    case SensorType::Jointpos:
      values[0] = w.row(w.rows.qpos)[m.jnt_qposadr[id]];
      return true;
    case SensorType::Tendonpos:
      values[0] = w.row(w.rows.ten_length)[id];
      return true;
    case SensorType::Actuatorpos:
      copy_numbers(w, w.rows.actuator_length, m.actuator_outadr[id], m.sensor_dim[i], values);
      return true;
    case SensorType::Ballquat:
      store(values, normalized(math::load4(w.row(w.rows.qpos) + m.jnt_qposadr[id])));
      return true;
    case SensorType::Framepos:
    case SensorType::Framexaxis:
    case SensorType::Frameyaxis:
    case SensorType::Framezaxis:
      store(values, frame_vector(w, i, type));
      return true;
    case SensorType::Framequat:
      store(values, frame_quat(w, i));
      return true;
    case SensorType::Subtreecom:
      store(values, load3(w.row(w.rows.subtree_com) + 3 * id));
      return true;
    case SensorType::Insidesite:
      values[0] = object_is_inside(w, i) ? T(1) : T(0);
      return true;
    case SensorType::EPotential:
      values[0] = potential_energy(w);
      return true;
    case SensorType::EKinetic:
      values[0] = kinetic_energy(w);
      return true;
    case SensorType::Clock:
      values[0] = static_cast<T>(w.row(w.rows.time)[0]);
      return true;
    default:
      return false;
  }
}

/// Of velocities.
template <class T>
THEW_STAGE bool measure_velocity(const SenseWorld<T>& w, int i, SensorType type, T* values) {
  using namespace math;
  const auto& m = w.m;
  const int id = m.sensor_objid[i];
  switch (type) {
    case SensorType::Velocimeter:
    case SensorType::Gyro: {
      const Frame<T> frame = object_frame(w, i);
      const Motion<T> v = seen_from(frame, velocity_of(w, frame));
      store(values, type == SensorType::Gyro ? v.rotation : v.translation);
      return true;
    }
    case SensorType::Jointvel:
      values[0] = w.row(w.rows.qvel)[m.jnt_dofadr[id]];
      return true;
    case SensorType::Tendonvel:
      values[0] = w.row(w.rows.ten_velocity)[id];
      return true;
    case SensorType::Actuatorvel:
      copy_numbers(w, w.rows.actuator_velocity, m.actuator_outadr[id], m.sensor_dim[i], values);
      return true;
    case SensorType::Ballangvel:
      store(values, load3(w.row(w.rows.qvel) + m.jnt_dofadr[id]));
      return true;
    case SensorType::Framelinvel:
    case SensorType::Frameangvel: {
      const Motion<T> v = relative_velocity(w, i);
      store(values, type == SensorType::Frameangvel ? v.rotation : v.translation);
      return true;
    }
    case SensorType::Subtreelinvel:
      store(values, load3(w.row(w.rows.subtree_linvel) + 3 * id));
      return true;
    case SensorType::Subtreeangmom:
      store(values, load3(w.row(w.rows.subtree_angmom) + 3 * id));
      return true;
    default:
      return false;
  }
}

/// Of accelerations and forces.
template <class T>
THEW_STAGE void measure_force(const SenseWorld<T>& w, int i, SensorType type, T* values) {
  using namespace math;
  const auto& m = w.m;
  const int id = m.sensor_objid[i];
  switch (type) {
    case SensorType::Accelerometer:
    case SensorType::Framelinacc:
    case SensorType::Frameangacc: {
      const Frame<T> frame = object_frame(w, i);
      const Motion<T> a = acceleration_of(w, frame);
      store(values, type == SensorType::Accelerometer ? seen_from(frame, a).translation
                    : type == SensorType::Frameangacc ? a.rotation
                                                      : a.translation);
      break;
    }
    case SensorType::Force:
    case SensorType::Torque:
      store(values, site_force(w, id, type == SensorType::Torque));
      break;
    case SensorType::Actuatorfrc:
      copy_numbers(w, w.rows.actuator_force, m.actuator_outadr[id], m.sensor_dim[i], values);
      break;
    case SensorType::Jointactfrc:
      values[0] = w.row(w.rows.qfrc_actuator)[m.jnt_dofadr[id]];
      break;
    case SensorType::Tendonactfrc:
      values[0] = tendon_actuation(w, id);
      break;
    case SensorType::Touch:
      values[0] = measure_touch(w, i);
      break;
    case SensorType::Contact:
      measure_contacts(w, i, values);
      break;
    default:
      values[0] = measure_limit(w, id, type);
      break;
  }
}

/// Limits what a sensor reports: plain numbers on both sides, positive ones above. Of contacts and
/// distances the cutoff means something else.
template <class T>
THEW_STAGE void cut_off(const DeviceModel<T>& m, int sensor, SensorType type, T* values) {
  const T cutoff = m.sensor_cutoff[sensor];
  if (!(cutoff > T(0)) || type == SensorType::Contact) return;
  const auto datatype = static_cast<DataType>(m.sensor_datatype[sensor]);
  THEW_ROLLED
  for (int k = 0; k < m.sensor_dim[sensor]; ++k) {
    if (datatype == DataType::Real) {
      values[k] = clamp(values[k], -cutoff, cutoff);
    } else if (datatype == DataType::Positive && values[k] > cutoff) {
      values[k] = cutoff;
    }
  }
}

template <bool late, class T>
THEW_STAGE void measure(const SenseWorld<T>& w, int i) {
  const auto& m = w.m;
  const auto type = static_cast<SensorType>(m.sensor_type[i]);
  if (late && is_of_distance(type)) return;  // measured before
  T* values = values_of<late>(w, i);
  if (!measure_position(w, i, type, values) && !measure_velocity(w, i, type, values))
    measure_force(w, i, type, values);
  cut_off(m, i, type, values);
}

}  // namespace detail

namespace detail {

/// The block of each contact.
template <class Team, class T>
THEW_STAGE void find_contact_rows(const Team& team, const SenseWorld<T>& w) {
  if (w.m.tables.npairs == 0) return;
  const int *counts = w.row(w.rows.row_counts), *ids = w.row(w.rows.block_id);
  int* blocks = w.row(w.rows.contact_row);
  team.each(w.row(w.rows.ncon)[0], [&](int c) { blocks[c] = -1; });
  team.each(counts[1], counts[0],
            [&](int block) { blocks[ids[block]] = w.row(w.rows.block_info)[block]; });
}

}  // namespace detail

/// The sensors of a world. `late`: some remember what they measured, or were measured before.
template <bool late, class Team, class T>
THEW_STAGE void sense(const Team& team, const DeviceModel<T>& m, const DeviceWorlds<T>& worlds,
                      std::uint32_t world) {
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0 ||
      has(m.opt.disableflags, DisableBit::Sensor)) {
    return;
  }
  const detail::SenseWorld<T> w(m, worlds, world, nullptr);
  detail::find_contact_rows(team, w);
  if ((m.tables.measures & kSubtreeVelocities) != 0) subtree_velocities(team, w);
  if ((m.tables.measures & kBodyForces) != 0) body_forces(team, w);
  detail::cast_pixels<late>(team, w);
  team.each(m.nsensor, [&](int i) { detail::measure<late>(w, i); });
  if constexpr (late) team.each(m.nsensor, [&](int i) { detail::deliver(w, i); });
}

/// Forces between bodies after a step, as the processor gives them: by the velocities of its end.
template <class Team, class T>
THEW_STAGE void forces_after(const Team& team, const DeviceModel<T>& m,
                             const DeviceWorlds<T>& worlds, std::uint32_t world) {
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  const detail::SenseWorld<T> w(m, worlds, world, nullptr);
  detail::find_contact_rows(team, w);
  body_forces(team, w);
}

}  // namespace thew::gpu
