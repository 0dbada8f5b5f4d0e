#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <thew/spec.h>

#include "io/image/png.h"

namespace thew::io::image {

/// Whether a texture stays in its files: its own `embed` says so, or the compiler's `passthrough`.
bool is_by_reference(const spec::Texture& texture, const spec::Compiler& rules);

/// Gives the bytes of a file of the texture.
using ReadFile = std::function<std::string(const std::string& file)>;

/// Fills the pixels and sizes of a texture that comes from files: one image for a flat texture, for
/// a whole cube or for all of its sides; a grid of sides; or an image per side. No image has more
/// pixels than `most`. Throws Fault.
void load_texture(spec::Texture& texture, const ReadFile& read,
                  std::int64_t most = Limits{}.pixels);

/// Stands in for files that cannot be read: a pixel of the first colour, on each side of a cube.
void stand_in(spec::Texture& texture);

}  // namespace thew::io::image
