#include "pipeline/constraints.h"

#include <thew/dynamics.h>
#include <thew/stages.h>

#include "math/pack.h"
#include "model/lane_types.h"
#include "model/lanes.h"

namespace thew {

namespace {

template <class T, class To>
void copy_lane(const Array<T>& from, int k, const To& to) {
  for (std::int64_t i = 0; i < to.size(); ++i) to[i] = lane_of(from[i], k);
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

template <class T, class From>
void put_lane(const From& from, int k, const Array<T>& to) {
  for (std::int64_t i = 0; i < to.size(); ++i) math::set_lane(to[i], k, from[i]);
}

// What sensors read of the constraints of one world after the other.
template <class T>
class LaneSensors {
 public:
  LaneSensors(const Model& m, BasicData<T>& d, bool active)
      : m_(m),
        d_(d),
        constraints_(active && sensor::needs_constraints(m)),
        forces_(active && sensor::needs_body_forces(m)) {
    if (active) d.flg_rnepost = false;
    if (forces_) dynamics::applied_force(m, d);
  }

  /// Lane k into `single`; tendons read much of it.
  void take(int k, Data& single) const {
    if (forces_ && m_.ntendon > 0) {
      extract(d_, k, single);
    } else {
      take_lane(d_, k, single);
    }
  }

  /// Lane k, whose constraints are solved in `single`.
  void add(int k, Data& single) {
    if (constraints_) measure(k, single);
    if (!forces_) return;
    copy_lane(d_.cfrc_ext, k, single.cfrc_ext);
    add_body_forces(m_, single);
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
    sensor::constraints(m_, single);
    put_lane(single.sensordata, k, d_.sensordata);
  }

  const Model& m_;
  BasicData<T>& d_;
  bool constraints_, forces_;
};

}  // namespace

template <class T>
void constrain_lanes(const Model& m, BasicData<T>& d, bool with_sensors) {
  Data& single = d.single();
  LaneSensors<T> sensors(m, d, with_sensors);
  for (int k = 0; k < kLanes<T>; ++k) {
    sensors.take(k, single);
    constraint::assemble(m, single);
    constraint::reference(m, single);
    constraint::solve(m, single);
    put_lane(single.qacc, k, d.qacc);
    put_lane(single.qfrc_constraint, k, d.qfrc_constraint);
    sensors.add(k, single);
  }
  sensors.finish();
}

template <class T>
void inverse_constrain_lanes(const Model& m, BasicData<T>& d, bool with_sensors) {
  Data& single = d.single();
  LaneSensors<T> sensors(m, d, with_sensors);
  for (int k = 0; k < kLanes<T>; ++k) {
    sensors.take(k, single);
    copy_lane(d.qacc, k, single.qacc);
    constraint::assemble(m, single);
    constraint::reference(m, single);
    constraint::inverse(m, single);
    put_lane(single.qfrc_constraint, k, d.qfrc_constraint);
    sensors.add(k, single);
  }
  sensors.finish();
}

template void constrain_lanes(const Model&, BasicData<Pack4>&, bool);
template void inverse_constrain_lanes(const Model&, BasicData<Pack4>&, bool);

}  // namespace thew
