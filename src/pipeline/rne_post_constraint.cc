// Forces between bodies, once the constraint forces are known, and the sensors that feel them.

#include <thew/constraint.h>
#include <thew/dynamics.h>
#include <thew/stages.h>
#include <thew/step.h>

#include "pipeline/constraints.h"

namespace thew {

void add_body_forces(const Model& m, Data& d, Workspace<double>& w) {
  constraint::add_body_forces(m, d);
  if (m.ntendon == 0) return;
  double* force = w.tendon_tension.data();
  tendon::smooth_force(m, d, force);
  constraint::add_tendon_forces(m, d, force);
  tendon::add_body_forces(m, d, force);
}

void rne_post_constraint(const Model& m, Data& d, Workspace<double>& w) {
  dynamics::applied_force(m, d);
  add_body_forces(m, d, w);
  dynamics::rne_post_constraint(m, d);
}

void sense_acceleration(const Model& m, Data& d, Workspace<double>& w) {
  if (!d.flg_rnepost && sensor::needs_body_forces(m)) rne_post_constraint(m, d, w);
  sensor::acceleration(m, d);
}

}  // namespace thew
