// What refers to scaled elements from outside of the tree follows them: pairs by the geometric mean
// of their geoms, tendons where all of their path has one scale, actuators by what they move, and
// keyframes number by number.

#include "compile/scale/scale.h"
#include "compile/stages.h"
#include "element/motor_parameters.h"

namespace thew::compile {

namespace {

template <class T>
T find(const std::unordered_map<std::string, T>& map, const std::string& name) {
  const auto found = map.find(name);
  return found == map.end() ? T{} : found->second;
}

void scale_pair(Pair& pair, const ScaledTree& tree) {
  const Scale by = mean(find(tree.geoms, pair.geomname1), find(tree.geoms, pair.geomname2));
  if (by.same_units({})) return;
  // What is not given has defaults that scale too.
  if (!pair.solimp) pair.solimp = kSolImp;
  if (!pair.friction) pair.friction = kPairFriction;
  (*pair.solimp)[2] *= by.length;
  for (std::size_t i = 2; i < 5; ++i) (*pair.friction)[i] *= by.length;
  if (pair.margin) *pair.margin *= by.length;
  if (pair.gap) *pair.gap *= by.length;
  if (pair.adhesion) *pair.adhesion *= by.unit_mass * by.unit_length;
}

// The scales of everything on a tendon's path.
std::vector<Scale> path_scales(const Tendon& tendon, const ScaledTree& tree) {
  std::vector<Scale> scales;
  for (const Wrap& wrap : tendon.path) {
    if (wrap.type == WrapType::Joint) {
      const auto joint = tree.joints.find(wrap.target);
      scales.push_back(joint == tree.joints.end() ? Scale{} : joint->second.scale);
    } else if (wrap.type == WrapType::Site) {
      scales.push_back(find(tree.sites, wrap.target));
    } else if (wrap.type != WrapType::Pulley) {
      scales.push_back(find(tree.geoms, wrap.target));
      if (!wrap.sidesite.empty()) scales.push_back(find(tree.sites, wrap.sidesite));
    }
  }
  return scales;
}

// The tendon's length is a length when one term of it is; a path of several scales has none, and
// the coefficients make up for what its joints gained.
CoordinateScale scale_path(Tendon& tendon, const ScaledTree& tree, Scale& common) {
  const std::vector<Scale> scales = path_scales(tendon, tree);
  common = scales.empty() ? Scale{} : scales.front();
  for (const Scale& scale : scales) {
    if (!scale.same_units(common)) common = {};
  }
  bool straight = tendon.type == TendonType::Spatial;
  for (const Wrap& wrap : tendon.path) {
    const auto joint = tree.joints.find(wrap.target);
    const bool known = wrap.type == WrapType::Joint && joint != tree.joints.end();
    straight |= known && joint->second.type == JointType::Slide;
  }
  const CoordinateScale by =
      straight ? translation_scale(common, common.length) : rotation_scale(common);
  for (Wrap& wrap : tendon.path) {
    const auto joint = tree.joints.find(wrap.target);
    if (wrap.type != WrapType::Joint || joint == tree.joints.end()) continue;
    wrap.coef *= by.coordinate / joint->second.coordinate.coordinate;
  }
  return by;
}

CoordinateScale scale_tendon(Tendon& tendon, const ScaledTree& tree, Scale& common) {
  const CoordinateScale by = scale_path(tendon, tree, common);
  for (double& x : tendon.springlength) {
    if (x > 0) x *= by.coordinate;  // -1 stands for a length that is computed
  }
  for (double* x : {&tendon.springyield, &tendon.range[0], &tendon.range[1], &tendon.margin,
                    &tendon.solimp_limit[2], &tendon.solimp_friction[2]}) {
    *x *= by.coordinate;
  }
  for (double* x : {&tendon.frictionloss, &tendon.actfrcrange[0], &tendon.actfrcrange[1]}) {
    *x *= by.force;
  }
  tendon.width *= common.length;
  tendon.armature *= by.force / by.unit_coordinate;
  scale_polynomial(tendon.stiffness, by);
  scale_polynomial(tendon.damping, by);
  return by;
}

// What an actuator moves: its scale and its coordinate.
struct Target {
  Scale scale;
  CoordinateScale by;
};

using Tendons = std::unordered_map<std::string, Target>;

// A gear of forces and torques: torques are forces times a length where there are forces.
CoordinateScale scale_gear(Actuator& actuator, const Scale& scale) {
  const Vec6& gear = actuator.gear;
  if (gear[0] == 0 && gear[1] == 0 && gear[2] == 0) return rotation_scale(scale);
  for (std::size_t i = 3; i < 6; ++i) actuator.gear[i] *= scale.length;
  return translation_scale(scale, scale.length);
}

Target scale_target(Actuator& actuator, const ScaledTree& tree, const Tendons& tendons) {
  Target target;
  switch (actuator.trntype) {
    case Transmission::Tendon:
      return find(tendons, actuator.target);
    case Transmission::Site:
      target.scale = find(tree.sites, actuator.target);
      target.by = scale_gear(actuator, target.scale);
      return target;
    case Transmission::Slidercrank:
      target.scale = mean(find(tree.sites, actuator.target), find(tree.sites, actuator.slidersite));
      actuator.cranklength *= target.scale.length;
      break;
    case Transmission::Body:
      target.scale = find(tree.bodies, actuator.target);
      break;
    default: {
      const auto joint = tree.joints.find(actuator.target);
      if (joint == tree.joints.end()) return {};
      target = {joint->second.scale, joint->second.coordinate};
      if (joint->second.type == JointType::Free) target.by = scale_gear(actuator, target.scale);
      return target;
    }
  }
  target.by = translation_scale(target.scale, target.scale.length);
  return target;
}

// How the control, and the activation with it, changes: as a number and as a unit.
struct InputScale {
  double value = 1, unit = 1;
};

InputScale input_scale(const Actuator& actuator, const Target& target) {
  const int input = declared_input(actuator);
  const double pressure = target.scale.unit_mass / target.scale.unit_length;
  if (input == static_cast<int>(CtrlInput::Pressure)) return {pressure, pressure};
  const bool motion = input == static_cast<int>(CtrlInput::Pos) ||
                      input == static_cast<int>(CtrlInput::Vel) || actuator.gaintype == Gain::Pid;
  if (motion) return {target.by.coordinate, target.by.unit_coordinate};
  return {};
}

// Force = gain * input + bias; gain and bias are polynomials of the coordinate.
void scale_gains(Actuator& actuator, const CoordinateScale& by, const InputScale& input) {
  const double slope = by.force / by.unit_coordinate;
  if (actuator.gaintype == Gain::Hill) return;
  if (actuator.gaintype == Gain::Muscle) {
    if (actuator.gainprm[2] > 0) actuator.gainprm[2] *= by.force;  // otherwise from acc0
  } else {
    actuator.gainprm[0] *= by.force / input.unit;
    for (std::size_t i = 1; i < 3; ++i) actuator.gainprm[i] *= slope / input.unit;
  }
  if (actuator.biastype == Bias::Muscle) {
    if (actuator.biasprm[2] > 0) actuator.biasprm[2] *= by.force;
  } else {
    actuator.biasprm[0] *= by.force;
    actuator.biasprm[1] *= slope;
    if (actuator.biasprm[2] < 0) actuator.biasprm[2] *= slope;  // a ratio above 0
  }
}

// How the numbers of a keyframe change that belong to an actuator.
struct KeyScale {
  std::vector<double> controls;
  double state = 1;
  int states = 0;
};

int state_count(const Actuator& actuator) {
  if (actuator.dyntype == Dynamics::Pid) {
    return (actuator.dynprm[1] > 0) + (actuator.gainprm[0] > 0);
  }
  if (actuator.gaintype == Gain::So3) return actuator.dyntype == Dynamics::Integrator ? 3 : 0;
  if (actuator.dyntype == Dynamics::Dcmotor) {
    return motor_states(actuator.dynprm.data(), actuator.gainprm.data()).count;
  }
  return actuator.actdim >= 0 ? actuator.actdim : actuator.dyntype != Dynamics::None;
}

KeyScale key_scale(const Actuator& actuator, const CoordinateScale& by, const InputScale& input) {
  const bool pid = actuator.gaintype == Gain::Pid, motor = actuator.gaintype == Gain::Dcmotor;
  KeyScale scale;
  scale.states = state_count(actuator);
  scale.state = motor ? 1 : input.value;
  if (actuator.gaintype == Gain::So3) {
    const bool quat = actuator.ctrlspec == static_cast<int>(CtrlChart::Quat);
    scale.controls.assign(quat ? 4 : 3, 1);
  } else if (pid || motor) {
    const int usual = pid ? static_cast<int>(CtrlInput::Pos) | static_cast<int>(CtrlInput::Vel)
                          : static_cast<int>(CtrlInput::Voltage);
    const int inputs = actuator.ctrlspec != 0 ? actuator.ctrlspec : usual;
    const auto add = [&](CtrlInput kind, double factor) {
      if ((inputs & static_cast<int>(kind)) != 0) scale.controls.push_back(factor);
    };
    add(CtrlInput::Pos, by.coordinate);
    add(CtrlInput::Vel, by.coordinate);
    add(CtrlInput::Ff, by.force);
    add(CtrlInput::Voltage, 1);
  } else {
    scale.controls.assign(1, input.value);
  }
  return scale;
}

// Motors and what the user computes have numbers of unknown meaning.
bool has_own_units(const Actuator& actuator) {
  return actuator.gaintype == Gain::Dcmotor || actuator.gaintype == Gain::User ||
         actuator.biastype == Bias::User || actuator.dyntype == Dynamics::User;
}

KeyScale scale_actuator(const Draft& draft, Actuator& actuator, const Target& target) {
  const CoordinateScale& by = target.by;
  const InputScale input = input_scale(actuator, target);
  if (has_own_units(actuator) && by.force != 1) {
    draft.fail(actuator, "actuator", "the parameters of this actuator do not scale",
               "use scaling=\"geometry\"");
  }
  if (actuator.gaintype == Gain::Hill && (by.force != 1 || by.coordinate != 1)) {
    draft.fail(actuator, "actuator", "the parameters of a Hill muscle do not scale",
               "move the muscle's path out of the scaled frame");
  }
  scale_gains(actuator, by, input);
  if (actuator.gaintype == Gain::Pid) {
    for (std::size_t i = 0; i < 2; ++i) actuator.dynprm[i] *= by.coordinate;
  }
  if (actuator.gaintype == Gain::Dcmotor) {
    actuator.dynprm[motor_dyn::kSlewRate] *= by.coordinate;
    actuator.dynprm[motor_dyn::kIntegralMax] *= by.coordinate;
    actuator.biasprm[motor_bias::kStribeck] *= by.coordinate;
  }
  for (double& x : actuator.ctrlrange) x *= input.value;
  for (double& x : actuator.velrange) x *= by.coordinate;
  for (double& x : actuator.ffrange) x *= by.force;
  for (double& x : actuator.actrange) x *= input.value;
  for (double& x : actuator.forcerange) x *= by.force;
  for (double& x : actuator.lengthrange) x *= by.coordinate;
  actuator.armature *= by.force / by.unit_coordinate;
  scale_polynomial(actuator.damping, by);
  return key_scale(actuator, by, input);
}

// Walks over the numbers of a vector that may end early.
class Cursor {
 public:
  explicit Cursor(std::vector<double>& values) : values_(values) {}
  void scale(double factor, int count = 1) {
    for (int i = 0; i < count && at_ < values_.size(); ++i) values_[at_++] *= factor;
  }
  void transform(const Mat3& m, const Vec3& offset) {
    if (at_ + 3 <= values_.size()) {
      const Vec3 v = {values_[at_], values_[at_ + 1], values_[at_ + 2]};
      for (std::size_t i = 0; i < 3; ++i) {
        values_[at_ + i] = m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2] + offset[i];
      }
    }
    at_ += 3;
  }

