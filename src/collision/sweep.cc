// How geoms move in one step.

#include <algorithm>

#include "collision/speculative.h"
#include "math/mat3.h"
#include "model/lane_types.h"

namespace thew::collision {

using namespace math;

namespace {

// Velocities of bodies, as com_vel finds them later in the step: a body moves with its parent and
// along its own dofs.
template <class T>
void body_twists(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  auto& twist = w.body_twist;
  std::fill_n(twist.row(0), 6, T(0));
  for (int b = 1; b < m.nbody; ++b) {
    T* own = twist.row(b);
    std::copy_n(twist.row(m.body_parentid[b]), 6, own);
    for (int i = m.body_dofadr[b]; i < m.body_dofadr[b] + m.body_dofnum[b]; ++i) {
      for (int k = 0; k < 6; ++k) own[k] = fma(d.cdof.row(i)[k], d.qvel[i], own[k]);
    }
  }
}

}  // namespace

template <class T>
void sweep_geoms(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  body_twists(m, d, w);
  const T step = T(m.opt.timestep);
  for (int g = 0; g < m.ngeom; ++g) {
    const int body = m.geom_bodyid[g];
    const T* twist = w.body_twist.row(body);
    const Vec3<T> spin = load3(twist);
    const Vec3<T> arm = load3(d.geom_xpos.row(g)) - load3(d.subtree_com.row(m.body_rootid[body]));
    const Vec3<T> shift = (load3(twist + 3) + cross(spin, arm)) * step;
    const bool round = m.geom_type[g] == static_cast<int>(GeomType::Sphere);
    const Vec3<T> turn = spin * (round ? T(0) : step);
    T* row = w.geom_sweep.row(g);
    store(row, shift);
    store(row + 3, turn);
    row[6] = fma(norm(turn), param(d, m.geom_rbound, g), norm(shift));
  }
}

template <class T>
bool is_fast(const Model& m, const BasicData<T>& d, const Workspace<T>& w, int body) {
  const int first = m.body_geomadr[body];
  for (int g = first; g < first + m.body_geomnum[body]; ++g) {
    for (int k = 0; k < kLanes<T>; ++k) {
      if (lane(sweep_of(w, g).travel, k) >= thickness(m, d, g, k)) return true;
    }
  }
  return false;
}

#define THEW_INSTANTIATE(T)                                              \
  template void sweep_geoms(const Model&, BasicData<T>&, Workspace<T>&); \
  template bool is_fast(const Model&, const BasicData<T>&, const Workspace<T>&, int)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
