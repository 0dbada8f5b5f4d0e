// Equalities that hold the edges of a flex at their lengths: one row for each edge that can
// stretch.

#include "constraint/rows/flex_edges.h"

#include <algorithm>

#include "constraint/equality.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

// Calls visit(edge) for the edges that have a row.
template <class Visit>
void each_edge(const Model& m, int equality, Visit visit) {
  const int f = m.eq_obj1id[equality];
  for (int e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; ++e) {
    if (!m.flexedge_rigid[e] && m.flexedge_J_rownnz[e] > 0) visit(e);
  }
}

}  // namespace

void count_flex_edges(const Model& m, int equality, RowCount& count) {
  each_edge(m, equality, [&](int e) { count.add(1, 1, m.flexedge_J_rownnz[e]); });
}

template <class T>
void make_flex_edges(const Model& m, BasicData<T>& d, int equality, const MaskOf<T>& here,
                     Builder<T>& builder) {
  each_edge(m, equality, [&](int e) {
    const int columns = m.flexedge_J_rownnz[e], first = m.flexedge_J_rowadr[e];
    Block& block = builder.start(ConstraintType::Equality, equality, 1, 1, columns);
    builder.set_row(block, 0, d.flexedge_length[e] - T(m.flexedge_length0[e]), T(0), T(0));
    std::copy_n(m.flexedge_J_colind.data() + first, columns, builder.column(block));
    std::copy_n(d.flexedge_J.data() + first, columns, builder.jacobian(block));
    builder.finish(block, here);
  });
}

template <class T>
void estimate_flex_edges(const Model& m, const BasicData<T>& d, const Block& block, T* inertia) {
  const bool is_first = block.row == 0 || d.efc_id[block.row - 1] != block.id;
  if (!is_first) return;
  each_edge(m, block.id, [&](int e) { *inertia++ = T(m.flexedge_invweight0[e]); });
}

#define THEW_INSTANTIATE(T)                                                                       \
  template void make_flex_edges(const Model&, BasicData<T>&, int, const MaskOf<T>&, Builder<T>&); \
  template void estimate_flex_edges(const Model&, const BasicData<T>&, const Block&, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
