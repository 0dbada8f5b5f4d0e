#pragma once

// Separating axes of two boxes (Gottschalk, Lin and Manocha 1996): boxes are apart exactly if they
// are apart along one of 15 directions, the 6 face normals and the 9 cross products of edges. Along
// a unit direction n the gap is |n . p| - r_a - r_b, with p between the centres and
// r = sum_k size_k |n . axis_k|.

#include "collision/pair/quad.h"
#include "collision/shape.h"

namespace thew::collision {

/// Two boxes, each seen from the other. Rows have a fourth entry, which is not used.
struct alignas(32) BoxPair {
  double rot[3][4];    ///< rot[i][j] = a_i . b_j
  double rot_t[3][4];  ///< its transpose
  double b_in_a[4];    ///< centre of b in the frame of a
  double a_in_b[4];    ///< centre of a in the frame of b
  double size_a[4];    ///< half sizes
  double size_b[4];
  double slack;  ///< how much the sums of a gap may have rounded [m]
};

/// The direction along which two boxes overlap least, or are farthest apart.
struct BoxAxis {
  static constexpr int kApart = -1;  ///< some gap is larger than the margin
  int index;   ///< 0-2: normal of a face of a; 3-5: of b; 6 + 3 i + j: a_i x b_j; or kApart
  double gap;  ///< negative when the boxes overlap
};

/// The relative pose of two boxes and, unless they are more than `margin` apart, the direction of
/// their contact.
BoxAxis find_axis(const Placed<double>& a, const Placed<double>& b, double margin, BoxPair& pair);

/// Unit vector along a_i x b_j in the frame of a.
THEW_INLINE Quad edge_direction(const BoxPair& pair, int i, int j) {
  const double x = pair.rot[next(i)][j], y = pair.rot[previous(i)][j];
  const Quad direction = cross3(Quad::load(kUnit[i]), Quad::load(pair.rot_t[j]));
  return direction * Quad(1 / sqrt(x * x + y * y));
}

}  // namespace thew::collision
