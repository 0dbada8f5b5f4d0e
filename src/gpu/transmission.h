#pragma once

// How actuators pull: for each of their forces a length, and moments on dofs.

#include "gpu/contact_parameters.h"
#include "gpu/passive.h"

namespace thew::gpu::detail {

// Length of the transmission through a joint, and its moments.
template <class T>
THEW_STAGE T pull_joint(const SmoothWorld<T>& w, int actuator, int out, T* moment) {
  using namespace math;
  const auto& m = w.m;
  const int joint = m.actuator_trnid[2 * actuator];
  const auto type = static_cast<JointType>(m.jnt_type[joint]);
  const T* q = w.s.qpos + m.jnt_qposadr[joint];
  const T* gear = w.own(m.actuator_gear) + 6 * out;
  if (type == JointType::Hinge || type == JointType::Slide) {
    moment[0] = gear[0];
    return q[0] * gear[0];
  }
  const bool in_parent =
      m.actuator_trntype[actuator] == static_cast<int>(Transmission::Jointinparent);
  if (type == JointType::Ball) {
    const Quat<T> rotation = normalized(load4(q));
    const Vec3<T> axis = in_parent ? rotate(conjugate(rotation), load3(gear)) : load3(gear);
    store(moment, axis);
    return dot(logarithm(rotation), axis);
  }
  const Vec3<T> turn = load3(gear + 3);
  store(moment, load3(gear));
  store(moment + 3, in_parent ? rotate(conjugate(normalized(load4(q + 3))), turn) : turn);
  return T(0);
}

// The same through a tendon.
template <class T>
THEW_STAGE T pull_tendon(const SmoothWorld<T>& w, int actuator, int out, T* moment) {
  const auto& m = w.m;
  const int tendon = m.actuator_trnid[2 * actuator];
  const T gear = w.own(m.actuator_gear, 6 * out),
          *row = w.row(w.rows.ten_J) + m.ten_J_rowadr[tendon];
  THEW_ROLLED
  for (int k = 0; k < m.ten_J_rownnz[tendon]; ++k) moment[k] = row[k] * gear;
  return w.row(w.rows.ten_length)[tendon] * gear;
}

// A force and a torque at a point of a body, about the centre of mass of its tree.
template <class T>
THEW_STAGE math::Force<T> wrench_at(const SmoothWorld<T>& w, int body, const math::Vec3<T>& point,
                                    const math::Vec3<T>& force, const math::Vec3<T>& torque) {
  const math::Vec3<T> arm = point - math::load3(w.s.com + 3 * w.m.body_rootid[body]);
  return {torque + cross(arm, force), force};
}
template <class T>
THEW_STAGE math::Vec3<T> site_position(const SmoothWorld<T>& w, int site) {
  return math::load3(w.row(w.rows.site_xpos) + 3 * site);
}

// The same at a site, in whose frame the gear is a force and a torque.
template <class T>
THEW_STAGE T pull_site(const SmoothWorld<T>& w, int actuator, int out, T* moment) {
  using namespace math;
  const auto& t = w.m.tables;
  const int site = w.m.actuator_trnid[2 * actuator];
  const T* gear = w.own(w.m.actuator_gear) + 6 * out;
  const Mat3<T> axes = load9(w.row(w.rows.site_xmat) + 9 * site);
  const Vec3<T> force = axes * load3(gear), torque = axes * load3(gear + 3);
  const Force<T> wrench =
      wrench_at(w, w.m.site_bodyid[site], site_position(w, site), force, torque);
  THEW_ROLLED
  for (int e = t.moment_adr[out]; e < t.moment_adr[out + 1]; ++e)
    moment[e - t.moment_adr[out]] = dot(load_motion(w.s.cdof + 6 * t.moment_dof[e]), wrench);
  return T(0);
}

template <class T>
THEW_STAGE T pull(const SmoothWorld<T>& w, int actuator, int out, T* moment) {
  switch (static_cast<Transmission>(w.m.actuator_trntype[actuator])) {
    case Transmission::Tendon:
      return pull_tendon(w, actuator, out, moment);
    case Transmission::Site:
      return pull_site(w, actuator, out, moment);
    default:
      return pull_joint(w, actuator, out, moment);
  }
}

}  // namespace thew::gpu::detail
