// Forces between bodies, once the constraint forces are known.

#include <thew/constraint.h>
#include <thew/dynamics.h>
#include <thew/stages.h>
#include <thew/step.h>

namespace thew {

void rne_post_constraint(const Model& m, Data& d) {
  dynamics::applied_force(m, d);
  constraint::add_body_forces(m, d);
  if (m.ntendon > 0) {
    double* force = d.scratch.tendon_tension.data();
    tendon::smooth_force(m, d, force);
    constraint::add_tendon_forces(m, d, force);
    tendon::add_body_forces(m, d, force);
  }
  dynamics::rne_post_constraint(m, d);
}

}  // namespace thew
