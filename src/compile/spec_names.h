#pragma once

// The compiler calls bodies, geoms, poses... by the names that the Spec gives them.

#include <thew/spec.h>

#include "spec/vector.h"

namespace thew::compile {

using namespace spec;
using spec::Orientation;  // not the enumeration of thew

}  // namespace thew::compile
