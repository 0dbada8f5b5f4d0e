#include "pipeline/project.h"

#include <thew/dynamics.h>

#include "constraint/material.h"
#include "deformable/xpbd.h"
#include "model/lane_types.h"

namespace thew {

template <class T>
void project_positions(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  T* const change = w.dof_a.data();
  const bool coupled = constraint::is_material_coupled(m, d, Memory(w.solver));
  if (!deformable::project_positions(m, d, w, coupled, change)) return;
  dynamics::solve_inertia(m, d, change);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = d.qvel[i] + change[i];
  dynamics::integrate_pos(m, d.qpos.data(), change, T(m.opt.timestep));
}

#define THEW_INSTANTIATE(T) \
  template void project_positions(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew
