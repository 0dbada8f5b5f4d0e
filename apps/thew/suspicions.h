#pragma once

#include <string>
#include <vector>

#include <thew/model.h>

namespace thew::cli {

/// Something in a model that is allowed but rarely meant.
struct Suspicion {
  std::string kind;   ///< one word for scripts, such as "overlap"
  std::string where;  ///< the element, such as `geom "foot"`
  std::string what;   ///< a sentence about it
};

/// Looks at the model and at its initial state.
std::vector<Suspicion> find_suspicions(const Model& model);

}  // namespace thew::cli
