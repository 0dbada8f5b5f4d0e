#pragma once

#include <string>
#include <vector>

#include "io/mjcf/reader.h"

namespace thew::io::mjcf {

/// Settles what two models say differently about options, sizes and views when one is attached to
/// the other, by the policy of the outer model. Returns what is worth a warning; throws Fault where
/// the policy asks for an error.
std::vector<std::string> resolve_conflicts(ReadModel& outer, const spec::Spec& inner,
                                           const Authored& authored);

}  // namespace thew::io::mjcf
