#pragma once

#include "constraint/builder.h"

namespace thew::constraint {

/// Rows of an equality that holds a cell of an interpolated flex, or a face of a shell, undeformed:
/// one for each of its modes, as a block of its own.
void count_flex_strain(const Model& m, int equality, RowCount& count);
template <class T>
void make_flex_strain(const Model& m, BasicData<T>& d, int equality, const MaskOf<T>& here,
                      Builder<T>& builder);
/// The inverse inertia that the row of a block meets: the mean of the nodes' bodies.
template <class T>
void estimate_flex_strain(const Model& m, const BasicData<T>& d, const Block& block, T* inertia);

}  // namespace thew::constraint
