// Centres of mass, and what is computed about them.

#include <thew/dynamics.h>

#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

// A cart of 2 kg with a bar of 6 kg on a hinge one metre ahead of it. All centres of mass are on
// the x axis: the cart's at 0, the bar's at 1.5, that of both at 6 * 1.5 / 8 = 1.125.
struct CartAndBar : test::World {
  CartAndBar()
      : World(R"(
    <worldbody><body><joint type="slide" axis="1 0 0"/>
      <inertial pos="0 0 0" mass="2" diaginertia=".1 .1 .1"/>
      <body pos="1 0 0"><joint axis="0 0 1"/>
        <inertial pos=".5 0 0" mass="6" diaginertia=".1 .2 .25"/></body></body></worldbody>)") {
    d.qvel[0] = 2, d.qvel[1] = 3;
    dynamics::kinematics(m, d);
    dynamics::com_pos(m, d);
    dynamics::com_vel(m, d);
  }
};

TEST(Com, OfSubtrees) {
  const CartAndBar w;
  EXPECT_TRUE(near(w.d.subtree_com.row(0), {1.125, 0, 0}));
  EXPECT_TRUE(near(w.d.subtree_com.row(1), {1.125, 0, 0}));
  EXPECT_TRUE(near(w.d.subtree_com.row(2), {1.5, 0, 0}));
}

// About the centre of the tree, 0.375 m from the bar's own: I + m r^2 across, then m r, then m.
TEST(Com, InertiaAboutTheCentreOfTheTree) {
  const CartAndBar w;
  const double steiner = 6 * 0.375 * 0.375;
  EXPECT_TRUE(
      near(w.d.cinert.row(2), {0.1, 0.2 + steiner, 0.25 + steiner, 0, 0, 0, 6 * 0.375, 0, 0, 6}));
}

// What one unit of rate gives the centre of the tree, 0.125 m ahead of the hinge.
TEST(Com, MotionAxes) {
  const CartAndBar w;
  EXPECT_TRUE(near(w.d.cdof.row(0), {0, 0, 0, 1, 0, 0}));
  EXPECT_TRUE(near(w.d.cdof.row(1), {0, 0, 1, 0, 0.125, 0}));
}

TEST(Com, Velocities) {
  const CartAndBar w;
  EXPECT_TRUE(near(w.d.cvel.row(1), {0, 0, 0, 2, 0, 0}));
  EXPECT_TRUE(near(w.d.cvel.row(2), {0, 0, 3, 2, 3 * 0.125, 0}));
  // The hinge moves along x with 2 m/s: its axis changes by (2, 0, 0) x (0, 0, 1).
  EXPECT_TRUE(near(w.d.cdof_dot.row(0), {0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(near(w.d.cdof_dot.row(1), {0, 0, 0, 0, -2, 0}));
}

TEST(Com, MomentaOfSubtrees) {
  CartAndBar w;
  dynamics::subtree_vel(w.m, w.d);
  // The bar's centre has 3 * 0.5 m/s along y, that of both 6/8 of it.
  EXPECT_TRUE(near(w.d.subtree_linvel.row(2), {2, 1.5, 0}));
  EXPECT_TRUE(near(w.d.subtree_linvel.row(1), {2, 1.125, 0}));
  EXPECT_TRUE(near(w.d.subtree_angmom.row(2), {0, 0, 0.25 * 3}));
  // The bar's own, and m r v of both relative to their centre.
  const double orbit = 2 * 1.125 * 1.125 + 6 * 0.375 * 0.375;
  EXPECT_TRUE(near(w.d.subtree_angmom.row(1), {0, 0, 0.25 * 3 + orbit}));
}

}  // namespace
}  // namespace thew
