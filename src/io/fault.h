#pragma once

#include <string>

namespace thew::io {

/// What is wrong, said by code that does not know where: whoever knows the place turns it into an
/// Error.
struct Fault {
  std::string what;
  std::string hint = {};
};

}  // namespace thew::io
