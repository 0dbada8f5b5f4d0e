#pragma once

// The vertices of all sheets that the step keeps apart, sheet by sheet: points with masses.

#include <span>

#include <thew/data.h>

#include "model/memory.h"

namespace thew::deformable {

struct SheetPoints {
  int count = 0;
  const int* vertex = nullptr;  ///< in the model
  const int* flex = nullptr;
  const int* body = nullptr;
  const int* last_dof = nullptr;  ///< the last one that moves it, or -1
  const bool* is_free =
      nullptr;  ///< whether its body is that vertex, slides, and is on none that moves
  const double* radius = nullptr;  ///< of the flex
  const double* mass = nullptr;    ///< [kg]; points that a body carries share its mass, and that of
                                   ///< all below; 0 where nothing moves it
  std::span<const int> flexes;     ///< the sheets
  const int* first = nullptr;      ///< of flexes of the model that are such sheets: the first point

  bool moves(int i) const { return last_dof[i] >= 0; }
};

/// Those of this step; check memory.full() before use.
template <class T>
SheetPoints sheet_points(const Model& m, const BasicData<T>& d, Memory& memory);

}  // namespace thew::deformable
