#pragma once

#include <string>

namespace thew::base {

/// What is wrong, said by code that does not know where: whoever knows the place turns it into an
/// Error.
struct Fault {
  std::string what;
  std::string hint = {};
  int line = 0;                ///< in the text that was read, where it is known
  std::string attribute = {};  ///< of the element at fault, where it is one
};

/// A Fault not of what was read, but of a rule that the caller set: a limit, or files that may not
/// be opened.
struct Refusal : Fault {};

}  // namespace thew::base
