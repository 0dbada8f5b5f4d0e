// A geom without a pose: its contacts are dropped and a warning counts, and the others stay as they
// are.

#include <limits>

#include <gtest/gtest.h>

#include <thew/collision.h>
#include <thew/data.h>
#include <thew/load.h>
#include <thew/step.h>

namespace thew {
namespace {

// Geoms 1 to 3 lie on the plane, 4 on 3 as an explicit pair.
const char* const kWorld = R"(
<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
    <body pos="1 0 .09"><freejoint/><geom type="capsule" size=".1 .2" euler="90 0 0"/></body>
    <body pos="2 0 .09"><freejoint/><geom name="a" type="box" size=".1 .1 .1"/></body>
    <body pos="2 0 .28"><freejoint/><geom name="b" type="cylinder" size=".1 .1" contype="0" conaffinity="0"/></body>
  </worldbody>
  <contact><pair geom1="a" geom2="b"/></contact>
</mujoco>)";

class BadPose : public testing::Test {
 protected:
  void SetUp() override {
    forward(model_, data_);
    all_ = data_.ncon;
    ASSERT_GE(all_, 8);
  }
  int contacts_of(int geom) const {
    int count = 0;
    for (int i = 0; i < data_.ncon; ++i) {
      count += data_.contact.geom1[i] == geom || data_.contact.geom2[i] == geom;
    }
    return count;
  }
  int warnings() const { return data_.warning_number[static_cast<int>(Warning::Badqpos)]; }
  void expect_dropped(int geom) {
    const int own = contacts_of(geom);
    ASSERT_GT(own, 0);
    ASSERT_EQ(warnings(), 0);
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      for (int number = 0; number < 12; ++number) {
        double& value =
            number < 3 ? data_.geom_xpos.row(geom)[number] : data_.geom_xmat.row(geom)[number - 3];
        const double good = value;
        value = bad;
        const int before = warnings();
        collision::collide(model_, data_);
        EXPECT_EQ(contacts_of(geom), 0) << "geom " << geom << ", number " << number;
        EXPECT_EQ(data_.ncon, all_ - own);
        EXPECT_GT(warnings(), before) << "geom " << geom << ", number " << number;
        value = good;
      }
    }
    collision::collide(model_, data_);
    EXPECT_EQ(data_.ncon, all_);
  }

  Model model_ = load_string(kWorld, {}, "test.xml");
  Data data_{model_};
  int all_ = 0;
};

TEST_F(BadPose, OfAPlane) {
  expect_dropped(0);
}
TEST_F(BadPose, OfASphere) {
  expect_dropped(1);
}
TEST_F(BadPose, OfACapsule) {
  expect_dropped(2);
}
TEST_F(BadPose, OfABox) {
  expect_dropped(3);
}
TEST_F(BadPose, InAnExplicitPair) {
  expect_dropped(4);
}

}  // namespace
}  // namespace thew
