#pragma once

// Springs that yield. Forces are elastic during a step; after it the rest position is pulled along,
// so that no displacement exceeds springyield.

#include "element/spring.h"
#include "gpu/world.h"

namespace thew::gpu::detail {

template <class W>
THEW_STAGE void yield_joint(const W& w, int j) {
  const auto& m = w.m;
  if (m.jnt_plasticadr[j] < 0) return;
  auto* rest = w.row(w.rows.plastic) + m.jnt_plasticadr[j];
  const auto* q = w.row(w.rows.qpos) + m.jnt_qposadr[j];
  const auto most = w.own(m.jnt_springyield, j);
  if (m.jnt_type[j] == static_cast<int>(JointType::Ball)) {
    store(rest, element::yielded_rest(math::load4(q), math::load4(rest), most));
  } else {
    rest[0] = element::yielded_rest(q[0], rest[0], most);
  }
}

/// By the length at the end of the step, if it keeps the rate that it has now.
template <class W, class T>
THEW_STAGE void yield_tendon(const W& w, int t, const T* rate) {
  const auto& m = w.m;
  if (m.tendon_plasticadr[t] < 0) return;
  T speed = T(0);
  THEW_ROLLED
  for (int e = m.ten_J_rowadr[t]; e < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++e)
    speed = fma(w.row(w.rows.ten_J)[e], rate[m.ten_J_colind[e]], speed);
  const T length = fma(m.opt.timestep, speed, w.row(w.rows.ten_length)[t]);
  T* rest = w.row(w.rows.plastic) + m.tendon_plasticadr[t];
  element::yield_band(length, w.own(m.tendon_springyield, t), rest[0], rest[1]);
}

/// After the step, which took place at the rate.
template <class Team, class W, class T>
THEW_STAGE void yield_springs(const Team& team, const W& w, const T* rate) {
  const auto& m = w.m;
  if (m.nplastic == 0 || has(m.opt.disableflags, DisableBit::Spring)) return;
  team.each(m.njnt, [&](int j) { yield_joint(w, j); });
  team.each(m.ntendon, [&](int t) { yield_tendon(w, t, rate); });
}

}  // namespace thew::gpu::detail
