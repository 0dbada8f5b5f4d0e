#include "actuation/moment.h"

#include <thew/dynamics.h>

#include "dynamics/jacobian.h"
#include "math/quat.h"
#include "model/contact_exclude.h"
#include "model/contact_side.h"
#include "model/contact_slot.h"
#include "model/lane_types.h"

namespace thew::actuation {

using namespace math;

namespace {

template <class T>
bool is_zero(const Vec3<T>& v) {
  return all((v.x == T(0)) & (v.y == T(0)) & (v.z == T(0)));
}

// Adds how a force and a torque at a point of a body act on the dofs.
template <class T>
void add_wrench(const Model& m, const BasicData<T>& d, const Vec3<T>& force, const Vec3<T>& torque,
                const Vec3<T>& point, int body, T* row) {
  T f[3], t[3], p[3];
  store(f, force);
  store(t, torque);
  store(p, point);
  dynamics::apply_force(m, d, f, t, p, body, row);
}

template <class T>
Quat<T> site_orientation(const Model& m, const BasicData<T>& d, int site) {
  const Quat<T> local = {param(d, m.site_quat, 4 * site), param(d, m.site_quat, 4 * site + 1),
                         param(d, m.site_quat, 4 * site + 2), param(d, m.site_quat, 4 * site + 3)};
  return load4(d.xquat.row(m.site_bodyid[site])) * local;
}

// Dofs that move both bodies do not change what is between them.
template <class T>
void clear_common(const Model& m, int body1, int body2, T* row) {
  int i = dynamics::last_dof(m, body1), j = dynamics::last_dof(m, body2);
  while (i != j && i >= 0 && j >= 0) {
    if (i < j) {
      j = m.dof_parentid[j];
    } else {
      i = m.dof_parentid[i];
    }
  }
  if (i != j) return;
  for (; i >= 0; i = m.dof_parentid[i]) row[i] = T(0);
}

// Rows without fused products, summed in the order of MuJoCo: which entries are exactly zero, and
// so have no place in actuator_moment, is a matter of rounding.
template <class T>
T project(const Vec3<T>& axis, const Vec3<T>& along) {
  return (axis.x * along.x + axis.y * along.y) + axis.z * along.z;
}

// Adds how a force and a torque at a site act on the dofs.
template <class T>
void add_at_site(const Model& m, const BasicData<T>& d, int site, const Vec3<T>& force,
                 const Vec3<T>& torque, T* row) {
  const int body = m.site_bodyid[site];
  const Vec3<T> arm = dynamics::arm_to(m, d, load3(d.site_xpos.row(site)), body);
  for (int i = dynamics::last_dof(m, body); i >= 0; i = m.dof_parentid[i]) {
    const Motion<T> dof = load_motion(d.cdof.row(i));
    const Vec3<T> velocity = dof.translation + cross(dof.rotation, arm);
    row[i] = row[i] + (project(velocity, force) + project(dof.rotation, torque));
  }
}

// A wrench at a site, and its opposite at the reference site.
template <class T>
void add_between(const Model& m, const BasicData<T>& d, int site, int reference,
                 const Vec3<T>& force, const Vec3<T>& torque, T* row) {
  add_at_site(m, d, site, force, torque, row);
  add_at_site(m, d, reference, -force, -torque, row);
  clear_common(m, m.site_bodyid[site], m.site_bodyid[reference], row);
}

}  // namespace

template <class T>
T site_moment(const Model& m, const BasicData<T>& d, int actuator, T* row) {
  const int site = m.actuator_trnid[2 * actuator], reference = m.actuator_trnid[2 * actuator + 1];
  const int gear = 6 * m.actuator_outadr[actuator];
  const Vec3<T> translation = gear3(m, d, gear), rotation = gear3(m, d, gear + 3);
  const int frame = reference < 0 ? site : reference;
  const Mat3<T> axes = load9(d.site_xmat.row(frame));
  const Vec3<T> force = axes * translation, torque = axes * rotation;
  if (reference < 0) {
    add_at_site(m, d, site, force, torque, row);
    return T(0);
  }
  add_between(m, d, site, reference, force, torque, row);
  T length = T(0);
  if (!is_zero(translation)) {
    const Vec3<T> offset = load3(d.site_xpos.row(site)) - load3(d.site_xpos.row(reference));
    length = dot(multiply_transposed(axes, offset), translation);
  }
  if (!is_zero(rotation)) {
    T angle[3];
    relative_rotation(m, d, actuator, angle);
    length = length + dot(load3(angle), rotation);
  }
  return length;
}

// With the axis a of the slider, the vector v from the slider to the crank and the rod r,
// length = a'v - sqrt((a'v)^2 + r^2 - v'v); a'v where the rod is too short.
template <class T>
T slider_crank_moment(const Model& m, const BasicData<T>& d, int actuator, T* row) {
  const int crank = m.actuator_trnid[2 * actuator], slider = m.actuator_trnid[2 * actuator + 1];
  const T *matrix = d.site_xmat.row(slider), *position = d.site_xpos.row(slider);
  const Vec3<T> axis = {matrix[2], matrix[5], matrix[8]};
  const Vec3<T> v = load3(d.site_xpos.row(crank)) - load3(position);
  const T rod = T(m.actuator_cranklength[actuator]), av = dot(axis, v);
  const T square = fma(av, av, fma(rod, rod, -dot(v, v)));
  const auto reaches = square > T(0);
  const T root = sqrt(select(reaches, square, T(1)));
  const T length = select(reaches, av - root, av);
  // d length / d v and d length / d a.
  const T along = select(reaches, T(1) - av / root, T(1));
  const Vec3<T> by_v = along * axis + select(reaches, T(1) / root, T(0)) * v, by_axis = along * v;
  const Vec3<T> none = {T(0), T(0), T(0)};
  const T gear = param(d, m.actuator_gear, 6 * m.actuator_outadr[actuator]);
  add_wrench(m, d, gear * by_v, none, load3(d.site_xpos.row(crank)), m.site_bodyid[crank], row);
  add_wrench(m, d, -(gear * by_v), gear * cross(axis, by_axis), load3(position),
             m.site_bodyid[slider], row);
  return length * gear;
}

template <class T>
void adhesion_moment(const Model& m, const BasicData<T>& d, int body, T* row) {
  // Contacts that are too far away for a force still count; those that cannot move do not.
  const Vec3<T> none = {T(0), T(0), T(0)};
  T count = T(0);
  for (int c = 0; c < d.ncon; ++c) {
    const int* geom = d.contact.geom.row(c);
    if (geom[0] < 0 || geom[1] < 0 || d.contact.exclude[c] > exclude::kInGap) continue;
    const auto [body1, body2] = contact_bodies(m, d, c);
    if (body1 != body && body2 != body) continue;
    const auto present = d.contact.dist[c] < T(model::kAbsentDistance);
    const Vec3<T> point = select(present, load3(d.contact.pos.row(c)), none);
    const Vec3<T> normal = select(present, load3(d.contact.frame.row(c)), none);
    add_wrench(m, d, normal, none, point, body2, row);
    add_wrench(m, d, -normal, none, point, body1, row);
    count = count + select(present, T(1), T(0));
  }
  const T scale = T(-1) / max(count, T(1));
  for (int i = 0; i < m.nv; ++i) row[i] = row[i] * scale;
}

template <class T>
void relative_rotation(const Model& m, const BasicData<T>& d, int actuator, T length[3]) {
  const int site = m.actuator_trnid[2 * actuator], reference = m.actuator_trnid[2 * actuator + 1];
  store(length, difference(site_orientation(m, d, site), site_orientation(m, d, reference)));
}

template <class T>
void rotation_moment(const Model& m, const BasicData<T>& d, int actuator, int k, T* row) {
  const int site = m.actuator_trnid[2 * actuator], reference = m.actuator_trnid[2 * actuator + 1];
  const T* matrix = d.site_xmat.row(site);
  const Vec3<T> axis = {matrix[k], matrix[k + 3], matrix[k + 6]}, none = {T(0), T(0), T(0)};
  add_between(m, d, site, reference, none, axis, row);
}

#define THEW_INSTANTIATE(T)                                                    \
  template T site_moment(const Model&, const BasicData<T>&, int, T*);          \
  template T slider_crank_moment(const Model&, const BasicData<T>&, int, T*);  \
  template void adhesion_moment(const Model&, const BasicData<T>&, int, T*);   \
  template void relative_rotation(const Model&, const BasicData<T>&, int, T*); \
  template void rotation_moment(const Model&, const BasicData<T>&, int, int, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::actuation
