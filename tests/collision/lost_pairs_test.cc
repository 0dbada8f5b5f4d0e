// Pairs that the lists of the broad and middle phase cannot hold are counted as a warning, and have
// room in the next step.

#include <string>

#include <gtest/gtest.h>

#include <thew/collision.h>
#include <thew/thew.h>
#include <thew/workspace.h>

namespace thew {
namespace {

// Balls that all overlap: n (n - 1) / 2 pairs.
Model balls(int n, bool one_body_each) {
  std::string bodies;
  for (int i = 0; i < n; ++i) {
    const std::string geom = "<geom size='1' pos='0 0 " + std::to_string(0.001 * i) + "'/>";
    bodies += one_body_each ? "<body><freejoint/>" + geom + "</body>" : geom;
  }
  if (!one_body_each)
    bodies = "<body><freejoint/>" + bodies + "</body><body><freejoint/>" + bodies + "</body>";
  return load_string("<mujoco><worldbody>" + bodies + "</worldbody></mujoco>");
}

void expect_found_in_the_end(const Model& m, int pairs) {
  Data d(m);
  forward(m, d);
  ASSERT_EQ(d.ncon, pairs);
  Workspace<double> work(m, 7);
  const auto warnings = [&] { return d.warning_number[static_cast<int>(Warning::Contactfull)]; };
  reset(m, d);
  forward(m, d, work);
  EXPECT_LT(d.ncon, pairs);
  EXPECT_EQ(warnings(), 1);
  for (int i = 0; i < 3; ++i) {
    work.fit(m);
    forward(m, d, work);
  }
  EXPECT_EQ(d.ncon, pairs);
  const int before = warnings();
  work.fit(m);
  forward(m, d, work);
  EXPECT_EQ(warnings(), before);
}

TEST(LostPairs, OfBodiesAreCountedAndHaveRoomNext) {
  expect_found_in_the_end(balls(10, true), 45);
}

TEST(LostPairs, OfGeomsAreCountedAndHaveRoomNext) {
  expect_found_in_the_end(balls(4, false), 16);
}

}  // namespace
}  // namespace thew
