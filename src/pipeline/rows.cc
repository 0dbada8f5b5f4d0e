#include "pipeline/rows.h"

#include <algorithm>

#include <thew/collision.h>
#include <thew/dynamics.h>
#include <thew/stages.h>

#include "constraint/lane_rows.h"
#include "deformable/rod_chain.h"
#include "deformable/tangent.h"
#include "integrate/integrate.h"
#include "math/pack.h"
#include "model/contact_slot.h"
#include "model/coupling.h"
#include "model/formulation.h"
#include "model/integrator.h"
#include "model/lane_types.h"
#include "model/lanes.h"
#include "model/timer.h"

namespace thew {

namespace {

// Calls visit(body) for the bodies that carry elastic flexes, or such that constraints on positions
// hold.
template <class Visit>
void each_flex_body(const Model& m, Visit visit) {
  for (int f = 0; f < m.nflex; ++f) {
    if (!deformable::has_tangent(m, f) && m.flex_xpbdrunnum[f] == 0) continue;
    const bool nodes = m.flex_interp[f] != 0;
    const int first = nodes ? m.flex_nodeadr[f] : m.flex_vertadr[f];
    const int count = nodes ? m.flex_nodenum[f] : m.flex_vertnum[f];
    for (int i = first; i < first + count; ++i) {
      visit(nodes ? m.flex_nodebodyid[i] : m.flex_vertbodyid[i]);
    }
    deformable::each_rod_hinge(m, f, [&](int joint) { visit(m.jnt_bodyid[joint]); });
  }
}

// Calls visit(dof) for the dofs of trees that no constraint of one world touches, nor an implicit
// tendon, flex or actuator between trees.
template <class S, class Visit>
void each_untouched_dof(const Model& m, const BasicData<S>& d, Workspace<S>& w, Visit visit) {
  S* touched = w.dof_b.data();
  std::fill_n(touched, m.nv, S(0));
  for (std::int64_t k = 0; k < d.row_sizes.ncolumn; ++k) {
    touched[m.tree_dofadr[m.dof_treeid[d.kept.block_column[k]]]] = 1;
  }
  for (int i = 0; i < coupling_count(m); ++i) {  // pulled along by others
    const Coupling<S> c = coupling(m, d, i);
    for (int k = 0; k < c.count && c.scale != 0; ++k) {
      touched[m.tree_dofadr[m.dof_treeid[c.column[k]]]] = 1;
    }
  }
  each_flex_body(m, [&](int body) {
    const int tree = m.body_treeid[body];
    if (tree >= 0) touched[m.tree_dofadr[tree]] = 1;
  });
  for (int i = 0; i < m.nv; ++i) {
    if (touched[m.tree_dofadr[m.dof_treeid[i]]] == 0) visit(i);
  }
}

// --- one world -----------------------------------------------------------------------------------

template <class S>
void take_free_flight(const Model& m, BasicData<S>& d, Workspace<S>& w, const S* free) {
  each_untouched_dof(m, d, w, [&](int i) { d.qacc[i] = free[i]; });
}

template <class S>
void solve_world(const Model& m, BasicData<S>& d, Workspace<S>& w) {
  if (!is_discrete(m)) return constraint::solve(m, d, w);
  S* free = w.dof_a.data();
  integrate::free_flight(m, d, w, free);
  constraint::project(m, d, w);
  constraint::solve(m, d, w);
  take_free_flight(m, d, w, free);
}

template <class S>
void inverse_world(const Model& m, BasicData<S>& d, Workspace<S>& w, S* inertial) {
  if (is_discrete(m)) {
    constraint::project(m, d, w);
    each_untouched_dof(m, d, w, [&](int i) { inertial[i] += d.kept.metric_force[i]; });
  }
  constraint::inverse(m, d, w);
}

// --- lanes apart ---------------------------------------------------------------------------------

template <class T, class To>
void copy_lane(const Array<T>& from, int k, const To& to) {
  for (std::int64_t i = 0; i < to.size(); ++i) to[i] = lane_of(from[i], k);
}

// The metric that the discrete integrator made.
template <class T>
void take_metric(const BasicData<T>& d, int k, BasicData<OneOf<T>>& alone) {
  copy_lane(d.kept.metric, k, alone.kept.metric);
  copy_lane(d.kept.metric_factor, k, alone.kept.metric_factor);
  copy_lane(d.kept.metric_inverse, k, alone.kept.metric_inverse);
  copy_lane(d.kept.metric_force, k, alone.kept.metric_force);
  copy_lane(d.kept.coupling_scale, k, alone.kept.coupling_scale);
  copy_lane(d.actuator_moment, k, alone.actuator_moment);
  copy_lane(d.moment_rowadr, k, alone.moment_rowadr);
  copy_lane(d.moment_rownnz, k, alone.moment_rownnz);
  copy_lane(d.moment_colind, k, alone.moment_colind);
}

// Where bodies are and how they move.
template <class T>
void take_poses(const BasicData<T>& d, int k, BasicData<OneOf<T>>& alone) {
  copy_lane(d.xpos, k, alone.xpos);
  copy_lane(d.xquat, k, alone.xquat);
  copy_lane(d.xmat, k, alone.xmat);
  copy_lane(d.geom_xpos, k, alone.geom_xpos);
  copy_lane(d.site_xpos, k, alone.site_xpos);
  copy_lane(d.subtree_com, k, alone.subtree_com);
  copy_lane(d.cvel, k, alone.cvel);
}

// What the constraint stages read.
template <class T>
void take_lane(const BasicData<T>& d, int k, BasicData<OneOf<T>>& alone) {
  take_poses(d, k, alone);
  copy_lane(d.qpos, k, alone.qpos);
  copy_lane(d.qvel, k, alone.qvel);
  copy_lane(d.eq_active, k, alone.eq_active);
  copy_lane(d.cdof, k, alone.cdof);
  copy_lane(d.cdof_dot, k, alone.cdof_dot);
  copy_lane(d.ten_length, k, alone.ten_length);
  copy_lane(d.ten_J, k, alone.ten_J);
  copy_lane(d.M, k, alone.M);
  copy_lane(d.qLD, k, alone.qLD);
  copy_lane(d.qLDiagInv, k, alone.qLDiagInv);
  copy_lane(d.qfrc_smooth, k, alone.qfrc_smooth);
  copy_lane(d.qacc_smooth, k, alone.qacc_smooth);
  copy_lane(d.qacc_warmstart, k, alone.qacc_warmstart);
  copy_lane(d.contact_warmstart, k, alone.contact_warmstart);
  copy_lane(d.solver_fallback, k, alone.solver_fallback);
  extract_contacts(d, k, alone);
}

template <class T, class From>
void put_lane(const From& from, int k, const Array<T>& to) {
  for (std::int64_t i = 0; i < to.size(); ++i) math::set_lane(to[i], k, from[i]);
}

// Friction of the softened cones of one world's contacts.
template <class T>
void put_friction(const BasicData<OneOf<T>>& alone, int k, BasicData<T>& d) {
  for (int i = 0, own = 0; i < d.ncon && own < alone.ncon; ++i) {
    if (lane_of(d.contact.dist[i], k) >= model::kAbsentDistance) continue;
    math::set_lane(d.contact.mu[i], k, alone.contact.mu[own++]);
  }
}

// What the classic formulation remembers, and how its solver ended.
template <class T>
void put_classic(const BasicData<OneOf<T>>& alone, int k, BasicData<T>& d) {
  put_lane(alone.kept.contact_next, k, d.kept.contact_next);
  put_lane(alone.solver_residual, k, d.solver_residual);
  for (int i = 0; i < kNISLAND; ++i) {
    d.solver_converged[i][static_cast<std::size_t>(k)] = alone.solver_converged[i];
  }
  d.solver_fallback[0][static_cast<std::size_t>(k)] = alone.solver_fallback[0];
}

// What sensors of contacts and limits measure in one lane.
template <class T>
void measure_lane(const Model& m, BasicData<T>& d, int k, BasicData<OneOf<T>>& alone) {
  copy_lane(d.sensordata, k, alone.sensordata);
  copy_lane(d.site_xmat, k, alone.site_xmat);
  copy_lane(d.geom_xmat, k, alone.geom_xmat);
  copy_lane(d.kept.measured, k, alone.kept.measured);
  sensor::constraints(m, alone);
  put_lane(alone.sensordata, k, d.sensordata);
  put_lane(alone.kept.measured, k, d.kept.measured);
}

// Each lane as a world of its own: its rows, then solve(model, world, lane), then its sensors.
template <class T, class Solve>
void each_lane(const Model& model, BasicData<T>& d, Workspace<T>& w, bool with_sensors,
               Solve solve) {
  const bool measures = with_sensors && sensor::needs_constraints(model);
  const bool feels = with_sensors && sensor::needs_body_forces(model);
  if (feels) dynamics::applied_force(model, d);
  BasicData<OneOf<T>>& alone = w.alone().data;
  Workspace<OneOf<T>>& work = w.alone().work;
  for (int k = 0; k < kLanes<T>; ++k) {
    const Model& m = w.alone().model_of(model, d, k);
    if (feels && m.ntendon > 0) {
      extract(d, k, alone);  // tendons read much of it
    } else {
      take_lane(d, k, alone);
    }
    if (is_discrete(m)) take_metric(d, k, alone);
    constraint::assemble(m, alone, work);
    if (!is_discrete(m)) constraint::project(m, alone, work);
    constraint::reference(m, alone, work);
    solve(m, alone, work, k);
    put_friction(alone, k, d);
    if (measures) measure_lane(m, d, k, alone);
    if (!feels) continue;
    copy_lane(d.cfrc_ext, k, alone.cfrc_ext);
    add_body_forces(m, alone, work);
    put_lane(alone.cfrc_ext, k, d.cfrc_ext);
  }
  if (feels) dynamics::rne_post_constraint(model, d);
}

template <class T>
void solve_apart(const Model& model, BasicData<T>& d, Workspace<T>& w, bool with_sensors) {
  if (is_discrete(model)) integrate::free_flight(model, d, w, w.dof_a.data());
  each_lane(model, d, w, with_sensors,
            [&](const Model& m, BasicData<OneOf<T>>& alone, Workspace<OneOf<T>>& work, int k) {
              if (is_discrete(m)) constraint::project(m, alone, work);
              constraint::solve(m, alone, work);
              if (is_discrete(m)) {
                each_untouched_dof(m, alone, work,
                                   [&](int i) { alone.qacc[i] = lane_of(w.dof_a[i], k); });
              }
              put_lane(alone.qacc, k, d.qacc);
              put_lane(alone.qfrc_constraint, k, d.qfrc_constraint);
              for (int i = 0; i < kNISLAND; ++i) {
                d.solver_niter[i][static_cast<std::size_t>(k)] = alone.solver_niter[i];
              }
              if (is_classic(m)) put_classic(alone, k, d);
            });
}

template <class T>
void inverse_apart(const Model& model, BasicData<T>& d, Workspace<T>& w, T* inertial,
                   bool with_sensors) {
  each_lane(model, d, w, with_sensors,
            [&](const Model& m, BasicData<OneOf<T>>& alone, Workspace<OneOf<T>>& work, int k) {
              copy_lane(d.qacc, k, alone.qacc);
              OneOf<T>* force = work.dof_a.data();
              for (int i = 0; i < m.nv; ++i) force[i] = lane_of(inertial[i], k);
              inverse_world(m, alone, work, force);
              for (int i = 0; i < m.nv; ++i) math::set_lane(inertial[i], k, force[i]);
              put_lane(alone.qfrc_constraint, k, d.qfrc_constraint);
            });
}

// --- lanes together ------------------------------------------------------------------------------

template <class T>
void move_freely(BasicData<T>& d) {
  std::fill(d.solver_niter.begin(), d.solver_niter.end(), PerLane<T, int>{});
  std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), d.qacc.begin());
  std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), T(0));
}

}  // namespace

