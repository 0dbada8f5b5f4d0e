// What a shortcut says, from the gain, bias and dynamics that it stands for.

#include <tuple>

#include "element/hill_parameters.h"
#include "spec/shortcuts.h"

namespace thew::spec {

namespace {

// A positive biasprm[2] is a damping ratio.
void show_damping(Shortcut& text) {
  if (text.biasprm[2] > 0) {
    text.dampratio = text.biasprm[2];
  } else {
    text.kv = 0 - text.biasprm[2];
  }
}

void show_muscle(Shortcut& text) {
  const auto &dyn = text.dynprm, &gain = text.gainprm;
  text.timeconsts = Vec2{dyn[0], dyn[1]};
  text.tausmooth = dyn[2];
  text.range = Vec2{gain[0], gain[1]};
  text.force = gain[2];
  text.scale = gain[3];
  text.lmin = gain[4];
  text.lmax = gain[5];
  text.vmax = gain[6];
  text.fpmax = gain[7];
  text.fvmax = gain[8];
}

void show_hill(Shortcut& text) {
  using namespace hill_gain;
  const auto &dyn = text.dynprm, &gain = text.gainprm;
  text.force = gain[kForce];
  text.fibre = gain[kFibre];
  text.slack = gain[kSlack];
  text.pennation = gain[kPennation];
  text.vmax = gain[kVmax];
  text.fibredamping = gain[kDamping];
  text.strain = gain[kStrain];
  text.plateau = gain[kPlateau];
  text.offset = gain[kOffset];
  text.rigid = gain[kRigid] != 0;
  text.timeconsts = Vec2{dyn[hill_dyn::kRise], dyn[hill_dyn::kFall]};
  text.tausmooth = dyn[hill_dyn::kSmooth];
  text.floor = dyn[hill_dyn::kFloor];
}

void show_dcmotor(Shortcut& text) {
  inherit_dcmotor(text, text);
  if (text.forcelimited == Limited::True) text.saturation[0] = text.forcerange[1];
}

}  // namespace

bool same(const Actuator& a, const Actuator& b) {
  const auto force = [](const Actuator& x) {
    return std::tie(x.type, x.gaintype, x.gainprm, x.biastype, x.biasprm, x.dyntype, x.dynprm,
                    x.actdim, x.ctrlspec, x.actearly, x.nsample, x.interp, x.delay);
  };
  const auto transmission = [](const Actuator& x) {
    return std::tie(x.trntype, x.gear, x.target, x.refsite, x.slidersite, x.cranklength,
                    x.lengthrange, x.damping, x.armature);
  };
  const auto limits = [](const Actuator& x) {
    return std::tie(x.inheritrange, x.ctrllimited, x.ctrlrange, x.velrange, x.ffrange,
                    x.forcelimited, x.forcerange, x.actlimited, x.actrange, x.group, x.userdata);
  };
  return force(a) == force(b) && transmission(a) == transmission(b) && limits(a) == limits(b);
}

Shortcut to_shortcut(const Actuator& actuator) {
  Shortcut text;
  static_cast<Actuator&>(text) = actuator;
  text.kp = text.kv = text.dampratio = text.timeconst = std::nullopt;
  switch (text.type) {
    case ActuatorType::Position:
      text.timeconst = text.dyntype == Dynamics::Filterexact ? text.dynprm[0] : 0;
      [[fallthrough]];
    case ActuatorType::Intvelocity:
    case ActuatorType::Orientation:
      text.kp = text.gainprm[0];
      show_damping(text);
      break;
    case ActuatorType::Pid:
      text.kp = 0 - text.biasprm[1];
      text.ki = text.gainprm[0];
      text.imax = text.dynprm[0];
      text.slewmax = text.dynprm[1];
      show_damping(text);
      break;
    case ActuatorType::Velocity:
      text.kv = text.gainprm[0];
      break;
    case ActuatorType::Damper:
      text.kv = 0 - text.gainprm[2];
      break;
    case ActuatorType::Cylinder:
      text.timeconst = text.dynprm[0];
      text.area = text.gainprm[0];
      text.bias = Vec3{text.biasprm[0], text.biasprm[1], text.biasprm[2]};
      break;
    case ActuatorType::Adhesion:
      text.gain = text.gainprm[0];
      break;
    case ActuatorType::Muscle:
      show_muscle(text);
      break;
    case ActuatorType::Hill:
      show_hill(text);
      break;
    case ActuatorType::Dcmotor:
      show_dcmotor(text);
      break;
    default:
      break;
  }
  return text;
}

}  // namespace thew::spec
