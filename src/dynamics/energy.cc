#include <thew/dynamics.h>

#include "dynamics/load.h"
#include "model/lane_types.h"
#include "model/spring.h"

namespace thew::dynamics {

using namespace math;

namespace {

template <class T>
T joint_spring_energy(const Model& m, const BasicData<T>& d, int j) {
  const PolyForce<T> stiffness = joint_stiffness(m, d, j);
  if (is_zero(stiffness)) return T(0);
  switch (static_cast<JointType>(m.jnt_type[j])) {
    case JointType::Free:
      return spring_energy(stiffness, norm(spring_translation(m, d, j))) +
             spring_energy(stiffness, norm(spring_rotation(m, d, j)));
    case JointType::Ball:
      return spring_energy(stiffness, norm(spring_rotation(m, d, j)));
    case JointType::Slide:
    case JointType::Hinge:
      return spring_energy(stiffness, spring_displacement(m, d, j));
  }
  return T(0);
}

// Edges of flexes as springs. What elements store counts nowhere, as with MuJoCo.
template <class T>
T flex_edge_energy(const Model& m, const BasicData<T>& d) {
  T energy(0);
  for (int f = 0; f < m.nflex; ++f) {
    const T half = T(0.5 * m.flex_edgestiffness[f]);
    if (m.flex_edgestiffness[f] == 0 || m.flex_rigid[f]) continue;
    for (int e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; ++e) {
      const T stretch = d.flexedge_length[e] - T(m.flexedge_length0[e]);
      if (!m.flexedge_rigid[e]) energy = fma(half * stretch, stretch, energy);
    }
  }
  return energy;
}

}  // namespace

template <class T>
void energy_pos(const Model& m, BasicData<T>& d) {
  T energy = T(0);
  if (!has(m.opt.disableflags, DisableBit::Gravity)) {
    const Vec3<T> gravity = param3<ParameterId::gravity>(d, m.opt.gravity);
    for (int body = 1; body < m.nbody; ++body) {
      energy = energy - param(d, m.body_mass, body) * dot(gravity, load3(d.xipos.row(body)));
    }
  }
  if (!has(m.opt.disableflags, DisableBit::Spring)) {
    for (int j = 0; j < m.njnt; ++j) energy = energy + joint_spring_energy(m, d, j);
    for (int t = 0; t < m.ntendon; ++t) {
      energy = energy + spring_energy(tendon_stiffness(m, d, t), spring_stretch(m, d, t));
    }
    if (m.nflex > 0) energy = energy + flex_edge_energy(m, d);
  }
  d.energy[0] = energy;
  d.flg_energypos = true;
}

template <class T>
void energy_vel(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  T* momentum = w.dof_a.data();
  multiply_inertia(m, d, momentum, d.qvel.data());
  T twice = T(0);
  for (int i = 0; i < m.nv; ++i) twice = fma(momentum[i], d.qvel[i], twice);
  d.energy[1] = T(0.5) * twice;
  d.flg_energyvel = true;
}

#define THEW_INSTANTIATE(T)                              \
  template void energy_pos(const Model&, BasicData<T>&); \
  template void energy_vel(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::dynamics