template <class T>
void make_rows(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if constexpr (kLanes<T> == 1) {
    timed(d, Timer::PosMake, [&] { constraint::assemble(m, d, w); });
    if (!is_discrete(m)) timed(d, Timer::PosProject, [&] { constraint::project(m, d, w); });
  } else {
    d.rows_apart = !constraint::fits_lanes(m, d) || !constraint::assemble(m, d, w);
    if (d.rows_apart && d.nefc > 0) d.drop_rows();
  }
}

template <class T>
void reference_rows(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if (!d.rows_apart) constraint::reference(m, d, w);
}

template <class T>
void solve_rows(const Model& m, BasicData<T>& d, Workspace<T>& w, bool with_sensors) {
  if constexpr (kLanes<T> == 1) {
    solve_world(m, d, w);
  } else {
    if (!d.rows_apart && d.nefc == 0) return move_freely(d);
    if (d.rows_apart || !constraint::solve_lanes(m, d, w)) {
      d.rows_apart = true;
      solve_apart(m, d, w, with_sensors);
    }
  }
}

template <class T>
void inverse_rows(const Model& m, BasicData<T>& d, Workspace<T>& w, T* inertial,
                  bool with_sensors) {
  if constexpr (kLanes<T> == 1) {
    inverse_world(m, d, w, inertial);
  } else {
    d.rows_apart = true;
    inverse_apart(m, d, w, inertial, with_sensors);
  }
}

