// Calls with too many or too few values are refused; they do not read past the end.

#include <vector>

#include <gtest/gtest.h>

#include <thew/error.h>
#include <thew/history.h>
#include <thew/thew.h>

#include "support/worlds.h"

namespace thew {
namespace {

std::vector<double> zeros(std::int64_t n) {
  return std::vector<double>(static_cast<std::size_t>(n));
}

TEST(WrongSpans, GetStateAndSetState) {
  const Model m = test::load_own("arm");
  Data d(m);
  const auto spec = static_cast<unsigned>(StateBit::Integration);
  std::vector<double> state = zeros(state_size(m, spec));
  EXPECT_NO_THROW(get_state(m, d, state, spec));
  EXPECT_NO_THROW(set_state(m, d, state, spec));
  state.pop_back();
  EXPECT_THROW(get_state(m, d, state, spec), Error);
  EXPECT_THROW(set_state(m, d, state, spec), Error);
}

TEST(WrongSpans, History) {
  const Model m = test::load_everything();
  Data d(m);
  std::vector<double> one(1), two(2), three(3);
  EXPECT_NO_THROW(read_ctrl(m, d, 0, 0, -1, one));
  EXPECT_THROW(read_ctrl(m, d, 0, 0, -1, two), Error);
  EXPECT_THROW(read_ctrl(m, d, -1, 0, -1, one), Error);
  EXPECT_THROW(read_ctrl(m, d, static_cast<int>(m.nactuator), 0, -1, one), Error);
  EXPECT_THROW(read_sensor(m, d, 1, 0, -1, two), Error);
  EXPECT_THROW(read_sensor(m, d, 1 << 20, 0, -1, two), Error);
  EXPECT_TRUE(init_ctrl_history(m, d, 0, {}, three));
  EXPECT_THROW(init_ctrl_history(m, d, 0, two, three), Error);
  EXPECT_THROW(init_ctrl_history(m, d, 0, {}, two), Error);
  EXPECT_THROW(init_sensor_history(m, d, 4, {}, two, 0), Error);
}

}  // namespace
}  // namespace thew
