#pragma once

// Cables as models older than MuJoCo 4 write them: <composite type="cable">, a chain of bodies
// that hang together by ball joints.

#include <string>
#include <vector>

#include "spec/flexcomp/flexcomp.h"

namespace thew::spec {

/// The recipe of a cable.
struct Cable : Element {
  enum class Start { Free, Ball, None };  ///< how its first body moves
  std::string prefix;                     ///< of all names that are made
  std::array<int, 3> count = {0, 0, 0};   ///< points along a curve; 1 1 behind
  std::vector<float> vertex;              ///< 3 per point, where there is no curve
  std::string curve;                      ///< of x, y, z: s, cos(s), sin(s) or 0
  Vec3 size = {1, 0, 0};  ///< length along s, radius of cos and sin, their half turns
  Vec3 offset = {};       ///< of the first point
  Vec4 quat = {1, 0, 0, 0};
  Start start = Start::Ball;
  Joint joint;  ///< what all joints have
  Geom geom;    ///< what the shapes of all bodies have: capsules, cylinders or boxes
  Site site;    ///< what the sites at both ends have
  int frame = -1;
};

/// Makes its bodies, children of one another, in `parent`; two that are joined do not touch.
/// Throws Fault.
void expand(Spec& spec, Body& parent, const Cable& recipe, const BeginElement& begin,
            const Limits& limits);

}  // namespace thew::spec
