#pragma once

// The integrators implicit, and implicitfast where forces couple dofs: (M - h D) a = f, where D is
// how smooth forces change with velocities. Row i of D has the entries of dof i and its ancestors:
// D(i, j) is in `lower`, D(j, i) at the same place in `upper`. implicitfast takes what is symmetric
// and has a place in M; bodies in free flight, whose equations stand alone, count whole.

#include "gpu/advance.h"
#include "gpu/fluid.h"

namespace thew::gpu {

template <class T>
using ImplicitWorld = World<T, ImplicitMemory<T>>;

namespace detail {

/// Whether all of D counts for what moves a body, which need not be symmetric.
template <class T>
THEW_STAGE bool counts_whole(const DeviceModel<T>& m, int body) {
  const int tree = m.body_treeid[body];
  if (m.tables.implicit == kWholeSlopes) return true;
  return tree >= 0 && m.tree_dofnum[tree] == 6 &&
         m.jnt_type[m.dof_jntid[m.tree_dofadr[tree]]] == static_cast<int>(JointType::Free);
}

/// Adds the matrices of children to those of bodies.
template <class Team, class T>
THEW_STAGE void sum_matrices(const Team& team, const ImplicitWorld<T>& w) {
  const auto& t = w.m.tables;
  THEW_ROLLED
  for (int level = t.nlevel - 2; level >= 0; --level) {
    const int first = t.level_adr[level];
    team.each(36 * (t.level_adr[level + 1] - first), [&](int k) {
      const int body = t.level_body[first + k / 36], entry = k % 36;
      T sum = w.s.matrix[36 * body + entry];
      THEW_ROLLED
      for (int c = t.child_adr[body]; c < t.child_adr[body + 1]; ++c)
        sum = sum + w.s.matrix[36 * t.child[c] + entry];
      w.s.matrix[36 * body + entry] = sum;
    });
  }
}

/// How the forces that bodies take change with their velocities, 6 x 6 of each, then of subtrees.
template <class Team, class T>
THEW_STAGE void slopes_of_bodies(const Team& team, const ImplicitWorld<T>& w) {
  using namespace math;
  const auto& m = w.m;
  const auto& t = m.tables;
  team.each(m.nbody, [&](int body) {
    T* matrix = w.s.matrix + 36 * body;
    THEW_ROLLED
    for (int k = 0; k < 36; ++k) matrix[k] = T(0);
    const bool whole = counts_whole(m, body);
    if (body > 0 && whole) {
      element::momentum_rate_slope(load_inertia(w.row(w.rows.cinert) + 10 * body),
                                   load_motion(w.row(w.rows.cvel) + 6 * body), matrix);
    }
    if (t.fluid != 0) {
      subtract_fluid_slope(
          w, body, whole ? element::FluidTerms::All : element::FluidTerms::Symmetric, matrix);
    }
  });
  sum_matrices(team, w);
}

/// How accelerations of everything beyond a dof react to its rate, but for what its axis does to
/// velocities: ds/dt + v x s, where v is the velocity after the joint.
template <class T>
THEW_STAGE void turn_axes(const ImplicitWorld<T>& w, int body) {
  using namespace math;
  const auto& m = w.m;
  const T *axes = w.row(w.rows.cdof), *rates = w.row(w.rows.cdof_dot), *qvel = w.row(w.rows.qvel);
  const int end = m.body_dofadr[body] + m.body_dofnum[body];
  Motion<T> after = load_motion(w.row(w.rows.cvel) + 6 * m.body_parentid[body]);
  THEW_ROLLED
  for (int i = m.body_dofadr[body]; i < end;) {
    const auto type = static_cast<JointType>(m.jnt_type[m.dof_jntid[i]]);
    const int last = i + (type == JointType::Ball || type == JointType::Free ? 3 : 1);
    THEW_ROLLED
    for (int k = i; k < last; ++k) after = axpy(qvel[k], load_motion(axes + 6 * k), after);
    THEW_ROLLED
    for (; i < last; ++i)
      store(w.s.turn + 6 * i, load_motion(rates + 6 * i) + cross(after, load_motion(axes + 6 * i)));
  }
}

/// The entry of D of dof i and its ancestor j, or i itself, that dampers and actuators have.
template <class T>
THEW_STAGE T slope_between(const ImplicitWorld<T>& w, int i, int j) {
  const auto& m = w.m;
  const auto& t = m.tables;
  T sum = i == j ? -w.row(w.rows.dof_slope)[i] : T(0);
  if (!has(m.opt.disableflags, DisableBit::Actuation)) {
    THEW_ROLLED
    for (int k = t.dof_moment_adr[i]; k < t.dof_moment_adr[i + 1]; ++k) {
      const int e = t.dof_moment[k], out = t.moment_out[e];
      const T scale = w.row(w.rows.actuator_slope)[out] * w.row(w.rows.moment)[e];
      THEW_ROLLED
      for (int other = t.moment_adr[out]; other <= e && scale != T(0); ++other) {
        if (t.moment_dof[other] == j) sum = fma(-scale, w.row(w.rows.moment)[other], sum);
      }
    }
  }
  if (m.ntendon > 0) sum = sum - along_tendons(w, w.row(w.rows.ten_slope), i, j);
  return sum;
}

template <class T>
THEW_STAGE T dot6(const T* a, const T* b) {
  T sum = T(0);
  THEW_ROLLED
  for (int k = 0; k < 6; ++k) sum = fma(a[k], b[k], sum);
  return sum;
}

/// Row i of A - h D, where inert(address) gives A and slope(i, j) what of D is not of moving
/// bodies. With I, B the inertia and the matrix above of the subtree of i, and s, u the axes and
/// how they turn: d bias_i / d v_j = s_i' (I u_j + B s_j).
template <class T, class Slope, class Inert>
THEW_STAGE void implicit_row(const ImplicitWorld<T>& w, int i, Slope slope, Inert inert) {
  using namespace math;
  const auto& m = w.m;
  const int body = m.dof_bodyid[i], start = m.D_rowadr[i], last = m.D_diag[i];
  const bool whole = counts_whole(m, body);
  const T *axis = w.row(w.rows.cdof) + 6 * i, *matrix = w.s.matrix + 36 * body, h = m.opt.timestep;
  T momentum[6], back[6], force[6];
  for (int k = 0; k < 6; ++k) momentum[k] = back[k] = force[k] = T(0);
  if (whole) {
    const Inertia<T> inertia = load_inertia(w.row(w.rows.crb) + 10 * body);
    store(momentum, inertia * load_motion(axis));
    store(force, inertia * load_motion(w.s.turn + 6 * i));
  }
  const bool moved = whole || m.tables.fluid != 0;  // something changes with velocities of bodies
  for (int k = 0; k < 6; ++k) {
    if (!moved) break;
    force[k] = force[k] + dot6(matrix + 6 * k, axis);
    for (int r = 0; r < 6; ++r) back[k] = fma(matrix[6 * r + k], axis[r], back[k]);
  }
  THEW_ROLLED
  for (int adr = start; adr <= start + last; ++adr) {
    const int j = m.D_colind[adr], place = m.mapM2D[adr];
    const T* other = w.row(w.rows.cdof) + 6 * j;
    const T same = slope(i, j), up = moved ? same - dot6(other, force) : same;
    const T low = whole ? same - (dot6(momentum, w.s.turn + 6 * j) + dot6(back, other)) : up;
    const T scale = whole || place >= 0 ? -h : T(0);
    w.s.lower[adr] = fma(scale, low, inert(adr));
    w.s.upper[adr] = fma(scale, up, inert(adr));
  }
}

/// Factors what the rows have, leaves first, and solves upwards: level by level, where all dofs of
/// a level have as many ancestors, each entry gathers from the rows of descendants.
template <class Team, class T>
THEW_STAGE void factor_lu(const Team& team, const ImplicitWorld<T>& w) {
  const auto& m = w.m;
  const auto& t = m.tables;
  const auto& s = w.s;
  THEW_ROLLED
  for (int level = t.ntreelevel - 1; level >= 0; --level) {
    const int first = t.tree_level_adr[level], entries = 2 * level + 2;
    team.each((t.tree_level_adr[level + 1] - first) * entries, [&](int k) {
      // Entries of `lower`, the diagonal last; of `upper`; and the right side.
      const int i = t.tree_level[first + k / entries], part = k % entries;
      const bool lower = part <= level, right = part == entries - 1;
      const int place = lower ? part : right ? 0 : part - level - 1;
      T* const matrix = lower ? s.lower : s.upper;
      const T* const by = lower || right ? s.upper : s.lower;
      T& to = right ? s.acc[i] : matrix[m.D_rowadr[i] + place];
      T value = to;
      THEW_ROLLED
      for (int below = t.tree_end[i] - 1; below > i; --below) {
        const int row = m.D_rowadr[below];
        value = fma(-(by[row + level] * s.inverse[below]),
                    right ? s.acc[below] : matrix[row + place], value);
      }
      if (lower && place == level) {
        const T size = counts_whole(m, m.dof_bodyid[i]) ? abs(value) : value;
        if (!(size >= T(kMinVal))) value = T(kMinVal);
        s.inverse[i] = T(1) / value;
      }
      to = value;
    });
  }
}

/// Solves downwards.
template <class Team, class T>
THEW_STAGE void solve_lu(const Team& team, const ImplicitWorld<T>& w) {
  const auto& m = w.m;
  const auto& t = m.tables;
  THEW_ROLLED
  for (int level = 0; level < t.ntreelevel; ++level) {
    team.each(t.tree_level_adr[level], t.tree_level_adr[level + 1], [&](int k) {
      const int i = t.tree_level[k], start = m.D_rowadr[i];
      T sum = w.s.acc[i];
      THEW_ROLLED
      for (int place = 0; place < level; ++place)
        sum = fma(-w.s.lower[start + place], w.s.acc[m.D_colind[start + place]], sum);
      w.s.acc[i] = sum * w.s.inverse[i];
    });
  }
}

}  // namespace detail

/// The next state.
template <bool rare, class Team, class T>
THEW_STAGE void advance_implicitly(const Team& team, const DeviceModel<T>& m,
                                   const DeviceWorlds<T>& worlds, std::uint32_t world, T* memory) {
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  const ImplicitWorld<T> w(m, worlds, world, memory);
  if (detail::is_bad(team, w)) return;
  detail::slopes_of_bodies(team, w);
  team.each(m.nbody, [&](int body) {
    if (detail::counts_whole(m, body)) detail::turn_axes(w, body);
  });
  const T *smooth = w.row(worlds.qfrc_smooth), *pushed = w.row(worlds.qfrc_constraint);
  team.each(m.nv, [&](int i) {
    detail::implicit_row(
        w, i, [&](int row, int column) { return detail::slope_between(w, row, column); },
        [&](int adr) {
          const int place = m.mapM2D[adr];
          return place < 0 ? T(0) : w.row(worlds.M)[place];
        });
    w.s.acc[i] = smooth[i] + pushed[i];
  });
  detail::factor_lu(team, w);
  detail::solve_lu(team, w);
  detail::advance_by<rare>(team, w, w.s.acc, static_cast<const T*>(nullptr),
                           static_cast<const T*>(m.na > 0 ? w.row(worlds.act_dot) : nullptr));
}

}  // namespace thew::gpu
