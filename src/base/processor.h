#pragma once

#include <thew/processor.h>

namespace thew::base {

using thew::check_processor;

}  // namespace thew::base
