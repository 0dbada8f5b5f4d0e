// Rows that come from bytes are refused where they point outside of their tables.

#include "constraint/validate_rows.h"

#include <functional>
#include <vector>

#include <thew/error.h>
#include <thew/step.h>

#include "constraint/block.h"
#include "constraint/cart.h"

namespace thew {
namespace {

using constraint::Block;

TEST(ValidateRows, TakesWhatTheEngineMade) {
  test::World w = test::cart("range='0 1'");
  w.d.qpos[0] = -0.01;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 1);
  EXPECT_NO_THROW(constraint::validate_rows(w.m, w.d));
}

TEST(ValidateRows, RefusesNumbersOutsideOfTheTables) {
  const std::vector<std::function<void(Block&)>> damage = {
      [](Block& b) { b.type = 99; },   [](Block& b) { b.id = 1; },
      [](Block& b) { b.id = -1; },     [](Block& b) { b.row = 1; },
      [](Block& b) { b.rows = 2; },    [](Block& b) { b.base = 5; },
      [](Block& b) { b.bases = 7; },   [](Block& b) { b.column = -1; },
      [](Block& b) { b.columns = 9; }, [](Block& b) { b.groups = 1; },
      [](Block& b) { b.tile = 1000; }};
  for (std::size_t i = 0; i < damage.size(); ++i) {
    test::World w = test::cart("range='0 1'");
    w.d.qpos[0] = -0.01;
    forward(w.m, w.d);
    damage[i](constraint::blocks(w.d)[0]);
    EXPECT_THROW(constraint::validate_rows(w.m, w.d), Error) << "damage " << i;
  }
}

}  // namespace
}  // namespace thew
