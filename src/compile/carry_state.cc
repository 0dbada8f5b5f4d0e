#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include <thew/carry_state.h>

namespace thew {

namespace {

template <class T>
using Owners = std::vector<std::weak_ptr<T>>;

// Calls visit with the numbers, before and now, of each owner that is still there.
template <class T, class Visit>
void visit_both(const Owners<T>& old, const Owners<T>& now, Visit visit) {
  std::map<std::weak_ptr<T>, int, std::owner_less<std::weak_ptr<T>>> places;
  for (std::size_t i = 0; i < old.size(); ++i) places.emplace(old[i], static_cast<int>(i));
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto found = places.find(now[i]);
    if (found != places.end()) visit(found->second, static_cast<int>(i));
  }
}

// The place behind the last number of an owner: where the next one begins.
template <class Array>
int end_of(const Array& addresses, int i, std::int64_t owners, std::int64_t total) {
  return static_cast<int>(i + 1 < owners ? addresses[i + 1] : total);
}

template <class A, class B>
void copy_range(const A& from, int begin, int end, B& to, int at) {
  for (int k = begin; k < end; ++k) to[at + k - begin] = from[k];
}

}  // namespace

void carry_state(const Model& before, const Data& from, const spec::StateOwners& old,
                 const Model& after, Data& to, const spec::StateOwners& now) {
  to.time = from.time;
  visit_both(old.joints, now.joints, [&](int was, int is) {
    if (before.jnt_type[was] != after.jnt_type[is]) return;
    const int q = before.jnt_qposadr[was], v = before.jnt_dofadr[was];
    const int q_end = end_of(before.jnt_qposadr, was, before.njnt, before.nq);
    const int v_end = end_of(before.jnt_dofadr, was, before.njnt, before.nv);
    copy_range(from.qpos, q, q_end, to.qpos, after.jnt_qposadr[is]);
    for (const auto& [source, target] : {std::pair{&from.qvel, &to.qvel},
                                         {&from.qacc_warmstart, &to.qacc_warmstart},
                                         {&from.qfrc_applied, &to.qfrc_applied}}) {
      copy_range(*source, v, v_end, *target, after.jnt_dofadr[is]);
    }
  });
  visit_both(old.actuators, now.actuators, [&](int was, int is) {
    const int ctrl = before.actuator_ctrladr[was];
    const int count = std::min(before.actuator_ctrlnum[was], after.actuator_ctrlnum[is]);
    copy_range(from.ctrl, ctrl, ctrl + count, to.ctrl, after.actuator_ctrladr[is]);
    const int act = before.actuator_actadr[was];
    if (act < 0 || before.actuator_actnum[was] != after.actuator_actnum[is]) return;
    copy_range(from.act, act, act + before.actuator_actnum[was], to.act, after.actuator_actadr[is]);
  });
  visit_both(old.mocaps, now.mocaps, [&](int was, int is) {
    std::copy_n(from.mocap_pos.row(was), 3, to.mocap_pos.row(is));
    std::copy_n(from.mocap_quat.row(was), 4, to.mocap_quat.row(is));
  });
  visit_both(old.bodies, now.bodies, [&](int was, int is) {
    std::copy_n(from.xfrc_applied.row(was + 1), 6, to.xfrc_applied.row(is + 1));
  });
}

}  // namespace thew
