#pragma once

// Damping of joints and tendons, and the armature and damping that actuators add to what they
// drive: in actuator units times gear squared.

#include <thew/data.h>

#include "element/poly_force.h"
#include "model/as_compiled.h"

namespace thew {

using element::PolyForce;

/// Calls visit(actuator) for the actuators that act on a joint or tendon, given the first of them
/// (jnt_driver, tendon_driver).
template <class Visit>
THEW_INLINE void each_driver(const Model& m, int first, Visit visit) {
  for (int i = first; i >= 0; i = m.actuator_next[i]) visit(i);
}

/// Gear of the only output of an actuator on a joint or tendon, squared.
template <class T>
T gear_squared(const Model& m, const BasicData<T>& d, int actuator) {
  const T gear = param(d, m.actuator_gear, 6 * m.actuator_outadr[actuator]);
  return gear * gear;
}

/// What actuators add to the armature of the joint or tendon whose first one is given.
template <class T>
T actuator_armature(const Model& m, const BasicData<T>& d, int first) {
  T sum = T(0);
  each_driver(m, first, [&](int i) {
    const T armature = param(d, m.actuator_armature, i);
    if (any(armature != T(0))) sum = sum + armature * gear_squared(m, d, i);
  });
  return sum;
}

/// Armature of a tendon, with the share of its actuators.
template <class T>
T tendon_armature(const Model& m, const BasicData<T>& d, int t) {
  return param(d, m.tendon_armature, t) + actuator_armature(m, d, m.tendon_driver[t]);
}

/// Adds what actuators contribute to the damping of the joint or tendon whose first one is given.
template <class T>
void add_actuator_damping(const Model& m, const BasicData<T>& d, int first, PolyForce<T>& damping) {
  each_driver(m, first, [&](int i) {
    const T gear2 = gear_squared(m, d, i);
    damping.linear = damping.linear + param(d, m.actuator_damping, i) * gear2;
    for (int k = 0; k < kNPOLY; ++k) {
      damping.poly[k] = damping.poly[k] + param(d, m.actuator_dampingpoly, kNPOLY * i + k) * gear2;
    }
  });
}

/// In which lanes some actuator damps what it drives.
template <class T>
math::MaskOf<T> has_actuated_dampers(const Model& m, const BasicData<T>& d) {
  return has_nonzero(d, m.actuator_damping, m.actuator_dampingpoly);
}

/// In which lanes any dof may be damped, by its joint or by an actuator.
template <class T>
math::MaskOf<T> has_dampers(const Model& m, const BasicData<T>& d) {
  return has_nonzero(d, m.dof_damping, m.dof_dampingpoly, m.actuator_damping,
                     m.actuator_dampingpoly);
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
  add_actuator_damping(m, d, m.jnt_driver[m.dof_jntid[dof]], f);
  return f;
}

/// Damping of a tendon, with the share of its actuators.
template <class T>
PolyForce<T> tendon_damping(const Model& m, const BasicData<T>& d, int t) {
  PolyForce<T> f = {
      param(d, m.tendon_damping, t),
      {param(d, m.tendon_dampingpoly, kNPOLY * t), param(d, m.tendon_dampingpoly, kNPOLY * t + 1)}};
  add_actuator_damping(m, d, m.tendon_driver[t], f);
  return f;
}

}  // namespace thew
