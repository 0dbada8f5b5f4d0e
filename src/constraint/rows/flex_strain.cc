// Equalities that hold a patch of an interpolated flex undeformed. flex_stiffness has its modes:
// how many, and then for each a displacement of its nodes; the row is how much of the mode is in
// R' x - rest.

#include "constraint/rows/flex_strain.h"

#include <algorithm>

#include "constraint/columns.h"
#include "constraint/equality.h"
#include "constraint/shared_dofs.h"
#include "deformable/patch.h"
#include "model/lane_types.h"

namespace thew::constraint {

using namespace math;

namespace {

// What an equality holds: the bodies of its nodes, and its modes. Numbers of the model may have
// been written since it was compiled, so that they are asked whether they can be meant.
struct Held {
  Held(const Model& m, int equality) : flex(m.eq_obj1id[equality]), grid(m, flex) {
    const double* data = m.eq_data.values().data() + std::int64_t{kNEQDATA} * equality;
    const auto at = [&](int k) { return as_index(data[k]); };
    if (m.flex_interp[flex] == 0 || m.flex_stiffnessadr[flex] < 0) return;
    if (!grid.is_shell() && !grid.has_cell(at(0), at(1), at(2))) return;
    patch = grid.is_shell() ? at(0) : grid.cell_at(at(0), at(1), at(2));
    const std::int64_t first = m.flex_stiffnessadr[flex] + patch * deformable::patch_numbers(grid);
    if (patch < 0 || patch >= grid.patches() ||
        first + deformable::patch_numbers(grid) > m.nflexstiffness) {
      return;
    }
    mode = m.flex_stiffness.data() + first;
    const int count = as_index(*mode++);
    modes = count > 0 && count < size() ? count : 0;
    deformable::list_bodies(m, flex, grid, patch, body);
  }

  int size() const { return 3 * grid.nodes_of_patch(); }
  int columns(const Model& m) const { return count_shared_dofs(m, body, grid.nodes_of_patch()); }

  int flex, patch = -1;
  FlexGrid grid;
  int modes = 0;
  const double* mode = nullptr;  ///< size() numbers each
  int body[element::kCellNodes];
};

}  // namespace

void count_flex_strain(const Model& m, int equality, RowCount& count) {
  const Held held(m, equality);
  if (held.modes == 0) return;
  const int columns = held.columns(m);
  for (int k = 0; k < held.modes && columns > 0; ++k) count.add(1, 1, columns);
}

template <class T>
void make_flex_strain(const Model& m, BasicData<T>& d, int equality, const MaskOf<T>& here,
                      Builder<T>& builder) {
  const Held held(m, equality);
  if (held.modes == 0) return;
  const int columns = held.columns(m);
  if (columns == 0) return;
  const deformable::Patch<T> patch(m, d, held.flex, held.grid, held.patch);
  const double* mode = held.mode;
  for (int k = 0; k < held.modes; ++k, mode += held.size()) {
    Block& block = builder.start(ConstraintType::Equality, equality, 1, 1, columns);
    const auto of_node = [&](int i) {
      return Vec3<T>{T(mode[3 * i]), T(mode[3 * i + 1]), T(mode[3 * i + 2])};
    };
    T strain(0);
    for (int i = 0; i < patch.count; ++i) strain = strain + dot(of_node(i), patch.displacement(i));
    builder.set_row(block, 0, strain, T(0), T(0));
    int* column = builder.column(block);
    T* entry = builder.jacobian(block);
    std::fill_n(entry, columns, T(0));
    int at = columns - 1;
    each_shared_dof(
        m, held.body, patch.count,
        [&](int dof, int i) {
          column[at] = dof;
          const Vec3<T> arm = dynamics::arm_to(m, d, patch.x[i], held.body[i]);
          entry[at] = entry[at] + dot(patch.turn * of_node(i), motion(d, dof, arm).linear);
        },
        [&] { --at; });
    builder.finish(block, here);
  }
}

template <class T>
void estimate_flex_strain(const Model& m, const BasicData<T>& d, const Block& block, T* inertia) {
  const Held held(m, block.id);
  const int count = held.grid.nodes_of_patch();
  T sum(0);
  for (int i = 0; i < count; ++i) sum = sum + param(d, m.body_invweight0, 2 * held.body[i]);
  *inertia = sum / T(count);
}

#define THEW_INSTANTIATE(T)                                                                        \
  template void make_flex_strain(const Model&, BasicData<T>&, int, const MaskOf<T>&, Builder<T>&); \
  template void estimate_flex_strain(const Model&, const BasicData<T>&, const Block&, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
