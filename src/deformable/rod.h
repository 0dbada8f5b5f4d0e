#pragma once

#include <thew/data.h>

namespace thew::deformable {

/// Whether a flex is a rod whose segments have hinges for their twist.
inline bool is_rod(const Model& m, int flex) {
  return m.flex_dim[flex] == 1 && m.flex_bendingadr[flex] >= 0 && m.flex_plasticadr[flex] >= 0 &&
         !m.flex_rigid[flex];
}

/// Adds the forces of a rod that bends and twists to `result`.
template <class T>
void add_rod(const Model& model, const BasicData<T>& data, int flex, T* result);

/// Keeps the frames of all rods' segments for the next step, in `plastic`.
template <class T>
void keep_rods(const Model& model, BasicData<T>& data);

}  // namespace thew::deformable
