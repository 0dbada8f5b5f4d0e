#include "gpu/moments.h"

#include <algorithm>
#include <array>

#include "model/dcmotor.h"

namespace thew::gpu {

namespace {

using Ints = std::vector<std::int32_t>;

// Adds the dofs that move a body, in their order.
void add_chain(const Model& m, int body, Ints& dofs) {
  const int moving = m.body_weldid[body];
  const int last = m.body_dofadr[moving] + m.body_dofnum[moving] - 1;
  for (int i = m.body_dofnum[moving] > 0 ? last : -1; i >= 0; i = m.dof_parentid[i]) {
    const auto place = std::ranges::lower_bound(dofs, i);
    if (place == dofs.end() || *place != i) dofs.insert(place, i);
  }
}

// The dofs that output k of an actuator moves.
Ints moment_dofs(const Model& m, int actuator, int k) {
  Ints dofs;
  const int id = m.actuator_trnid[2 * actuator], other = m.actuator_trnid[2 * actuator + 1];
  switch (static_cast<Transmission>(m.actuator_trntype[actuator])) {
    case Transmission::Joint:
    case Transmission::Jointinparent: {
      constexpr std::array kDofs = {6, 3, 1, 1};
      const int count = kDofs[static_cast<std::size_t>(m.jnt_type[id])];
      for (int i = 0; i < count; ++i) dofs.push_back(m.jnt_dofadr[id] + i);
      break;
    }
    case Transmission::Tendon:
      for (int i = 0; i < m.ten_J_rownnz[id]; ++i)
        dofs.push_back(m.ten_J_colind[m.ten_J_rowadr[id] + i]);
      break;
    case Transmission::Site:
    case Transmission::Slidercrank:
      add_chain(m, m.site_bodyid[id], dofs);
      if (other >= 0) add_chain(m, m.site_bodyid[other], dofs);
      break;
    case Transmission::So3:
      if (other < 0) {
        dofs.push_back(m.jnt_dofadr[id] + k);
        break;
      }
      add_chain(m, m.site_bodyid[id], dofs);
      add_chain(m, m.site_bodyid[other], dofs);
      break;
    case Transmission::Body:  // whatever it may touch
      for (int i = 0; i < m.nv; ++i) dofs.push_back(i);
      break;
    default:
      break;  // refused (refuse.cc)
  }
  return dofs;
}

// The states of a motor; of a pid controller, which has two at most.
MotorStates actuator_states(const Model& m, int i) {
  const auto type = static_cast<Dynamics>(m.actuator_dyntype[i]);
  if (type == Dynamics::Dcmotor) return motor_states(m, i);
  MotorStates s;
  if (type != Dynamics::Pid) return s;
  const bool slews = m.actuator_dynprm.values().row(i)[1] > 0,
             integrates = m.actuator_gainprm.values().row(i)[0] > 0;
  if (m.actuator_actnum[i] != slews + integrates) return s;
  if (slews) s.slew = 0;
  if (integrates) s.integral = m.actuator_actnum[i] - 1;
  return s;
}

// Whether an actuator is of a kind that few models have: where it acts, what it makes of its
// controls, or when.
bool is_rare(const Model& m, int i) {
  const auto is_plain = [](int kind, auto last) { return kind <= static_cast<int>(last); };
  const auto type = static_cast<Transmission>(m.actuator_trntype[i]);
  if (type == Transmission::Site) {
    if (m.actuator_trnid[2 * i + 1] >= 0) return true;
  } else if (type != Transmission::Tendon) {
    if (type != Transmission::Joint && type != Transmission::Jointinparent) return true;
    const bool ball = m.jnt_type[m.actuator_trnid[2 * i]] == static_cast<int>(JointType::Ball);
    if (ball && m.actuator_biastype[i] == static_cast<int>(Bias::Affine)) return true;
  }
  return !is_plain(m.actuator_gaintype[i], Gain::Muscle) ||
         !is_plain(m.actuator_biastype[i], Bias::Muscle) ||
         !is_plain(m.actuator_dyntype[i], Dynamics::Muscle) || m.actuator_actnum[i] > 1 ||
         m.actuator_ctrlnum[i] > 1 || m.actuator_historyadr[i] >= 0;
}

}  // namespace

void list_moments(const Model& m, Tables& t) {
  for (int i = 0; i < m.nactuator; ++i) {
    const auto type = static_cast<Transmission>(m.actuator_trntype[i]);
    if (type == Transmission::Site || type == Transmission::Slidercrank ||
        type == Transmission::So3)
      t.pulled_sites = 1;
    if (type == Transmission::Body) t.sticks = 1;
    if (is_rare(m, i)) t.rare = 1;
    const MotorStates s = actuator_states(m, i);
    t.actuator_state.insert(t.actuator_state.end(),
                            {s.slew, s.integral, s.temperature, s.bristle, s.current});
  }
  if (m.nplastic > 0 || m.nhistory > 0) t.rare = 1;
  t.moment_adr.push_back(0);
  for (int i = 0; i < m.nactuator; ++i) {
    for (int k = 0; k < m.actuator_outnum[i]; ++k) {
      for (const int dof : moment_dofs(m, i, k)) {
        t.moment_dof.push_back(dof);
        t.moment_out.push_back(m.actuator_outadr[i] + k);
      }
      t.moment_adr.push_back(static_cast<std::int32_t>(t.moment_dof.size()));
    }
  }
  t.nmoment = static_cast<std::int32_t>(t.moment_dof.size());
  t.dof_moment_adr.push_back(0);
  for (int dof = 0; dof < m.nv; ++dof) {
    for (int e = 0; e < t.nmoment; ++e) {
      if (t.moment_dof[static_cast<std::size_t>(e)] == dof) t.dof_moment.push_back(e);
    }
    t.dof_moment_adr.push_back(static_cast<std::int32_t>(t.dof_moment.size()));
  }
}

}  // namespace thew::gpu
