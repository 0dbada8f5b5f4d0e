// Springs that yield. Forces are elastic during a step; after it the rest position is pulled along,
// so that no displacement exceeds springyield. Rods keep how their segments are turned.

#include "deformable/yield.h"

#include "deformable/rod.h"
#include "element/spring.h"
#include "integrate/integrate.h"
#include "model/lane_types.h"

namespace thew::integrate {

using namespace math;

namespace {

template <class T>
void yield_joint(const Model& m, BasicData<T>& d, int j) {
  T* rest = d.plastic.data() + m.jnt_plasticadr[j];
  const T* q = d.qpos.data() + m.jnt_qposadr[j];
  const T most = param(d, m.jnt_springyield, j);
  if (m.jnt_type[j] == static_cast<int>(JointType::Ball)) {
    store(rest, element::yielded_rest(load4(q), load4(rest), most));
  } else {
    rest[0] = element::yielded_rest(q[0], rest[0], most);
  }
}

template <class T>
void yield_tendon(const Model& m, BasicData<T>& d, int t, const T* qvel) {
  T speed = T(0);
  for (int adr = m.ten_J_rowadr[t]; adr < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++adr) {
    speed = fma(d.ten_J[adr], qvel[m.ten_J_colind[adr]], speed);
  }
  const T length = fma(T(m.opt.timestep), speed, d.ten_length[t]);
  T* rest = d.plastic.data() + m.tendon_plasticadr[t];
  element::yield_band(length, param(d, m.tendon_springyield, t), rest[0], rest[1]);
}

}  // namespace

template <class T>
void yield_springs(const Model& m, BasicData<T>& d, const T* qvel) {
  if (m.nplastic == 0 || has(m.opt.disableflags, DisableBit::Spring)) return;
  if constexpr (kLanes<T> == 1) {
    deformable::keep_rods(m, d);
    deformable::yield_flexes(m, d, qvel);
  }
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
