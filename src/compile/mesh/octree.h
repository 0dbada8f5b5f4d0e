#pragma once

// Octrees that approximate the signed distance to meshes: small cells near the surface, large ones
// elsewhere.

#include <array>
#include <vector>

#include "compile/mesh/distance.h"

namespace thew::compile {

struct OctreeCell {
  int depth = 0;
  std::array<int, 8> child = {-1, -1, -1, -1, -1, -1, -1, -1};  ///< x alternates fastest
  Vec6 box = {};                                                ///< centre and half sizes
  std::array<double, 8> distance = {};  ///< oct_coeff: at the corners, in the children's order
};

/// Cells that meet the surface are halved down to `max_depth`, and others until neighbours differ
/// by one level at most; root first.
std::vector<OctreeCell> build_octree(const MeshDistance& mesh, int max_depth = 6);

}  // namespace thew::compile
