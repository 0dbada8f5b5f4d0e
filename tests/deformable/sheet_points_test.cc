// The points of sheets that are kept apart.

#include "deformable/sheet_points.h"

#include <vector>

#include <thew/dynamics.h>

#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

struct Points : test::World {
  explicit Points(const std::string& inside)
      : World("<option integrator='discrete'><flag ipc='enable'/></option>" + inside),
        memory({bytes.data(), bytes.size()}),
        points(deformable::sheet_points(m, d, memory)) {}

  std::vector<std::byte> bytes = std::vector<std::byte>(1 << 16);
  Memory memory;
  deformable::SheetPoints points;
};

// A rope is between the two sheets; 4 kg are those of four vertices.
TEST(SheetPoints, AreThoseOfAllSheets) {
  const std::string sheet = R"( type="grid" dim="2" count="2 2 1" spacing=".1 .1 .1" mass="4")";
  const Points w("<worldbody><flexcomp name='a' radius='.02'" + sheet +
                 "/><flexcomp name='r' type='grid' dim='1' count='3 1 1' spacing='.1 .1 .1'/>"
                 "<flexcomp name='b' radius='.03'" +
                 sheet + "><pin id='1'/></flexcomp></worldbody>");
  ASSERT_EQ(w.points.count, 8);
  ASSERT_EQ(w.points.flexes.size(), 2u);
  EXPECT_EQ(w.points.flexes[1], 2);
  EXPECT_EQ(w.points.first[0], 0);
  EXPECT_EQ(w.points.first[2], 4);
  EXPECT_EQ(w.points.vertex[4], 7);
  EXPECT_EQ(w.points.flex[4], 2);
  EXPECT_EQ(w.points.radius[3], .02);
  EXPECT_EQ(w.points.radius[4], .03);
  EXPECT_TRUE(w.points.is_free[0] && w.points.moves(0));
  EXPECT_TRUE(near(w.points.mass[0], 1));
  // The pinned one is in the world.
  EXPECT_FALSE(w.points.is_free[5] || w.points.moves(5));
  EXPECT_EQ(w.points.mass[5], 0);
}

// Two corners of a triangle on a slide of 3 kg that carries 2 kg more.
TEST(SheetPoints, ShareTheMassOfWhatCarriesThem) {
  const Points w(R"(<worldbody>
    <body name="a"><joint type="slide"/><geom size=".1" mass="3"/>
      <body><geom size=".1" mass="2"/></body></body></worldbody>
    <deformable><flex name="f" dim="2" radius=".01" body="a a world" vertex="1 0 0 2 0 0 0 1 0"
    element="0 1 2"/></deformable>)");
  ASSERT_EQ(w.points.count, 3);
  EXPECT_TRUE(near(w.points.mass, {2.5, 2.5, 0}));
  EXPECT_TRUE(w.points.moves(1));
  EXPECT_FALSE(w.points.is_free[1]);
}

TEST(SheetPoints, AreNoneWithoutTheFlag) {
  Points w("<worldbody><flexcomp name='a' count='2 2 1' spacing='.1 .1 .1'/></worldbody>");
  EXPECT_EQ(w.points.count, 4);
  w.m.opt.enableflags = 0;
  EXPECT_EQ(deformable::sheet_points(w.m, w.d, w.memory).count, 0);
}

}  // namespace
}  // namespace thew
