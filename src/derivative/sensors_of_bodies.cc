// Sensors of many bodies at once: energies, angular momentum, and forces between bodies.

#include <algorithm>

#include "derivative/diagonal_change.h"
#include "derivative/sensors.h"
#include "dynamics/jacobian.h"
#include "dynamics/load.h"
#include "model/subtree.h"

namespace thew::derivative {

using namespace math;

namespace {

// The velocity of a body's subtree's centre of mass along a dof above it.
Vec3<double> com_motion(const Model& m, const Data& d, int dof, int body) {
  const Motion s = load_motion(d.cdof.row(dof));
  const Vec3<double> arm = dynamics::arm_to(m, d, load3(d.subtree_com.row(body)), body);
  return s.translation + cross(s.rotation, arm);
}

}  // namespace

// Weight and springs: minus their forces.
void Sensors::find_potential(int row) {
  const bool heavy = !has(m_.opt.disableflags, DisableBit::Gravity);
  const Vec3<double> gravity = dynamics::param3<ParameterId::gravity>(d_, m_.opt.gravity);
  for (int k = 0; k < m_.nv; ++k) {
    const int body = m_.dof_bodyid[k];
    double slope = has(m_.opt.disableflags, DisableBit::Spring) ? 0 : -d_.qfrc_spring[k];
    if (heavy)
      slope -= param(d_, m_.body_subtreemass, body) * dot(gravity, com_motion(m_, d_, k, body));
    fixed_(row, k) = slope;
  }
}

// v' M v / 2
void Sensors::find_kinetic(int row) {
  const int nv = static_cast<int>(m_.nv);
  std::vector<double> v(d_.qvel.begin(), d_.qvel.end());
  add_inertia_form(m_, d_, v, 0.5, fixed_.row(row));
  for (int i = 0; i < nv; ++i) {
    for (int adr = m_.M_rowadr[i]; adr < m_.M_rowadr[i] + m_.M_rownnz[i]; ++adr) {
      const int j = m_.M_colind[adr];
      fixed_(row, nv + i) += d_.M[adr] * d_.qvel[j];
      if (i != j) fixed_(row, nv + j) += d_.M[adr] * d_.qvel[i];
    }
  }
}

// About the centre of mass c of a subtree, h_torque - (c - o) x h_force, where each tree has its
// momentum h about its own point o. Along dof k the part h' beyond it changes by S x* h' + I' v_k,
// with its velocity by I' S.
void Sensors::find_angular_momentum(int i) {
  const int top = m_.sensor_objid[i], row = m_.sensor_adr[i], nv = static_cast<int>(m_.nv);
  std::vector<Force> momentum(static_cast<std::size_t>(m_.nbody), Force{{0, 0, 0}, {0, 0, 0}});
  const auto of = [&](int b) -> Force& { return momentum[static_cast<std::size_t>(b)]; };
  for (int b = static_cast<int>(m_.nbody) - 1; b > 0; --b) {
    of(b) = of(b) + load_inertia(d_.cinert.row(b)) * motions_.velocity[static_cast<std::size_t>(b)];
    of(m_.body_parentid[b]) = of(m_.body_parentid[b]) + of(b);
  }
  const Vec3<double> centre = load3(d_.subtree_com.row(top)), total = of(top).force;
  const double mass = std::max(param(d_, m_.body_subtreemass, top), kMinVal);
  const auto put = [&](int column, const Force& change, int part, const Vec3<double>& moved) {
    const Vec3<double> arm = centre - load3(d_.subtree_com.row(m_.body_rootid[part]));
    const Vec3<double> by = change.torque - cross(arm, change.force) - cross(moved, total);
    for (int n = 0; n < 3; ++n) fixed_(row + n, column) = n == 0 ? by.x : n == 1 ? by.y : by.z;
  };
  for (int k = 0; k < nv; ++k) {
    const int own = m_.dof_bodyid[k];
    if (!is_in_subtree(m_, own, top) && !is_in_subtree(m_, top, own)) continue;
    const int part = std::max(own, top);  // of what it moves
    const Inertia<double> inertia = load_inertia(d_.crb.row(part));
    const Motion s = load_motion(d_.cdof.row(k));
    const double share = param(d_, m_.body_subtreemass, part) / mass;
    put(k, add_cross(inertia * motions_.dof[static_cast<std::size_t>(k)].velocity, s, of(part)),
        part, com_motion(m_, d_, k, part) * share);
    put(nv + k, inertia * s, part, {0, 0, 0});
  }
}

}  // namespace thew::derivative
