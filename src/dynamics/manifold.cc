// The configuration manifold: quaternions among the coordinates, three tangent directions each.

#include <thew/dynamics.h>

#include "math/quat.h"
#include "model/lane_types.h"

namespace thew::dynamics {

using namespace math;

namespace {

// Calls linear(qpos address, dof address) for each translational or hinge coordinate, and
// rotation(...) for each quaternion.
template <class Linear, class Rotation>
void each_coordinate(const Model& m, int first, int end, Linear linear, Rotation rotation) {
  for (int j = first; j < end; ++j) {
    const int q = m.jnt_qposadr[j], v = m.jnt_dofadr[j];
    switch (static_cast<JointType>(m.jnt_type[j])) {
      case JointType::Free:
        for (int k = 0; k < 3; ++k) linear(q + k, v + k);
        rotation(q + 3, v + 3);
        break;
      case JointType::Ball:
        rotation(q, v);
        break;
      case JointType::Slide:
      case JointType::Hinge:
        linear(q, v);
        break;
    }
  }
}

}  // namespace

template <class T>
void integrate_pos(const Model& m, int first, int end, T* qpos, const T* qvel, T dt) {
  each_coordinate(
      m, first, end, [&](int q, int v) THEW_INLINE_LAMBDA { qpos[q] = fma(dt, qvel[v], qpos[q]); },
      [&](int q, int v)
          THEW_INLINE_LAMBDA { store(qpos + q, integrate(load4(qpos + q), load3(qvel + v), dt)); });
}

template <class T>
void integrate_pos(const Model& m, T* qpos, const T* qvel, T dt) {
  integrate_pos(m, 0, static_cast<int>(m.njnt), qpos, qvel, dt);
}

template <class T>
void differentiate_pos(const Model& m, T* qvel, T dt, const T* qpos1, const T* qpos2) {
  const T rate = T(1) / dt;
  each_coordinate(
      m, 0, static_cast<int>(m.njnt), [&](int q, int v) { qvel[v] = (qpos2[q] - qpos1[q]) * rate; },
      [&](int q, int v) {
        store(qvel + v, difference(load4(qpos2 + q), load4(qpos1 + q)) * rate);
      });
}

template <class T>
void normalize_quaternions(const Model& m, T* qpos) {
  each_coordinate(
      m, 0, static_cast<int>(m.njnt), [](int, int) {},
      [&](int q, int) { store(qpos + q, normalized(load4(qpos + q))); });
}

#define THEW_INSTANTIATE(T)                                                 \
  template void integrate_pos(const Model&, int, int, T*, const T*, T);     \
  template void integrate_pos(const Model&, T*, const T*, T);               \
  template void differentiate_pos(const Model&, T*, T, const T*, const T*); \
  template void normalize_quaternions(const Model&, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::dynamics
