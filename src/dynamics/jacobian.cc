// Jacobians of points, forces through them, and velocities of objects.

#include "dynamics/jacobian.h"

#include <algorithm>

#include <thew/dynamics.h>

#include "dynamics/load.h"
#include "math/short_vector.h"
#include "model/lane_types.h"

namespace thew::dynamics {

using namespace math;

namespace {

template <class T>
void clear(std::int64_t nv, T* jacp, T* jacr) {
  if (jacp) std::fill_n(jacp, 3 * nv, T(0));
  if (jacr) std::fill_n(jacr, 3 * nv, T(0));
}

template <class T>
void store_column(T* jac, std::int64_t nv, int i, const Vec3<T>& v) {
  if (!jac) return;
  jac[i] = v.x;
  jac[i + nv] = v.y;
  jac[i + 2 * nv] = v.z;
}

// Where an object is, how it is turned, and the body that carries it.
template <class T>
struct ObjectFrame {
  int body;
  const T *position, *matrix;
};

template <class T>
ObjectFrame<T> object_frame(const Model& m, const BasicData<T>& d, ObjectType type, int id) {
  switch (type) {
    case ObjectType::Body:
      return {id, d.xipos.row(id), d.ximat.row(id)};
    case ObjectType::Xbody:
      return {id, d.xpos.row(id), d.xmat.row(id)};
    case ObjectType::Geom:
      return {m.geom_bodyid[id], d.geom_xpos.row(id), d.geom_xmat.row(id)};
    case ObjectType::Site:
      return {m.site_bodyid[id], d.site_xpos.row(id), d.site_xmat.row(id)};
    case ObjectType::Camera:
      return {m.cam_bodyid[id], d.cam_xpos.row(id), d.cam_xmat.row(id)};
    default:
      return {-1, nullptr, nullptr};
  }
}

// A spatial motion moved to the object's origin, in its axes if local.
template <class T>
Motion<T> at_object(const Model& m, const BasicData<T>& d, const ObjectFrame<T>& frame,
                    const T* motion, bool local) {
  const Motion<T> v = load_motion(motion);
  const Vec3<T> arm = arm_to(m, d, load3(frame.position), frame.body);
  const Vec3<T> translation = v.translation + cross(v.rotation, arm);
  if (!local) return {v.rotation, translation};
  const Mat3<T> r = load9(frame.matrix);
  return {multiply_transposed(r, v.rotation), multiply_transposed(r, translation)};
}

}  // namespace

template <class T>
void jacobian(const Model& m, const BasicData<T>& d, T* jacp, T* jacr, const T point[3], int body) {
  clear(m.nv, jacp, jacr);
  const Vec3<T> arm = arm_to(m, d, load3(point), body);
  for (int i = last_dof(m, body); i >= 0; i = m.dof_parentid[i]) {
    const Motion<T> axis = load_motion(d.cdof.row(i));
    store_column(jacr, m.nv, i, axis.rotation);
    store_column(jacp, m.nv, i, axis.translation + cross(axis.rotation, arm));
  }
}

template <class T>
void jacobian_dot(const Model& m, const BasicData<T>& d, T* jacp, T* jacr, const T point[3],
                  int body) {
  clear(m.nv, jacp, jacr);
  const Vec3<T> arm = arm_to(m, d, load3(point), body);
  const Motion<T> v = load_motion(d.cvel.row(body));
  const Vec3<T> point_velocity = v.translation + cross(v.rotation, arm);
  for (int i = last_dof(m, body); i >= 0; i = m.dof_parentid[i]) {
    const Motion<T> axis = load_motion(d.cdof.row(i));
    Motion<T> rate = load_motion(d.cdof_dot.row(i));
    // Axes of a quaternion joint are fixed to the body that it moves, so they turn with that body's
    // velocity.
    const int joint = m.dof_jntid[i];
    const auto type = static_cast<JointType>(m.jnt_type[joint]);
    if (type == JointType::Ball || (type == JointType::Free && i >= m.jnt_dofadr[joint] + 3)) {
      rate = cross(load_motion(d.cvel.row(m.dof_bodyid[i])), axis);
    }
    store_column(jacr, m.nv, i, rate.rotation);
    store_column(
        jacp, m.nv, i,
        rate.translation + cross(rate.rotation, arm) + cross(axis.rotation, point_velocity));
  }
}

template <class T>
void jacobian_subtree_com(const Model& m, const BasicData<T>& d, T* jacp, int body) {
  std::fill_n(jacp, 3 * m.nv, T(0));
  for (int b = body; b < m.nbody && (b == body || m.body_parentid[b] >= body); ++b) {
    const Vec3<T> arm = arm_to(m, d, load3(d.xipos.row(b)), b);
    const T mass = param(d, m.body_mass, b);
    for (int i = last_dof(m, b); i >= 0; i = m.dof_parentid[i]) {
      const Motion<T> axis = load_motion(d.cdof.row(i));
      const Vec3<T> column = axis.translation + cross(axis.rotation, arm);
      jacp[i] = fma(mass, column.x, jacp[i]);
      jacp[i + m.nv] = fma(mass, column.y, jacp[i + m.nv]);
      jacp[i + 2 * m.nv] = fma(mass, column.z, jacp[i + 2 * m.nv]);
    }
  }
  const T inverse = T(1) / param(d, m.body_subtreemass, body);
  for (std::int64_t i = 0; i < 3 * m.nv; ++i) jacp[i] = jacp[i] * inverse;
}

template <class T>
void apply_force(const Model& m, const BasicData<T>& d, const T force[3], const T torque[3],
                 const T point[3], int body, T* result) {
  const Vec3<T> f = load3(force);
  const Force<T> wrench = {load3(torque) + cross(arm_to(m, d, load3(point), body), f), f};
  for (int i = last_dof(m, body); i >= 0; i = m.dof_parentid[i]) {
    result[i] = result[i] + dot(load_motion(d.cdof.row(i)), wrench);
  }
}

template <class T>
void accumulate_applied(const Model& m, const BasicData<T>& d, T* result) {
  if (!any_nonzero(d.xfrc_applied.size(), d.xfrc_applied.data())) return;
  for (int body = 1; body < m.nbody; ++body) {
    const T* applied = d.xfrc_applied.row(body);
    if (any_nonzero(6, applied))
      apply_force(m, d, applied, applied + 3, d.xipos.row(body), body, result);
  }
}

template <class T>
void object_velocity(const Model& m, const BasicData<T>& d, ObjectType type, int id, T result[6],
                     bool local) {
  const ObjectFrame<T> frame = object_frame(m, d, type, id);
  std::fill_n(result, 6, T(0));
  if (frame.body < 0 || last_dof(m, frame.body) < 0) return;
  store(result, at_object(m, d, frame, d.cvel.row(frame.body), local));
}

template <class T>
void object_acceleration(const Model& m, const BasicData<T>& d, ObjectType type, int id,
                         T result[6], bool local) {
  const ObjectFrame<T> frame = object_frame(m, d, type, id);
  std::fill_n(result, 6, T(0));
  if (frame.body < 0) return;
  const Motion<T> a = at_object(m, d, frame, d.cacc.row(frame.body), local);
  const Motion<T> v = at_object(m, d, frame, d.cvel.row(frame.body), local);
  store(result, Motion<T>{a.rotation, a.translation + cross(v.rotation, v.translation)});
}

#define THEW_INSTANTIATE(T)                                                                        \
  template void jacobian(const Model&, const BasicData<T>&, T*, T*, const T[3], int);              \
  template void jacobian_dot(const Model&, const BasicData<T>&, T*, T*, const T[3], int);          \
  template void jacobian_subtree_com(const Model&, const BasicData<T>&, T*, int);                  \
  template void apply_force(const Model&, const BasicData<T>&, const T[3], const T[3], const T[3], \
                            int, T*);                                                              \
  template void accumulate_applied(const Model&, const BasicData<T>&, T*);                         \
  template void object_velocity(const Model&, const BasicData<T>&, ObjectType, int, T[6], bool);   \
  template void object_acceleration(const Model&, const BasicData<T>&, ObjectType, int, T[6], bool)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::dynamics
