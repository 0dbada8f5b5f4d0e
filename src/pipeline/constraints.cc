#include "pipeline/constraints.h"

#include <algorithm>

#include <thew/collision.h>
#include <thew/dynamics.h>
#include <thew/stages.h>

#include "integrate/integrate.h"
#include "math/pack.h"
#include "model/integrator.h"
#include "model/lane_types.h"
#include "model/lanes.h"
#include "model/poly_force.h"

namespace thew {

namespace {

template <class T, class To>
void copy_lane(const Array<T>& from, int k, const To& to) {
  for (std::int64_t i = 0; i < to.size(); ++i) to[i] = lane_of(from[i], k);
}

// The metric that the discrete integrator made.
template <class T>
void take_metric(const BasicData<T>& d, int k, Data& single) {
  copy_lane(d.kept.metric, k, single.kept.metric);
  copy_lane(d.kept.metric_factor, k, single.kept.metric_factor);
  copy_lane(d.kept.metric_inverse, k, single.kept.metric_inverse);
  copy_lane(d.kept.metric_force, k, single.kept.metric_force);
  copy_lane(d.kept.coupling_scale, k, single.kept.coupling_scale);
  copy_lane(d.actuator_moment, k, single.actuator_moment);
  copy_lane(d.moment_rowadr, k, single.moment_rowadr);
  copy_lane(d.moment_rownnz, k, single.moment_rownnz);
  copy_lane(d.moment_colind, k, single.moment_colind);
}

// What the constraint stages read.
template <class T>
void take_lane(const BasicData<T>& d, int k, Data& single) {
  copy_lane(d.qpos, k, single.qpos);
  copy_lane(d.qvel, k, single.qvel);
  copy_lane(d.eq_active, k, single.eq_active);
  copy_lane(d.xpos, k, single.xpos);
  copy_lane(d.xquat, k, single.xquat);
  copy_lane(d.xmat, k, single.xmat);
  copy_lane(d.geom_xpos, k, single.geom_xpos);
  copy_lane(d.site_xpos, k, single.site_xpos);
  copy_lane(d.subtree_com, k, single.subtree_com);
  copy_lane(d.cdof, k, single.cdof);
  copy_lane(d.cdof_dot, k, single.cdof_dot);
  copy_lane(d.cvel, k, single.cvel);
  copy_lane(d.ten_length, k, single.ten_length);
  copy_lane(d.ten_J, k, single.ten_J);
  copy_lane(d.M, k, single.M);
  copy_lane(d.qLD, k, single.qLD);
  copy_lane(d.qLDiagInv, k, single.qLDiagInv);
  copy_lane(d.qfrc_smooth, k, single.qfrc_smooth);
  copy_lane(d.qacc_smooth, k, single.qacc_smooth);
  copy_lane(d.qacc_warmstart, k, single.qacc_warmstart);
  extract_contacts(d, k, single);
}

// Whether there is anything in the model or among the contacts that can make a row.
template <class T>
bool may_have_rows(const Model& m, const BasicData<T>& d) {
  if (has(m.opt.disableflags, DisableBit::Constraint)) return false;
  const auto any_of = [](const auto& flags) {
    return std::any_of(flags.begin(), flags.end(), [](auto flag) { return flag != 0; });
  };
  return d.ncon > 0 || m.neq > 0 || any_of(m.jnt_limited) || any_of(m.tendon_limited) ||
         any_nonzero(d, m.dof_frictionloss) || any_nonzero(d, m.tendon_frictionloss);
}

// Rows of one world, all of which the metric may depend on.
void make_rows(const Model& m, Data& single, Workspace<double>& w) {
  constraint::assemble(m, single, w);
  if (!is_discrete(m)) constraint::project(m, single, w);
  constraint::reference(m, single, w);
  if (is_discrete(m)) constraint::project(m, single, w);
}

template <class T, class From>
void put_lane(const From& from, int k, const Array<T>& to) {
  for (std::int64_t i = 0; i < to.size(); ++i) math::set_lane(to[i], k, from[i]);
}

// Friction of the softened cones of one world's contacts.
template <class T>
void put_friction(const Data& single, int k, BasicData<T>& d) {
  for (int i = 0, own = 0; i < d.ncon && own < single.ncon; ++i) {
    if (lane_of(d.contact.dist[i], k) >= collision::kAbsentDistance) continue;
    math::set_lane(d.contact.mu[i], k, single.contact.mu[own++]);
  }
}

// What sensors read of the constraints of one world after the other.
template <class T>
class LaneSensors {
 public:
  LaneSensors(const Model& m, BasicData<T>& d, Workspace<T>& w, bool active)
      : m_(m),
        d_(d),
        w_(w),
        constraints_(active && sensor::needs_constraints(m)),
        forces_(active && sensor::needs_body_forces(m)) {
    if (active) d.flg_rnepost = false;
    if (forces_) dynamics::applied_force(m, d);
  }

