#pragma once

// Vertices of flexes and the bodies that carry them.

#include <thew/data.h>

#include "dynamics/jacobian.h"
#include "math/mat3.h"
#include "math/spatial.h"
#include "model/flex_grid.h"

namespace thew::deformable {

/// A flex as its loops see it: what counts from its own first vertex, edge or element.
struct FlexView {
  FlexView(const Model& model, int flex)
      : m(model),
        dim(model.flex_dim[flex]),
        first_vertex(model.flex_vertadr[flex]),
        first_edge(model.flex_edgeadr[flex]),
        first_element(model.flex_elemadr[flex]),
        corner(model.flex_elem.data() + model.flex_elemdataadr[flex]) {}

  /// The corners of an element, counted from the first vertex.
  const int* element(int e) const { return corner + std::int64_t{e} * (dim + 1); }
  int body(int vertex) const { return m.flex_vertbodyid[first_vertex + vertex]; }

  const Model& m;
  int dim, first_vertex, first_edge, first_element;
  const int* corner;
};

template <class T>
math::Vec3<T> vertex_at(const BasicData<T>& d, const FlexView& flex, int vertex) {
  return math::load3(d.flexvert_xpos.row(flex.first_vertex + vertex));
}

/// A point that a body carries, by its place in the body's frame.
template <class T>
math::Vec3<T> carried_point(const BasicData<T>& d, int body, const double* own) {
  const math::Vec3<T> origin = math::load3(d.xpos.row(body));
  if (own[0] == 0 && own[1] == 0 && own[2] == 0) return origin;
  return math::load9(d.xmat.row(body)) * math::Vec3<T>{T(own[0]), T(own[1]), T(own[2])} + origin;
}

/// Velocity of a point of a body, after com_vel.
template <class T>
math::Vec3<T> carried_velocity(const Model& m, const BasicData<T>& d, int body,
                               const math::Vec3<T>& point) {
  const T* twist = d.cvel.row(body);
  return math::load3(twist + 3) + cross(math::load3(twist), dynamics::arm_to(m, d, point, body));
}

/// Whether a body has slides alone, and is a tree of its own.
inline bool only_slides(const Model& m, int body) {
  return m.body_simple[body] == 2 && m.body_dofnum[body] > 0 &&
         m.dof_parentid[m.body_dofadr[body]] < 0;
}

/// How a point of a body moves where the dofs move by x.
template <class T>
math::Vec3<T> moved(const Model& m, const BasicData<T>& d, int body, const math::Vec3<T>& point,
                    const T* x) {
  if (only_slides(m, body)) {
    math::Vec3<T> slid = {T(0), T(0), T(0)};
    const int first = m.body_dofadr[body];
    for (int i = first + m.body_dofnum[body] - 1; i >= first; --i) {
      slid = axpy(x[i], math::load3(d.cdof.row(i) + 3), slid);
    }
    return slid;
  }
  const math::Vec3<T> arm = dynamics::arm_to(m, d, point, body);
  math::Vec3<T> sum = {T(0), T(0), T(0)};
  for (int i = dynamics::last_dof(m, body); i >= 0; i = m.dof_parentid[i]) {
    const math::Motion<T> axis = math::load_motion(d.cdof.row(i));
    sum = axpy(x[i], axis.translation + cross(axis.rotation, arm), sum);
  }
  return sum;
}

/// Adds a force on a point of a body to forces in joint space.
template <class T>
void push(const Model& m, const BasicData<T>& d, int body, const math::Vec3<T>& point,
          const math::Vec3<T>& force, T* result) {
  if (only_slides(m, body)) {
    const int first = m.body_dofadr[body];
    for (int i = first; i < first + m.body_dofnum[body]; ++i) {
      result[i] = result[i] + dot(math::load3(d.cdof.row(i) + 3), force);
    }
    return;
  }
  const math::Force<T> wrench = {cross(dynamics::arm_to(m, d, point, body), force), force};
  for (int i = dynamics::last_dof(m, body); i >= 0; i = m.dof_parentid[i]) {
    result[i] = result[i] + dot(math::load_motion(d.cdof.row(i)), wrench);
  }
}

}  // namespace thew::deformable
