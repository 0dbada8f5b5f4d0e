// Springs that yield. Forces are elastic during a step; after it the rest position is pulled along,
// so that no displacement exceeds springyield.

#include "integrate/integrate.h"
#include "math/quat.h"
#include "model/lane_types.h"

namespace thew::integrate {

using namespace math;

namespace {

template <class T>
void yield_joint(const Model& m, BasicData<T>& d, int j) {
  T* rest = d.plastic.data() + m.jnt_plasticadr[j];
  const T* q = d.qpos.data() + m.jnt_qposadr[j];
  const T most = param(d, m.jnt_springyield, j);
  if (m.jnt_type[j] != static_cast<int>(JointType::Ball)) {
    const T x = q[0] - rest[0];
    rest[0] = select(abs(x) > most, q[0] - select(x > T(0), most, -most), rest[0]);
    return;
  }
  // Along the rotation from the rest to where the joint is.
  const Quat<T> from = load4(rest);
  const Vec3<T> turn = difference(load4(q), from);
  const T angle = norm(turn);
  const auto beyond = angle > most;
  const T share = T(1) - most / select(beyond, angle, T(1));
  const Quat<T> moved = math::integrate(from, turn, share);
  const T entries[4] = {moved.w, moved.x, moved.y, moved.z};
  for (int k = 0; k < 4; ++k) rest[k] = select(beyond, entries[k], rest[k]);
}

// The dead band moves as a whole; that of a tendon which only pulls (0 to L) grows instead.
template <class T>
void yield_tendon(const Model& m, BasicData<T>& d, int t, const T* qvel) {
  T speed = T(0);
  for (int adr = m.ten_J_rowadr[t]; adr < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++adr) {
    speed = fma(d.ten_J[adr], qvel[m.ten_J_colind[adr]], speed);
  }
  const T length = fma(T(m.opt.timestep), speed, d.ten_length[t]);
  T* rest = d.plastic.data() + m.tendon_plasticadr[t];
  const T most = param(d, m.tendon_springyield, t);
  const T low = rest[0], high = rest[1];
  const T up = max(length - high - most, T(0)), down = min(length - low + most, T(0));
  const auto pulls_only = (low == T(0)) & (high > T(0));
  rest[0] = low + down + select(pulls_only, T(0), up);
  rest[1] = high + down + up;
}

}  // namespace

template <class T>
void yield_springs(const Model& m, BasicData<T>& d, const T* qvel) {
  if (m.nplastic == 0 || has(m.opt.disableflags, DisableBit::Spring)) return;
  for (int j = 0; j < m.njnt; ++j) {
    if (m.jnt_plasticadr[j] >= 0) yield_joint(m, d, j);
  }
  for (int t = 0; t < m.ntendon; ++t) {
    if (m.tendon_plasticadr[t] >= 0) yield_tendon(m, d, t, qvel);
  }
}

#define THEW_INSTANTIATE(T) template void yield_springs(const Model&, BasicData<T>&, const T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::integrate
