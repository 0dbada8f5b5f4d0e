// Contacts: normal, two tangents, spin and two rolling directions in the contact frame, as far as
// the contact's dimension goes; a friction pyramid shows users its edges.

#include <algorithm>

#include "constraint/builder.h"
#include "constraint/columns.h"
#include "constraint/solver/tile.h"
#include "element/contact_row.h"
#include "model/contact_exclude.h"
#include "model/contact_side.h"
#include "model/contact_slot.h"
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

// The rows of element/contact_row.h for one body, the first four of them as one vector for each
// component of an axis; the last two follow.
template <class T>
struct FrameRows {
  tile::Row<T> first[6];
  Vec3<T> roll[2];

  void set(const T* frame, const Vec3<T>& arm, double sign) {
    for (int k = 0; k < 4; ++k) {
      const Force<T> wrench = element::contact_wrench(frame, arm, T(sign), k);
      T parts[6];
      store(parts, wrench);
      for (int c = 0; c < 6; ++c) first[c].set(k, parts[c]);
      if (k == 1 || k == 2) roll[k - 1] = wrench.force;
    }
  }

  tile::Row<T> operator()(const T* axis) const {
    using Row = tile::Row<T>;
    Row sum = Row(axis[0]) * first[0];
    for (int c = 1; c < 6; ++c) sum = fma(Row(axis[c]), first[c], sum);
    return sum;
  }
};

// The first of these alone.
template <class T>
struct NormalRow {
  Force<T> wrench;

  void set(const T* frame, const Vec3<T>& arm, double sign) {
    wrench = element::contact_wrench(frame, arm, T(sign), 0);
  }

  T operator()(const T* axis) const { return dot(load_motion(axis), wrench); }
};

// Rows of either kind for the two bodies of a contact, those only that move.
template <template <class> class Rows, class T>
struct RowsOfBodies {
  RowsOfBodies(const Model& m, const BasicData<T>& d, const ContactBodies& bodies, int contact) {
    const auto [body1, body2] = bodies;
    const Vec3<T> pos = load3(d.contact.pos.row(contact));
    const T* frame = d.contact.frame.row(contact);
    if (dynamics::last_dof(m, body1) >= 0) one.set(frame, dynamics::arm_to(m, d, pos, body1), -1);
    if (dynamics::last_dof(m, body2) >= 0) two.set(frame, dynamics::arm_to(m, d, pos, body2), 1);
  }
  const Rows<T>& operator[](int sign) const { return sign < 0 ? one : two; }
  Rows<T> one, two;
};

// Where the entries of a block go.
template <class T>
struct Target {
  int *column, *group;
  T* tiles;
};

// Lists the columns of a contact, ascending, and their groups. Calls open() before the first dof of
// each group and put(place in the group, dof, sign) for each dof. Returns the number of groups.
template <class T, class Open, class Put>
int walk_columns(const Model& m, const ContactBodies& bodies, int columns, const Target<T>& to,
                 Open open, Put put) {
  int count = 0, k = columns, last = -1;
  each_dof(m, bodies.first, bodies.second, false, [&](int dof, int sign) {
    to.column[--k] = dof;
    const int place = m.dof_place[dof];
    if (tile::group_of(place) != last) {
      to.group[count++] = last = tile::group_of(place);
      open();
    }
    put(tile::within(place), dof, sign);
  });
  return count;
}

template <class T>
int fill_normal(const Model& m, const BasicData<T>& d, const ContactBodies& bodies,
                const Block& block, const Target<T>& to) {
  const RowsOfBodies<NormalRow, T> row(m, d, bodies, block.id);
  T* part = to.tiles - tile::kSide;  // of one group
  return walk_columns(
      m, bodies, block.columns, to,
      [&] {
        part += tile::kSide;
        std::fill_n(part, tile::kSide, T(0));
      },
      [&](int at, int dof, int sign) { part[at] = row[sign](d.cdof.row(dof)); });
}

