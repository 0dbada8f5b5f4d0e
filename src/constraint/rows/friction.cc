// Dry friction of dofs and tendons: the row's force stays within the loss.

#include <algorithm>

#include "constraint/asleep.h"
#include "constraint/builder.h"
#include "model/as_compiled.h"
#include "model/formulation.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

// How many dofs are to be asked for their friction loss: none where all losses are zero.
template <class T>
int rough_dofs(const Model& m, const BasicData<T>& d) {
  return any_nonzero(d, m.dof_frictionloss) ? static_cast<int>(m.nv) : 0;
}

// Where a tendon has a row.
template <class T>
MaskOf<T> tendon_rubs(const Model& m, const BasicData<T>& d, int i) {
  const MaskOf<T> rough = param(d, m.tendon_frictionloss, i) > T(0);
  return none(rough) ? rough : rough & !tendon_is_still(m, d, i);
}

}  // namespace

template <class T>
void count_friction(const Model& m, const BasicData<T>& d, RowCount& count) {
  if (has(m.opt.disableflags, DisableBit::Frictionloss) || is_classic(m)) return;
  for (int i = 0, n = rough_dofs(m, d); i < n; ++i) {
    if (any(param(d, m.dof_frictionloss, i) != T(0)) && !dof_sleeps(m, d, i)) count.add(1, 1, 1);
  }
  for (int i = 0; i < m.ntendon; ++i) {
    if (!tendon_sleeps(m, d, i) && any(tendon_rubs(m, d, i))) count.add(1, 1, m.ten_J_rownnz[i]);
  }
}

template <class T>
void make_friction(const Model& m, BasicData<T>& d, Builder<T>& builder) {
  if (has(m.opt.disableflags, DisableBit::Frictionloss) || is_classic(m)) return;
  for (int i = 0, n = rough_dofs(m, d); i < n; ++i) {
    const T loss = param(d, m.dof_frictionloss, i);
    if (none(loss != T(0)) || dof_sleeps(m, d, i)) continue;
    Block& block = builder.start(ConstraintType::FrictionDof, i, 1, 1, 1);
    builder.column(block)[0] = i;
    builder.jacobian(block)[0] = T(1);
    builder.set_row(block, 0, T(0), T(0), loss);
    builder.finish(block, loss != T(0));
  }
  for (int i = 0; i < m.ntendon; ++i) {
    const MaskOf<T> here = tendon_rubs(m, d, i);
    if (tendon_sleeps(m, d, i) || none(here)) continue;
    const int n = m.ten_J_rownnz[i], adr = m.ten_J_rowadr[i];
    Block& block = builder.start(ConstraintType::FrictionTendon, i, 1, 1, n);
    std::copy_n(m.ten_J_colind.data() + adr, n, builder.column(block));
    std::copy_n(d.ten_J.data() + adr, n, builder.jacobian(block));
    builder.set_row(block, 0, T(0), T(0), param(d, m.tendon_frictionloss, i));
    if (d.tendon_efcadr[i] < 0) d.tendon_efcadr[i] = block.row;
    builder.finish(block, here);
  }
}

#define THEW_INSTANTIATE(T)                                                   \
  template void count_friction(const Model&, const BasicData<T>&, RowCount&); \
  template void make_friction(const Model&, BasicData<T>&, Builder<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
