#pragma once

// The metric of linearly implicit steps, A = M + h D + h^2 K, and the shift h K v of its right
// side, as on the processor (integrate/metric.h). Terms of joints, of the fluid and of actuators
// along one chain of dofs have places in the rows of the tree, which hold all ancestors; tendons
// and other actuators couple what they touch, and are in the matrix of all dofs alone.

#include "gpu/implicit.h"
#include "gpu/solve.h"

namespace thew::gpu::detail {

/// Which terms the metric has.
struct MetricTerms {
  bool tendons, actuators, fluid;
};

/// A world's metric while it is built: the solver's memory for the matrix of all dofs, and for the
/// rows of the tree that of the implicit integrators, in global memory.
template <class T>
struct MetricWorld {
  const SolveWorld<T>& w;
  ImplicitWorld<T> tree;
  T *tendon_scale, *coupled_scale, *chain_scale;  ///< h (h k + b) of tendons and of forces
  T *tendon_shift, *actuator_shift;               ///< -h k v of the same

  THEW_STAGE MetricWorld(const SolveWorld<T>& world, const DeviceWorlds<T>& worlds)
      : w(world), tree(world.m, worlds, world.number, world.row(worlds.metric_memory)) {
    const auto& m = w.m;
    tendon_scale = w.row(worlds.metric_scale);
    coupled_scale = tendon_scale + m.ntendon;
    chain_scale = coupled_scale + m.nout;
    tendon_shift = chain_scale + m.nout;
    actuator_shift = tendon_shift + m.ntendon;
  }
};

// --- slopes of forces ----------------------------------------------------------------------------

/// By how much the force of its joint's spring falls along a dof, never negative: the same for all
/// translations and for all rotations.
template <class W>
THEW_STAGE typename W::Real spring_slope_along(const W& w, int dof) {
  using namespace math;
  using T = typename W::Real;
  const auto& m = w.m;
  if (has(m.opt.disableflags, DisableBit::Spring)) return T(0);
  const int j = m.dof_jntid[dof];
  const auto type = static_cast<JointType>(m.jnt_type[j]);
  const T* q = w.row(w.rows.qpos) + m.jnt_qposadr[j];
  const auto rest = [&](int k) { return spring_rest<true>(w, j, k); };
  T displacement;
  if (type == JointType::Slide || type == JointType::Hinge) {
    displacement = q[0] - rest(0);
  } else if (type == JointType::Free && dof < m.jnt_dofadr[j] + 3) {
    displacement = norm(Vec3<T>{q[0] - rest(0), q[1] - rest(1), q[2] - rest(2)});
  } else {
    const int k = type == JointType::Free ? 3 : 0;
    const Quat<T> at_rest = {rest(k), rest(k + 1), rest(k + 2), rest(k + 3)};
    displacement = norm(element::spring_rotation(math::load4(q + k), at_rest));
  }
  const auto stiffness = poly_force(w.own(m.jnt_stiffness), w.own(m.jnt_stiffnesspoly), j);
  return max(element::spring_slope(stiffness, displacement), T(0));
}

/// The same of a tendon's spring; none where it is slack.
template <class W>
THEW_STAGE typename W::Real tendon_spring_slope(const W& w, int t) {
  using T = typename W::Real;
  const auto& m = w.m;
  if (has(m.opt.disableflags, DisableBit::Spring)) return T(0);
  const T stretch =
      element::spring_stretch(w.row(w.rows.ten_length)[t], spring_rest_length<true>(w, t, 0),
                              spring_rest_length<true>(w, t, 1));
  if (stretch == T(0)) return T(0);
  const auto stiffness = poly_force(w.own(m.tendon_stiffness), w.own(m.tendon_stiffnesspoly), t);
  return max(element::spring_slope(stiffness, stretch), T(0));
}

/// Whether the moments of an actuator lie on one chain of dofs, whatever its pose.
template <class T>
THEW_STAGE bool is_on_one_chain(const DeviceModel<T>& m, int i) {
  const auto type = static_cast<Transmission>(m.actuator_trntype[i]);
  if (type == Transmission::Site || type == Transmission::So3)
    return m.actuator_trnid[2 * i + 1] < 0;
  return type == Transmission::Joint || type == Transmission::Jointinparent;
}

template <class Team, class T>
THEW_STAGE void find_scales(const Team& team, const MetricWorld<T>& metric,
                            const MetricTerms& terms) {
  const auto& w = metric.w;
  const auto& m = w.m;
  const T h = m.opt.timestep;
  const bool actuators = terms.actuators && !has(m.opt.disableflags, DisableBit::Actuation);
  team.each(m.ntendon, [&](int t) {
    const T k = terms.tendons ? tendon_spring_slope(w, t) : T(0),
            b = terms.tendons ? max(w.row(w.rows.ten_slope)[t], T(0)) : T(0);
    metric.tendon_scale[t] = h * fma(h, k, b);
    metric.tendon_shift[t] = -h * k * (k > T(0) ? w.row(w.rows.ten_velocity)[t] : T(0));
  });
  team.each(m.nactuator, [&](int i) {
    const bool chain = is_on_one_chain(m, i);
    const int first = m.actuator_outadr[i];
    THEW_ROLLED
    for (int out = first; out < first + m.actuator_outnum[i]; ++out) {
      const T k = actuators ? max(w.row(w.rows.actuator_stiffness)[out], T(0)) : T(0),
              b = actuators ? max(w.row(w.rows.actuator_slope)[out], T(0)) : T(0);
      const T scale = h * fma(h, k, b);
      metric.chain_scale[out] = chain ? scale : T(0);
      metric.coupled_scale[out] = chain ? T(0) : scale;
      metric.actuator_shift[out] =
          -h * k * (k > T(0) ? w.row(w.rows.actuator_velocity)[out] : T(0));
    }
  });
}

/// Entry (i, j) of the sum of moment' scale moment over all forces of actuators.
template <class T>
THEW_CALL T along_actuators(const SolveWorld<T>& w, const T* scale, int i, int j) {
  const auto& t = w.m.tables;
  if (t.nmoment == 0 || !w.rows.moment) return T(0);
  const T* moment = w.row(w.rows.moment);
  T sum = T(0);
  THEW_ROLLED
  for (int k = t.dof_moment_adr[i]; k < t.dof_moment_adr[i + 1]; ++k) {
    const int e = t.dof_moment[k], out = t.moment_out[e];
    if (scale[out] == T(0)) continue;
    THEW_ROLLED
    for (int other = t.moment_adr[out]; other < t.moment_adr[out + 1]; ++other) {
      if (t.moment_dof[other] == j) sum = fma(scale[out] * moment[e], moment[other], sum);
    }
  }
  return sum;
}

// --- the matrix ----------------------------------------------------------------------------------

/// Drag of the fluid, 6 x 6 of each body, then of subtrees.
template <class Team, class T>
THEW_STAGE void find_drag(const Team& team, const ImplicitWorld<T>& w) {
  team.each(w.m.nbody, [&](int body) {
    T* matrix = w.s.matrix + 36 * body;
    THEW_ROLLED
    for (int k = 0; k < 36; ++k) matrix[k] = T(0);
    subtract_fluid_slope(w, body, element::FluidTerms::Drag, matrix);
  });
  sum_matrices(team, w);
}

/// Row i of what fits the tree, and its right side, which begins as the force.
template <class T>
THEW_STAGE void metric_row(const MetricWorld<T>& metric, const MetricTerms& terms, int i) {
  const auto& w = metric.w;
  const auto& m = w.m;
  const auto& t = m.tables;
  const T h = m.opt.timestep, *velocity = w.row(w.rows.qvel);
  const T k = spring_slope_along(w, i), b = max(w.row(w.rows.dof_slope)[i], T(0));
  const int start = m.D_rowadr[i], body = m.dof_bodyid[i];
  T drag[6];
  THEW_ROLLED
  for (int r = 0; r < 6 && terms.fluid; ++r)
    drag[r] = dot6(metric.tree.s.matrix + 36 * body + 6 * r, w.row(w.rows.cdof) + 6 * i);
  THEW_ROLLED
  for (int adr = start; adr <= start + m.D_diag[i]; ++adr) {
    const int j = m.D_colind[adr], place = m.mapM2D[adr];
    T entry = place < 0 ? T(0) : w.row(w.rows.M)[place];
    if (i == j) entry = fma(h, fma(h, k, b), entry);
    entry = entry + along_actuators(w, metric.chain_scale, i, j);
    if (terms.fluid && place >= 0) entry = fma(h, dot6(w.row(w.rows.cdof) + 6 * j, drag), entry);
    metric.tree.s.lower[adr] = entry;
  }
  T force = fma(-h * k, velocity[i], w.row(w.rows.metric_force)[i]);
  THEW_ROLLED
  for (int c = t.dof_moment_adr[i]; c < t.dof_moment_adr[i + 1] && w.rows.moment; ++c) {
    const int e = t.dof_moment[c];
    force = fma(metric.actuator_shift[t.moment_out[e]], w.row(w.rows.moment)[e], force);
  }
  THEW_ROLLED
  for (int tendon = 0; tendon < m.ntendon; ++tendon) {
    const T shift = metric.tendon_shift[tendon];
    THEW_ROLLED
    for (int e = m.ten_J_rowadr[tendon];
         e < m.ten_J_rowadr[tendon] + m.ten_J_rownnz[tendon] && shift != T(0); ++e) {
      if (m.ten_J_colind[e] == i) force = fma(shift, w.row(w.rows.ten_J)[e], force);
    }
  }
  w.row(w.rows.metric_force)[i] = force;
}

/// The rows of the tree, and where asked for what couples them, as a matrix of all dofs, where the
/// solver has M.
template <class Team, class T>
THEW_STAGE void spread_metric(const Team& team, const MetricWorld<T>& metric, bool coupled) {
  const auto& w = metric.w;
  const auto& m = w.m;
  const auto& s = w.s;
  team.each(s.packed(), [&](int k) { s.mass()[k] = T(0); });
  team.each(s.width(), [&](int i) {
    if (i >= m.nv) {
      s.mass()[row_start(i) + i] = T(1);
      return;
    }
    const auto add = [&](int j, const T& entry) {
      T& to = s.mass()[row_start(i) + j];
      to = to + entry;
      if (i / 4 == j / 4 && i != j) s.mass()[row_start(j) + i] = to;
    };
    THEW_ROLLED
    for (int adr = m.D_rowadr[i]; adr <= m.D_rowadr[i] + m.D_diag[i]; ++adr)
      add(m.D_colind[adr], metric.tree.s.lower[adr]);
    THEW_ROLLED
    for (int j = 0; j <= i && coupled; ++j) {
      T entry = along_actuators(w, metric.coupled_scale, i, j);
      if (m.ntendon > 0) entry = entry + along_tendons(w, metric.tendon_scale, i, j);
      if (entry != T(0)) add(j, entry);
    }
  });
}

/// The metric of all dofs where the solver has M, the rows of the tree, and in `metric_force`,
/// which begins as the force, the right side.
template <class Team, class T>
THEW_STAGE void build_metric(const Team& team, const MetricWorld<T>& metric,
                             const MetricTerms& terms) {
  find_scales(team, metric, terms);
  if (terms.fluid) find_drag(team, metric.tree);
  team.each(metric.w.m.nv, [&](int i) { metric_row(metric, terms, i); });
  spread_metric(team, metric, true);
}

/// Solves for the right side in the metric of all dofs.
template <class Team, class T>
THEW_STAGE void solve_metric(const Team& team, const SolveWorld<T>& w, T* to) {
  const auto& s = w.s;
  const T* force = w.row(w.rows.metric_force);
  copy_fours(team, s.packed(), s.mass(), s.factor());
  team.each(s.width(), [&](int i) { s.direction()[i] = i < w.m.nv ? force[i] : T(0); });
  factor_and_solve(team, s, w.m.tables.quad, s.direction());
  team.each(w.m.nv, [&](int i) { to[i] = s.direction()[i]; });
}

}  // namespace thew::gpu::detail
