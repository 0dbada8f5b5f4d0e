#pragma once

// The third kernel of a step: constraint rows, the accelerations that they allow, and the next
// state.

#include "gpu/advance.h"

namespace thew::gpu {

namespace detail {

template <class Team, class T>
THEW_STAGE void load_smooth(const Team& team, const ConstrainWorld<T>& w) {
  const auto& m = w.m;
  const auto& s = w.s;
  const T *force = w.row(w.rows.qfrc_smooth), *acc = w.row(w.rows.qacc_smooth),
          *warm = w.row(w.rows.qacc_warmstart);
  team.each(s.width, [&](int i) {
    const bool real = i < m.nv;
    s.smooth_force[i] = real ? force[i] : T(0);
    s.smooth_acc[i] = real ? acc[i] : T(0);
    s.acc[i] = real ? warm[i] : T(0);
    s.mass_direction[i] = T(0);
  });
}

template <class Team, class T>
THEW_STAGE void load_mass(const Team& team, const ConstrainWorld<T>& w) {
  const auto& m = w.m;
  const auto& s = w.s;
  const T* mass = w.row(w.rows.M);
  team.each(8 * s.ngroup * (s.ngroup + 1), [&](int k) { s.mass[k] = T(0); });
  team.each(m.nC, [&](int e) {
    const int i = m.tables.entry_row[e], j = m.M_colind[e];
    s.mass[m.tables.entry_place[e]] = mass[e];
    if (i / 4 == j / 4) s.mass[row_start(j) + i] = mass[e];  // tiles on the diagonal are whole
  });
  team.each(m.nv, s.width, [&](int i) { s.mass[row_start(i) + i] = T(1); });
}

/// Forces of constraints on dofs, in `mass_direction`.
template <class Team, class T>
THEW_STAGE void collect_force(const Team& team, const ConstrainWorld<T>& w, const RowCounts& n) {
  const auto& s = w.s;
  team.each(w.m.nv, [&](int i) {
    T sum = T(0);
    THEW_ROLLED
    for (int k = 0; k < n.rows; ++k) sum = fma(s.row(k, n.near)[i], s.force[k], sum);
    THEW_ROLLED
    for (int place = 0; place < 3; ++place) {
      const int block = s.single[3 * i + place];
      if (block < 0) continue;
      const T force = s.force[s.base[block]];
      sum = sum + (place == 2 ? -force : force);
    }
    s.mass_direction[i] = sum;
  });
}

}  // namespace detail

template <class Team, class T>
THEW_STAGE void constrain(const Team& team, const DeviceModel<T>& m, const DeviceWorlds<T>& worlds,
                          std::uint32_t world, T* memory, bool step) {
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  ConstrainWorld<T> w(m, worlds, world, memory);
  if (worlds.far_rows) w.s.far = worlds.far_rows.of(world);
  const auto& s = w.s;
  detail::load_smooth(team, w);
  detail::load_mass(team, w);
  const RowCounts n = make_rows(team, w);
  int rounds = 0;
  if (n.blocks > 0) {
    rounds = solve_newton(team, w, n);
    detail::collect_force(team, w, n);
  } else {
    team.each(m.nv, [&](int i) { s.acc[i] = s.smooth_acc[i]; });
  }
  team.each(m.nv, [&](int i) {
    w.keep(worlds.qacc, i, s.acc[i]);
    w.keep(worlds.qfrc_constraint, i, s.mass_direction[i]);
  });
  team.once([&] {
    if (worlds.iterations) w.row(worlds.iterations)[0] = rounds;
  });
  if (!step) return;
  if (team.any(m.nv, [&](int i) { return !(abs(s.acc[i]) <= T(kMaxVal)); })) {
    return detail::set_status(team, w, 1 + static_cast<int>(Warning::Badqacc));
  }
  advance(team, w);
}

}  // namespace thew::gpu
