#pragma once

#include "constraint/builder.h"

namespace thew::constraint {

/// Rows of an equality that holds the edges of a flex. Each edge is a block of its own, for edges
/// have dofs of their own.
void count_flex_edges(const Model& m, int equality, RowCount& count);
template <class T>
void make_flex_edges(const Model& m, BasicData<T>& d, int equality, const MaskOf<T>& here,
                     Builder<T>& builder);
/// The inverse inertia that the rows meet. Asked for the first block of the equality, it answers
/// for all of them, which follow one another; asked for others, it has nothing to add.
template <class T>
void estimate_flex_edges(const Model& m, const BasicData<T>& d, const Block& block, T* inertia);

}  // namespace thew::constraint
