// A humanoid that stands and waves. The ground must push it so that its centre of mass stays above
// the middle of its feet and its torso upright. That force and moment are shared among the corners
// of the soles, which can push and not pull, and J' f is what the joints must do for it; springs
// towards a posture hold the rest.
#include "humanoid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <thew/dynamics.h>

#include "solve.h"

namespace thew::viewer {

namespace {

using Vec = std::array<double, 3>;
using Wrench = std::array<double, 6>;  // force, then moment

constexpr double kHeight = 0.87;  // of the centre of mass above the soles [m]
constexpr double kSole[4][3] = {  // corners in the frame of a foot [m]
                                {-0.06, -0.03, -0.055},
                                {-0.06, 0.03, -0.055},
                                {0.15, -0.03, -0.055},
                                {0.15, 0.03, -0.055}};
constexpr int kMotors = 21, kArms = 15;  // the motors of the arms are the last six

// Angles of waist, right leg, left leg, right arm, left arm: knees a little bent [rad].
constexpr std::array<double, kMotors> kPosture = {
    0, 0, 0, 0, 0, -0.25, 0.5, -0.25, 0, 0, 0, -0.25, 0.5, -0.25, 0, 0, 0.1, -0.4, 0, 0.1, -0.4};

Vec operator-(const Vec& a, const Vec& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vec vec(const double* v) {
  return {v[0], v[1], v[2]};
}
Vec column(const double* matrix, int k) {
  return {matrix[k], matrix[3 + k], matrix[6 + k]};
}

// A point of a sole, and the force of the ground there.
struct Corner {
  int body;
  Vec point;
  bool pushes = true;
  Vec force = {};
};
constexpr std::size_t kCorners = 8;
using Corners = std::array<Corner, kCorners>;

Corners corners_of(const Model& model, const Data& data) {
  Corners corners;
  std::size_t next = 0;
  for (const char* const name : {"right foot", "left foot"}) {
    const int foot = name_to_id(model, ObjectType::Body, name);
    const double *at = data.xpos.row(foot), *r = data.xmat.row(foot);
    for (const double* c : kSole) {
      Corner& corner = corners[next++];
      corner.body = foot;
      for (std::size_t i = 0; i < 3; ++i) {
        corner.point[i] = at[i] + r[3 * i] * c[0] + r[3 * i + 1] * c[1] + r[3 * i + 2] * c[2];
      }
    }
  }
  return corners;
}

// What the ground must do to the body, at its centre of mass.
Wrench wanted_wrench(const Model& model, const Data& data, const Corners& corners) {
  constexpr double kGravity = 9.81;
  const int torso = name_to_id(model, ObjectType::Body, "torso");
  const double *com = data.subtree_com.row(0), *speed = data.subtree_linvel.row(0);
  const double mass = model.body_subtreemass.values()[0];
  Vec middle = {};
  for (const Corner& corner : corners) {
    for (std::size_t i = 0; i < 3; ++i) middle[i] += corner.point[i] / kCorners;
  }
  // Where the torso leans, and turns away from where the feet point.
  const double* r = data.xmat.row(torso);
  const Vec right = column(data.xmat.row(corners.front().body), 0);
  const Vec left = column(data.xmat.row(corners.back().body), 0);
  const Vec ahead = {right[0] + left[0], right[1] + left[1], 0};
  const double size = std::max(std::hypot(ahead[0], ahead[1]), 1e-6);
  Vec turn = cross(column(r, 2), {0, 0, 1});
  turn[2] += (r[0] * ahead[1] - r[3] * ahead[0]) / size;
  const double* spin = data.cvel.row(torso);
  Wrench wrench;
  for (std::size_t i = 0; i < 2; ++i) {
    wrench[i] = mass * (40 * (middle[i] - com[i]) - 9 * speed[i]);
  }
  wrench[2] = mass * (kGravity + 60 * (middle[2] + kHeight - com[2]) - 12 * speed[2]);
  for (std::size_t i = 0; i < 3; ++i) wrench[3 + i] = 250 * turn[i] - 20 * spin[i];
  return wrench;
}

// The least forces f with G f = w, nearly: f = G' (G G' + e)^-1 w. A corner that would pull is left
// out, and the others share again.
void share(const Wrench& wrench, const Vec& com, Corners& corners) {
  constexpr int kRounds = 3;
  constexpr double kSoft[6] = {1e-2, 1e-2, 1e-2, 1e-3, 1e-3, 1e-3};
  for (int round = 0; round < kRounds; ++round) {
    double square[36] = {};
    for (int i = 0; i < 6; ++i) square[7 * i] = kSoft[i];
    for (const Corner& corner : corners) {
      if (!corner.pushes) continue;
      const auto [x, y, z] = corner.point - com;
      const double map[6][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},
                                {0, -z, y}, {z, 0, -x}, {-y, x, 0}};
      for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
          for (int k = 0; k < 3; ++k) square[6 * i + j] += map[i][k] * map[j][k];
        }
      }
    }
    Wrench dual = wrench;
    solve(square, dual.data(), 6);
    bool all_push = true;
    for (Corner& corner : corners) {
      if (!corner.pushes) continue;
      const Vec moment = cross({dual[3], dual[4], dual[5]}, corner.point - com);
      for (std::size_t i = 0; i < 3; ++i) corner.force[i] = dual[i] + moment[i];
      corner.pushes = corner.force[2] >= 0;
      all_push &= corner.pushes;
    }
    if (all_push) return;
  }
}

