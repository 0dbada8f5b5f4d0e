#pragma once

// The fourth kernel of a step: the accelerations that the constraints allow.

#include "element/contact_row.h"
#include "gpu/cg.h"
#include "gpu/smooth.h"
#include "gpu/untouched.h"

namespace thew::gpu {

namespace detail {

THEW_STAGE RowCounts load_counts(const std::int32_t* counts) {
  RowCounts n;
  n.dense = counts[0];
  n.others = counts[1];
  n.rows = counts[2];
  n.near = counts[3];
  n.singles = counts[4];
  n.smooth = counts[5];
  return n;
}

/// The entries of one dof in the rows of contacts, whose places and bodies are in the scratch.
template <class T>
THEW_STAGE void fill_contacts(const SolveWorld<T>& w, const RowCounts& n, int dof) {
  using namespace math;
  const auto& m = w.m;
  const auto& s = w.s;
  const bool real = dof < m.nv;
  const int first = real ? m.dof_bodyid[dof] : 0, last = real ? m.tables.body_end[first] : 0;
  const Motion<T> axis = load_motion(w.row(w.rows.cdof) + (real ? 6 * dof : 0));
  const int* bodies = reinterpret_cast<const int*>(s.factor() + 15 * m.tables.nblocks);
  THEW_ROLLED
  for (int block = n.others; block < n.dense; ++block) {
    const int c = block - n.others, body1 = bodies[2 * c], body2 = bodies[2 * c + 1];
    const BlockInfo info = s.info()[block];
    const bool one = body1 >= first && body1 < last, two = body2 >= first && body2 < last;
    const T *frame = s.factor() + 15 * c, *arm = frame + (one ? 9 : 12);
    const T sign = one == two ? T(0) : one ? T(-1) : T(1);
    const Motion<T> motion = element::contact_motion(axis, load3(arm), sign);
    // A block is near as a whole.
    T* to = info.base() < n.near ? s.jacobian() + info.base() * s.width()
                                 : s.far + (info.base() - n.near) * s.width();
    THEW_ROLLED
    for (int k = 0; k < info.count(); ++k, to += s.width())
      to[dof] = element::contact_entry(frame, motion, k);
  }
}

/// What the kernels before have made of this world, and the Jacobian; vectors end in zeros.
/// `metric`: constraints are solved in that of the integrator.
template <bool near, bool metric = false, class Team, class T>
THEW_STAGE void load_rows(const Team& team, const SolveWorld<T>& w, const RowCounts& n) {
  const auto& m = w.m;
  const auto& s = w.s;
  const auto& from = w.rows;
  T four[4] = {T(0), T(0), T(0), T(0)};
  if constexpr (metric) {
    copy_fours(team, s.packed(), w.row(from.metric), s.mass());
  } else {
    team.each(s.packed() / 4, [&](int k) { store4(s.mass() + 4 * k, four); });
  }
  const auto fetch = [&](const auto& table, int first, int count, auto* to) {
    team.template fetch<near>(count, w.row(table) + first, to);
  };
  fetch(from.block_info, 0, n.blocks(), s.info());
  fetch(from.block_id, n.dense, n.singles, s.id());
  fetch(from.row_weight, 0, n.bases(), s.weight());
  fetch(from.row_damping, 0, n.bases(), s.x());
  fetch(from.row_pull, 0, n.bases(), s.y());
  fetch(from.block_mu, 0, n.blocks(), s.mu());
  const int bounded = m.tables.dry_tendons != 0 ? 0 : n.dense;  // on which blocks there are bounds
  fetch(from.block_bound, bounded, n.blocks() - bounded, s.bound());
  if (n.dense > 0) {
    const int contacts = n.dense - n.others, stride = m.tables.most_bases - 1;
    fetch(from.block_groups, 0, n.dense, s.groups());
    fetch(from.other_rows, 0, n.others > 0 ? m.tables.nothers * s.width() : 0, s.jacobian());
    if (contacts > 0) {
      fetch(from.block_friction, stride * n.others, stride * contacts,
            s.friction() + stride * n.others);
      fetch(from.block_place, 15 * n.others, 15 * contacts, s.factor());
      fetch(from.block_bodies, 2 * n.others, 2 * contacts,
            reinterpret_cast<int*>(s.factor() + 15 * m.tables.nblocks));
    }
  }
  const T *mass = w.row(from.M), *force = w.row(metric ? from.metric_force : from.qfrc_smooth),
          *acc = w.row(from.qacc_smooth), *warm = w.row(from.qacc_warmstart),
          *qvel = w.row(from.qvel);
  team.each(metric ? 0 : m.nC, [&](int e) {
    const int i = m.tables.entry_row[e], j = m.M_colind[e];
    team.template fetch<near>(mass + e, s.mass() + row_start(i) + j);
    if (i / 4 == j / 4 && i != j) team.template fetch<near>(mass + e, s.mass() + row_start(j) + i);
  });
  team.each(s.width(), [&](int i) {
    const bool real = i < m.nv;
    s.smooth_force()[i] = real ? force[i] : T(0);
    s.gradient()[i] = real ? acc[i] : T(0);
    s.acc()[i] = real ? warm[i] : T(0);
    s.direction()[i] = real ? qvel[i] : T(0);
    if (!metric && !real) s.mass()[row_start(i) + i] = T(1);
    for (int k = 0; k < 3; ++k) s.single()[3 * i + k] = 0;
  });
  team.arrive();
  team.each(n.singles, [&](int k) {
    const BlockInfo info = s.info()[n.dense + k];
    const int id = s.id()[k], dof = id / 2;
    const int place = info.kind() == ConstraintType::FrictionDof ? 0 : 1 + id % 2;
    s.single()[3 * dof + place] = static_cast<std::uint16_t>(k + 1);
  });
  team.each(s.width(), [&](int dof) { fill_contacts(w, n, dof); });
}

/// Where there are no rows.
template <class Team, class T>
THEW_STAGE void move_freely(const Team& team, const SolveWorld<T>& w) {
  const T* free = w.row(w.rows.qacc_smooth);
  T *acc = w.row(w.rows.qacc), *force = w.row(w.rows.qfrc_constraint);
  team.each(w.m.nv, [&](int i) {
    acc[i] = free[i];
    force[i] = T(0);
  });
}

}  // namespace detail

/// `cones`: contacts may have elliptic cones. `near`: the working memory is shared memory. `cg`: by
/// conjugate gradients, not by Newton's method. `metric`: in that of the integrator.
template <bool cones, bool near, bool cg, bool metric = false, class Team, class T>
THEW_STAGE void solve_rows(const Team& team, const DeviceModel<T>& m, const DeviceWorlds<T>& worlds,
                           std::uint32_t world, T* memory) {
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  SolveWorld<T> w(m, worlds, world, memory);
  if (worlds.far_rows) w.s.far = w.row(worlds.far_rows);
  const RowCounts n = detail::load_counts(w.row(worlds.row_counts));
  T* acc = w.row(worlds.qacc);
  int rounds = 0;
  if (n.blocks() > 0) {
    detail::load_rows<near, metric>(team, w, n);
    if constexpr (cg) {
      rounds = solve_cg<cones, metric>(team, w, n);
    } else {
      rounds = solve_newton<cones, metric>(team, w, n);
    }
    team.each(m.nv, [&](int i) { acc[i] = w.s.acc()[i]; });
  } else {
    detail::move_freely(team, w);
  }
  if constexpr (metric) detail::fly_untouched(team, w, n);
  team.once([&] {
    if (worlds.iterations) w.row(worlds.iterations)[0] = rounds;
  });
}

}  // namespace thew::gpu
