#include "compile/mesh/box_triangle.h"

#include <algorithm>

namespace thew::compile {

namespace {

bool beyond_a_side(const Box& box, const std::array<Vec3, 3>& t) {
  for (int k = 0; k < 3; ++k) {
    if (t[0][k] < box.low[k] && t[1][k] < box.low[k] && t[2][k] < box.low[k]) return true;
    if (t[0][k] > box.high[k] && t[1][k] > box.high[k] && t[2][k] > box.high[k]) return true;
  }
  return false;
}

// Whether the corners of the box that are farthest along the normal and against it are on one side.
bool beside_plane(const Box& box, const Vec3& size, const Vec3& normal, const Vec3& point) {
  Vec3 far;
  for (int k = 0; k < 3; ++k) far[k] = normal[k] > 0 ? size[k] : 0;
  const double base = dot(normal, box.low);
  return (base + dot(normal, far - point)) * (base + dot(normal, size - far - point)) > 0;
}

// The same in the plane of axes b and c for an edge of the triangle, whose inner normal is
// sign (-edge_c, edge_b).
bool beside_edge(const Box& box, const Vec3& size, const Vec3& edge, const Vec3& point, double sign,
                 int b, int c) {
  const double nb = -edge[c] * sign, nc = edge[b] * sign;
  const double offset =
      -(nb * point[b] + nc * point[c]) + std::max(0.0, size[b] * nb) + std::max(0.0, size[c] * nc);
  return nb * box.low[b] + nc * box.low[c] + offset < 0;
}

}  // namespace

bool meets(const Box& box, const std::array<Vec3, 3>& triangle) {
  if (beyond_a_side(box, triangle)) return false;
  const std::array<Vec3, 3> edge = {triangle[1] - triangle[0], triangle[2] - triangle[1],
                                    triangle[0] - triangle[2]};
  const Vec3 normal = cross(edge[0], edge[1]);
  const Vec3 size = box.high - box.low;
  if (beside_plane(box, size, normal, triangle[0])) return false;
  for (int a = 0; a < 3; ++a) {
    const double sign = normal[a] >= 0 ? 1 : -1;
    for (int i = 0; i < 3; ++i) {
      if (beside_edge(box, size, edge[i], triangle[i], sign, (a + 1) % 3, (a + 2) % 3)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace thew::compile
