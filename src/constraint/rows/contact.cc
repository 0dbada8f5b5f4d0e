// Contacts: normal, two tangents, spin and two rolling directions in the contact frame, as far as
// the contact's dimension goes; a friction pyramid shows users its edges.

#include <algorithm>

#include <thew/collision.h>

#include "constraint/builder.h"
#include "constraint/columns.h"
#include "constraint/solver/tile.h"
#include "model/lane_types.h"

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

// What a dof with the axis (angular, linear) does to a point along the axes f of a contact frame:
// f . (linear + angular x arm) = (arm x f) . angular + f . linear, and f . angular. Four of these
// base rows are one vector for each component of the axis; the last two follow.
template <class T>
struct FrameRows {
  tile::Row<T> first[6];
  Vec3<T> roll[2];

  void set(const T* frame, const Vec3<T>& arm, double sign) {
    const Vec3<T> normal = T(sign) * load3(frame);
    for (int k = 0; k < 3; ++k) {
      const Vec3<T> f = T(sign) * load3(frame + 3 * k), turn = cross(arm, f);
      const T parts[6] = {turn.x, turn.y, turn.z, f.x, f.y, f.z};
      for (int c = 0; c < 6; ++c) first[c].set(k, parts[c]);
      if (k > 0) roll[k - 1] = f;
    }
    const T spin[6] = {normal.x, normal.y, normal.z, T(0), T(0), T(0)};
    for (int c = 0; c < 6; ++c) first[c].set(3, spin[c]);
  }

  tile::Row<T> operator()(const T* axis) const {
    using Row = tile::Row<T>;
    Row sum = Row(axis[0]) * first[0];
    for (int c = 1; c < 6; ++c) sum = fma(Row(axis[c]), first[c], sum);
    return sum;
  }
};

// Columns ascending, and by groups the base rows: what each dof does to the second body relative to
// the first, along the axes of the contact frame. Returns the number of groups.
template <class T>
int fill_jacobian(const Model& m, const BasicData<T>& d, const Block& block, int* column,
                  int* group, T* tiles) {
  using tile::kSide;
  using Row = tile::Row<T>;
  const auto [body1, body2] = bodies_of(m, d, block.id);
  const Vec3<T> pos = load3(d.contact.pos.row(block.id));
  const T* frame = d.contact.frame.row(block.id);
  FrameRows<T> rows1, rows2;  // only those of bodies that move
  if (dynamics::last_dof(m, body1) >= 0) rows1.set(frame, dynamics::arm_to(m, d, pos, body1), -1);
  if (dynamics::last_dof(m, body2) >= 0) rows2.set(frame, dynamics::arm_to(m, d, pos, body2), 1);
  const int bases = block.bases;
  Row part[kSide];  // of the dofs of one group
  for (Row& p : part) p = Row(0.0);
  T* to = tiles - kSide * bases;
  int count = 0, k = block.columns, last = -1;
  const auto finish_group = [&] {
    if (last < 0) return;
    tile::transpose(part);
    for (int b = 0; b < std::min(bases, kSide); ++b) part[b].store(to + kSide * b);
    for (Row& p : part) p = Row(0.0);
  };
  each_dof(m, body1, body2, false, [&](int dof, int sign) {
    column[--k] = dof;
    const FrameRows<T>& rows = sign < 0 ? rows1 : rows2;
    const T* axis = d.cdof.row(dof);
    const int place = m.dof_place[dof];
    if (tile::group_of(place) != last) {
      finish_group();
      group[count++] = last = tile::group_of(place);
      to += kSide * bases;
      if (bases > kSide) std::fill_n(to + kSide * kSide, kSide * (bases - kSide), T(0));
    }
    part[tile::within(place)] = rows(axis);
    for (int b = kSide; b < bases; ++b) {
      to[kSide * b + tile::within(place)] = dot(rows.roll[b - kSide], load3(axis));
    }
  });
  finish_group();
  if (block.columns > 1) return count;
  // One column: its place, and one number for each base row.
  group[0] = m.dof_place[column[0]];
  for (int b = 0; b < bases; ++b) tiles[b] = tiles[kSide * b + tile::within(group[0])];
  return 0;
}

// The lanes in which a contact makes rows; in others it is only listed, or not there.
template <class T>
MaskOf<T> acts(const BasicData<T>& d, int contact) {
  if constexpr (kLanes<T> == 1) {
    return d.contact.exclude[contact] == 0;
  } else {
    const bool expected = d.contact.exclude[contact] == collision::kExpected;
    return d.contact.dist[contact] <
           (expected ? T(collision::kAbsentDistance) : d.contact.includemargin[contact]);
  }
}

}  // namespace

template <class T>
void count_contacts(const Model& m, BasicData<T>& d, RowCount& count) {
  if (has(m.opt.disableflags, DisableBit::Contact)) return;
  const bool elliptic = is_elliptic(m);
  for (int i = 0; i < d.ncon; ++i) {
    if (none(acts(d, i))) continue;
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
    const MaskOf<T> here = acts(d, i);
    if (none(here) || d.contact.exclude[i] > 0) continue;
    const auto [first, second] = bodies_of(m, d, i);
    const int dim = d.contact.dim[i], rows = rows_of(dim, elliptic);
    Block& block =
        builder.start(type_of(dim, elliptic), i, rows, dim, count_dofs(m, first, second, false));
    const bool cone = block.is_cone();
    for (int k = 0; k < rows; ++k) {
      const bool along_normal = k == 0 || !cone;
      builder.set_row(block, k, along_normal ? d.contact.dist[i] : T(0),
                      along_normal ? d.contact.includemargin[i] : T(0), T(0));
    }
    if constexpr (kLanes<T> == 1) d.contact.efc_address[i] = block.row;
    const int groups = fill_jacobian(m, d, block, builder.column(block), builder.group(block),
                                     builder.tile(block));
    builder.finish(block, groups, here);
  }
}

#define THEW_INSTANTIATE(T)                                             \
  template void count_contacts(const Model&, BasicData<T>&, RowCount&); \
  template void make_contacts(const Model&, BasicData<T>&, Builder<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
