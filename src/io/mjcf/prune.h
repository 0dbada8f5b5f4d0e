#pragma once

#include "io/mjcf/model.h"
#include "io/mjcf/tree.h"

namespace thew::io::mjcf {

/// Takes out what refers to something that was left out because it cannot be simulated yet, with a
/// warning for each.
void prune(ReadModel& model, Session& session);

}  // namespace thew::io::mjcf