 private:
  std::vector<double>& values_;
  std::size_t at_ = 0;
};

void scale_key(Key& key, const ScaledTree& tree, const std::vector<KeyScale>& actuators) {
  Cursor qpos(key.qpos), qvel(key.qvel), act(key.act), ctrl(key.ctrl), mpos(key.mpos);
  std::size_t free = 0;
  for (const ScaledJoint& joint : tree.joint_list) {
    if (joint.type == JointType::Free) {
      const WorldMap& map = tree.free_list[free++];
      qpos.transform(map.matrix, map.offset);
      qpos.scale(1, 4);
      qvel.transform(map.matrix, {});
      qvel.scale(1, 3);
    } else {
      qpos.scale(joint.coordinate.coordinate, position_count(joint.type));
      qvel.scale(joint.coordinate.coordinate, dof_count(joint.type));
    }
  }
  for (const KeyScale& actuator : actuators) {
    for (const double factor : actuator.controls) ctrl.scale(factor);
    act.scale(actuator.state, actuator.states);
  }
  for (const WorldMap& map : tree.mocap_list) mpos.transform(map.matrix, map.offset);
}

// References of springs that yield: as many numbers as each joint has positions, two per tendon.
void scale_plastic(Key& key, const Spec& spec, const ScaledTree& tree,
                   const std::vector<CoordinateScale>& tendons) {
  Cursor plastic(key.plastic);
  for (const ScaledJoint& joint : tree.joint_list) {
    if (joint.yields) plastic.scale(joint.coordinate.coordinate, position_count(joint.type));
  }
  for (std::size_t i = 0; i < tendons.size(); ++i) {
    if (spec.tendons[i].springyield > 0) plastic.scale(tendons[i].coordinate, 2);
  }
}

}  // namespace

