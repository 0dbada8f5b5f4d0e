#pragma once

#include <thew/data.h>

#include "math/spatial.h"

namespace thew::dynamics {

/// The last dof that moves a body, or -1 when nothing does; its ancestors by dof_parentid are all
/// the others.
inline int last_dof(const Model& m, int body) {
  const int moving = m.body_weldid[body];
  return m.body_dofnum[moving] == 0 ? -1 : m.body_dofadr[moving] + m.body_dofnum[moving] - 1;
}

/// From the tree's reference point to a point of one of its bodies.
template <class T>
math::Vec3<T> arm_to(const Model& m, const BasicData<T>& d, const math::Vec3<T>& point, int body) {
  return point - math::load3(d.subtree_com.row(m.body_rootid[body]));
}

}  // namespace thew::dynamics
