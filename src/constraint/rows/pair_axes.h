#pragma once

// What contacts between the same two bodies have in common: the dofs that move one of them against
// the other, by groups of four, with their axes as rows of four. Contacts come pair by pair, and
// most pairs have several.

#include <algorithm>

#include "constraint/columns.h"
#include "constraint/solver/tile.h"
#include "element/contact_row.h"
#include "model/contact_side.h"

namespace thew::constraint {

template <class T>
class PairAxes {
 public:
  using Row = tile::Row<T>;

  static constexpr int kMostColumns = 16;

  /// Of two bodies that have so many columns between them.
  PairAxes(const Model& m, const BasicData<T>& d, const ContactBodies& bodies, int columns)
      : m_(m), d_(d), bodies_(bodies), columns_(columns) {
    list();
  }

  /// The columns, ascending, and the groups; returns how many groups there are.
  int copy(int* column, int* group) const {
    std::copy_n(column_, columns_, column);
    std::copy_n(group_, groups_, group);
    return groups_;
  }

  /// The base rows of a contact on the groups: what each dof does to the second body relative to
  /// the first, along the axes of the contact frame.
  template <int bases>
  THEW_INLINE void fill(int contact, T* tiles) const {
    const math::Vec3<T> pos = math::load3(d_.contact.pos.row(contact));
    const T* frame = d_.contact.frame.row(contact);
    math::Vec3<T> arm[2];
    for (const int side : {0, 1}) {
      if (moves_side_[side]) arm[side] = dynamics::arm_to(m_, d_, pos, bodies_[side]);
    }
    for (int k = 0; k < bases; ++k) {
      math::Force<Row> wrench[2];
      for (const int side : {0, 1}) {
        if (moves_side_[side]) wrench[side] = wrench_of(frame, arm[side], k, side);
      }
      for (int g = 0; g < groups_; ++g) {
        Row row(0.0);
        for (const int side : {0, 1}) {
          if (moves_[g][side]) row = row + entries<bases>(k, wrench[side], axes_[g][side]);
        }
        row.store(tiles + tile::kSide * (bases * g + k));
      }
    }
  }

 private:
  // The wrench of a base row on a body.
  static THEW_INLINE math::Force<Row> wrench_of(const T* frame, const math::Vec3<T>& arm, int k,
                                                int side) {
    const math::Force<T> w = element::contact_wrench(frame, arm, T(side == 0 ? -1.0 : 1.0), k);
    return {{Row(w.torque.x), Row(w.torque.y), Row(w.torque.z)},
            {Row(w.force.x), Row(w.force.y), Row(w.force.z)}};
  }

  // What a base row does along four axes.
  template <int bases>
  static THEW_INLINE Row entries(int k, const math::Force<Row>& wrench,
                                 const math::Motion<Row>& axes) {
    if (bases == 1) return dot(axes, wrench);
    return k < 4 ? element::contact_entry(wrench, axes) : dot(wrench.torque, axes.rotation);
  }

  void list() {
    const T* axis[2][tile::kSide] = {};
    int column = columns_;
    each_dof(m_, bodies_.first, bodies_.second, false, [&](int dof, int sign) THEW_INLINE_LAMBDA {
      const int place = m_.dof_place[dof];
      if (groups_ == 0 || tile::group_of(place) != group_[groups_ - 1]) {
        if (groups_ > 0) close(axis);
        group_[groups_++] = tile::group_of(place);
      }
      column_[--column] = dof;
      axis[sign > 0][tile::within(place)] = d_.cdof.row(dof);
    });
    if (groups_ > 0) close(axis);
  }

  // Ends a group of these axes, and forgets them.
  THEW_INLINE void close(const T* (&axis)[2][tile::kSide]) {
    for (const int side : {0, 1}) {
      bool moves = false;
      Row c[6];
      for (Row& row : c) row = Row(0.0);
      for (int k = 0; k < tile::kSide; ++k) {
        if (axis[side][k] == nullptr) continue;
        for (int i = 0; i < 6; ++i) c[i].set(k, axis[side][k][i]);
        axis[side][k] = nullptr;
        moves = true;
      }
      moves_[groups_ - 1][side] = moves;
      moves_side_[side] |= moves;
      axes_[groups_ - 1][side] = {{c[0], c[1], c[2]}, {c[3], c[4], c[5]}};
    }
  }

  const Model& m_;
  const BasicData<T>& d_;
  ContactBodies bodies_;
  int columns_, groups_ = 0;
  int column_[kMostColumns], group_[kMostColumns];
  bool moves_side_[2] = {};      // whether a dof moves the side
  bool moves_[kMostColumns][2];  // of groups: whether a dof of it moves the side
  math::Motion<Row> axes_[kMostColumns][2];
};

}  // namespace thew::constraint