  bool any() const { return constraints_ || forces_; }

  /// Lane k into `single`; tendons read much of it.
  void take(int k, Data& single) const {
    if (forces_ && m_.ntendon > 0) {
      extract(d_, k, single);
    } else {
      take_lane(d_, k, single);
    }
    if (is_discrete(m_)) take_metric(d_, k, single);
  }

  /// Lane k, whose constraints are solved in `single`.
  void add(int k, Data& single) {
    if (constraints_) measure(k, single);
    if (!forces_) return;
    copy_lane(d_.cfrc_ext, k, single.cfrc_ext);
    add_body_forces(m_, single, w_.single_work());
    put_lane(single.cfrc_ext, k, d_.cfrc_ext);
  }

  /// After the last lane.
  void finish() {
    if (forces_) dynamics::rne_post_constraint(m_, d_);
  }

 private:
  void measure(int k, Data& single) {
    copy_lane(d_.sensordata, k, single.sensordata);
    copy_lane(d_.site_xmat, k, single.site_xmat);
    copy_lane(d_.geom_xmat, k, single.geom_xmat);
    copy_lane(d_.kept.measured, k, single.kept.measured);
    sensor::constraints(m_, single);
    put_lane(single.sensordata, k, d_.sensordata);
    put_lane(single.kept.measured, k, d_.kept.measured);
  }

  const Model& m_;
  BasicData<T>& d_;
  Workspace<T>& w_;
  bool constraints_, forces_;
};

template <class T>
void move_freely(BasicData<T>& d) {
  std::fill(d.solver_niter.begin(), d.solver_niter.end(), PerLane<T, int>{});
  std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), d.qacc.begin());
  std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), T(0));
}

// All lanes at once; false if that cannot be.
template <class T>
bool solve_together(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if (!constraint::fits_lanes(m)) return false;
  if (!constraint::assemble(m, d, w)) return false;
  if (d.nefc == 0) {
    move_freely(d);
    return true;
  }
  constraint::reference(m, d, w);
  const bool solved = constraint::solve_lanes(m, d, w);
  d.drop_rows();  // in lanes they are not kept
  return solved;
}

}  // namespace

template <class T>
void constrain_lanes(const Model& m, BasicData<T>& d, Workspace<T>& w, bool with_sensors) {
  LaneSensors<T> sensors(m, d, w, with_sensors);
  if (!sensors.any() && !is_discrete(m) && !may_have_rows(m, d)) return move_freely(d);
  if (!sensors.any() && solve_together(m, d, w)) return;
  Data& single = w.single();
  Workspace<double>& single_work = w.single_work();
  if (is_discrete(m)) integrate::free_flight(m, d, w, w.dof_a.data());
  for (int k = 0; k < kLanes<T>; ++k) {
    sensors.take(k, single);
    make_rows(m, single, single_work);
    constraint::solve(m, single, single_work);
    if (is_discrete(m)) {
      each_untouched_dof(m, single, single_work,
                         [&](int i) { single.qacc[i] = lane_of(w.dof_a[i], k); });
    }
    put_lane(single.qacc, k, d.qacc);
    put_lane(single.qfrc_constraint, k, d.qfrc_constraint);
    put_friction(single, k, d);
    for (int i = 0; i < kNISLAND; ++i) {
      d.solver_niter[i][static_cast<std::size_t>(k)] = single.solver_niter[i];
    }
    sensors.add(k, single);
  }
  sensors.finish();
}

template <class T>
void inverse_constrain_lanes(const Model& m, BasicData<T>& d, Workspace<T>& w, bool with_sensors) {
  Data& single = w.single();
  Workspace<double>& single_work = w.single_work();
  LaneSensors<T> sensors(m, d, w, with_sensors);
  for (int k = 0; k < kLanes<T>; ++k) {
    sensors.take(k, single);
    copy_lane(d.qacc, k, single.qacc);
    make_rows(m, single, single_work);
    constraint::inverse(m, single, single_work);
    put_lane(single.qfrc_constraint, k, d.qfrc_constraint);
    put_friction(single, k, d);
    sensors.add(k, single);
    if (!is_discrete(m)) continue;
    each_untouched_dof(m, single, single_work, [&](int i) {
      const double gyroscopic = lane_of(d.kept.metric_force[i], k);
      math::set_lane(w.dof_a[i], k, lane_of(w.dof_a[i], k) + gyroscopic);
    });
  }
  sensors.finish();
}

template void constrain_lanes(const Model&, BasicData<Pack4>&, Workspace<Pack4>&, bool);
template void inverse_constrain_lanes(const Model&, BasicData<Pack4>&, Workspace<Pack4>&, bool);

}  // namespace thew
