#pragma once

// The dofs that move one body or another relative to it.

#include <algorithm>

#include "dynamics/jacobian.h"

namespace thew::constraint {

/// Calls visit(dof, sign) for the dofs above two bodies from the last to the first: -1 for those of
/// the first body, +1 for those of the second, 0 for those of both.
template <class Visit>
THEW_INLINE void each_dof(const Model& m, int body1, int body2, bool with_common, Visit visit) {
  int i = dynamics::last_dof(m, body1), j = dynamics::last_dof(m, body2);
  while (i != j) {
    if (i > j) {
      visit(i, -1);
      i = m.dof_parentid[i];
    } else {
      visit(j, +1);
      j = m.dof_parentid[j];
    }
  }
  if (!with_common) return;
  for (; i >= 0; i = m.dof_parentid[i]) visit(i, 0);
}

/// How many dofs that visits.
inline int count_dofs(const Model& m, int body1, int body2, bool with_common) {
  const int i = dynamics::last_dof(m, body1), j = dynamics::last_dof(m, body2);
  if (i < 0 || j < 0) return i == j ? 0 : m.D_diag[std::max(i, j)] + 1;  // that one and all above
  if (m.dof_treeid[i] != m.dof_treeid[j]) return m.D_diag[i] + m.D_diag[j] + 2;
  int count = 0;
  each_dof(m, body1, body2, with_common, [&](int, int) { ++count; });
  return count;
}

/// How a point of a body moves with a dof: d point / d dof, and the rotation alone.
template <class T>
struct Motion {
  math::Vec3<T> linear, angular;
};
template <class T>
Motion<T> motion(const BasicData<T>& d, int dof, const math::Vec3<T>& arm) {
  const T* axis = d.cdof.row(dof);
  const math::Vec3<T> angular = math::load3(axis);
  return {math::load3(axis + 3) + math::cross(angular, arm), angular};
}

}  // namespace thew::constraint
