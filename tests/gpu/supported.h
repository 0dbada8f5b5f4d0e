#pragma once

#include <string>
#include <vector>

#include <thew/error.h>

#include "gpu/refuse.h"
#include "support/worlds.h"

namespace thew::gpu {

/// The project's own models that devices can step.
inline std::vector<std::string> supported_models() {
  std::vector<std::string> names;
  for (const std::string& name : test::own_models()) {
    try {
      refuse(test::load_own(name));
      names.push_back(name);
    } catch (const Error&) {
    }
  }
  return names;
}

}  // namespace thew::gpu
