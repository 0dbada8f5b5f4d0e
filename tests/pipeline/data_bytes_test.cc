#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include <thew/bytes.h>
#include <thew/error.h>
#include <thew/thew.h>

#include "support/worlds.h"

namespace thew {
namespace {

Data moving(const Model& m) {
  Data d(m);
  for (int i = 0; i < 5; ++i) step(m, d);
  return d;
}

TEST(DataBytes, ComeBackAsTheyWereAndGoOnAlike) {
  for (const Model& m : {test::load_everything(), test::load_own("humanoid"),
                         test::load_own("sensors"), test::load_own("four_bar")}) {
    Data d = moving(m);
    Data back = data_from_bytes(m, to_bytes(d));
    EXPECT_STREQ(first_difference(d, back), nullptr) << m.modelname;
    for (int i = 0; i < 5; ++i) {
      step(m, d);
      step(m, back);
    }
    EXPECT_STREQ(first_difference(d, back), nullptr) << m.modelname;
  }
}

TEST(DataBytes, EndTooEarlyAreRefused) {
  const Model m = test::load_everything();
  const std::string bytes = to_bytes(moving(m));
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 6) {
    EXPECT_THROW(data_from_bytes(m, std::string_view(bytes).substr(0, size)), Error);
  }
}

// Whatever is written over them, they are refused, or the world can be stepped.
TEST(DataBytes, SpoiltOnesAreRefusedOrHarmless) {
  const Model m = test::load_everything();
  Data d(m);
  d.qpos[2] -= 0.01;
  forward(m, d);
  ASSERT_GT(d.nefc, 0);
  const std::string good = to_bytes(d);
  std::mt19937 random(7);
  int refused = 0, spoilt = 0;
  for (std::size_t place = 8; place + 4 <= good.size(); place += 4 * (1 + random() % 40)) {
    std::string bytes = good;
    const std::int32_t values[] = {-2, -1, 99, 1000000, INT32_MAX};
    std::memcpy(bytes.data() + place, &values[random() % std::size(values)], 4);
    ++spoilt;
    try {
      Data back = data_from_bytes(m, bytes);
      constraint::show(m, back);
      forward_skip(m, back, Stage::Vel, false);
      step(m, back);
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, spoilt / 20);
}

}  // namespace
}  // namespace thew
