#pragma once

#include <thew/spec.h>

namespace thew::spec {

/// The rotation as a unit quaternion, whichever way it was written. Throws Fault.
Vec4 rotation_of(const Orientation& orientation, const Compiler& rules);

}  // namespace thew::spec
