// Sizes that no array can have.

#include <string>

#include <gtest/gtest.h>

#include <thew/error.h>

#include "compile/build.h"

namespace thew::compile {
namespace {

TEST(Sizes, BeyondAddressesOf32BitsIsAnError) {
  Spec spec = testing::one_hinge();
  for (int i = 0; i < 130; ++i) {
    Actuator& motor = spec.actuators.emplace_back();
    motor.trntype = Transmission::Joint;
    motor.target = "j";
    motor.nsample = 1 << 24;
    motor.delay = 1;
  }
  try {
    compile(spec);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("the model is too large: nhistory = 4362076420"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace thew::compile
