#pragma once

// Couplings: what may pull on several branches of a tree at once, the tendons first, then outputs
// of actuators between sites or on bodies. In the metric of the implicit integrators each is a term
// J' s^2 J of rank one.

#include <thew/data.h>

namespace thew {

template <class T>
struct Coupling {
  const T* value;  ///< the row J
  const field::Int* column;
  int count;
  T velocity;  ///< J qvel
  T scale;     ///< s
};

inline int coupling_count(const Model& m) {
  return static_cast<int>(m.ntendon + m.ncoupled);
}

template <class T>
Coupling<T> coupling(const Model& m, const BasicData<T>& d, int i) {
  const T scale = d.kept.coupling_scale[i];
  if (i < m.ntendon) {
    const int start = m.ten_J_rowadr[i];
    return {d.ten_J.data() + start, m.ten_J_colind.data() + start, m.ten_J_rownnz[i],
            d.ten_velocity[i], scale};
  }
  const int out = m.coupled_out[i - m.ntendon], start = d.moment_rowadr[out];
  return {d.actuator_moment.data() + start, d.moment_colind.data() + start, d.moment_rownnz[out],
          d.actuator_velocity[out], scale};
}

}  // namespace thew
