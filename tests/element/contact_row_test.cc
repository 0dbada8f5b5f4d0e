#include "element/contact_row.h"

#include <gtest/gtest.h>

namespace thew::element {
namespace {

// Normal z, tangents x and y.
constexpr double kFrame[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};

TEST(ContactRow, OfATranslation) {
  double column[6];
  contact_column<double>(kFrame, {1, 2, 3}, 1, {{0, 0, 0}, {4, 5, 6}}, 6, column);
  EXPECT_EQ(column[0], 6);
  EXPECT_EQ(column[1], 4);
  EXPECT_EQ(column[2], 5);
  for (int k = 3; k < 6; ++k) EXPECT_EQ(column[k], 0);
}

TEST(ContactRow, OfARotation) {
  // About x through the reference point, with the contact at (0, 2, 3): velocity (0, -3, 2).
  double column[6], normal;
  contact_column<double>(kFrame, {0, 2, 3}, 1, {{1, 0, 0}, {0, 0, 0}}, 6, column);
  EXPECT_EQ(column[0], 2);
  EXPECT_EQ(column[1], 0);
  EXPECT_EQ(column[2], -3);
  EXPECT_EQ(column[3], 0) << "no spin about the normal";
  EXPECT_EQ(column[4], 1) << "rolling about the first tangent";
  contact_column<double>(kFrame, {0, 2, 3}, -1, {{1, 0, 0}, {0, 0, 0}}, 1, &normal);
  EXPECT_EQ(normal, -2);
}

}  // namespace
}  // namespace thew::element
