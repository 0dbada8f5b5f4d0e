#pragma once

#include <thew/data.h>
#include <thew/workspace.h>

namespace thew::constraint {

/// Under the discrete integrator, the acceleration without constraints where flexes have a part in
/// the metric. On entry kept.metric_force is the force and qacc_smooth what the trees' part of the
/// metric makes of it; on return qacc_smooth is what the whole metric does, and kept.metric_force
/// the trees' part times that.
template <class T>
void accelerate_in_metric(const Model& m, BasicData<T>& d, Workspace<T>& w);

}  // namespace thew::constraint
