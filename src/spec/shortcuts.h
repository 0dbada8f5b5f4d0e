#pragma once

// Shortcuts of actuators: what was written becomes gain, bias and dynamics. A class has one
// actuator default, whichever shortcut wrote it. All actuators inherit its mechanics (ranges,
// gear...); the parameters of a shortcut (kp, kv, area...) come from the nearest class whose
// default was written with the same shortcut, or with a general actuator of the shortcut's gain
// type, and else have their documented values. A general actuator inherits gain, bias and dynamics
// as they are.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <thew/spec.h>

namespace thew::spec {

/// An actuator as one of the shortcuts writes it, before its parameters become gain, bias and
/// dynamics.
struct Shortcut : Actuator {
  std::optional<double> area, diameter;
  std::optional<Vec3> bias;
  // pid
  std::optional<double> ki, imax, slewmax;
  // muscle
  std::optional<Vec2> timeconsts, range;
  std::optional<double> tausmooth, force, scale, lmin, lmax, vmax, fpmax, fvmax;
  // hill; a preset gives what is not written
  std::string preset;
  std::optional<double> fibre, slack, pennation, fibredamping, strain, plateau, offset, floor;
  std::optional<bool> rigid;
  // adhesion
  std::optional<double> gain;
  // dcmotor; lists that are too short keep what was inherited
  Vec2 motorconst = {}, inductance = {};
  double resistance = 0;
  Vec3 nominal = {}, saturation = {}, cogging = {};
  Vec6 controller = {}, thermal = {};
  Vec5 lugre = {};

  std::set<std::string, std::less<>> given;  ///< attributes that are written, not inherited
  bool has(std::string_view attribute) const { return given.contains(attribute); }
};

/// The default that an actuator of this type and class takes the parameters of its shortcut from;
/// null if there is none.
const Actuator* inherited_shortcut(const List<Default>& defaults, ActuatorType type, int number);

/// What holds before the attributes are read: the mechanics of `base`, the default of the class,
/// and the parameters that the shortcut inherits.
void begin_shortcut(Shortcut& text, ActuatorType type, const Actuator& base,
                    const Actuator* inherited);

/// Turns what was read into gain, bias and dynamics. Throws Fault.
void finish_shortcut(Shortcut& text, const Actuator& base, const Actuator* inherited);

/// The parameters of an actuator's shortcut, from its gain, bias and dynamics: what to write to get
/// them. A general actuator may still say more.
Shortcut to_shortcut(const Actuator& actuator);

/// Whether two actuators are the same but for their names and where they stand.
bool same(const Actuator& a, const Actuator& b);

// hill.cc
void set_hill(Shortcut& text, const Actuator& from, bool inherits);

// dcmotor.cc
void inherit_dcmotor(Shortcut& text, const Actuator& from);
void set_dcmotor(Shortcut& text);

}  // namespace thew::spec
