#include <thew/stages.h>

#include "model/lane_types.h"

namespace thew::tendon {

using namespace math;

namespace {

// A fixed tendon's length is a weighted sum of joint positions; the weights are its Jacobian.
template <class T>
void measure_fixed(const Model& m, BasicData<T>& d, int t) {
  const int first = m.tendon_adr[t], count = m.tendon_num[t];
  T length = T(0);
  for (int k = 0; k < m.ten_J_rownnz[t]; ++k) d.ten_J[m.ten_J_rowadr[t] + k] = T(0);
  for (int w = first; w < first + count; ++w) {
    const int joint = m.wrap_objid[w], dof = m.jnt_dofadr[joint];
    const T coefficient = param(d, m.wrap_prm, w);
    length = fma(coefficient, d.qpos[m.jnt_qposadr[joint]], length);
    for (int adr = m.ten_J_rowadr[t]; adr < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++adr) {
      if (m.ten_J_colind[adr] == dof) d.ten_J[adr] = coefficient;
    }
  }
  d.ten_length[t] = length;
}

}  // namespace

template <class T>
void position(const Model& m, BasicData<T>& d) {
  for (int t = 0; t < m.ntendon; ++t) {
    d.ten_wrapadr[t] = 0;
    d.ten_wrapnum[t] = 0;
    measure_fixed(m, d, t);
  }
}

template <class T>
void velocity(const Model& m, BasicData<T>& d) {
  for (int t = 0; t < m.ntendon; ++t) {
    T v = T(0);
    for (int adr = m.ten_J_rowadr[t]; adr < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++adr) {
      v = fma(d.ten_J[adr], d.qvel[m.ten_J_colind[adr]], v);
    }
    d.ten_velocity[t] = v;
  }
}

#define THEW_INSTANTIATE(T)                            \
  template void position(const Model&, BasicData<T>&); \
  template void velocity(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::tendon
