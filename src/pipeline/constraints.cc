#include "pipeline/constraints.h"

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

}  // namespace

template <class T>
void constrain_lanes(const Model& m, BasicData<T>& d) {
  Data& single = d.single();
  for (int k = 0; k < kLanes<T>; ++k) {
    take_lane(d, k, single);
    constraint::assemble(m, single);
    constraint::reference(m, single);
    constraint::solve(m, single);
    for (int i = 0; i < m.nv; ++i) {
      math::set_lane(d.qacc[i], k, single.qacc[i]);
      math::set_lane(d.qfrc_constraint[i], k, single.qfrc_constraint[i]);
    }
  }
}

template <class T>
void inverse_constrain_lanes(const Model& m, BasicData<T>& d) {
  Data& single = d.single();
  for (int k = 0; k < kLanes<T>; ++k) {
    take_lane(d, k, single);
    copy_lane(d.qacc, k, single.qacc);
    constraint::assemble(m, single);
    constraint::reference(m, single);
    constraint::inverse(m, single);
    for (int i = 0; i < m.nv; ++i) {
      math::set_lane(d.qfrc_constraint[i], k, single.qfrc_constraint[i]);
    }
  }
}

template void constrain_lanes(const Model&, BasicData<Pack4>&);
template void inverse_constrain_lanes(const Model&, BasicData<Pack4>&);

}  // namespace thew
