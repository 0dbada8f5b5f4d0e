// The bounding volume tree of a mesh: its triangles, sorted by the centres of their circumcircles.

#include "compile/tree/box_tree.h"

namespace thew::compile {

namespace {

// For edges a, b from the third corner and n = a x b, the centre is (|a|^2 b - |b|^2 a) x n /
// (2 |n|^2) from that corner; not a number for a triangle without area.
Vec3 circumcentre(const Vec3& p, const Vec3& q, const Vec3& origin) {
  const Vec3 a = p - origin, b = q - origin;
  const Vec3 n = cross(a, b);
  const Vec3 offset = cross(dot(a, a) * b - dot(b, b) * a, n);
  const double area = std::sqrt(dot(n, n));
  const double scale = 2 * area * area;
  return Vec3{offset[0] / scale, offset[1] / scale, offset[2] / scale} + origin;
}

}  // namespace

std::vector<BvhNode> build_face_tree(std::span<const double> vertices, std::span<const int> faces) {
  const auto corner = [&](int i) {
    const double* v = &vertices[3 * i];
    return Vec3{v[0], v[1], v[2]};
  };
  std::vector<BoxLeaf> leaves(faces.size() / 3);
  for (std::size_t f = 0; f < leaves.size(); ++f) {
    const int* face = &faces[3 * f];
    BoxLeaf& leaf = leaves[f];
    leaf.id = static_cast<int>(f);
    leaf.centre = circumcentre(corner(face[0]), corner(face[1]), corner(face[2]));
    Box tight;
    for (int k = 0; k < 3; ++k) tight.add(corner(face[k]));
    // By centre and half size, for their rounding shows in the boxes above.
    for (int k = 0; k < 3; ++k) {
      const double centre = 0.5 * (tight.low[k] + tight.high[k]);
      const double half = 0.5 * (tight.high[k] - tight.low[k]);
      leaf.box.low[k] = centre - half;
      leaf.box.high[k] = centre + half;
    }
  }
  return build_box_tree(leaves);
}

}  // namespace thew::compile
