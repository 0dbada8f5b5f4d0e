#pragma once

#include <string>

namespace thew::io {

/// What is wrong, said by code that does not know where: whoever knows the place turns it into an
/// Error.
struct Fault {
  std::string what;
  std::string hint = {};
  int line = 0;  ///< in the text that was read, where it is known
};

}  // namespace thew::io
