#pragma once

// The third kernel of a step: which constraint rows there are, their weights and springs. Base rows
// of contacts are filled by the solver.

#include "gpu/smooth.h"
#include "gpu/soften.h"

namespace thew::gpu {

namespace detail {

// Counts of blocks and rows go through scans together.
constexpr int kBlockUnit = 1 << 16;

/// The Jacobian of equalities between bodies, the first blocks.
template <class Team, class T>
THEW_STAGE void join_bodies(const Team& team, const RowsWorld<T>& w, int equalities) {
  const auto& m = w.m;
  THEW_ROLLED
  for (int block = 0; block < equalities; ++block) {
    const int i = w.row(w.rows.block_id)[block];
    if (joins_scalars(m, i)) continue;
    const BlockInfo info = w.row(w.rows.block_info)[block];
    T* rows = w.row(w.rows.other_rows) + info.base() * m.tables.solve.width;
    team.each(m.nv, [&](int dof) { fill_joining(w, i, dof, rows + dof); });
  }
}

/// Lists the dense blocks that are no contacts.
template <class Team, class T>
THEW_STAGE void list_others(const Team& team, const RowsWorld<T>& w, RowCounts& n) {
  const auto& m = w.m;
  const auto disabled = [&](DisableBit bit) { return has(m.opt.disableflags, bit); };
  int *info = w.row(w.rows.block_info), *ids = w.row(w.rows.block_id),
      *groups = w.row(w.rows.block_groups);
  T* rows = w.row(w.rows.other_rows);
  team.each(m.tables.nothers * m.tables.solve.width, [&](int i) { rows[i] = T(0); });
  const auto add = [&](ConstraintType kind, int block, int base, int count, int id) {
    info[block] = BlockInfo(kind, count, base).word;
    ids[block] = id;
    groups[block] = ~0;
  };
  if (m.neq > 0 && !disabled(DisableBit::Equality)) {
    const std::uint8_t* active = w.row(w.rows.eq_active);
    const auto count_of = [&](int i) {
      return active[i] != 0 && is_held(w, i) ? m.tables.eq_rows[i] : 0;
    };
    const int wanted = team.scan(
        m.neq, [&](int i) { return count_of(i) > 0 ? kBlockUnit + count_of(i) : 0; },
        [&](int i, int place, int count) {
          if (count == 0) return;
          add(ConstraintType::Equality, place / kBlockUnit, place % kBlockUnit, count % kBlockUnit,
              i);
        });
    n.dense = n.smooth = wanted / kBlockUnit;
    n.rows = wanted % kBlockUnit;
    join_bodies(team, w, n.dense);
  }
  if (m.tables.dry_tendons != 0 && !disabled(DisableBit::Frictionloss)) {
    const int dry = team.scan(
        m.ntendon,
        [&](int t) { return w.own(m.tendon_frictionloss, t) > T(0) && moves(w, t) ? 1 : 0; },
        [&](int t, int place, int count) {
          if (count > 0) add(ConstraintType::FrictionTendon, n.dense + place, n.rows + place, 1, t);
        });
    n.dense += dry;
    n.smooth += dry;
    n.rows += dry;
  }
  if (!disabled(DisableBit::Limit)) {
    const auto reached = [&](int j) {
      return m.jnt_limited[j] && m.jnt_type[j] == static_cast<int>(JointType::Ball) &&
             ball_angle(w, j).dist < w.own(m.jnt_margin, j);
    };
    const int more = team.scan(
        m.njnt, [&](int j) { return reached(j) ? 1 : 0; },
        [&](int j, int place, int count) {
          if (count > 0) add(ConstraintType::LimitJoint, n.dense + place, n.rows + place, 1, j);
        });
    n.dense += more;
    n.rows += more;
    const auto stretched = [&](int side) {
      return m.tendon_limited[side / 2] && moves(w, side / 2) &&
             tendon_distance(w, side) < w.own(m.tendon_margin, side / 2);
    };
    const int tendons = team.scan(
        2 * m.ntendon, [&](int side) { return stretched(side) ? 1 : 0; },
        [&](int side, int place, int count) {
          if (count > 0) add(ConstraintType::LimitTendon, n.dense + place, n.rows + place, 1, side);
        });
    n.dense += tendons;
    n.rows += tendons;
  }
  n.others = n.dense;
  n.near = n.rows;
}

/// Lists the contacts that have rows, as many as there is room for; true if that is not all.
template <bool rich, class Team, class T>
THEW_STAGE bool list_contacts(const Team& team, const RowsWorld<T>& w, RowCounts& n) {
  const auto& m = w.m;
  const auto& t = m.tables;
  const int *pair = w.row(w.rows.contact_pair), contacts = w.row(w.rows.ncon)[0];
  int *info = w.row(w.rows.block_info), *ids = w.row(w.rows.block_id),
      *groups = w.row(w.rows.block_groups);
  const int more = team.scan(
      contacts,
      [&](int c) {
        const int rows = rows_of_contact<rich>(w, c);
        return rows > 0 ? kBlockUnit + rows : 0;
      },
      [&](int c, int place, int count) {
        const int block = n.dense + place / kBlockUnit, row = n.rows + place % kBlockUnit,
                  dim = count % kBlockUnit;
        if (count == 0 || block >= t.nblocks) return;
        ids[block] = row + dim <= t.nrows ? c : -1;
        info[block] = BlockInfo(kind_of_contact(m, dim), dim, min(row, 0xffff)).word;
        groups[block] = t.pair_groups[pair[c]];
      });
  int blocks = n.dense + more / kBlockUnit, rows = n.rows + more % kBlockUnit;
  const bool full = blocks > t.nblocks || rows > t.nrows;
  // Rows are in order: those that found no room are the last.
  blocks = min(blocks, t.nblocks);
  while (full && blocks > n.others && ids[blocks - 1] < 0) --blocks;
  const int first = n.rows;
  const auto end_of = [&](int block) {
    if (block == n.others) return first;
    const BlockInfo last = info[block - 1];
    return last.base() + last.count();
  };
  rows = end_of(blocks);
  n.dense = blocks;
  n.rows = rows;
  // A block is near as a whole.
  while (end_of(blocks) > t.nnear) --blocks;
  n.near = end_of(blocks);
  return full;
}

/// Lists dry friction and the limits of joints with one dof; true where there is not enough room.
template <class Team, class T>
THEW_STAGE bool list_singles(const Team& team, const RowsWorld<T>& w, RowCounts& n) {
  const auto& m = w.m;
  int *info = w.row(w.rows.block_info), *ids = w.row(w.rows.block_id);
  const auto add = [&](ConstraintType kind, int place, int id) {
    info[n.dense + place] = BlockInfo(kind, 1, n.rows + place).word;
    ids[n.dense + place] = id;
  };
  const int room = m.tables.nsingles;
  bool full = false;
  if (!has(m.opt.disableflags, DisableBit::Frictionloss)) {
    const T* loss = w.own(m.dof_frictionloss);
    const int more = team.scan(
        m.nv, [&](int i) { return loss[i] != T(0) ? 1 : 0; },
        [&](int i, int place, int count) {
          if (count > 0 && place < room) add(ConstraintType::FrictionDof, place, 2 * i);
        });
    full = more > room;
    n.singles = min(more, room);
    n.smooth += n.singles;
  }
  if (!has(m.opt.disableflags, DisableBit::Limit)) {
    const auto reached = [&](int k) {
      const int j = k / 2;
      return m.jnt_limited[j] && m.jnt_type[j] >= static_cast<int>(JointType::Slide) &&
             limit_distance(w, j, k % 2) < w.own(m.jnt_margin, j);
    };
    // Lower and upper sides, one after the other; the upper one pushes down.
    const int more = team.scan(
        2 * m.njnt, [&](int k) { return reached(k) ? 1 : 0; },
        [&](int k, int place, int count) {
          if (count == 0 || n.singles + place >= room) return;
          add(ConstraintType::LimitJoint, n.singles + place, 2 * m.jnt_dofadr[k / 2] + k % 2);
        });
    full |= n.singles + more > room;
    n.singles = min(n.singles + more, room);
  }
  return full;
}

}  // namespace detail

/// The rows of a world. `rich`: as where they are softened.
template <bool rich, class Team, class T>
THEW_STAGE void make_rows(const Team& team, const DeviceModel<T>& m, const DeviceWorlds<T>& worlds,
                          std::uint32_t world) {
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  const RowsWorld<T> w(m, worlds, world, nullptr);
  const auto disabled = [&](DisableBit bit) { return has(m.opt.disableflags, bit); };
  RowCounts n;
  if (!disabled(DisableBit::Constraint)) {
    if (m.tables.nothers > 0) detail::list_others(team, w, n);
    bool full = false;
    if (m.tables.npairs > 0 && !disabled(DisableBit::Contact))
      full = detail::list_contacts<rich>(team, w, n);
    full |= detail::list_singles(team, w, n);
    team.each(n.blocks(), [&](int block) { detail::soften<rich>(w, n, block); });
    if (full) {
      team.once([&] { ++w.row(worlds.warning_number)[static_cast<int>(Warning::Cnstrfull)]; });
    }
  }
  team.once([&] {
    int* counts = w.row(worlds.row_counts);
    counts[0] = n.dense;
    counts[1] = n.others;
    counts[2] = n.rows;
    counts[3] = n.near;
    counts[4] = n.singles;
    counts[5] = n.smooth;
  });
}

}  // namespace thew::gpu
