#pragma once

// Damping of joints and tendons, and the armature and damping that actuators add to what they
// drive: in actuator units times gear squared.

#include <thew/data.h>

#include "element/poly_force.h"
#include "math/short_vector.h"

namespace thew {

using element::PolyForce;

enum class ActuatedBy { Joint, Tendon };

/// True if the actuator drives this joint or tendon.
inline bool drives(const Model& m, int actuator, ActuatedBy by, int id) {
  const auto type = static_cast<Transmission>(m.actuator_trntype[actuator]);
  const bool kind = by == ActuatedBy::Tendon
                        ? type == Transmission::Tendon
                        : type == Transmission::Joint || type == Transmission::Jointinparent;
  return kind && m.actuator_trnid[2 * actuator] == id;
}

namespace detail {

// Calls add(actuator, gear^2) for the actuators that count: none (-1), that one (>= 0), or all that
// drive it (< -1).
template <class T, class Add>
void each_share(const Model& m, const BasicData<T>& d, int actuatorid, ActuatedBy by, int id,
                Add add) {
  const auto count = [&](int i) {
    const T gear = param(d, m.actuator_gear, 6 * m.actuator_outadr[i]);
    add(i, gear * gear);
  };
  if (actuatorid >= 0) {
    count(actuatorid);
  } else {
    for (int i = 0; i < m.nactuator; ++i) {
      if (drives(m, i, by, id)) count(i);
    }
  }
}

}  // namespace detail

/// What the actuators named by jnt_actuatorid or tendon_actuatorid add to the armature of the joint
/// or tendon `id`.
template <class T>
T actuator_armature(const Model& m, const BasicData<T>& d, int actuatorid, ActuatedBy by, int id) {
  T sum = T(0);
  if (actuatorid == -1) return sum;
  detail::each_share(m, d, actuatorid, by, id, [&](int i, const T& gear2) {
    sum = sum + param(d, m.actuator_armature, i) * gear2;
  });
  return sum;
}

/// Armature of a tendon, with the share of its actuators.
template <class T>
T tendon_armature(const Model& m, const BasicData<T>& d, int t) {
  return param(d, m.tendon_armature, t) +
         actuator_armature(m, d, m.tendon_actuatorid[t], ActuatedBy::Tendon, t);
}

/// Adds what actuators contribute to the damping of the joint or tendon `id`.
template <class T>
void add_actuator_damping(const Model& m, const BasicData<T>& d, int actuatorid, ActuatedBy by,
                          int id, PolyForce<T>& damping) {
  if (actuatorid == -1) return;
  detail::each_share(m, d, actuatorid, by, id, [&](int i, const T& gear2) {
    damping.linear = damping.linear + param(d, m.actuator_damping, i) * gear2;
    for (int k = 0; k < kNPOLY; ++k) {
      damping.poly[k] = damping.poly[k] + param(d, m.actuator_dampingpoly, kNPOLY * i + k) * gear2;
    }
  });
}

/// Whether some value of the field is not zero in some lane.
template <class T, ParameterId id>
bool any_nonzero(const BasicData<T>& d, const Parameter<id>& values) {
  if constexpr (kLanes<T> > 1) {
    if (const T* own = d.own[static_cast<int>(id)]) return math::any_nonzero(values.size(), own);
  }
  return math::any_nonzero(values.size(), values.data());
}

/// Whether any dof may be damped, by its joint or by an actuator.
template <class T>
bool has_dampers(const Model& m, const BasicData<T>& d) {
  return any_nonzero(d, m.dof_damping) || any_nonzero(d, m.dof_dampingpoly) ||
         any_nonzero(d, m.actuator_damping) || any_nonzero(d, m.actuator_dampingpoly);
}

/// Damping of a dof, without what actuators contribute.
template <class T>
PolyForce<T> own_damping(const Model& m, const BasicData<T>& d, int dof) {
  return {
      param(d, m.dof_damping, dof),
      {param(d, m.dof_dampingpoly, kNPOLY * dof), param(d, m.dof_dampingpoly, kNPOLY * dof + 1)}};
}

/// Damping of a dof, with the share of its joint's actuators.
template <class T>
PolyForce<T> dof_damping(const Model& m, const BasicData<T>& d, int dof) {
  PolyForce<T> f = own_damping(m, d, dof);
  const int joint = m.dof_jntid[dof];
  add_actuator_damping(m, d, m.jnt_actuatorid[joint], ActuatedBy::Joint, joint, f);
  return f;
}

/// Damping of a tendon, with the share of its actuators.
template <class T>
PolyForce<T> tendon_damping(const Model& m, const BasicData<T>& d, int t) {
  PolyForce<T> f = {
      param(d, m.tendon_damping, t),
      {param(d, m.tendon_dampingpoly, kNPOLY * t), param(d, m.tendon_dampingpoly, kNPOLY * t + 1)}};
  add_actuator_damping(m, d, m.tendon_actuatorid[t], ActuatedBy::Tendon, t, f);
  return f;
}

}  // namespace thew
