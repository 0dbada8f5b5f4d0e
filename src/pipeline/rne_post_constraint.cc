// Forces between bodies, once the constraint forces are known, and the sensors that feel them.

#include <thew/dynamics.h>
#include <thew/stages.h>
#include <thew/step.h>

#include "model/lane_types.h"
#include "pipeline/rows.h"

namespace thew {

template <class T>
void rne_post_constraint(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  dynamics::applied_force(m, d);
  add_body_forces(m, d, w);
  dynamics::rne_post_constraint(m, d);
}

template <class T>
void sense_acceleration(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if (!d.flg_rnepost && sensor::needs_body_forces(m)) rne_post_constraint(m, d, w);
  sense_rows(m, d, w);
  sensor::acceleration(m, d);
}

#define THEW_INSTANTIATE(T)                                                      \
  template void rne_post_constraint(const Model&, BasicData<T>&, Workspace<T>&); \
  template void sense_acceleration(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
