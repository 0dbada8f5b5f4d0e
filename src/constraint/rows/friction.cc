// Dry friction of dofs and tendons: the row's force stays within the loss.

#include <algorithm>

#include "constraint/asleep.h"
#include "constraint/builder.h"

namespace thew::constraint {

template <class T>
void count_friction(const Model& m, const BasicData<T>& d, RowCount& count) {
  if (has(m.opt.disableflags, DisableBit::Frictionloss)) return;
  for (int i = 0; i < m.nv; ++i) {
    if (param(d, m.dof_frictionloss, i) != T(0) && !dof_sleeps(m, d, i)) count.add(1, 1, 1);
  }
  for (int i = 0; i < m.ntendon; ++i) {
    if (!(param(d, m.tendon_frictionloss, i) > T(0)) || tendon_sleeps(m, d, i)) continue;
    if (!tendon_is_still(m, d, i)) count.add(1, 1, m.ten_J_rownnz[i]);
  }
}

template <class T>
void make_friction(const Model& m, BasicData<T>& d, Builder<T>& builder) {
  if (has(m.opt.disableflags, DisableBit::Frictionloss)) return;
  for (int i = 0; i < m.nv; ++i) {
    const T loss = param(d, m.dof_frictionloss, i);
    if (loss == T(0) || dof_sleeps(m, d, i)) continue;
    Block& block = builder.start(ConstraintType::FrictionDof, i, 1, 1, 1);
    builder.column(block)[0] = i;
    builder.jacobian(block)[0] = T(1);
    builder.set_row(block, 0, T(0), T(0), loss);
    builder.finish(block);
  }
  for (int i = 0; i < m.ntendon; ++i) {
    const T loss = param(d, m.tendon_frictionloss, i);
    if (!(loss > T(0)) || tendon_sleeps(m, d, i) || tendon_is_still(m, d, i)) continue;
    const int n = m.ten_J_rownnz[i], adr = m.ten_J_rowadr[i];
    Block& block = builder.start(ConstraintType::FrictionTendon, i, 1, 1, n);
    std::copy_n(m.ten_J_colind.data() + adr, n, builder.column(block));
    std::copy_n(d.ten_J.data() + adr, n, builder.jacobian(block));
    builder.set_row(block, 0, T(0), T(0), loss);
    if (d.tendon_efcadr[i] < 0) d.tendon_efcadr[i] = block.row;
    builder.finish(block);
  }
}

template void count_friction(const Model&, const Data&, RowCount&);
template void make_friction(const Model&, Data&, Builder<double>&);

}  // namespace thew::constraint
