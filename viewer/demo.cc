// The controllers that built-in models come with: a quadruped that trots, or stands, and a humanoid
// (humanoid.cc). Models whose keyframes are a track follow it.
//
// Legs on the ground push: the force and moment that keep the trunk upright, at its height and at
// its speed are shared among them, and J' f is what their joints must do. Legs in the air step to
// where the hip will be when they carry (Raibert's rule: half a stance ahead, further where it is
// too fast).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>

#include "controller.h"
#include "humanoid.h"
#include "key_track.h"
#include "solve.h"

namespace thew::viewer {

namespace {

using Vec = std::array<double, 3>;

constexpr double kPeriod = 0.3;   // of a stride [s]; half of it on the ground
constexpr double kHeight = 0.29;  // of the trunk [m]
constexpr double kLift = 0.07;    // of a foot [m]
constexpr double kSpeed = 0.35;   // along the circle [m/s]
constexpr double kRadius = 0.5;   // of the circle, round the origin [m]
constexpr double kMass = 12.3;    // [kg]
constexpr double kStance = kPeriod / 2;
constexpr double kGain[3] = {40, 45, 50};        // of the position servos [N m/rad]
constexpr double kDamping[3] = {0.6, 0.6, 0.6};  // of theirs that is made up for [N m s/rad]
constexpr double kUpper[2] = {-0.02, -0.22};     // hip to knee, x and z [m]
constexpr double kLower[2] = {0.015, -0.215};    // knee to foot [m]
constexpr double kHip[3] = {0.19, 0.06, 0.08};   // of the hip in the trunk, and to the leg [m]

Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// A turn about y, and its derivative by the angle.
void turn(double angle, const double* v, double* result) {
  const double c = std::cos(angle), s = std::sin(angle);
  const double x = v[0] * c + v[1] * s, z = -v[0] * s + v[1] * c;
  result[0] = x;
  result[1] = z;
}
void turn_rate(double angle, const double* v, double* result) {
  turn(angle + std::numbers::pi / 2, v, result);
}

double wrap(double angle) {
  return std::remainder(angle, 2 * std::numbers::pi);
}

struct Leg {
  int number;
  double front, left;  // +1 or -1
  double phase;        // 0 to 0.5 in the air, to 1 on the ground
  const double* angle;
  const double* rate;
  Vec foot;          // in the trunk's frame
  double jac[3][3];  // of the foot by the three angles

  bool stands() const { return phase >= 0.5; }
};

void place_foot(Leg& leg) {
  double lower[2], chain[2], by_swing[2], by_knee[2], bent[2];
  turn(leg.angle[2], kLower, lower);
  chain[0] = kUpper[0] + lower[0];
  chain[1] = kUpper[1] + lower[1];
  double foot[2];
  turn(leg.angle[1], chain, foot);
  turn_rate(leg.angle[1], chain, by_swing);
  turn_rate(leg.angle[2], kLower, bent);
  turn(leg.angle[1], bent, by_knee);
  const double c = std::cos(leg.angle[0]), s = std::sin(leg.angle[0]), side = kHip[2] * leg.left;
  const double y = side * c - foot[1] * s, z = side * s + foot[1] * c;
  leg.foot = {kHip[0] * leg.front + foot[0], kHip[1] * leg.left + y, z};
  const double jac[3][3] = {{0, by_swing[0], by_knee[0]},
                            {-z, -by_swing[1] * s, -by_knee[1] * s},
                            {y, by_swing[1] * c, by_knee[1] * c}};
  std::memcpy(leg.jac, jac, sizeof jac);
}

// Angles of swing and knee that put the foot at (x, z) from the hip.
void reach(double x, double z, double& swing, double& knee) {
  const double upper = std::hypot(kUpper[0], kUpper[1]), lower = std::hypot(kLower[0], kLower[1]);
  const double far = std::clamp(std::hypot(x, z), 0.2, 0.425);
  const double cosine = (far * far - upper * upper - lower * lower) / (2 * upper * lower);
  const auto direction = [](const double* v) { return std::atan2(v[0], v[1]); };
  knee = -std::acos(std::clamp(cosine, -1.0, 1.0)) - wrap(direction(kLower) - direction(kUpper));
  knee = std::clamp(knee, -2.6, -0.7);
  double chain[2];
  turn(knee, kLower, chain);
  chain[0] += kUpper[0];
  chain[1] += kUpper[1];
  swing = wrap(std::atan2(x, z) - direction(chain));
}

// What the trunk does and should do, in its own frame.
struct Trunk {
  double rotation[9];
  Vec velocity, spin, up;
  double height, rise;
  double speed = 0, yaw_rate = 0;  // wanted

