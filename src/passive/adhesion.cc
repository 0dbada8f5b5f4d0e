// Surfaces that stick pull on each other along the normal of each of their contacts, also where
// these are only within reach.

#include "passive/adhesion.h"

#include <thew/dynamics.h>

#include "math/vec3.h"
#include "model/contact_exclude.h"
#include "model/contact_side.h"
#include "model/contact_slot.h"
#include "model/lane_types.h"

namespace thew::passive {

using namespace math;

template <class T>
bool adhesion(const Model& m, BasicData<T>& d) {
  if (has(m.opt.disableflags, DisableBit::Contact)) return false;
  bool found = false;
  for (int i = 0; i < d.ncon; ++i) {
    if (all(d.contact.adhesion[i] == T(0)) || d.contact.exclude[i] > exclude::kInGap) continue;
    const auto present = d.contact.dist[i] < T(model::kAbsentDistance);
    const T pull = select(present, d.contact.adhesion[i], T(0));
    if (all(pull == T(0))) continue;
    found = true;
    const Vec3<T> normal = load3(d.contact.frame.row(i));
    const T none[3] = {T(0), T(0), T(0)};
    for (int side = 0; side < 2; ++side) {
      each_side_body(m, d, i, side, [&](int body, double weight) {
        T force[3];
        store(force, (side == 0 ? pull : -pull) * T(weight) * normal);
        dynamics::apply_force(m, d, force, none, d.contact.pos.row(i), body,
                              d.qfrc_adhesion.data());
      });
    }
  }
  return found;
}

#define THEW_INSTANTIATE(T) template bool adhesion(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::passive
