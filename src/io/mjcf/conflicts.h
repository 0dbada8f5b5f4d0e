#pragma once

#include <string>
#include <vector>

#include <thew/spec.h>

namespace thew::io::mjcf {

/// Settles what two models say differently about options, sizes and views when one is attached to
/// the other, by the policy of the outer model. Returns what is worth a warning; throws Fault where
/// the policy asks for an error, and then changes nothing.
std::vector<std::string> resolve_conflicts(spec::Spec& outer, const spec::Spec& inner);

}  // namespace thew::io::mjcf
