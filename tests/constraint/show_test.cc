// Tables that readers ask for.

#include "constraint/show.h"

#include <thew/step.h>

#include "constraint/cart.h"

namespace thew {
namespace {

using test::near;

// Two carts, both rub; the second pushes against its upper limit. 10 N push the first.
test::World carts(const std::string& jacobian) {
  test::World w("<option gravity='0 0 0' jacobian='" + jacobian + R"('/><worldbody>
    <body><joint type="slide" frictionloss="1"/><geom size=".1" mass="2"/></body>
    <body pos="1 0 0"><joint type="slide" frictionloss="1" range="-1 0"/><geom size=".1" mass="2"/></body>
    </worldbody>)");
  w.d.qpos[1] = 0.5;
  w.d.qfrc_applied[0] = 10;
  forward(w.m, w.d);
  constraint::show(w.m, w.d);
  return w;
}

TEST(Show, DenseJacobian) {
  const test::World w = carts("dense");
  EXPECT_TRUE(near(w.d.efc_J.data(), {1, 0, 0, 1, 0, -1}));
}

TEST(Show, SparseJacobian) {
  const test::World w = carts("sparse");
  EXPECT_TRUE(near(w.d.efc_J.data(), {1, 1, -1}));
  const int column[] = {0, 1, 1};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(w.d.efc_J_rownnz[i], 1);
    EXPECT_EQ(w.d.efc_J_rowadr[i], i);
    EXPECT_EQ(w.d.efc_J_colind[i], column[i]);
  }
}

// J qacc_smooth - aref: 10 N on 2 kg, and the spring of the limit.
TEST(Show, WhatRowsLackWithoutForces) {
  const test::World w = carts("dense");
  EXPECT_TRUE(near(w.d.efc_b.data(), {5, 0, -test::kK * test::kImp * 0.5}));
}

TEST(Show, RowsInTheOrderOfIslands) {
  test::World w(
      "<worldbody><body><joint type='slide' frictionloss='1'/><geom size='.1'/></body>"
      "<body pos='1 0 0'><joint type='slide' frictionloss='2' range='-1 0'/><geom "
      "size='.1'/></body>"
      "<body pos='2 0 0'><joint type='slide' frictionloss='3'/><geom "
      "size='.1'/></body></worldbody>");
  w.d.qpos[1] = 0.5;
  forward(w.m, w.d);
  constraint::show(w.m, w.d);
  ASSERT_EQ(w.d.nisland, 3);
  EXPECT_TRUE(near(w.d.iefc_frictionloss.data(), {1, 2, 0, 3}));  // the limit is beside its cart's
  const int place[] = {0, 1, 3, 2};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(w.d.map_efc2iefc[i], place[i]) << i;
}

}  // namespace
}  // namespace thew
