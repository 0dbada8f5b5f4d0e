#pragma once

namespace thew {

// Says what this processor lacks to run Thew, or nullptr when it lacks nothing.
// Callable on any processor of the architecture; call it before anything else of the library.
const char* check_processor() noexcept;

}  // namespace thew
