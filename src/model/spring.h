#pragma once

// Springs of joints and tendons: their stiffness, where they are at rest, and how far they are
// displaced from there.

#include <thew/data.h>

#include "element/spring.h"
#include "model/poly_force.h"

namespace thew {

template <class T>
PolyForce<T> joint_stiffness(const Model& m, const BasicData<T>& d, int j) {
  return {
      param(d, m.jnt_stiffness, j),
      {param(d, m.jnt_stiffnesspoly, kNPOLY * j), param(d, m.jnt_stiffnesspoly, kNPOLY * j + 1)}};
}

template <class T>
PolyForce<T> tendon_stiffness(const Model& m, const BasicData<T>& d, int t) {
  return {param(d, m.tendon_stiffness, t),
          {param(d, m.tendon_stiffnesspoly, kNPOLY * t),
           param(d, m.tendon_stiffnesspoly, kNPOLY * t + 1)}};
}

/// Number k of the position in which a joint's spring is at rest: where it has yielded to, or as in
/// the model.
template <class T>
T spring_rest(const Model& m, const BasicData<T>& d, int j, int k) {
  const int plastic = m.jnt_plasticadr[j];
  return plastic >= 0 ? d.plastic[plastic + k] : param(d, m.qpos_spring, m.jnt_qposadr[j] + k);
}

/// Displacement of a hinge or slide from the rest of its spring.
template <class T>
T spring_displacement(const Model& m, const BasicData<T>& d, int j) {
  return d.qpos[m.jnt_qposadr[j]] - spring_rest(m, d, j, 0);
}

/// Translation of a free joint from the rest of its spring.
template <class T>
math::Vec3<T> spring_translation(const Model& m, const BasicData<T>& d, int j) {
  const T* q = d.qpos.data() + m.jnt_qposadr[j];
  return {q[0] - spring_rest(m, d, j, 0), q[1] - spring_rest(m, d, j, 1),
          q[2] - spring_rest(m, d, j, 2)};
}

/// Rotation vector of a ball or free joint from the rest of its spring.
template <class T>
math::Vec3<T> spring_rotation(const Model& m, const BasicData<T>& d, int j) {
  const int k = m.jnt_type[j] == static_cast<int>(JointType::Free) ? 3 : 0;
  const math::Quat<T> rest = {spring_rest(m, d, j, k), spring_rest(m, d, j, k + 1),
                              spring_rest(m, d, j, k + 2), spring_rest(m, d, j, k + 3)};
  return element::spring_rotation(math::load4(d.qpos.data() + m.jnt_qposadr[j] + k), rest);
}

/// The shortest (k = 0) or longest (k = 1) length at which a tendon's spring is at rest.
template <class T>
T spring_rest_length(const Model& m, const BasicData<T>& d, int t, int k) {
  const int plastic = m.tendon_plasticadr[t];
  return plastic >= 0 ? d.plastic[plastic + k] : param(d, m.tendon_lengthspring, 2 * t + k);
}

/// How far a tendon is outside of the dead band of its spring.
template <class T>
T spring_stretch(const Model& m, const BasicData<T>& d, int t) {
  return element::spring_stretch(d.ten_length[t], spring_rest_length(m, d, t, 0),
                                 spring_rest_length(m, d, t, 1));
}

}  // namespace thew