// What the joints must do so that the soles press on the ground with these forces.
std::vector<double> joint_forces(const Model& model, const Data& data, const Corners& corners) {
  const auto nv = static_cast<std::size_t>(model.nv);
  std::vector<double> total(nv), jacobian(3 * nv);
  for (const Corner& corner : corners) {
    if (!corner.pushes) continue;
    dynamics::jacobian<double>(model, data, jacobian.data(), nullptr, corner.point.data(),
                               corner.body);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t v = 0; v < nv; ++v) total[v] -= jacobian[i * nv + v] * corner.force[i];
    }
  }
  return total;
}

void drive(const Model& model, Data& data, const std::array<double, kMotors>& posture,
           const std::vector<double>& force, double strength) {
  for (int i = 0; i < kMotors; ++i) {
    const int joint = model.actuator_trnid.row(i)[0], v = model.jnt_dofadr[joint];
    const bool arm = i >= kArms;
    const double kp = strength * (arm ? 25 : 60), kd = strength * (arm ? 1.5 : 3);
    const double spring =
        kp * (posture[static_cast<std::size_t>(i)] - data.qpos[model.jnt_qposadr[joint]]) -
        kd * data.qvel[v];
    const double torque = spring + (arm || force.empty() ? 0 : force[static_cast<std::size_t>(v)]);
    data.ctrl[i] = std::clamp(torque / model.actuator_gear.values().row(i)[0], -1.0, 1.0);
  }
}

void balance(const Model& model, Data& data, const std::array<double, kMotors>& posture) {
  dynamics::kinematics(model, data);
  dynamics::com_pos(model, data);
  dynamics::com_vel(model, data);
  dynamics::subtree_vel(model, data);
  constexpr double kLying = 0.5, kWeak = 0.2;
  if (data.xmat.row(name_to_id(model, ObjectType::Body, "torso"))[8] < kLying) {
    return drive(model, data, posture, {}, kWeak);  // it has fallen, and rests
  }
  Corners corners = corners_of(model, data);
  share(wanted_wrench(model, data, corners), vec(data.subtree_com.row(0)), corners);
  drive(model, data, posture, joint_forces(model, data, corners), 1);
}

}  // namespace

bool is_humanoid(const Model& model) {
  return model.modelname == "humanoid" && model.nu == kMotors && model.nv == 27 &&
         name_to_id(model, ObjectType::Actuator, "waist yaw") == 0 &&
         name_to_id(model, ObjectType::Actuator, "left elbow") == kMotors - 1 &&
         name_to_id(model, ObjectType::Body, "right foot") >= 0 &&
         name_to_id(model, ObjectType::Body, "left foot") >= 0 &&
         name_to_id(model, ObjectType::Body, "torso") >= 0;
}

void stand_upright(const Model& model, Data& data) {
  balance(model, data, kPosture);
}

void wave(const Model& model, Data& data) {
  constexpr double kRaised = 2;  // the arm is up after this time [s]
  const double part = std::clamp(data.time / kRaised, 0.0, 1.0);
  std::array<double, kMotors> posture = kPosture;
  posture[15] -= part * 0.9;
  posture[16] += part * 1.2;
  posture[17] += part * (0.5 * std::sin(6 * data.time) - 1.1);
  balance(model, data, posture);
}

}  // namespace thew::viewer
