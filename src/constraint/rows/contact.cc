// Contacts: normal, two tangents, spin and two rolling directions in the contact frame, as far as
// the contact's dimension goes; a friction pyramid shows users its edges.

#include <algorithm>

#include <thew/constraint.h>

#include "constraint/builder.h"
#include "constraint/columns.h"
#include "constraint/rod_contact.h"
#include "constraint/rows/pair_axes.h"
#include "constraint/solver/block_product.h"
#include "constraint/solver/tile.h"
#include "constraint/spread.h"
#include "deformable/xpbd.h"
#include "element/contact_row.h"
#include "model/contact_exclude.h"
#include "model/contact_side.h"
#include "model/contact_slot.h"
#include "model/lane_types.h"

namespace thew::constraint {

using namespace math;

namespace {

int rows_of(int dim, bool elliptic) {
  return dim == 1 || elliptic ? dim : 2 * (dim - 1);
}

ConstraintType type_of(int dim, bool elliptic) {
  if (dim == 1) return ConstraintType::ContactFrictionless;
  return elliptic ? ConstraintType::ContactElliptic : ConstraintType::ContactPyramidal;
}

// One side of a contact: the wrenches of the base rows on its body, and the dofs of one group of
// four that move it.
template <int bases, class T>
class Side {
 public:
  using Row = tile::Row<T>;

  THEW_INLINE Side(const Model& m, const BasicData<T>& d, int body, int contact, double sign) {
    for (T& x : nothing_) x = T(0);
    clear();
    if (dynamics::last_dof(m, body) < 0) return;
    const Vec3<T> arm = dynamics::arm_to(m, d, load3(d.contact.pos.row(contact)), body);
    const T* frame = d.contact.frame.row(contact);
    for (int k = 0; k < bases; ++k) {
      wrench_[k] = element::contact_wrench(frame, arm, T(sign), k);
    }
  }

  THEW_INLINE void add(int place, const T* axis) {
    axis_[place] = axis;
    moves_ = true;
  }

  // Adds the entries of these dofs to all base rows, and forgets them.
  THEW_INLINE void add_to(Row* rows) {
    if (!moves_) return;
    Row c[6];
    for (int i = 0; i < 6; ++i) {
      for (int k = 0; k < tile::kSide; ++k) c[i].set(k, axis_[k][i]);
    }
    const math::Motion<Row> axes = {{c[0], c[1], c[2]}, {c[3], c[4], c[5]}};
    for (int k = 0; k < bases; ++k) rows[k] = rows[k] + entries(k, axes);
    clear();
  }

 private:
  // What base row k does along four axes.
  THEW_INLINE Row entries(int k, const math::Motion<Row>& axes) const {
    const auto &t = wrench_[k].torque, &f = wrench_[k].force;
    const Force<Row> wrench = {{Row(t.x), Row(t.y), Row(t.z)}, {Row(f.x), Row(f.y), Row(f.z)}};
    if (bases == 1) return dot(axes, wrench);
    return k < 4 ? element::contact_entry(wrench, axes) : dot(wrench.torque, axes.rotation);
  }

  THEW_INLINE void clear() {
    for (const T*& axis : axis_) axis = nothing_;
    moves_ = false;
  }

