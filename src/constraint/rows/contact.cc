// Contacts: normal, two tangents, spin and two rolling directions in the contact frame, as far as
// the contact's dimension goes; a friction pyramid shows users its edges.

#include <algorithm>

#include "constraint/builder.h"
#include "constraint/columns.h"

namespace thew::constraint {

using namespace math;

namespace {

bool is_elliptic(const Model& m) {
  return m.opt.cone == static_cast<int>(Cone::Elliptic);
}

int rows_of(int dim, bool elliptic) {
  return dim == 1 || elliptic ? dim : 2 * (dim - 1);
}

ConstraintType type_of(int dim, bool elliptic) {
  if (dim == 1) return ConstraintType::ContactFrictionless;
  return elliptic ? ConstraintType::ContactElliptic : ConstraintType::ContactPyramidal;
}

struct Bodies {
  int first, second;
};
template <class T>
Bodies bodies_of(const Model& m, const BasicData<T>& d, int contact) {
  const int* geom = d.contact.geom.row(contact);
  return {m.geom_bodyid[geom[0]], m.geom_bodyid[geom[1]]};
}

// Columns ascending, and the base rows: what each dof does to the second body relative to the
// first, along the axes of the contact frame.
template <class T>
void fill_jacobian(const Model& m, const BasicData<T>& d, int contact, const Block& block,
                   int* column, T* jacobian) {
  const auto [first, second] = bodies_of(m, d, contact);
  const Vec3<T> pos = load3(d.contact.pos.row(contact));
  const Vec3<T> arm1 = dynamics::arm_to(m, d, pos, first);
  const Vec3<T> arm2 = dynamics::arm_to(m, d, pos, second);
  const Mat3<T> frame = load9(d.contact.frame.row(contact));
  const int n = block.columns, dim = block.bases;
  int k = n;
  each_dof(m, first, second, false, [&](int dof, int sign) {
    --k;
    column[k] = dof;
    const Motion<T> move = motion(d, dof, sign < 0 ? arm1 : arm2);
    const Vec3<T> linear = frame * (sign < 0 ? -move.linear : move.linear);
    jacobian[k] = linear.x;
    if (dim > 1) {
      jacobian[n + k] = linear.y;
      jacobian[2 * n + k] = linear.z;
    }
    if (dim > 3) {
      const Vec3<T> angular = frame * (sign < 0 ? -move.angular : move.angular);
      jacobian[3 * n + k] = angular.x;
      if (dim > 4) {
        jacobian[4 * n + k] = angular.y;
        jacobian[5 * n + k] = angular.z;
      }
    }
  });
}

}  // namespace

template <class T>
void count_contacts(const Model& m, BasicData<T>& d, RowCount& count) {
  if (has(m.opt.disableflags, DisableBit::Contact)) return;
  const bool elliptic = is_elliptic(m);
  for (int i = 0; i < d.ncon; ++i) {
    if (d.contact.exclude[i] != 0) continue;
    const auto [first, second] = bodies_of(m, d, i);
    const int columns = count_dofs(m, first, second, false), dim = d.contact.dim[i];
    if (columns == 0) {
      d.contact.exclude[i] = 3;
    } else {
      count.add(rows_of(dim, elliptic), dim, columns);
    }
  }
}

template <class T>
void make_contacts(const Model& m, BasicData<T>& d, Builder<T>& builder) {
  if (has(m.opt.disableflags, DisableBit::Contact)) return;
  const bool elliptic = is_elliptic(m);
  for (int i = 0; i < d.ncon; ++i) {
    if (d.contact.exclude[i] != 0) continue;
    const auto [first, second] = bodies_of(m, d, i);
    const int dim = d.contact.dim[i], rows = rows_of(dim, elliptic);
    Block& block =
        builder.start(type_of(dim, elliptic), i, rows, dim, count_dofs(m, first, second, false));
    fill_jacobian(m, d, i, block, builder.column(block), builder.jacobian(block));
    const bool cone = block.is_cone();
    for (int k = 0; k < rows; ++k) {
      const bool along_normal = k == 0 || !cone;
      builder.set_row(block, k, along_normal ? d.contact.dist[i] : T(0),
                      along_normal ? d.contact.includemargin[i] : T(0), T(0));
    }
    d.contact.efc_address[i] = block.row;
    builder.finish(block);
  }
}

template void count_contacts(const Model&, Data&, RowCount&);
template void make_contacts(const Model&, Data&, Builder<double>&);

}  // namespace thew::constraint