  explicit Trunk(const Data& data) {
    const double* q = data.qpos.data();
    const double w = q[3], x = q[4], y = q[5], z = q[6];
    const double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                         2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                         2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    std::copy_n(r, 9, rotation);
    const double* v = data.qvel.data();
    for (std::size_t i = 0; i < 3; ++i) {
      velocity[i] = r[i] * v[0] + r[3 + i] * v[1] + r[6 + i] * v[2];
      spin[i] = v[3 + i];
      up[i] = r[6 + i];
    }
    height = q[2];
    rise = v[2];
  }
};

// Along a circle round the origin, and back to it from anywhere: it stays in sight.
void steer_round(const Data& data, Trunk& trunk) {
  const double dx = data.qpos[0], dy = data.qpos[1];
  const double far = std::max(std::hypot(dx, dy), 0.2);
  const double inward = std::clamp(0.8 * (far - kRadius), -0.4, 0.4);
  const double wx = (-dy * kSpeed - dx * inward) / far, wy = (dx * kSpeed - dy * inward) / far;
  const double error = wrap(std::atan2(wy, wx) - std::atan2(trunk.rotation[3], trunk.rotation[0]));
  trunk.speed = std::hypot(wx, wy) * std::max(0.0, std::cos(error));
  trunk.yaw_rate = std::clamp(2 * error, -1.2, 1.2);
}

// Force and moment on the trunk that are wanted, in its frame.
std::array<double, 6> wanted_wrench(const Trunk& t) {
  constexpr double kGravity = 9.81;
  const auto limited = [](double error) { return std::clamp(error, -0.4, 0.4); };
  const double carry = kMass * (kGravity + 60 * (kHeight - t.height) - 8 * t.rise);
  const double push[3] = {6 * kMass * limited(t.speed - t.velocity[0]),
                          6 * kMass * limited(-t.velocity[1]), 0};
  const Vec tilt = cross(t.up, {0, 0, 1});
  return {push[0] + t.up[0] * carry,
          push[1] + t.up[1] * carry,
          t.up[2] * carry,
          -100 * tilt[0] - 8 * t.spin[0],
          -100 * tilt[1] - 8 * t.spin[1],
          -6 * (t.spin[2] - t.yaw_rate)};
}

// Shares the wrench among the feet on the ground: least squares, (G' S G + e) f = G' S w.
std::array<Vec, 4> share(const std::array<double, 6>& wrench, const std::array<Leg, 4>& legs) {
  constexpr double kWeight[6] = {1, 1, 1, 10, 10, 5}, kSoft = 1e-2;
  double map[6][12] = {};  // forces of feet -> wrench
  for (int l = 0; l < 4; ++l) {
    if (!legs[static_cast<std::size_t>(l)].stands()) continue;
    const Vec& p = legs[static_cast<std::size_t>(l)].foot;
    const double arm[3][3] = {{0, -p[2], p[1]}, {p[2], 0, -p[0]}, {-p[1], p[0], 0}};
    for (int i = 0; i < 3; ++i) {
      map[i][3 * l + i] = 1;
      for (int k = 0; k < 3; ++k) map[3 + i][3 * l + k] = arm[i][k];
    }
  }
  double square[144], force[12];
  for (int i = 0; i < 12; ++i) {
    force[i] = 0;
    for (int r = 0; r < 6; ++r)
      force[i] += map[r][i] * kWeight[r] * wrench[static_cast<std::size_t>(r)];
    for (int k = 0; k < 12; ++k) {
      square[12 * i + k] = i == k ? kSoft : 0;
      for (int r = 0; r < 6; ++r) square[12 * i + k] += map[r][i] * kWeight[r] * map[r][k];
    }
  }
  solve(square, force, 12);
  std::array<Vec, 4> shared;
  for (std::size_t l = 0; l < 4; ++l)
    shared[l] = {force[3 * l], force[3 * l + 1], force[3 * l + 2]};
  return shared;
}

void stand_on(const Leg& leg, const Vec& force, double* ctrl) {
  for (int j = 0; j < 3; ++j) {
    double torque = kDamping[j] * leg.rate[j];
    for (int i = 0; i < 3; ++i) torque -= leg.jac[i][j] * force[static_cast<std::size_t>(i)];
    ctrl[j] = leg.angle[j] + torque / kGain[j];
  }
}

void step_ahead(const Leg& leg, const Trunk& t, double* ctrl) {
  constexpr double kAhead = 0.1;  // further where it is too fast [s]
  const double s = leg.phase / 0.5, c = 0.5 - 0.5 * std::cos(std::numbers::pi * s);
  const double hip[2] = {kHip[0] * leg.front, (kHip[1] + kHip[2]) * leg.left};
  const double speed[2] = {t.velocity[0] - t.spin[2] * hip[1], t.velocity[1] + t.spin[2] * hip[0]};
  const double wanted[2] = {t.speed - t.yaw_rate * hip[1], t.yaw_rate * hip[0]};
  double foot[2];
  for (int i = 0; i < 2; ++i) {
    const double land =
        std::clamp(kStance / 2 * speed[i] + kAhead * (speed[i] - wanted[i]), -0.19, 0.19);
    foot[i] = -(1 - c) * kStance / 2 * speed[i] + c * land;
  }
  // Feet stay level with the ground where the trunk is tilted.
  const double level =
      (t.up[0] * (hip[0] + foot[0]) + t.up[1] * (hip[1] + foot[1])) / std::max(t.up[2], 0.5);
  const double z = -kHeight + kLift * std::sin(std::numbers::pi * s) - 0.01 * s - level;
  ctrl[0] = std::clamp(std::atan2(foot[1], -z), -0.7, 0.7);
  reach(foot[0], -std::hypot(foot[1], z), ctrl[1], ctrl[2]);
}

// The legs in the order of the controls: front left, front right, rear left, rear right.
std::array<Leg, 4> legs_of(const Data& data, bool trots) {
  std::array<Leg, 4> legs;
  for (int l = 0; l < 4; ++l) {
    Leg& leg = legs[static_cast<std::size_t>(l)];
    leg.number = l;
    leg.front = l < 2 ? 1 : -1;
    leg.left = l % 2 == 0 ? 1 : -1;
    const double offset = l == 0 || l == 3 ? 0 : 0.5;  // diagonal legs go together
    const double strides = data.time / kPeriod + offset;
    leg.phase = trots ? strides - std::floor(strides) : 0.75;
    leg.angle = data.qpos.data() + 7 + 3 * l;
    leg.rate = data.qvel.data() + 6 + 3 * l;
    place_foot(leg);
  }
  return legs;
}

void control(Data& data, bool trots) {
  Trunk trunk(data);
  if (trots) steer_round(data, trunk);
  if (trunk.up[2] < 0.2) {
    // It lies on its side: the legs are drawn in, and wait.
    constexpr double kFolded[3] = {0, 1.2, -2.4};
    for (int i = 0; i < 12; ++i) data.ctrl[i] = kFolded[i % 3];
    return;
  }
  const std::array<Leg, 4> legs = legs_of(data, trots);
  const std::array<Vec, 4> forces = share(wanted_wrench(trunk), legs);
  for (const Leg& leg : legs) {
    double* ctrl = data.ctrl.data() + 3 * leg.number;
    if (leg.stands()) {
      stand_on(leg, forces[static_cast<std::size_t>(leg.number)], ctrl);
    } else {
      step_ahead(leg, trunk, ctrl);
    }
  }
}

bool is_quadruped(const Model& model) {
  return model.modelname == "quadruped" && model.nu == 12 && model.nq == 19 && model.nv == 18 &&
         name_to_id(model, ObjectType::Actuator, "front left abduct") == 0 &&
         name_to_id(model, ObjectType::Actuator, "rear right knee") == 11;
}

constexpr Controller kControllers[] = {
    {"trot", "trots along a circle", is_quadruped,
     [](const Model&, Data& data) { control(data, true); }},
    {"stand", "stands on four legs", is_quadruped,
     [](const Model&, Data& data) { control(data, false); }},
    {"wave", "keeps its balance and waves", is_humanoid, wave},
    {"balance", "keeps its balance", is_humanoid, stand_upright},
    {"keyframes", "follows the controls of the keyframes", is_key_track, follow_key_track},
};

}  // namespace

std::vector<const Controller*> controllers_for(const Model& model) {
  std::vector<const Controller*> fitting;
  for (const Controller& one : kControllers) {
    if (one.fits(model)) fitting.push_back(&one);
  }
  return fitting;
}

const Controller* find_controller(const Model& model, std::string_view name) {
  for (const Controller* one : controllers_for(model)) {
    if (name == one->name) return one;
  }
  return nullptr;
}

}  // namespace thew::viewer
