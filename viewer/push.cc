#include "push.h"

#include <algorithm>

#include <thew/dynamics.h>

namespace thew::viewer {

namespace {

void multiply(const double* a, const double* b, double* q) {
  q[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  q[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  q[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  q[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

}  // namespace

scene::Perturb perturb_of(const Model& model, const Data& data, const Push& push) {
  scene::Perturb perturb;
  const bool pulls = push.kind == Push::Kind::Force;
  perturb.select = push.body;
  perturb.active = static_cast<int>(pulls ? PertBit::Translate : PertBit::Rotate);
  std::copy_n(push.local, 3, perturb.localpos);
  // What a pull feels at qpos0: the inertia at the present moment is not known before the step.
  const double weight = model.body_invweight0.values().row(push.body)[0];
  perturb.localmass = weight > 0 ? 1 / weight : model.body_mass.values()[push.body];
  // MuJoCo says where the frame of the body's inertia is wanted.
  multiply(pulls ? data.xquat.row(push.body) : push.target,
           model.body_iquat.values().row(push.body), perturb.refquat);
  const double* mat = data.xmat.row(push.body);
  for (int i = 0; i < 3; ++i) {
    double point = data.xpos.row(push.body)[i];
    for (int k = 0; k < 3; ++k) point += mat[3 * i + k] * push.local[k];
    perturb.refselpos[i] = pulls ? push.target[i] : point;
    perturb.refpos[i] = data.xipos.row(push.body)[i] + perturb.refselpos[i] - point;
  }
  return perturb;
}

void apply_push(const Model& model, Data& data, const Push& push) {
  dynamics::kinematics(model, data);
  dynamics::com_pos(model, data);
  dynamics::com_vel(model, data);
  scene::apply_perturb_force(model, data, perturb_of(model, data, push));
}

bool place_pushed(const Model& model, Data& data, const Push& push) {
  const int root = model.body_rootid[push.body];
  const bool free = model.body_jntnum[root] == 1 &&
                    model.jnt_type[model.body_jntadr[root]] == static_cast<int>(JointType::Free);
  if (model.body_mocapid[push.body] < 0 && !free) return false;
  dynamics::kinematics(model, data);
  scene::apply_perturb_pose(model, data, perturb_of(model, data, push), true);
  return true;
}

}  // namespace thew::viewer
