#pragma once

#include <string>

namespace thew {

/// The reference page of the model format: every element and attribute, its type, its default, and
/// whether it is simulated yet. docs/mjcf.md is this text.
std::string schema_markdown();

}  // namespace thew
