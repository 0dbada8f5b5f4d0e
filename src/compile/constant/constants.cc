// Constants that follow from the dynamics at qpos0 and at qpos_spring, computed by the engine's own
// stages.

#include <algorithm>
#include <cmath>

#include <thew/dynamics.h>
#include <thew/set_constants.h>
#include <thew/step.h>

#include "compile/stages.h"

namespace thew::compile {

namespace {

void scale_total_mass(const Draft& draft, Model& m) {
  const double wanted = draft.rules().settotalmass;
  if (!(wanted > 0)) return;
  double total = 0;
  for (int b = 1; b < m.nbody; ++b) total += m.body_mass[b];
  const double scale = std::max(kMinVal, wanted / std::max(kMinVal, total));
  for (int b = 1; b < m.nbody; ++b) {
    m.body_mass[b] *= scale;
    for (int k = 0; k < 3; ++k) m.body_inertia.row(b)[k] *= scale;
  }
}

void add_subtree_masses(Model& m) {
  std::copy(m.body_mass.begin(), m.body_mass.end(), m.body_subtreemass.begin());
  for (std::int64_t b = m.nbody - 1; b > 0; --b) {
    m.body_subtreemass[m.body_parentid[b]] += m.body_subtreemass[b];
  }
}

double diagonal(const Model& m, const Data& d, int dof) {
  return d.M[m.M_rowadr[dof] + m.M_rownnz[dof] - 1];
}

// All positions at qpos0, without contacts, and with cameras and lights as if fixed to their
// bodies.
void set_reference(Model& m, Data& d) {
  const int flags = m.opt.disableflags;
  m.opt.disableflags |= static_cast<int>(DisableBit::Contact);
  const std::vector<int> cameras(m.cam_mode.begin(), m.cam_mode.end());
  const std::vector<int> lights(m.light_mode.begin(), m.light_mode.end());
  std::fill(m.cam_mode.begin(), m.cam_mode.end(), static_cast<int>(CamLight::Fixed));
  std::fill(m.light_mode.begin(), m.light_mode.end(), static_cast<int>(CamLight::Fixed));
  std::copy(m.qpos0.begin(), m.qpos0.end(), d.qpos.begin());
  forward_position(m, d);
  m.opt.disableflags = flags;
  std::copy(cameras.begin(), cameras.end(), m.cam_mode.begin());
  std::copy(lights.begin(), lights.end(), m.light_mode.begin());
}

// dof_M0: the diagonal of M without tendon armature.
void set_dof_inertia(Model& m, Data& d) {
  std::copy(m.qpos0.begin(), m.qpos0.end(), d.qpos.begin());
  dynamics::kinematics(m, d);
  dynamics::com_pos(m, d);
  dynamics::crba(m, d);
  for (int i = 0; i < m.nv; ++i) m.dof_M0[i] = diagonal(m, d, i);
}

// j M^-1 j' of one row.
double inverse_weight(const Model& m, const Data& d, const double* row) {
  std::vector<double> x(row, row + m.nv);
  dynamics::solve_inertia(m, d, x.data());
  double sum = 0;
  for (int i = 0; i < m.nv; ++i) sum += row[i] * x[i];
  return sum;
}

// Translation and rotation of each body's centre of mass: the mean over the three axes of J M^-1
// J'.
void set_body_weights(Model& m, const Data& d) {
  std::vector<double> jacp(static_cast<std::size_t>(3 * m.nv)), jacr(jacp.size());
  for (int b = 1; b < m.nbody; ++b) {
    double* weight = m.body_invweight0.row(b);
    weight[0] = weight[1] = 0;
    if (m.body_dofnum[m.body_weldid[b]] == 0) continue;
    if (m.body_simple[b] == 2) {
      weight[0] = 1 / std::max(kMinVal, m.body_mass[b]);
      continue;
    }
    dynamics::jacobian(m, d, jacp.data(), jacr.data(), d.xipos.row(b), b);
    for (int k = 0; k < 3; ++k) {
      weight[0] += inverse_weight(m, d, jacp.data() + k * m.nv) / 3;
      weight[1] += inverse_weight(m, d, jacr.data() + k * m.nv) / 3;
    }
  }
}

// The diagonal of M^-1, averaged over the translations and over the rotations of a joint.
void set_dof_weights(Model& m, const Data& d) {
  std::vector<double> unit(static_cast<std::size_t>(m.nv));
  const auto mean = [&](int begin, int count) {
    double sum = 0;
    for (int i = begin; i < begin + count; ++i) {
      unit[i] = 1;
      sum += inverse_weight(m, d, unit.data());
      unit[i] = 0;
    }
    std::fill_n(m.dof_invweight0.data() + begin, count, sum / count);
  };
  for (int j = 0; j < m.njnt; ++j) {
    const int dof = m.jnt_dofadr[j], body = m.jnt_bodyid[j];
    const int count = dof_count(static_cast<JointType>(m.jnt_type[j]));
    if (m.body_simple[body] == 2) {
      m.dof_invweight0[dof] = 1 / std::max(kMinVal, m.body_mass[body]);
      continue;
    }
    mean(dof, std::min(count, 3));
    if (count == 6) mean(dof + 3, 3);
  }
}

void set_tendons(Model& m, const Data& d) {
  std::copy(d.ten_length.begin(), d.ten_length.end(), m.tendon_length0.begin());
  std::vector<double> row(static_cast<std::size_t>(m.nv));
  for (int t = 0; t < m.ntendon; ++t) {
    std::fill(row.begin(), row.end(), 0);
    const int adr = m.ten_J_rowadr[t];
    for (int k = adr; k < adr + m.ten_J_rownnz[t]; ++k) row[m.ten_J_colind[k]] = d.ten_J[k];
    m.tendon_invweight0[t] = inverse_weight(m, d, row.data());
  }
}

std::vector<double> moment_row(const Model& m, const Data& d, int output) {
  std::vector<double> row(static_cast<std::size_t>(m.nv));
  const int adr = d.moment_rowadr[output];
  for (int k = adr; k < adr + d.moment_rownnz[output]; ++k) {
    row[d.moment_colind[k]] = d.actuator_moment[k];
  }
  return row;
}

void set_actuators(Model& m, const Data& d) {
  std::copy(d.actuator_length.begin(), d.actuator_length.end(), m.actuator_length0.begin());
  for (int i = 0; i < m.nout; ++i) {
    std::vector<double> x = moment_row(m, d, i);
    dynamics::solve_inertia(m, d, x.data());
    double square = 0;
    for (const double v : x) square += v * v;
    m.actuator_acc0[i] = std::sqrt(square);
  }
}

// A positive biasprm[2] of a position-like actuator is a damping ratio: kv = 2 ratio sqrt(kp m),
// with the inertia m = 1/(j M^-1 j') that the actuator feels at qpos0 (j M^-1 j' is the mean over
// its outputs).
void set_damping(Model& m, const Data& d) {
  for (int i = 0; i < m.nactuator; ++i) {
    double* bias = m.actuator_biasprm.row(i);
    const double* gain = m.actuator_gainprm.row(i);
    const bool pid = m.actuator_gaintype[i] == static_cast<int>(Gain::Pid);
    if ((!pid && gain[0] != -bias[1]) || !(bias[2] > 0)) continue;
    const int outputs = m.actuator_outnum[i];
    double weight = 0;
    for (int k = 0; k < outputs; ++k) {
      weight += inverse_weight(m, d, moment_row(m, d, m.actuator_outadr[i] + k).data()) / outputs;
    }
    const double mass = weight > kMinVal ? 1 / weight : 0;
    bias[2] = -2 * bias[2] * std::sqrt((pid ? -bias[1] : gain[0]) * mass);
  }
}

// Where cameras and lights are relative to their body and to the subtree they follow.
void set_cameras(Model& m, const Data& d) {
  const auto offset = [](double* result, const double* a, const double* b) {
    for (int k = 0; k < 3; ++k) result[k] = a[k] - b[k];
  };
  for (int i = 0; i < m.ncam; ++i) {
    const int body = m.cam_bodyid[i], target = m.cam_targetbodyid[i];
    offset(m.cam_pos0.row(i), d.cam_xpos.row(i), d.xpos.row(body));
    offset(m.cam_poscom0.row(i), d.cam_xpos.row(i), d.subtree_com.row(target >= 0 ? target : body));
    std::copy_n(d.cam_xmat.row(i), 9, m.cam_mat0.row(i));
  }
  for (int i = 0; i < m.nlight; ++i) {
    const int body = m.light_bodyid[i], target = m.light_targetbodyid[i];
    offset(m.light_pos0.row(i), d.light_xpos.row(i), d.xpos.row(body));
    offset(m.light_poscom0.row(i), d.light_xpos.row(i),
           d.subtree_com.row(target >= 0 ? target : body));
    std::copy_n(d.light_xdir.row(i), 3, m.light_dir0.row(i));
  }
}

// Rest lengths that were not given are those at qpos_spring.
void set_rest_lengths(Model& m, Data& d) {
  if (m.ntendon == 0) return;
  std::copy(m.qpos_spring.begin(), m.qpos_spring.end(), d.qpos.begin());
  forward_position(m, d);
  for (int t = 0; t < m.ntendon; ++t) {
    double* rest = m.tendon_lengthspring.row(t);
    if (rest[0] == -1 && rest[1] == -1) rest[0] = rest[1] = d.ten_length[t];
  }
}

// springdamper: stiffness and damping of a spring with this time constant and damping ratio, for
// the joint's inertia.
void set_springs(const Draft& draft, Model& m) {
  for (int j = 0; j < m.njnt; ++j) {
    const auto [timeconst, dampratio] = draft.joints[j].spec->springdamper;
    if (timeconst <= 0 || dampratio <= 0) continue;
    const int dof = m.jnt_dofadr[j], count = dof_count(draft.joints[j].spec->type);
    double weight = 0;
    for (int i = dof; i < dof + count; ++i) weight += m.dof_invweight0[i];
    const double inertia = count / std::max(kMinVal, weight);
    const double product = timeconst * dampratio;
    m.jnt_stiffness[j] = inertia / std::max(kMinVal, product * product);
    std::fill_n(m.dof_damping.data() + dof, count, 2 * inertia / std::max(kMinVal, timeconst));
  }
}

// What the arrays of the model say at qpos0, where `d` is afterwards.
void set_at_reference(Model& m, Data& d) {
  add_subtree_masses(m);
  d.calls_user = false;
  reset(m, d);
  set_dof_inertia(m, d);
  set_reference(m, d);
  set_body_weights(m, d);
  set_dof_weights(m, d);
  set_flex_edges(m, d);
  set_tendons(m, d);
  set_equalities(m, d);
  set_actuators(m, d);
  set_cameras(m, d);
  set_damping(m, d);
  set_statistics(m, d);
}

}  // namespace

void set_constants(const Draft& draft, Model& m) {
  scale_total_mass(draft, m);
  Data d = data_without_flexes(m);
  set_at_reference(m, d);
  override_statistics(draft.spec.statistic, m.stat);
  set_rest_lengths(m, d);
  set_springs(draft, m);
}

}  // namespace thew::compile

namespace thew {

void set_constants(Model& m) {
  compile::set_bounds(m);
  const Statistic statistic = m.stat;
  const compile::KeptAwake awake(m);
  Data d = compile::data_without_flexes(m);
  compile::set_at_reference(m, d);
  compile::set_rest_lengths(m, d);
  m.stat = statistic;  // those of the model as it was compiled, or as the user wants them
}

}  // namespace thew
