#pragma once

// Springs of joints and tendons: how far they are displaced, with the polynomial stiffness of
// model/poly_force.h.

#include <thew/data.h>

#include "math/quat.h"
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

/// Translation from the reference position of a spring (free joints).
template <class T>
math::Vec3<T> spring_translation(const Model& m, const BasicData<T>& d, int adr) {
  const T* q = d.qpos.data() + adr;
  return {q[0] - param(d, m.qpos_spring, adr), q[1] - param(d, m.qpos_spring, adr + 1),
          q[2] - param(d, m.qpos_spring, adr + 2)};
}

/// Rotation vector from the reference orientation of a spring (ball and free joints).
template <class T>
math::Vec3<T> spring_rotation(const Model& m, const BasicData<T>& d, int adr) {
  const math::Quat<T> reference = {param(d, m.qpos_spring, adr), param(d, m.qpos_spring, adr + 1),
                                   param(d, m.qpos_spring, adr + 2),
                                   param(d, m.qpos_spring, adr + 3)};
  return difference(normalized(math::load4(d.qpos.data() + adr)), reference);
}

/// How far a tendon is outside of the dead band of its spring.
template <class T>
T spring_stretch(const Model& m, const BasicData<T>& d, int t) {
  const T length = d.ten_length[t];
  const T low = param(d, m.tendon_lengthspring, 2 * t),
          high = param(d, m.tendon_lengthspring, 2 * t + 1);
  return select(length > high, length - high, select(length < low, length - low, T(0)));
}

/// Potential energy at displacement x.
template <class T>
T spring_energy(const PolyForce<T>& f, const T& x) {
  const T x2 = x * x;
  return x2 * math::fma(x2 * T(0.25), f.poly[1],
                        math::fma(x * T(1.0 / 3), f.poly[0], T(0.5) * f.linear));
}

}  // namespace thew
