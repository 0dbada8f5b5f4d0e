#pragma once

// What the fuzzers of mesh formats share.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <thew/spec.h>

#include "base/fault.h"
#include "io/mesh/read.h"

namespace thew::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// Reads and checks a mesh; what passes must hold only indices of what exists.
template <class Read>
int try_mesh(const std::uint8_t* bytes, std::size_t size, Read read) {
  try {
    const spec::MeshData data = read(std::string_view(reinterpret_cast<const char*>(bytes), size));
    io::mesh::check(data);
    require(data.vertex.size() % 3 == 0 && data.face.size() % 3 == 0);
    for (const double x : data.vertex) require(std::isfinite(x));
    const auto in = [](int i, std::size_t n) { return i >= 0 && static_cast<std::size_t>(i) < n; };
    for (const int i : data.face) require(in(i, data.vertex.size() / 3));
    for (const int i : data.facenormal) require(in(i, data.normal.size() / 3));
    for (const int i : data.facetexcoord) require(in(i, data.texcoord.size() / 2));
  } catch (const thew::base::Fault&) {
    return 0;
  }
  return 0;
}

}  // namespace thew::fuzz
