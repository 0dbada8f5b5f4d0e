#pragma once

// Distance from a point to the surface of a mesh.

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "compile/tree/box_tree.h"

namespace thew::compile {

/// Signed distances to triangles. The sign comes from the normal of what is nearest: of a triangle,
/// the sum of those at an edge, or the sum of those around a corner weighted by their angles there,
/// which is right everywhere on a closed surface (J. A. Baerentzen and H. Aanaes, Signed Distance
/// Computation Using the Angle Weighted Pseudonormal, 2005).
class MeshDistance {
 public:
  /// What it looks at stays the caller's; the tree is build_face_tree of the same triangles.
  MeshDistance(std::span<const double> vertices, std::span<const int> faces,
               std::span<const BvhNode> tree);

  /// Distance to the surface, negative inside; 0 for a mesh without triangles.
  double operator()(const Vec3& point) const;

  int face_count() const { return static_cast<int>(faces_.size() / 3); }
  std::array<Vec3, 3> triangle(int face) const;
  std::span<const double> vertices() const { return vertices_; }

 private:
  struct Nearest;

  void search(int node, const Vec3& point, Nearest& best) const;
  Vec3 normal(const Nearest& nearest) const;

  std::span<const double> vertices_;
  std::span<const int> faces_;
  std::span<const BvhNode> tree_;
  std::vector<Vec3> face_normal_, vertex_normal_;
  std::unordered_map<std::uint64_t, Vec3> edge_normal_;
};

}  // namespace thew::compile
