// Groups of trees that constraints couple.

#include <vector>

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

// Four carts c0 to c3; all but c1 rub.
test::World carts(const std::string& equality) {
  std::string bodies;
  for (int i = 0; i < 4; ++i) {
    const std::string number = std::to_string(i), loss = i == 1 ? "0" : "1";
    bodies += "<body pos='" + number + " 0 0'><joint name='c" + number +
              "' type='slide' frictionloss='" + loss + "'/><geom size='.1'/></body>";
  }
  return test::World("<worldbody>" + bodies + "</worldbody><equality>" + equality + "</equality>");
}

std::vector<int> islands_of_trees(test::World w) {
  forward(w.m, w.d);
  return {w.d.tree_island.begin(), w.d.tree_island.end()};
}

TEST(Island, EachTreeWithRowsOfItsOwn) {
  EXPECT_EQ(islands_of_trees(carts("")), (std::vector{0, -1, 1, 2}));
}

TEST(Island, AnEqualityJoinsTwo) {
  EXPECT_EQ(islands_of_trees(carts("<joint joint1='c0' joint2='c3'/>")),
            (std::vector{0, -1, 1, 0}));
  EXPECT_EQ(
      islands_of_trees(carts("<joint joint1='c0' joint2='c3'/><joint joint1='c3' joint2='c1'/>"
                             "<joint joint1='c2' joint2='c1'/>")),
      (std::vector{0, 0, 0, 0}));
}

TEST(Island, RowsAndDofsKnowTheirs) {
  test::World w = carts("<joint joint1='c0' joint2='c3'/>");
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nisland, 2);
  EXPECT_EQ(w.d.nidof, 3);
  EXPECT_EQ(std::vector<int>(w.d.dof_island.begin(), w.d.dof_island.end()),
            (std::vector{0, -1, 1, 0}));
  EXPECT_EQ(std::vector<int>(w.d.efc_island.begin(), w.d.efc_island.end()),
            (std::vector{0, 0, 1, 0}));  // the equality, then friction of three carts
  EXPECT_EQ(w.d.island_nefc[0], 3);
  EXPECT_EQ(w.d.island_nv[0], 2);
  w.m.opt.disableflags = static_cast<int>(DisableBit::Island);
  forward(w.m, w.d);
  EXPECT_EQ(w.d.nisland, 0);
}

}  // namespace
}  // namespace thew
