#pragma once

// Spec to MJCF, by the tables that read it: an attribute is written where its value differs from
// the one that the element would have without it.

#include <filesystem>
#include <string>

#include <thew/spec.h>

namespace thew::io::mjcf {

/// A model as one file: classes and frames are kept, what was included, attached or replicated
/// stands where it belongs. Files of assets are named as seen from `folder`; without one, as Spec
/// names them. Throws Error for what MJCF cannot say.
std::string to_xml(const spec::Spec& spec, const std::filesystem::path& folder = {});

}  // namespace thew::io::mjcf
