// How actuators pull: one row of actuator_moment and one length for each force output.

#include <algorithm>

#include <thew/stages.h>

#include "math/quat.h"
#include "model/lane_types.h"

namespace thew::actuation {

using namespace math;

namespace {

template <class T>
Vec3<T> gear3(const Model& m, const BasicData<T>& d, int adr) {
  return {param(d, m.actuator_gear, adr), param(d, m.actuator_gear, adr + 1),
          param(d, m.actuator_gear, adr + 2)};
}

// Fills row `out`, which begins at `adr`, for a joint; returns how many entries it has.
template <class T>
int pull_joint(const Model& m, BasicData<T>& d, int actuator, int out, int adr) {
  const int joint = m.actuator_trnid[2 * actuator];
  const bool in_parent =
      m.actuator_trntype[actuator] == static_cast<int>(Transmission::Jointinparent);
  const T* q = d.qpos.data() + m.jnt_qposadr[joint];
  T* moment = d.actuator_moment.data() + adr;
  int count = 1;
  switch (static_cast<JointType>(m.jnt_type[joint])) {
    case JointType::Slide:
    case JointType::Hinge: {
      const T gear = param(d, m.actuator_gear, 6 * out);
      d.actuator_length[out] = q[0] * gear;
      moment[0] = gear;
      break;
    }
    case JointType::Ball: {
      const Quat<T> rotation = normalized(load4(q));
      const Vec3<T> gear = gear3(m, d, 6 * out);
      const Vec3<T> axis = in_parent ? rotate(conjugate(rotation), gear) : gear;
      d.actuator_length[out] = dot(logarithm(rotation), axis);
      store(moment, axis);
      count = 3;
      break;
    }
    case JointType::Free: {
      const Vec3<T> gear = gear3(m, d, 6 * out + 3);
      d.actuator_length[out] = T(0);
      store(moment, gear3(m, d, 6 * out));
      store(moment + 3, in_parent ? rotate(conjugate(normalized(load4(q + 3))), gear) : gear);
      count = 6;
    }
  }
  for (int k = 0; k < count; ++k) d.moment_colind[adr + k] = m.jnt_dofadr[joint] + k;
  return count;
}

template <class T>
int pull_tendon(const Model& m, BasicData<T>& d, int actuator, int out, int adr) {
  const int t = m.actuator_trnid[2 * actuator], count = m.ten_J_rownnz[t],
            start = m.ten_J_rowadr[t];
  const T gear = param(d, m.actuator_gear, 6 * out);
  d.actuator_length[out] = d.ten_length[t] * gear;
  for (int k = 0; k < count; ++k) {
    d.moment_colind[adr + k] = m.ten_J_colind[start + k];
    d.actuator_moment[adr + k] = d.ten_J[start + k] * gear;
  }
  return count;
}

}  // namespace

template <class T>
void transmission(const Model& m, BasicData<T>& d) {
  int adr = 0;
  for (int i = 0; i < m.nactuator; ++i) {
    const int out = m.actuator_outadr[i];
    const auto type = static_cast<Transmission>(m.actuator_trntype[i]);
    d.moment_rowadr[out] = adr;
    d.moment_rownnz[out] = type == Transmission::Tendon ? pull_tendon(m, d, i, out, adr)
                                                        : pull_joint(m, d, i, out, adr);
    adr += d.moment_rownnz[out];
  }
}

template <class T>
void velocity(const Model& m, BasicData<T>& d) {
  if (has(m.opt.disableflags, DisableBit::Actuation)) {
    std::fill(d.actuator_velocity.begin(), d.actuator_velocity.end(), T(0));
    return;
  }
  for (int out = 0; out < m.nout; ++out) {
    T v = T(0);
    for (int adr = d.moment_rowadr[out]; adr < d.moment_rowadr[out] + d.moment_rownnz[out]; ++adr) {
      v = fma(d.actuator_moment[adr], d.qvel[d.moment_colind[adr]], v);
    }
    d.actuator_velocity[out] = v;
  }
}

#define THEW_INSTANTIATE(T)                                \
  template void transmission(const Model&, BasicData<T>&); \
  template void velocity(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::actuation
