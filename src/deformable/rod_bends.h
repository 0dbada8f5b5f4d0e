#pragma once

// Rods without hinges for the twist of their segments, rings and branched ones among them: bends
// that hold the size of their curvature, and pairs of bends that hold the angle between their
// planes.

#include <algorithm>

#include "deformable/vertices.h"
#include "element/rod_terms.h"

namespace thew::deformable {

/// A bend of two segments, or a pair of bends of three.
template <class T>
struct LooseBend {
  int count = 0;
  int vertex[element::RodTerms<T>::kPoints];
  math::Vec3<T> x[element::RodTerms<T>::kPoints];
  element::RodPair pair;  ///< of one bend, the first hinge alone

  /// Adds forces on the points.
  void add_force(T* row) const {
    if (count == 3) return element::add_hinge_force(element::rod_joint(x), pair.hinge[0], row);
    element::add_pair_force(element::rod_planes(x), pair, row);
  }
  element::RodTerms<T> terms() const {
    return count == 3 ? element::hinge_terms(element::rod_joint(x), pair.hinge[0])
                      : element::pair_terms(element::rod_planes(x), pair);
  }
};

/// Calls visit(bend) for the records of a rod without hinges (see compile/flex/rod.cc).
template <class T, class Visit>
void each_loose_bend(const Model& m, const BasicData<T>& d, int f, Visit visit) {
  constexpr int kRecord = 10;
  const FlexView flex(m, f);
  const double* record = m.flex_bending.data() + m.flex_bendingadr[f];
  const std::int64_t room = (m.nflexbending - m.flex_bendingadr[f] - 1) / kRecord;
  const std::int64_t count = std::min<std::int64_t>(as_index(*record++), room);
  const int vertices = static_cast<int>(m.nflexvert) - flex.first_vertex;
  for (std::int64_t i = 0; i < count; ++i, record += kRecord) {
    LooseBend<T> bend;
    bend.count = record[3] < 0 ? 3 : 4;
    for (int p = 0; p < bend.count; ++p) {
      bend.vertex[p] = std::clamp(as_index(record[p]), 0, vertices - 1);
      bend.x[p] = vertex_at(d, flex, bend.vertex[p]);
    }
    if (bend.count == 3) {
      bend.pair = {{{record[4], record[6]}, {0, 0}}, 0, 0};
    } else {
      bend.pair = {{{record[4], record[6]}, {record[5], record[7]}}, record[8], record[9]};
    }
    visit(bend);
  }
}

}  // namespace thew::deformable
