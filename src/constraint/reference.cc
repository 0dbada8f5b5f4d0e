// Velocities of the rows and the accelerations that springs and dampers ask of them:
//   aref = -b vel - k imp (pos - margin) - dJ/dt v, the last for equalities between bodies.

#include <thew/constraint.h>

#include "constraint/equality.h"
#include "constraint/grouped.h"
#include "element/impedance.h"
#include "model/formulation.h"
#include "model/integrator.h"
#include "model/lane_types.h"

namespace thew::constraint {

using namespace math;

namespace {

// What surfaces that move by themselves add to the velocity of a contact.
template <class T>
void add_surface_velocity(const BasicData<T>& d, const Block& block, T* vel) {
  const T* sliding = d.contact.surfacevel.row(block.id);
  for (int k = 1; k < std::min(block.bases, 4); ++k) vel[k] = vel[k] + sliding[k - 1];
}

// Springs and dampers at the end of a step.
template <class T>
void move_to_end(const Model& m, const BasicData<T>& d, const Block& block, const T* vel, T* aref) {
  for (int k = 0; k < block.bases; ++k) {
    const T* kbip = d.efc_KBIP.row(block.row + (block.is_pyramid() ? 0 : k));
    aref[k] = element::reference_at_end(T(m.opt.timestep), kbip, vel[k], aref[k]);
  }
}

// The four edges of a pyramid, normal +- mu tangent, from its base rows.
template <class T>
THEW_INLINE void store_edges(const T* mu, const T* base, T* rows) {
  using Row = tile::Row<T>;
  Row slope, tangent;
  slope.set(0, mu[0]), slope.set(1, -mu[0]), slope.set(2, mu[1]), slope.set(3, -mu[1]);
  tangent.set(0, base[1]), tangent.set(1, base[1]), tangent.set(2, base[2]);
  tangent.set(3, base[2]);
  (Row(base[0]) + slope * tangent).store(rows);
}

}  // namespace

template <class T>
void reference(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if (d.nefc == 0) return;
  d.rows_shown = false;
  T* velocity = w.grouped.data();
  gather(m, d.qvel.data(), velocity);
  for (const Block& block : blocks(d)) {
    T* vel = d.kept.base_vel.data() + block.base;
    T* aref = d.kept.base_aref.data() + block.base;
    multiply_block(d, block, velocity, vel);
    const bool contact = block.type >= static_cast<int>(ConstraintType::ContactFrictionless);
    if (contact) add_surface_velocity(d, block, vel);
    const bool pyramid = block.is_pyramid();
    for (int k = 0; k < block.bases; ++k) {
      const int row = block.row + (pyramid ? 0 : k);
      const T* kbip = d.efc_KBIP.row(row);
      aref[k] = pyramid && k > 0 ? element::reference_acceleration(kbip, vel[k])
                                 : element::reference_acceleration(
                                       kbip, vel[k], d.efc_pos[row] - d.efc_margin[row]);
    }
    if (block.kind() == ConstraintType::Equality && !is_classic(m)) {
      subtract_drift(m, d, block, aref);
    }
    if (is_discrete(m)) move_to_end(m, d, block, vel, aref);
    if (const T pull = contact ? d.contact.adhesion[block.id] : T(0); any(pull != T(0))) {
      const T share = pyramid ? T(1) / T(block.rows) : T(1);
      aref[0] = select(pull != T(0), aref[0] + d.efc_R[block.row] * pull * share, aref[0]);
    }
    if constexpr (kLanes<T> > 1) {
      const MaskOf<T> here = lanes_with(d, block);
      for (int k = 0; k < block.bases; ++k) aref[k] = select(here, aref[k], T(0));
    }
    if (pyramid && block.rows == 4) {
      const T* mu = d.contact.friction.row(block.id);
      store_edges(mu, vel, d.efc_vel.data() + block.row);
      store_edges(mu, aref, d.efc_aref.data() + block.row);
      continue;
    }
    for (int k = 0; k < block.rows; ++k) {
      const int row = block.row + k;
      if (pyramid) {
        const T mu = d.contact.friction.row(block.id)[k / 2] * T(k % 2 == 0 ? 1 : -1);
        d.efc_vel[row] = vel[0] + mu * vel[1 + k / 2];
        d.efc_aref[row] = aref[0] + mu * aref[1 + k / 2];
      } else {
        d.efc_vel[row] = vel[k];
        d.efc_aref[row] = aref[k];
      }
    }
  }
}

#define THEW_INSTANTIATE(T) template void reference(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