Scale mean(const Scale& a, const Scale& b) {
  if (a.same_units(b)) return a;
  Scale scale;
  scale.length = std::sqrt(a.length * b.length);
  scale.mass = std::sqrt(a.mass * b.mass);
  scale.unit_length = std::sqrt(a.unit_length * b.unit_length);
  scale.unit_mass = std::sqrt(a.unit_mass * b.unit_mass);
  return scale;
}

void scale_references(Spec& spec, const Draft& draft, const ScaledTree& tree) {
  for (Pair& pair : spec.pairs) scale_pair(pair, tree);
  Tendons tendons;
  std::vector<CoordinateScale> lengths;
  for (Tendon& tendon : spec.tendons) {
    Target target;
    target.by = scale_tendon(tendon, tree, target.scale);
    lengths.push_back(target.by);
    tendons.emplace(tendon.name, target);
  }
  scale_equalities(spec, tree, lengths);
  std::vector<KeyScale> actuators;
  Coordinates tendon_scales, actuator_scales;
  for (const auto& [name, target] : tendons) tendon_scales.emplace(name, target.by);
  for (Actuator& actuator : spec.actuators) {
    const Target target = scale_target(actuator, tree, tendons);
    actuator_scales.emplace(actuator.name, target.by);
    actuators.push_back(scale_actuator(draft, actuator, target));
  }
  scale_sensors(spec, draft, tree, tendon_scales, actuator_scales);
  for (Key& key : spec.keys) {
    scale_key(key, tree, actuators);
    scale_plastic(key, spec, tree, lengths);
  }
}

}  // namespace thew::compile
