#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <thew/spec.h>

#include "io/image/png.h"

namespace thew::io::image {

/// Gives the bytes of a file of the texture.
using ReadFile = std::function<std::string(const std::string& file)>;

/// Fills the pixels and sizes of a texture that comes from files: one image for a flat texture, for
/// a whole cube or for all of its sides; a grid of sides; or an image per side. Throws Fault.
void load_texture(spec::Texture& texture, const ReadFile& read);

}  // namespace thew::io::image