template <class T>
void sense_rows(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if constexpr (kLanes<T> > 1) {
    if (d.rows_apart || !sensor::needs_constraints(m)) return;
    for (int k = 0; k < kLanes<T>; ++k) {
      BasicData<OneOf<T>>& alone = w.alone().data;
      take_poses(d, k, alone);
      if (constraint::extract_rows(d, k, alone)) {
        measure_lane(w.alone().model_of(m, d, k), d, k, alone);
      }
    }
  }
}

template <class T>
void restore_free_flight(const Model& m, BasicData<T>& d, Workspace<T>& w, const T* free) {
  take_free_flight(m, d, w, free);
}

template <class T>
void add_body_forces(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  constraint::add_body_forces(m, d);
  if (m.ntendon == 0) return;
  T* force = w.tendon_tension.data();
  tendon::smooth_force(m, d, force);
  constraint::add_tendon_forces(m, d, force);
  tendon::add_body_forces(m, d, force);
}

#define THEW_INSTANTIATE(T)                                                         \
  template void make_rows(const Model&, BasicData<T>&, Workspace<T>&);              \
  template void reference_rows(const Model&, BasicData<T>&, Workspace<T>&);         \
  template void solve_rows(const Model&, BasicData<T>&, Workspace<T>&, bool);       \
  template void inverse_rows(const Model&, BasicData<T>&, Workspace<T>&, T*, bool); \
  template void sense_rows(const Model&, BasicData<T>&, Workspace<T>&);             \
  template void add_body_forces(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)
#undef THEW_INSTANTIATE

#define THEW_INSTANTIATE(T) \
  template void restore_free_flight(const Model&, BasicData<T>&, Workspace<T>&, const T*)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew
