#include "pipeline/wake.h"

#include <algorithm>

#include <thew/dynamics.h>
#include <thew/step.h>

#include "deformable/sleep.h"
#include "model/lane_types.h"
#include "model/sleep.h"

namespace thew {

template <class T>
void wake_moved(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  constexpr int kPose = 7;
  T* poses = w.body_matrix.data();
  const auto each_sleeping = [&](auto visit) {
    for (int body = 1; body < m.nbody; ++body) {
      if (sleep::state_of_body(d, body) == SleepState::Asleep) visit(body, poses + kPose * body);
    }
  };
  each_sleeping([&](int body, T* pose) {
    std::copy_n(d.xpos.row(body), 3, pose);
    std::copy_n(d.xquat.row(body), 4, pose + 3);
  });
  dynamics::place_bodies(m, d, w);
  each_sleeping([&](int body, const T* pose) {
    const bool same = std::equal(pose, pose + 3, d.xpos.row(body)) &&
                      std::equal(pose + 3, pose + kPose, d.xquat.row(body));
    if (!same) d.tree_awake[m.body_treeid[body]] = 1;
  });
  sleep::wake_disturbed(m, d);
  dynamics::place_frames(m, d);
}

template <class T>
void begin_asleep(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if (!sleep::make_ready(m, d)) return;
  forward(m, d, w);
  deformable::keep_springs_awake(m, d);
  sleep::fall_asleep(m, d);
  deformable::keep_springs_awake(m, d);
  for (int& tree : d.tree_asleep) {
    if (tree == -1) tree = sleep::kAwake;  // others of its island are awake
  }
  sleep::update(m, d);
  // The next step has rows of the others only.
  d.drop_rows();
  std::fill(d.qfrc_smooth.begin(), d.qfrc_smooth.end(), T(0));
  std::fill(d.qacc_smooth.begin(), d.qacc_smooth.end(), T(0));
}

#define THEW_INSTANTIATE(T)                                             \
  template void wake_moved(const Model&, BasicData<T>&, Workspace<T>&); \
  template void begin_asleep(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew
