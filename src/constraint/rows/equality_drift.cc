// What the rows of connects, welds and distances accelerate by while qacc is zero: dJ/dt v.

#include "constraint/equality.h"
#include "model/lane_types.h"

namespace thew::constraint {

using namespace math;

namespace {

// Velocity of a point of a body, and its acceleration while qacc is zero.
template <class T>
struct Rate {
  Vec3<T> velocity, turn;           // d point / dt, angular velocity
  Vec3<T> acceleration, turn_rate;  // their rates
};

// With A the sum of cdof_dot v over the dofs that move the body, at the tree's reference point, and
// r from there to the point: a = A_lin + A_ang x r + w x (d point / dt).
template <class T>
Rate<T> rate_of(const Model& m, const BasicData<T>& d, int body, const Vec3<T>& point) {
  const Vec3<T> zero = {T(0), T(0), T(0)};
  Vec3<T> angular = zero, linear = zero;
  for (int i = dynamics::last_dof(m, body); i >= 0; i = m.dof_parentid[i]) {
    const T* change = d.cdof_dot.row(i);
    angular = axpy(d.qvel[i], load3(change), angular);
    linear = axpy(d.qvel[i], load3(change + 3), linear);
  }
  const Vec3<T> arm = dynamics::arm_to(m, d, point, body);
  const T* cvel = d.cvel.row(body);
  const Vec3<T> turn = load3(cvel), velocity = load3(cvel + 3) + cross(turn, arm);
  return {velocity, turn, linear + cross(angular, arm) + cross(turn, velocity), angular};
}

void subtract(auto* aref, const auto& v) {
  aref[0] = aref[0] - v.x;
  aref[1] = aref[1] - v.y;
  aref[2] = aref[2] - v.z;
}

// With w = w1 - w2 and the error e = is* wanted: e' = is* w wanted / 2, and its rate is
// is* (w1' - w2' + w1 x w2, -|w|^2 / 2) wanted / 2.
template <class T>
Vec3<T> turn_drift(const Model& m, const BasicData<T>& d, int i, const Rate<T>& one,
                   const Rate<T>& two) {
  const Vec3<T> w = one.turn - two.turn;
  const Vec3<T> v = one.turn_rate - two.turn_rate + cross(one.turn, two.turn);
  const T scale = T(0.5) * equality_data(m, d, i, kTorqueScale);
  return orientations_of(m, d, i).error({T(-0.5) * dot(w, w), v.x, v.y, v.z}) * scale;
}

// n . a + |v - n (n . v)|^2 / length: the second term is what the direction n gains by turning. A
// distance that has shrunk to less than half of what is asked for bounds it, and to ask for zero
// leaves it out.
template <class T>
T distance_drift(const Model& m, const BasicData<T>& d, int i, const Ends<T>& ends,
                 const Rate<T>& one, const Rate<T>& two) {
  const Separation<T> apart = separation(ends);
  const Vec3<T> v = one.velocity - two.velocity, a = one.acceleration - two.acceleration;
  const T along = dot(apart.direction, v), wanted = equality_data(m, d, i, kDistance);
  const T turning = max(T(0), dot(v, v) - along * along);
  const T curvature =
      select(wanted > T(kMinVal), turning / max(apart.length, T(0.5) * wanted), T(0));
  return dot(apart.direction, a) + curvature;
}

}  // namespace

template <class T>
void subtract_drift(const Model& m, const BasicData<T>& d, const Block& block, T* aref) {
  const int i = block.id;
  const EqualityType type = equality_type(m, i);
  if (!joins_bodies(type)) return;
  const Ends<T> ends = ends_of(m, d, i);
  const Rate<T> one = rate_of(m, d, ends.body1, ends.point1);
  const Rate<T> two = rate_of(m, d, ends.body2, ends.point2);
  if (type == EqualityType::Distance) {
    aref[0] = aref[0] - distance_drift(m, d, i, ends, one, two);
    return;
  }
  subtract(aref, one.acceleration - two.acceleration);
  if (type == EqualityType::Weld) subtract(aref + 3, turn_drift(m, d, i, one, two));
}

#define THEW_INSTANTIATE(T) \
  template void subtract_drift(const Model&, const BasicData<T>&, const Block&, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
