#pragma once

// Bounding volume trees: boxes in boxes, down to one thing each.

#include <limits>
#include <span>
#include <vector>

#include "compile/spec_names.h"

namespace thew::compile {

struct Box {
  Vec3 low = filled(std::numeric_limits<double>::max());
  Vec3 high = filled(-std::numeric_limits<double>::max());

  void add(const Vec3& p);
  void add(const Box& box);

 private:
  static Vec3 filled(double x) { return {x, x, x}; }
};

/// One thing in a tree: where it is, and the point by which it is sorted.
struct BoxLeaf {
  Box box;
  Vec3 centre = {};
  int id = 0;
};

struct BvhNode {
  Vec6 box = {};                        ///< centre and half sizes
  std::array<int, 2> child = {-1, -1};  ///< counted from the tree's root
  int id = -1;                          ///< -1: not a leaf
  int depth = 0;
};

/// The tree of leaves in ascending order of their ids, root first.
std::vector<BvhNode> build_box_tree(std::span<const BoxLeaf> leaves);

/// The tree of a mesh's triangles.
std::vector<BvhNode> build_face_tree(std::span<const double> vertices, std::span<const int> faces);

}  // namespace thew::compile
