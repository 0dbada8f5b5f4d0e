#pragma once

#include <thew/spec.h>

namespace thew::spec {

/// Brings everything under the rules of the model's own file (Spec::compilers[0]), the only ones
/// left: what an attached file says by its rules, each of its elements then says itself. Throws
/// Error where rules about inertia differ, since no element can say those.
void use_one_compiler(Spec& spec);

}  // namespace thew::spec
