// Actuators: what they act on, their inputs, states and outputs, and their arrays.

#include <bit>

#include "compile/asset/plugins.h"
#include "compile/stages.h"
#include "compile/write.h"
#include "element/hill_parameters.h"
#include "element/motor_parameters.h"
#include "model/plugin.h"

namespace thew::compile {

namespace {

int bit(CtrlInput input) {
  return static_cast<int>(input);
}

bool is_pid(const Actuator& a) {
  return a.gaintype == Gain::Pid;
}
bool is_so3(const Actuator& a) {
  return a.gaintype == Gain::So3 || a.biastype == Bias::So3;
}

void resolve_target(const Draft& draft, ActuatorDraft& actuator) {
  const Actuator& spec = *actuator.spec;
  const auto refer = [&](ObjectType type, const std::string& name) {
    return draft.refer(spec, "actuator", type, name);
  };
  if (spec.target.empty())
    draft.fail(spec, "actuator", "it acts on nothing", "give a joint, tendon, site or body");
  actuator.trntype = spec.trntype;
  switch (spec.trntype) {
    case Transmission::Joint:
    case Transmission::Jointinparent:
      actuator.trnid[0] = refer(ObjectType::Joint, spec.target);
      break;
    case Transmission::Slidercrank:
      if (spec.slidersite.empty()) draft.fail(spec, "actuator", "a slider-crank needs slidersite");
      if (!(spec.cranklength > 0)) draft.fail(spec, "actuator", "cranklength must be positive");
      actuator.trnid = {refer(ObjectType::Site, spec.target),
                        refer(ObjectType::Site, spec.slidersite)};
      break;
    case Transmission::Tendon:
      actuator.trnid[0] = refer(ObjectType::Tendon, spec.target);
      break;
    case Transmission::Site:
      actuator.trnid[0] = refer(ObjectType::Site, spec.target);
      if (!spec.refsite.empty()) actuator.trnid[1] = refer(ObjectType::Site, spec.refsite);
      break;
    case Transmission::Body:
      actuator.trnid[0] = refer(ObjectType::Body, spec.target);
      break;
    default:
      draft.fail(spec, "actuator", "it acts on nothing", "give a joint, tendon, site or body");
  }
}

// The number of activations: what the kind of actuator needs, which a file may only repeat.
void set_states(const Draft& draft, ActuatorDraft& actuator, int needed) {
  const Actuator& spec = *actuator.spec;
  if (spec.actdim >= 0 && spec.actdim != needed) {
    draft.fail(spec, "actuator", "actdim must be " + std::to_string(needed) + " here");
  }
  actuator.actdim = needed;
}

// An orientation servo works on a ball joint or a pair of sites; it has three outputs and three or
// four inputs.
void resolve_so3(const Draft& draft, ActuatorDraft& actuator) {
  const Actuator& spec = *actuator.spec;
  const auto fail = [&](const char* what) { draft.fail(spec, "actuator", what); };
  if (spec.gaintype != Gain::So3 || spec.biastype != Bias::So3) {
    fail("gaintype and biastype must both be so3");
  }
  if (spec.dyntype != Dynamics::None && spec.dyntype != Dynamics::Integrator) {
    fail("so3 allows dyntype none or integrator");
  }
  if (spec.gainprm[0] != -spec.biasprm[1]) fail("so3 needs gainprm[0] = -biasprm[1]");
  const bool ball = spec.trntype == Transmission::Joint &&
                    draft.joints[actuator.trnid[0]].spec->type == JointType::Ball;
  const bool sites = spec.trntype == Transmission::Site && actuator.trnid[1] >= 0;
  if (!ball && !sites) fail("so3 needs a ball joint, or a site and a refsite");
  set_states(draft, actuator, spec.dyntype == Dynamics::Integrator ? 3 : 0);
  actuator.ctrlspec = spec.ctrlspec != 0 ? spec.ctrlspec : static_cast<int>(CtrlChart::Expmap);
  const bool quat = actuator.ctrlspec == static_cast<int>(CtrlChart::Quat);
  if (!quat && actuator.ctrlspec != static_cast<int>(CtrlChart::Expmap)) {
    fail("the input of so3 is expmap or quat");
  }
  if (quat && spec.dyntype != Dynamics::None) fail("quaternion input needs dyntype none");
  actuator.controls = quat ? 4 : 3;
  actuator.outputs = 3;
  actuator.trntype = Transmission::So3;
}

// Inputs of a controller; fails if there are others than allowed.
void set_inputs(const Draft& draft, ActuatorDraft& actuator, int usual, int allowed,
                const char* complaint) {
  const Actuator& spec = *actuator.spec;
  actuator.ctrlspec = spec.ctrlspec != 0 ? spec.ctrlspec : usual;
  if ((actuator.ctrlspec & ~allowed) != 0) draft.fail(spec, "actuator", complaint);
  actuator.controls = std::popcount(static_cast<unsigned>(actuator.ctrlspec));
}

constexpr int kControllerInputs = static_cast<int>(CtrlInput::Pos) |
                                  static_cast<int>(CtrlInput::Vel) |
                                  static_cast<int>(CtrlInput::Ff);

// States: the slewed setpoint, when its rate is limited, and the integral.
void resolve_pid(const Draft& draft, ActuatorDraft& actuator) {
  const Actuator& spec = *actuator.spec;
  const auto fail = [&](const char* what) { draft.fail(spec, "actuator", what); };
  const bool states = spec.dyntype == Dynamics::Pid;
  if (spec.biastype != Bias::Affine) fail("pid needs biastype affine");
  if (!states && spec.dyntype != Dynamics::None) fail("pid allows dyntype none or pid");
  if (!states && spec.gainprm[0] != 0) fail("ki needs dyntype pid");
  if (spec.trntype == Transmission::Body) fail("pid cannot act on a body");
  if (states && spec.dynprm[0] < 0) fail("imax cannot be negative");
  if (states && spec.dynprm[1] < 0) fail("slewmax cannot be negative");
  const int count = (spec.dynprm[1] > 0) + (spec.gainprm[0] > 0);
  if (states && count == 0) fail("dyntype pid needs ki or slewmax above 0");
  set_states(draft, actuator, states ? count : 0);
  set_inputs(draft, actuator, bit(CtrlInput::Pos) | bit(CtrlInput::Vel), kControllerInputs,
             "the inputs of a pid are pos, vel, ff");
  if (states && (actuator.ctrlspec & bit(CtrlInput::Pos)) == 0) {
    fail("the states of a pid need the pos input");
  }
}

void resolve_dcmotor(const Draft& draft, ActuatorDraft& actuator) {
  const Actuator& spec = *actuator.spec;
  const auto fail = [&](const char* what) { draft.fail(spec, "actuator", what); };
  if (spec.ctrlspec == bit(CtrlInput::None)) {
    actuator.ctrlspec = spec.ctrlspec;
    actuator.controls = 0;
  } else {
    set_inputs(draft, actuator, bit(CtrlInput::Voltage),
               kControllerInputs | bit(CtrlInput::Voltage),
               "the inputs of a dcmotor are none, or pos, vel, ff, voltage");
  }
  const auto &gain = spec.gainprm, &dyn = spec.dynprm;
  const bool controller = (actuator.ctrlspec & kControllerInputs) != 0;
  if (controller && !(gain[motor_gain::kConstant] > 0)) {
    fail("the controller of a dcmotor needs a positive motor constant");
  }
  const bool gains =
      gain[motor_gain::kKp] != 0 || gain[motor_gain::kKi] != 0 || gain[motor_gain::kKd] != 0;
  if (!controller && gains) fail("controller gains need an input pos, vel or ff");
  if (gain[motor_gain::kKi] > 0 && (actuator.ctrlspec & bit(CtrlInput::Pos)) == 0) {
    fail("the integral of a dcmotor needs the pos input");
  }
  if (!controller && dyn[motor_dyn::kSlewRate] > 0) fail("slewing needs an input pos, vel or ff");
  if (spec.dyntype != Dynamics::Dcmotor && motor_states(dyn.data(), gain.data()).count > 0) {
    fail("the states of a dcmotor need dyntype dcmotor");
  }
}

// Hill muscles have the fibre's length as a state, unless the tendon is rigid, and the activation.
void resolve_hill(const Draft& draft, ActuatorDraft& actuator) {
  using namespace hill_gain;
  const Actuator& spec = *actuator.spec;
  const auto& gain = spec.gainprm;
  const auto check = [&](bool right, const char* what) {
    if (!right) draft.fail(spec, "actuator", what);
  };
  check(gain[kForce] > 0 && gain[kFibre] > 0 && gain[kSlack] > 0 && gain[kVmax] > 0,
        "force, fibre, slack and vmax of a muscle must be positive");
  check(gain[kPennation] >= 0 && gain[kPennation] <= 1.4,
        "the pennation of a muscle is between 0 and 1.4 rad");
  check(gain[kDamping] > 0 || gain[kRigid] != 0, "a fibre at an elastic tendon needs damping");
  check(gain[kDamping] >= 0, "fibredamping cannot be negative");
  check(gain[kStrain] > 0, "strain must be positive");
  check(gain[kPlateau] > 1, "plateau must be above 1");
  check(spec.dynprm[hill_dyn::kRise] > 0 && spec.dynprm[hill_dyn::kFall] > 0,
        "timeconst must be positive");
  check(spec.dynprm[hill_dyn::kFloor] >= 0 && spec.dynprm[hill_dyn::kFloor] < 1,
        "floor is at least 0 and below 1");
  set_states(draft, actuator, gain[kRigid] != 0 ? 1 : 2);
}

// Activations of dynamics that do not belong to a controller.
void resolve_dynamics(const Draft& draft, ActuatorDraft& actuator) {
  const Actuator& spec = *actuator.spec;
  const auto fail = [&](const char* what) { draft.fail(spec, "actuator", what); };
  if (spec.dyntype == Dynamics::Dcmotor) {
    if (!spec.actearly) fail("actearly cannot be false for a dcmotor");
    set_states(draft, actuator, motor_states(spec.dynprm.data(), spec.gainprm.data()).count);
    return;
  }
  const bool stateless = spec.dyntype == Dynamics::None;
  if (spec.plugin) {
    // MuJoCo does not find the number by itself.
    const int instance = plugin_of(draft, spec, "actuator", spec.plugin, kPidPlugin);
    const int needed = pid_states(draft.plugins[instance]) + !stateless;
    actuator.actdim = spec.actdim >= 0 ? spec.actdim : !stateless;
    if (actuator.actdim != needed) {
      draft.fail(spec, "actuator", "actdim must be " + std::to_string(needed) + " here");
    }
    return;
  }
  if (spec.actdim > 1 && spec.dyntype != Dynamics::User) {
    fail("actdim above 1 needs dyntype user or dcmotor");
  }
  if (spec.actdim == 1 && stateless) fail("actdim 1 needs a dyntype");
  if (spec.actdim == 0 && !stateless) fail("this dyntype cannot have actdim 0");
  actuator.actdim = spec.actdim >= 0 ? spec.actdim : !stateless;
}

void resolve_signature(const Draft& draft, ActuatorDraft& actuator) {
  const Actuator& spec = *actuator.spec;
  actuator.ctrlspec = declared_input(spec);
  if (spec.gaintype == Gain::Dcmotor) resolve_dcmotor(draft, actuator);
  if (is_so3(spec)) {
    resolve_so3(draft, actuator);
  } else if (spec.gaintype == Gain::Hill) {
    resolve_hill(draft, actuator);
  } else if (is_pid(spec)) {
    resolve_pid(draft, actuator);
  } else {
    if (spec.dyntype == Dynamics::Pid) {
      draft.fail(spec, "actuator", "dyntype pid needs gaintype pid");
    }
    resolve_dynamics(draft, actuator);
  }
}

// A position-like actuator takes the range of what it moves.
void inherit_range(const Draft& draft, ActuatorDraft& actuator) {
  const Actuator& spec = *actuator.spec;
  const bool servo =
      (spec.gaintype == Gain::Fixed && spec.gainprm[0] == -spec.biasprm[1]) || is_pid(spec);
  if (!(spec.inheritrange > 0) || !servo || spec.biastype != Bias::Affine) return;
  Vec2 target = {};
  if (spec.trntype == Transmission::Joint) {
    const JointDraft& joint = draft.joints[actuator.trnid[0]];
    if (joint.spec->type != JointType::Hinge && joint.spec->type != JointType::Slide) {
      draft.fail(spec, "actuator", "inheritrange needs a hinge or a slide");
    }
    target = joint.range;
  } else if (spec.trntype == Transmission::Tendon) {
    target = draft.tendons[actuator.trnid[0]].spec->range;
  } else {
    draft.fail(spec, "actuator", "inheritrange needs a joint or a tendon");
  }
  if (target[0] == target[1]) {
    draft.fail(spec, "actuator", "inheritrange is given, but \"" + spec.target + "\" has no range");
  }
  const double mean = 0.5 * (target[1] + target[0]);
  const double radius = 0.5 * (target[1] - target[0]) * spec.inheritrange;
  Vec2& range = spec.dyntype == Dynamics::Integrator ? actuator.actrange : actuator.ctrlrange;
  range = {mean - radius, mean + radius};
}

void resolve_ranges(const Draft& draft, ActuatorDraft& actuator) {
  const Actuator& spec = *actuator.spec;
  actuator.ctrlrange = spec.ctrlrange;
  actuator.actrange = spec.actrange;
  inherit_range(draft, actuator);
  const auto limit = [&](Limited limited, const Vec2& range, const char* name) {
    const bool on = is_limited(draft, limited, range, draft.rules(), spec, "actuator", name);
    if (on && !(range[0] < range[1])) {
      draft.fail(spec, "actuator",
                 std::string("the first value of ") + name + " must be below the second");
    }
    return on;
  };
  const bool unbounded_so3 =
      is_so3(spec) && spec.actlimited == Limited::True && spec.actrange == Vec2{};
  actuator.forcelimited = limit(spec.forcelimited, spec.forcerange, "forcerange");
  if (is_so3(spec) && actuator.forcelimited && spec.forcerange[0] != 0) {
    draft.fail(spec, "actuator", "the forcerange of so3 bounds the size of the torque from 0 on");
  }
  actuator.ctrllimited = limit(spec.ctrllimited, actuator.ctrlrange, "ctrlrange");
  actuator.actlimited = !unbounded_so3 && limit(spec.actlimited, actuator.actrange, "actrange");
  if (actuator.actlimited && spec.dyntype == Dynamics::None) {
    draft.fail(spec, "actuator", "actrange needs a dyntype");
  }
}

void check_muscle(const Draft& draft, const Actuator& spec, const std::array<double, 10>& prm) {
  if (!(prm[0] < prm[1])) draft.fail(spec, "actuator", "a muscle needs range[0] < range[1]");
  if (prm[4] >= 1 || prm[5] <= 1) draft.fail(spec, "actuator", "a muscle needs lmin < 1 < lmax");
  if (prm[3] <= 0 || prm[6] <= 0 || prm[7] <= 0 || prm[8] <= 0) {
    draft.fail(spec, "actuator", "a muscle needs positive scale, vmax, fpmax and fvmax");
  }
}

void check_actuator(const Draft& draft, const ActuatorDraft& actuator) {
  const Actuator& spec = *actuator.spec;
  const bool geared = spec.trntype == Transmission::Joint || spec.trntype == Transmission::Tendon ||
                      spec.trntype == Transmission::Jointinparent;
  if (!geared && (spec.damping != Poly{} || spec.armature != 0)) {
    draft.fail(spec, "actuator", "damping and armature need a joint or a tendon");
  }
  if (spec.gaintype == Gain::Muscle) check_muscle(draft, spec, spec.gainprm);
  if (spec.biastype == Bias::Muscle) check_muscle(draft, spec, spec.biasprm);
  if (spec.delay > 0 && spec.nsample <= 0) {
    draft.fail(spec, "actuator", "delay needs a history buffer", "set nsample");
  }
  if ((spec.delay > 0 || spec.nsample > 0) && actuator.controls == 0) {
    draft.fail(spec, "actuator", "history and delay need an input");
  }
  if (spec.nsample > (1 << 24)) draft.fail(spec, "actuator", "nsample cannot exceed 2^24");
  if (spec.nsample > 0 && !(draft.spec.option.timestep > 0)) {
    draft.fail(spec, "actuator", "a history buffer needs a positive timestep");
  }
}

}  // namespace

int declared_input(const Actuator& spec) {
  if (spec.ctrlspec != 0) return spec.ctrlspec;
  switch (spec.type) {
    case ActuatorType::Position:
      return bit(CtrlInput::Pos);
    case ActuatorType::Velocity:
    case ActuatorType::Intvelocity:
      return bit(CtrlInput::Vel);
    case ActuatorType::Cylinder:
      return bit(CtrlInput::Pressure);
    default:
      return 0;
  }
}

bool couples(Transmission type, int second) {
  switch (type) {
    case Transmission::Slidercrank:
    case Transmission::Body:
      return true;
    case Transmission::Site:
    case Transmission::So3:
      return second >= 0;
    default:
      return false;
  }
}

void compile_actuators(Draft& draft) {
  for (ActuatorDraft& actuator : draft.actuators) {
    resolve_target(draft, actuator);
    resolve_signature(draft, actuator);
    resolve_ranges(draft, actuator);
    check_actuator(draft, actuator);
  }
}

namespace {

// All inputs have the control range; but of those of a pid only the position has, the others have
// ranges of their own.
void write_input_ranges(const ActuatorDraft& actuator, Model& m, int ctrl) {
  const Actuator& spec = *actuator.spec;
  for (int k = 0; k < actuator.controls; ++k) {
    m.actuator_ctrllimited[ctrl + k] = actuator.ctrllimited;
    put(m.actuator_ctrlrange, ctrl + k, actuator.ctrlrange);
  }
  if (!is_pid(spec)) return;
  int k = ctrl + ((actuator.ctrlspec & bit(CtrlInput::Pos)) != 0);
  const auto own = [&](CtrlInput input, const Vec2& range) {
    if ((actuator.ctrlspec & bit(input)) == 0) return;
    m.actuator_ctrllimited[k] = range[0] < range[1];
    put(m.actuator_ctrlrange, k++, range);
  };
  own(CtrlInput::Vel, spec.velrange);
  own(CtrlInput::Ff, spec.ffrange);
}

}  // namespace

void write_actuators(const Draft& draft, Model& m) {
  int ctrl = 0, out = 0, act = 0, history = 0;
  for (int i = 0; i < m.nactuator; ++i) {
    const ActuatorDraft& actuator = draft.actuators[i];
    const Actuator& spec = *actuator.spec;
    m.actuator_trntype[i] = static_cast<int>(actuator.trntype);
    m.actuator_dyntype[i] = static_cast<int>(spec.dyntype);
    m.actuator_gaintype[i] = static_cast<int>(spec.gaintype);
    m.actuator_biastype[i] = static_cast<int>(spec.biastype);
    m.actuator_ctrladr[i] = ctrl;
    m.actuator_ctrlnum[i] = actuator.controls;
    m.actuator_ctrlspec[i] = actuator.ctrlspec;
    m.actuator_outadr[i] = out;
    m.actuator_outnum[i] = actuator.outputs;
    m.actuator_actadr[i] = actuator.actdim > 0 ? act : -1;
    m.actuator_actnum[i] = actuator.actdim;
    put(m.actuator_trnid, i, actuator.trnid);
    m.actuator_cranklength[i] = spec.cranklength;
    put(m.actuator_dynprm, i, spec.dynprm);
    put(m.actuator_gainprm, i, spec.gainprm);
    put(m.actuator_biasprm, i, spec.biasprm);
    m.actuator_actlimited[i] = actuator.actlimited;
    put(m.actuator_actrange, i, actuator.actrange);
    m.actuator_actearly[i] = spec.actearly;
    put(m.actuator_history, i, std::array{spec.nsample, spec.interp});
    m.actuator_historyadr[i] = spec.nsample > 0 ? history : -1;
    m.actuator_delay[i] = spec.delay;
    put_poly(m.actuator_damping, m.actuator_dampingpoly, i, spec.damping);
    m.actuator_armature[i] = spec.armature;
    m.actuator_group[i] = spec.group;
    put_user(draft, m.actuator_user, i, spec.userdata, spec, "actuator");
    m.actuator_plugin[i] = plugin_of(draft, spec, "actuator", spec.plugin, kPidPlugin);
    m.actuator_forcelimited[i] = actuator.forcelimited;
    put(m.actuator_forcerange, i, spec.forcerange);
    write_input_ranges(actuator, m, ctrl);
    for (int k = 0; k < actuator.outputs; ++k) {
      put(m.actuator_gear, out + k, spec.gear);
      put(m.actuator_lengthrange, out + k, spec.lengthrange);
    }
    ctrl += actuator.controls;
    out += actuator.outputs;
    act += actuator.actdim;
    if (spec.nsample > 0) history += 2 + spec.nsample * (1 + actuator.controls);
  }
}

}  // namespace thew::compile
