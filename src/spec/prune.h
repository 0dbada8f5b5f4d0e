#pragma once

#include "spec/assembly.h"

namespace thew::spec {

/// Takes out what refers to something that was left out because it cannot be simulated yet, with a
/// warning for each.
void prune(Assembly& model, Context& context);

}  // namespace thew::spec
