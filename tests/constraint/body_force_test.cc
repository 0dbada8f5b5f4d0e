// What contacts and equalities exert on bodies does the work that their rows do on the dofs.

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <thew/load.h>
#include <thew/step.h>

#include "dynamics/jacobian.h"

namespace thew {
namespace {

std::string scene(const std::string& option) {
  return "<mujoco><option " + option + R"(/>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="a" pos="0 0 .1"><freejoint/>
      <geom name="a" type="box" size=".2 .1 .1" condim="6" friction="1 .1 .05"/>
      <body name="arm" pos=".2 0 .1"><joint axis="0 1 0"/><geom name="arm" size=".05" pos=".1 0 0"/>
        <site name="arm" pos=".2 0 0" euler="20 0 30"/></body>
    </body>
    <body name="b" pos=".6 0 .14"><freejoint/><geom name="b" size=".15" condim="4"/>
      <site name="b" pos="0 .1 0" euler="0 40 0"/></body>
    <body name="c" pos="-.5 0 .09"><freejoint/><geom name="c" size=".1" condim="1"/></body>
    <body name="hand" mocap="true" pos="-.5 0 .5"/>
  </worldbody>
  <equality>
    <connect body1="arm" body2="b" anchor=".2 0 0"/>
    <weld site1="arm" site2="b" torquescale=".3"/>
    <weld body1="hand" body2="c" relpose=".1 0 0 .9 .3 .1 0" anchor=".1 .2 0"/>
    <distance geom1="a" geom2="c" distance=".3"/>
  </equality></mujoco>)";
}

class BodyForce : public testing::TestWithParam<const char*> {};

TEST_P(BodyForce, DoesTheWorkOfTheRows) {
  const Model m = load_string(scene(GetParam()));
  Data d(m);
  reset(m, d);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.3 * std::sin(3.1 * i + 1);
  for (int i = 0; i < 3; ++i) step(m, d);
  forward(m, d);
  ASSERT_GT(d.ncon, 3);
  rne_post_constraint(m, d);
  std::vector<double> force(static_cast<std::size_t>(m.nv));
  for (int body = 1; body < m.nbody; ++body) {
    const double* external = d.cfrc_ext.row(body);
    for (int i = dynamics::last_dof(m, body); i >= 0; i = m.dof_parentid[i]) {
      for (int k = 0; k < 6; ++k)
        force[static_cast<std::size_t>(i)] += d.cdof.row(i)[k] * external[k];
    }
  }
  for (int i = 0; i < m.nv; ++i) {
    EXPECT_NEAR(force[static_cast<std::size_t>(i)], d.qfrc_constraint[i],
                1e-9 * (1 + std::abs(d.qfrc_constraint[i])))
        << "dof " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Cones, BodyForce,
                         testing::Values("cone=\"pyramidal\"", "cone=\"elliptic\" impratio=\"3\""));

}  // namespace
}  // namespace thew
