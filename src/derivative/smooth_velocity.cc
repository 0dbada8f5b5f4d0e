#include "dynamics/smooth_velocity.h"

#include <thew/derivative.h>
#include <thew/stages.h>
#include <thew/step.h>

namespace thew::derivative {

void smooth_velocity(const Model& m, Data& d) {
  const Borrowed<double> work(m);
  forward_to(m, d, *work, Stage::Vel);
  forward_actuation(m, d);
  actuation::tangents(m, d);
  dynamics::smooth_velocity(m, d, *work, dynamics::BiasTerms::All);
  dynamics::store_derivative(m, d, *work);
}

}  // namespace thew::derivative