template <class T>
int fill_frame(const Model& m, const BasicData<T>& d, const ContactBodies& bodies,
               const Block& block, const Target<T>& to) {
  using tile::kSide;
  using Row = tile::Row<T>;
  const RowsOfBodies<FrameRows, T> rows(m, d, bodies, block.id);
  const int bases = block.bases;
  Row part[kSide];  // of the dofs of one group
  for (Row& p : part) p = Row(0.0);
  T* tiles = to.tiles - kSide * bases;
  const auto close = [&] {
    tile::transpose(part);
    for (int b = 0; b < std::min(bases, kSide); ++b) part[b].store(tiles + kSide * b);
    for (Row& p : part) p = Row(0.0);
  };
  const int groups = walk_columns(
      m, bodies, block.columns, to,
      [&] {
        if (tiles >= to.tiles) close();
        tiles += kSide * bases;
        if (bases > kSide) std::fill_n(tiles + kSide * kSide, kSide * (bases - kSide), T(0));
      },
      [&](int at, int dof, int sign) {
        const T* axis = d.cdof.row(dof);
        part[at] = rows[sign](axis);
        for (int r = 0; r < 2 && kSide + r < bases; ++r) {
          tiles[kSide * (kSide + r) + at] = dot(rows[sign].roll[r], load3(axis));
        }
      });
  close();
  return groups;
}

// Columns ascending, and by groups the base rows: what each dof does to the second body relative to
// the first, along the axes of the contact frame. A block of one column has its place and one
// number for each base row. Returns the number of groups.
template <class T>
int fill_jacobian(const Model& m, const BasicData<T>& d, const ContactBodies& bodies,
                  const Block& block, const Target<T>& to) {
  const int groups =
      block.bases == 1 ? fill_normal(m, d, bodies, block, to) : fill_frame(m, d, bodies, block, to);
  if (block.columns > 1) return groups;
  to.group[0] = m.dof_place[to.column[0]];
  for (int b = 0; b < block.bases; ++b) {
    to.tiles[b] = to.tiles[tile::kSide * b + tile::within(to.group[0])];
  }
  return 0;
}

// The lanes in which a contact makes rows; in others it is only listed, or not there.
template <class T>
MaskOf<T> acts(const BasicData<T>& d, int contact) {
  if constexpr (kLanes<T> == 1) {
    return d.contact.exclude[contact] == exclude::kNot;
  } else {
    const bool expected = d.contact.exclude[contact] == model::kExpected;
    return d.contact.dist[contact] <
           (expected ? T(model::kAbsentDistance) : d.contact.includemargin[contact]);
  }
}

}  // namespace

template <class T>
void count_contacts(const Model& m, BasicData<T>& d, RowCount& count) {
  if (has(m.opt.disableflags, DisableBit::Contact)) return;
  const bool elliptic = is_elliptic(m);
  for (int i = 0; i < d.ncon; ++i) {
    if (none(acts(d, i))) continue;
    const auto [first, second] = contact_bodies(m, d, i);
    const int columns = count_dofs(m, first, second, false), dim = d.contact.dim[i];
    if (columns == 0) {
      d.contact.exclude[i] = exclude::kCannotMove;
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
    const ContactBodies bodies = contact_bodies(m, d, i);
    const int dim = d.contact.dim[i], rows = rows_of(dim, elliptic);
    Block& block = builder.start(type_of(dim, elliptic), i, rows, dim,
                                 count_dofs(m, bodies.first, bodies.second, false));
    const bool cone = block.is_cone();
    for (int k = 0; k < rows; ++k) {
      const bool along_normal = k == 0 || !cone;
      builder.set_row(block, k, along_normal ? d.contact.dist[i] : T(0),
                      along_normal ? d.contact.includemargin[i] : T(0), T(0));
    }
    d.contact.efc_address[i] = block.row;
    const int groups = fill_jacobian<T>(
        m, d, bodies, block, {builder.column(block), builder.group(block), builder.tile(block)});
    builder.finish(block, groups, here);
  }
}

#define THEW_INSTANTIATE(T)                                             \
  template void count_contacts(const Model&, BasicData<T>&, RowCount&); \
  template void make_contacts(const Model&, BasicData<T>&, Builder<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
