#pragma once

// How many worlds are in the lanes of a register: chosen when a batch is made.

#include "batch/worker.h"

namespace thew::batch {

/// The wanted number of lanes, or with 0 as many as this processor has room for and the worlds
/// fill. Throws Error where it has no such lanes.
int choose_lanes(Precision precision, int wanted, std::int64_t worlds);

/// A worker on so many worlds in the precision S.
template <class S>
std::unique_ptr<LaneWorker> make_lane_worker(int lanes, const Model& model, const Kept& kept);

}  // namespace thew::batch
