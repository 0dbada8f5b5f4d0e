#pragma once

// An arm of two links in the x-y plane, the example of every textbook: its inertia and its bias
// forces have closed forms. Angles are those of its two hinges about z.

#include <cmath>

#include "support/hand_made.h"

namespace thew::test {

struct TwoLinkArm : World {
  TwoLinkArm()
      : World(R"(
    <option gravity="0 -10 0"/>
    <worldbody><body name="upper"><joint axis="0 0 1"/>
      <inertial pos=".4 0 0" mass="2" diaginertia=".3 .3 .3"/>
      <body name="lower" pos="1 0 0"><joint axis="0 0 1"/>
        <inertial pos=".6 0 0" mass="3" diaginertia=".5 .5 .5"/>
        <site name="tip" pos=".8 0 0"/></body></body></worldbody>)") {
    d.qpos[0] = q1, d.qpos[1] = q2;
    d.qvel[0] = v1, d.qvel[1] = v2;
  }

  static constexpr double m1 = 2, m2 = 3, i1 = 0.3, i2 = 0.5;             // masses, inertias
  static constexpr double l1 = 1, c1 = 0.4, c2 = 0.6, tip = 0.8, g = 10;  // lengths, gravity
  static constexpr double q1 = 0.3, q2 = 0.7, v1 = 1.1, v2 = -0.4;        // the state

  // M
  const double m11 = i1 + i2 + m1 * c1 * c1 + m2 * (l1 * l1 + c2 * c2 + 2 * l1 * c2 * std::cos(q2));
  const double m12 = i2 + m2 * (c2 * c2 + l1 * c2 * std::cos(q2));
  const double m22 = i2 + m2 * c2 * c2;

  // Coriolis and centrifugal forces are h (2 v1 v2 + v2^2) and -h v1^2.
  const double h = -m2 * l1 * c2 * std::sin(q2);

  // What holds the arm against gravity.
  const double weight2 = g * m2 * c2 * std::cos(q1 + q2);
  const double weight1 = g * (m1 * c1 + m2 * l1) * std::cos(q1) + weight2;
};

}  // namespace thew::test
