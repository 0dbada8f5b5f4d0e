// Forces between bodies, once the constraint forces are known.

#include <thew/constraint.h>
#include <thew/dynamics.h>
#include <thew/step.h>

namespace thew {

void rne_post_constraint(const Model& m, Data& d) {
  dynamics::applied_force(m, d);
  constraint::add_body_forces(m, d);
  dynamics::rne_post_constraint(m, d);
}

}  // namespace thew
