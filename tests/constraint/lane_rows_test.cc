// Rows of one lane, as the world alone has them.

#include "constraint/lane_rows.h"

#include <thew/step.h>

#include "constraint/cart.h"
#include "model/lane_types.h"

namespace thew {
namespace {

// Lanes with a cart within its range, below it, above it, and just within the margin.
TEST(LaneRows, EachLaneHasItsOwn) {
  test::World w = test::cart("range='-1 1' margin='.25'");
  BasicData<Pack4> lanes(w.m);
  reset(w.m, lanes);
  const double position[4] = {0, -1.5, 1.5, 0.875}, dist[4] = {0, -0.5, -0.5, 0.125};
  for (int k = 0; k < 4; ++k) lanes.qpos[0].set(k, position[k]);
  forward(w.m, lanes);
  for (int k = 0; k < 4; ++k) {
    ASSERT_TRUE(constraint::extract_rows(lanes, k, w.d)) << k;
    ASSERT_EQ(w.d.nl, k == 0 ? 0 : 1) << k;
    ASSERT_EQ(w.d.nefc, w.d.nl) << k;
    if (w.d.nefc == 0) continue;
    EXPECT_EQ(w.d.efc_type[0], static_cast<int>(ConstraintType::LimitJoint)) << k;
    EXPECT_TRUE(test::near(w.d.efc_pos[0], dist[k])) << k;
    EXPECT_TRUE(test::near(w.d.efc_margin[0], 0.25)) << k;
  }
}

}  // namespace
}  // namespace thew
