// What contacts and equalities exert on the bodies they touch.

#include <thew/constraint.h>

#include "constraint/contact_force.h"
#include "constraint/equality.h"
#include "model/contact_side.h"
#include "model/lane_types.h"

namespace thew::constraint {

using namespace math;

namespace {

// Adds a force and a torque at a point to cfrc_ext, which is at the tree's reference point, in the
// lanes that have them. The world has none.
template <class T>
void add(const Model& m, BasicData<T>& d, int body, const Vec3<T>& point, const Wrench<T>& wrench,
         const MaskOf<T>& here) {
  if (body == 0) return;
  const Vec3<T> arm = dynamics::arm_to(m, d, point, body);
  T* sum = d.cfrc_ext.row(body);
  const Vec3<T> torque = load3(sum), force = load3(sum + 3);
  store(sum, select(here, torque + wrench.torque + cross(arm, wrench.force), torque));
  store(sum + 3, select(here, force + wrench.force, force));
}

// The same at one body, and the opposite at another.
template <class T>
void add_pair(const Model& m, BasicData<T>& d, const Ends<T>& ends, const Wrench<T>& wrench,
              const MaskOf<T>& here) {
  add(m, d, ends.body1, ends.point1, wrench, here);
  add(m, d, ends.body2, ends.point2, {-wrench.force, -wrench.torque}, here);
}

template <class T>
void add_contacts(const Model& m, BasicData<T>& d) {
  for (int i = 0; i < d.ncon; ++i) {
    if (d.contact.efc_address[i] < 0) continue;
    const int* geom = d.contact.geom.row(i);
    if (geom[0] < 0 || geom[1] < 0) continue;  // flexes are left out, as with MuJoCo
    const auto [first, second] = contact_bodies(m, d, i);
    const Mat3<T> frame = load9(d.contact.frame.row(i));
    const Wrench<T> w = contact_force(m, d, i);
    const Vec3<T> pos = load3(d.contact.pos.row(i));
    add_pair(m, d, {second, first, pos, pos},
             Wrench<T>{multiply_transposed(frame, w.force), multiply_transposed(frame, w.torque)},
             lanes_with_row(d, d.contact.efc_address[i]));
  }
}

// A weld's rotational rows move by s/2 vec(is* w wanted) when its bodies turn by w: their force f
// is the torque s/2 vec(is f wanted*).
template <class T>
Vec3<T> weld_torque(const Model& m, const BasicData<T>& d, int i, const Vec3<T>& f) {
  const Orientations<T> turned = orientations_of(m, d, i);
  const Quat<T> torque = turned.is * Quat<T>{T(0), f.x, f.y, f.z} * conjugate(turned.wanted);
  return torque.vector() * (T(0.5) * equality_data(m, d, i, kTorqueScale));
}

template <class T>
void add_equality(const Model& m, BasicData<T>& d, const Block& block) {
  const int i = block.id;
  const EqualityType type = equality_type(m, i);
  if (!joins_bodies(type)) return;
  const Ends<T> ends = ends_of(m, d, i);
  const T* force = d.efc_force.data() + block.row;
  const MaskOf<T> here = lanes_with(d, block);
  const Vec3<T> zero = {T(0), T(0), T(0)};
  if (type == EqualityType::Distance) {
    add_pair(m, d, ends, {separation(ends).direction * force[0], zero}, here);
  } else {
    const bool weld = type == EqualityType::Weld;
    add_pair(m, d, ends, {load3(force), weld ? weld_torque(m, d, i, load3(force + 3)) : zero},
             here);
  }
}

// A limit's row is the tendon's Jacobian at the lower end of its range (1), its opposite at the
// upper end (-1).
template <class T>
T limit_side(const Model& m, const BasicData<T>& d, const Block& block) {
  const T* jacobian = d.ten_J.data() + m.ten_J_rowadr[block.id];
  T sum = T(0);
  for (int k = 0; k < block.columns; ++k) {
    sum = fma(row_entry(m, d, block, 0, k), jacobian[k], sum);
  }
  return copysign(T(1), sum);
}

}  // namespace

template <class T>
void add_body_forces(const Model& m, BasicData<T>& d) {
  add_contacts(m, d);
  for (const Block& block : blocks(d)) {
    if (block.kind() != ConstraintType::Equality) break;  // they come first
    add_equality(m, d, block);
  }
}

template <class T>
void add_tendon_forces(const Model& m, const BasicData<T>& d, T* force) {
  for (const Block& block : blocks(d)) {
    const T row = d.efc_force[block.row];
    const MaskOf<T> here = lanes_with(d, block);
    const auto add_to = [&](int tendon, const T& share) {
      force[tendon] = select(here, fma(share, row, force[tendon]), force[tendon]);
    };
    if (block.kind() == ConstraintType::FrictionTendon) add_to(block.id, T(1));
    if (block.kind() == ConstraintType::LimitTendon) add_to(block.id, limit_side(m, d, block));
    if (block.kind() != ConstraintType::Equality) continue;
    if (equality_type(m, block.id) != EqualityType::Tendon) continue;
    const int first = m.eq_obj1id[block.id], second = m.eq_obj2id[block.id];
    add_to(first, T(1));
    if (second >= 0) add_to(second, -polynomial_slope(m, d, block.id));
  }
}

#define THEW_INSTANTIATE(T)                                   \
  template void add_body_forces(const Model&, BasicData<T>&); \
  template void add_tendon_forces(const Model&, const BasicData<T>&, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
