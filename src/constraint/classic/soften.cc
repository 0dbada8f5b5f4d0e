#include "constraint/classic/classic.h"
#include "constraint/equality.h"
#include "constraint/softness.h"
#include "element/penalty.h"
#include "model/lane_types.h"

namespace thew::constraint::classic {

using namespace math;
using element::Penalty;

namespace {

constexpr double kMostTurn = 0.5;  // angle to which the spring of a weld is stretched at most [rad]

template <class T>
Penalty<T> usual(const Model& m) {
  return {T(m.opt.default_eq_stiffness), T(m.opt.default_eq_damping)};
}

template <class T>
void set_row(BasicData<T>& d, int row, const T& k, const T& b, const T& imp, const T& softness) {
  T* kbip = d.efc_KBIP.row(row);
  kbip[0] = k;
  kbip[1] = b;
  kbip[2] = imp;
  kbip[3] = T(0);
  d.efc_R[row] = softness;
  d.efc_D[row] = T(1) / softness;
}

// Rows that turn a weld are s/2 times the angle for small ones, with the torque scale s: with 4/s^2
// their force is the torque of an angle. Returns that factor, for the spring and for the damper.
template <class T>
Penalty<T> turning_scale(const Model& m, const BasicData<T>& d, const Block& block) {
  const T s = equality_data(m, d, block.id, kTorqueScale);
  if (abs(s) <= T(kMinVal)) return {T(0), T(0)};
  const T* error = d.efc_pos.data() + block.row + 3;
  const T angle =
      T(2) * sqrt(error[0] * error[0] + error[1] * error[1] + error[2] * error[2]) / abs(s);
  const T scale = T(4) / (s * s);
  return {angle > T(kMostTurn) ? scale * T(kMostTurn) / angle : scale, scale};
}

// Equalities act by their impedance, d (k r + b v); limits do without.
template <class T>
void soften_penalty(const Model& m, BasicData<T>& d, const Block& block,
                    const element::Softness<T>& s) {
  const Penalty<T> p = element::penalty(s.ref, usual<T>(m), T(m.opt.timestep));
  const bool equality = block.kind() == ConstraintType::Equality;
  const T imp = equality ? element::impedance(s.imp, violation(d, block)).value : T(1);
  const bool weld = equality && equality_type(m, block.id) == EqualityType::Weld;
  const Penalty<T> turn = weld ? turning_scale(m, d, block) : Penalty<T>{T(1), T(1)};
  for (int k = 0; k < block.rows; ++k) {
    const Penalty<T> scale = weld && k >= 3 ? turn : Penalty<T>{T(1), T(1)};
    set_row(d, block.row + k, p.stiffness * scale.stiffness, imp * p.damping * scale.damping, imp,
            T(1));
  }
}

// aref = (share depth / h - v) / h along the normal, -v / h along the others. What is deep inside
// comes out no faster than rows may change velocities.
template <class T>
void soften_contact(const Model& m, BasicData<T>& d, const Block& block,
                    const element::Softness<T>& s) {
  const T h = T(m.opt.timestep), away = violation(d, block);
  const T share = element::depth_share(s.ref, usual<T>(m), h);
  const T out = min(share * abs(away) / h, T(m.opt.max_constraint_vel));
  const T spring = away == T(0) ? T(0) : out / (h * abs(away));
  const T imp = element::impedance(s.imp, away).value;
  const T softness = max(element::contact_softness(T(m.opt.regularization), imp), T(kMinVal));
  for (int k = 0; k < block.rows; ++k) {
    set_row(d, block.row + k, k == 0 ? spring : T(0), T(1) / h, T(1), softness);
  }
  d.contact.mu[block.id] = d.contact.friction.row(block.id)[0];
}

}  // namespace

template <class T>
void soften(const Model& m, BasicData<T>& d) {
  for (const Block& block : blocks(d)) {
    element::Softness<T> s = given_softness(m, d, block);
    const T ref[kNREF] = {s.ref[0], s.ref[1]};
    make_safe(s, Scalar<T>(0));  // impedances are; references stay as they are
    std::copy_n(ref, kNREF, s.ref);
    const bool contact = block.type >= static_cast<int>(ConstraintType::ContactFrictionless);
    contact ? soften_contact(m, d, block, s) : soften_penalty(m, d, block, s);
  }
}

template <class T>
std::span<const Block> penalty_blocks(const BasicData<T>& d) {
  const std::span<const Block> all = blocks(d);
  return all.first(all.size() - contact_blocks(d).size());
}

// They come last.
template <class T>
std::span<const Block> contact_blocks(const BasicData<T>& d) {
  const std::span<const Block> all = blocks(d);
  const auto is_contact = [](const Block& block) {
    return block.type >= static_cast<int>(ConstraintType::ContactFrictionless);
  };
  const auto first = std::ranges::find_if(all, is_contact);
  return {first, all.end()};
}

#define THEW_INSTANTIATE(T)                                            \
  template void soften(const Model&, BasicData<T>&);                   \
  template std::span<const Block> penalty_blocks(const BasicData<T>&); \
  template std::span<const Block> contact_blocks(const BasicData<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint::classic
