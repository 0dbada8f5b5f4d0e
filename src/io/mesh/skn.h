#pragma once

#include <string_view>

#include <thew/spec.h>

namespace thew::io::mesh {

/// Reads MuJoCo's binary format of skins into the surface and the bones of `skin`. Whether its
/// numbers fit together is for the compiler to say. Throws Fault.
void read_skn(std::string_view bytes, spec::Skin& skin);

}  // namespace thew::io::mesh
