// Points have a short way through the smooth stages. Bodies that slide alike have the long way in a
// model without flexes: both give the same.

#include "dynamics/points.h"

#include <thew/dynamics.h>
#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

// Four bodies with three slides each, of which one is turned; a pendulum, and a slider on it.
std::string bodies(bool with_flex) {
  const std::string slides =
      R"(<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0" armature=".1"/>
         <joint type="slide" axis="0 0 1"/>)";
  std::string text = "<option gravity=\"1 2 -9\"/><worldbody>";
  for (int i = 0; i < 4; ++i) {
    text += "<body name=\"b" + std::to_string(i) + "\" pos=\"" + std::to_string(i) + " .5 .25\"" +
            (i == 2 ? " quat=\"1 .5 .2 .3\">" : ">") + slides + "<inertial pos=\"0 0 0\" mass=\"" +
            std::to_string(0.5 + i) + "\" diaginertia=\".01 .02 .03\"/></body>";
  }
  text += R"(<body name="p" pos="0 0 1"><joint axis="0 1 0"/><geom size=".1" pos="0 0 -.3"/>
    <body name="s" pos="0 0 -.3"><joint type="slide" axis="0 0 1"/><geom size=".05" contype="0"/></body>
    </body></worldbody>)";
  if (!with_flex) return text;
  return text +
         R"(<deformable><flex name="f" dim="1" body="b0 b1 b2 b3" element="0 1 1 2 2 3" radius=".01">
         <contact contype="0" conaffinity="0"/><edge stiffness="0"/></flex></deformable>)";
}

struct Moving : test::World {
  explicit Moving(bool with_flex) : World(bodies(with_flex)) {
    for (int i = 0; i < m.nv; ++i) {
      d.qpos[i] = 0.3 * std::sin(3.0 * i + 1);
      d.qvel[i] = std::cos(5.0 * i);
      d.qacc[i] = std::sin(2.0 * i);
    }
    forward(m, d);
  }
};

template <class Field>
void expect_same(const char* name, const Field& a, const Field& b) {
  ASSERT_EQ(a.size(), b.size()) << name;
  for (std::int64_t i = 0; i < a.size(); ++i) {
    EXPECT_NEAR(a.data()[i], b.data()[i], test::kRounding * (1 + std::abs(b.data()[i])))
        << name << ' ' << i;
  }
}

TEST(Points, HaveWhatOtherBodiesHave) {
  const Moving with(true), without(false);
  ASSERT_TRUE(dynamics::may_have_points(with.m));
  ASSERT_FALSE(dynamics::may_have_points(without.m));
  for (int body = 1; body <= 4; ++body) EXPECT_TRUE(dynamics::is_point(with.m, body));
  for (int body = 5; body <= 6; ++body) EXPECT_FALSE(dynamics::is_point(with.m, body));
#define THEW_SAME(field) expect_same(#field, with.d.field, without.d.field)
  THEW_SAME(xpos);
  THEW_SAME(xquat);
  THEW_SAME(xmat);
  THEW_SAME(xipos);
  THEW_SAME(ximat);
  THEW_SAME(xaxis);
  THEW_SAME(xanchor);
  THEW_SAME(subtree_com);
  THEW_SAME(cinert);
  THEW_SAME(crb);
  THEW_SAME(cdof);
  THEW_SAME(cdof_dot);
  THEW_SAME(cvel);
  THEW_SAME(M);
  THEW_SAME(qfrc_bias);
  THEW_SAME(qacc);
#undef THEW_SAME
}

TEST(Points, FeelTheirAccelerations) {
  Moving with(true), without(false);
  Workspace<double> work(with.m), other(without.m);
  std::vector<double> force(static_cast<std::size_t>(with.m.nv)), expected = force;
  dynamics::rne(with.m, with.d, work, true, dynamics::Asleep::Skip, force.data());
  dynamics::rne(without.m, without.d, other, true, dynamics::Asleep::Skip, expected.data());
  for (std::size_t i = 0; i < force.size(); ++i) {
    EXPECT_NEAR(force[i], expected[i], 1e-13 * (1 + std::abs(expected[i]))) << i;
  }
}

// Numbers that are written count: a point whose body is turned slides along turned axes.
TEST(Points, AreTurnedByWhoeverTurnsThem) {
  Moving w(true);
  double* quat = w.m.body_quat.row(1);
  quat[0] = quat[3] = std::sqrt(0.5), quat[1] = quat[2] = 0;
  dynamics::kinematics(w.m, w.d);
  EXPECT_TRUE(test::near(w.d.xaxis.row(0), {0, 1, 0}));
  EXPECT_TRUE(
      test::near(w.d.xpos.row(1), {0 - w.d.qpos[1], 0.5 + w.d.qpos[0], 0.25 + w.d.qpos[2]}));
}

}  // namespace
}  // namespace thew
