#include <gtest/gtest.h>

#include <thew/callback.h>
#include <thew/thew.h>

#include "support/worlds.h"

namespace thew {
namespace {

int calls = 0;

// Whatever a test sets is gone at its end.
class CallbackTest : public testing::Test {
 protected:
  CallbackTest() { calls = 0; }
  ~CallbackTest() override {
    callbacks.control = nullptr;
    callbacks.passive = nullptr;
    callbacks.sensor = nullptr;
    callbacks.time = nullptr;
  }
};

double ticks() {
  static double now = 0;
  return now += 1;
}

TEST_F(CallbackTest, RunInSteps) {
  const Model m = test::load_own("arm");
  Data d(m);
  callbacks.control = [](const Model&, Data&) { ++calls; };
  step(m, d);
  EXPECT_EQ(calls, 1);
  d.calls_user = false;
  step(m, d);
  EXPECT_EQ(calls, 1);
}

TEST_F(CallbackTest, DoNotRunInsideLoading) {
  callbacks.control = [](const Model&, Data&) { ++calls; };
  callbacks.passive = [](const Model&, Data&) { ++calls; };
  callbacks.sensor = [](const Model&, Data&, Stage) { ++calls; };
  callbacks.time = [] { return static_cast<double>(++calls); };
  test::load_everything();
  test::load_own("sensors");
  EXPECT_EQ(calls, 0);
}

TEST_F(CallbackTest, ClocksBelongToOneData) {
  const Model m = test::load_own("arm");
  Data timed(m), other(m);
  timed.clock = ticks;
  step(m, timed);
  step(m, other);
  EXPECT_EQ(timed.timer_number[static_cast<int>(Timer::Step)], 1);
  EXPECT_GT(timed.timer_duration[static_cast<int>(Timer::Step)], 0);
  EXPECT_EQ(other.timer_number[static_cast<int>(Timer::Step)], 0);
}

}  // namespace
}  // namespace thew
