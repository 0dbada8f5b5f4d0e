#pragma once

// Cuts the polygons of OBJ files into triangles, in the way of the reference: triangles stay, of a
// quad's diagonals the shorter one is the cut, larger polygons lose their ears one by one.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace thew::io::mesh {

/// A corner of a polygon in space.
using Point = std::array<float, 3>;

class Triangulator {
 public:
  /// Appends the triangles of a polygon to `triangles`, as positions in `polygon`. A polygon that
  /// has no ear left is abandoned with what it gave so far. Throws base::Fault where the polygons
  /// of one file together take too much time.
  void cut(std::span<const Point> polygon, std::vector<std::array<std::size_t, 3>>& triangles);

 private:
  void cut_ears(std::span<const Point> polygon, std::vector<std::array<std::size_t, 3>>& triangles);

  std::int64_t effort_ = 0;
};

}  // namespace thew::io::mesh