  Force<T> wrench_[bases];
  T nothing_[6];  // the axis of places without a dof
  const T* axis_[tile::kSide];
  bool moves_;
};

// Where the entries of a block go.
template <class T>
struct Target {
  int *column, *group;
  T* tiles;
};

// Columns ascending, and by groups of four dofs the base rows: what each dof does to the second
// body relative to the first, along the axes of the contact frame. Returns the number of groups.
template <int bases, class T>
int fill_groups(const Model& m, const BasicData<T>& d, const ContactBodies& bodies,
                const Block& block, Target<T> to) {
  using Row = tile::Row<T>;
  Side<bases, T> first(m, d, bodies.first, block.id, -1), second(m, d, bodies.second, block.id, 1);
  const auto close = [&](T* tiles) {
    Row rows[bases];
    for (Row& row : rows) row = Row(0.0);
    first.add_to(rows);
    second.add_to(rows);
    for (int k = 0; k < bases; ++k) rows[k].store(tiles + tile::kSide * k);
  };
  int groups = 0, group = -1, column = block.columns;
  each_dof(m, bodies.first, bodies.second, false, [&](int dof, int sign) THEW_INLINE_LAMBDA {
    const int place = m.dof_place[dof];
    if (tile::group_of(place) != group) {
      if (groups > 0) close(to.tiles + tile::kSide * bases * (groups - 1));
      to.group[groups++] = group = tile::group_of(place);
    }
    to.column[--column] = dof;
    (sign < 0 ? first : second).add(tile::within(place), d.cdof.row(dof));
  });
  close(to.tiles + tile::kSide * bases * (groups - 1));
  return groups;
}

// A block of one column has its place and one number for each base row instead of groups; returns
// the number of groups.
template <class T>
int without_groups(const Model& m, const Block& block, const Target<T>& to) {
  to.group[0] = m.dof_place[to.column[0]];
  for (int b = 0; b < block.bases; ++b) {
    to.tiles[b] = to.tiles[tile::kSide * b + tile::within(to.group[0])];
  }
  return 0;
}

template <class T>
int fill_jacobian(const Model& m, const BasicData<T>& d, const ContactBodies& bodies,
                  const Block& block, const Target<T>& to) {
  int groups = 0;
  with_bases(block.bases, [&](auto bases) THEW_INLINE_LAMBDA {
    groups = fill_groups<bases()>(m, d, bodies, block, to);
  });
  return block.columns > 1 ? groups : without_groups(m, block, to);
}

template <class T>
void fill_spread(const Model& m, const BasicData<T>& d, const Block& block, Builder<T>& builder) {
  int* column = builder.column(block);
  T* jacobian = builder.jacobian(block);
  const Vec3<T> pos = load3(d.contact.pos.row(block.id));
  const T* frame = d.contact.frame.row(block.id);
  int k = block.columns;
  each_spread_dof(m, d, block.id, [&](int dof, int body, double weight) {
    column[--k] = dof;
    T entry[6];
    element::contact_column(frame, dynamics::arm_to(m, d, pos, body), T(weight),
                            load_motion(d.cdof.row(dof)), block.bases, entry);
    for (int i = 0; i < block.bases; ++i) jacobian[i * block.columns + k] = entry[i];
  });
}

// Rods that twist roll.
template <class T>
void fill_chain(const ChainContact<T>& chain, const BasicData<T>& d, const Block& block,
                Builder<T>& builder) {
  int* column = builder.column(block);
  T* jacobian = builder.jacobian(block);
  const T* frame = d.contact.frame.row(block.id);
  int k = block.columns;
  chain.each_dof([&](int dof, const constraint::Motion<T>& moved) {
    column[--k] = dof;
    for (int i = 0; i < block.bases; ++i) {
      const Vec3<T> axis = load3(frame + 3 * (i % 3));
      jacobian[i * block.columns + k] = dot(axis, i < 3 ? moved.linear : moved.angular);
    }
  });
}

// Whether the second body is a point and the first one stands, as where a vertex of a flex touches
// the ground; the dofs of a point are in one group.
bool is_point_on_ground(const Model& m, const ContactBodies& bodies) {
  return bodies.second > 0 && deformable::is_point(m, bodies.second) && bodies.first >= 0 &&
         dynamics::last_dof(m, bodies.first) < 0;
}

// The block of such a contact: its rows along the three axes of the point.
template <class T>
void fill_point(const Model& m, const BasicData<T>& d, int body, const Block& block,
                const Target<T>& to) {
  using Row = tile::Row<T>;
  const int dof = m.body_dofadr[body], place = m.dof_place[dof];
  const T* const frame = d.contact.frame.row(block.id);
  Vec3<Row> axes = {Row(T(0)), Row(T(0)), Row(T(0))};
  for (int k = 0; k < 3; ++k) {
    const T* const axis = d.cdof.row(dof + k) + 3;
    const int at = tile::within(place + k);
    to.column[k] = dof + k;
    axes.x.set(at, axis[0]), axes.y.set(at, axis[1]), axes.z.set(at, axis[2]);
  }
  to.group[0] = tile::group_of(place);
  for (int k = 0; k < block.bases; ++k) {
    const T* const n = frame + 3 * k;
    const Row row = k < 3 ? fma(Row(n[2]), axes.z, fma(Row(n[1]), axes.y, Row(n[0]) * axes.x))
                          : Row(T(0));  // a point does not turn
    row.store(to.tiles + tile::kSide * k);
  }
}

template <class T>
int count_columns(const Model& m, const BasicData<T>& d, int contact, const ContactBodies& bodies) {
  if constexpr (kLanes<T> == 1) {
    if (is_on_chain(m, d, contact)) return ChainContact<T>(m, d, contact).count_dofs();
  }
  if (!is_spread(bodies)) return count_dofs(m, bodies.first, bodies.second, false);
  return count_spread_dofs(m, d, contact);
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
  const bool elliptic = has_elliptic_cones(m);
  for (int i = 0; i < d.ncon; ++i) {
    if (none(acts(d, i))) continue;
    const int columns = count_columns(m, d, i, contact_bodies(m, d, i)), dim = d.contact.dim[i];
    if (columns == 0) {
      d.contact.exclude[i] = exclude::kCannotMove;
    } else {
      count.add(rows_of(dim, elliptic), dim, columns);
    }
  }
}

namespace {

// Starts the block of a contact.
template <class T>
Block& start_contact(const Model& m, BasicData<T>& d, int i, int columns, Builder<T>& builder) {
  const bool elliptic = has_elliptic_cones(m);
  const int dim = d.contact.dim[i], rows = rows_of(dim, elliptic);
  Block& block = builder.start(type_of(dim, elliptic), i, rows, dim, columns);
  const bool cone = block.is_cone();
  for (int k = 0; k < rows; ++k) {
    const bool along_normal = k == 0 || !cone;
    builder.set_row(block, k, along_normal ? d.contact.dist[i] : T(0),
                    along_normal ? d.contact.includemargin[i] : T(0), T(0));
  }
  d.contact.efc_address[i] = block.row;
  return block;
}

// Whether the contact after this one is between the same bodies.
template <class T>
bool is_next_between(const Model& m, const BasicData<T>& d, const ContactBodies& bodies,
                     int contact) {
  if (contact + 1 >= d.ncon) return false;
  const ContactBodies next = contact_bodies(m, d, contact + 1);
  return next.first == bodies.first && next.second == bodies.second;
}

// The contacts between two bodies from number i on; returns the number of the last.
template <class T>
[[gnu::noinline]] int make_run(const Model& m, BasicData<T>& d, const ContactBodies& bodies, int i,
                               int columns, Builder<T>& builder) {
  const PairAxes<T> axes(m, d, bodies, columns);
  while (true) {
    const MaskOf<T> here = acts(d, i);
    if (!none(here) && d.contact.exclude[i] <= 0) {
      Block& block = start_contact(m, d, i, columns, builder);
      const Target<T> to = {builder.column(block), builder.group(block), builder.tile(block)};
      const int groups = axes.copy(to.column, to.group);
      with_bases(block.bases,
                 [&](auto bases) THEW_INLINE_LAMBDA { axes.template fill<bases()>(i, to.tiles); });
      builder.finish(block, columns > 1 ? groups : without_groups(m, block, to), here);
    }
    if (!is_next_between(m, d, bodies, i)) return i;
    ++i;
  }
}

}  // namespace

template <class T>
void make_contacts(const Model& m, BasicData<T>& d, Builder<T>& builder) {
  if (has(m.opt.disableflags, DisableBit::Contact)) return;
  for (int i = 0; i < d.ncon; ++i) {
    const MaskOf<T> here = acts(d, i);
    if (none(here) || d.contact.exclude[i] > 0) continue;
    if constexpr (kLanes<T> == 1) {
      if (is_on_chain(m, d, i)) {
        const ChainContact<T> chain(m, d, i);
        Block& block = start_contact(m, d, i, chain.count_dofs(), builder);
        fill_chain(chain, d, block, builder);
        builder.finish(block, here);
        continue;
      }
    }
    const ContactBodies bodies = contact_bodies(m, d, i);
    if (is_point_on_ground(m, bodies)) {
      Block& block = start_contact(m, d, i, 3, builder);
      fill_point<T>(m, d, bodies.second, block,
                    {builder.column(block), builder.group(block), builder.tile(block)});
      builder.finish(block, 1, here);
      continue;
    }
    const int columns = count_columns(m, d, i, bodies);
    if (!is_spread(bodies) && columns <= PairAxes<T>::kMostColumns &&
        is_next_between(m, d, bodies, i)) {
      i = make_run(m, d, bodies, i, columns, builder);
      continue;
    }
    Block& block = start_contact(m, d, i, columns, builder);
    if (is_spread(bodies)) {
      fill_spread(m, d, block, builder);
      builder.finish(block, here);
      continue;
    }
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
