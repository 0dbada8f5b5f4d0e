// What is kept of a solver's iterations.

#include "constraint/statistics.h"

#include <vector>

#include "support/hand_made.h"

namespace thew {
namespace {

TEST(Statistics, AddUpOverCallsForOneIsland) {
  test::World w("<worldbody><body><joint/><geom size='1'/></body></worldbody>");
  std::vector<constraint::Iteration> history = {{1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14}};
  constraint::Solution solution;
  solution.iterations = 2;
  solution.entries = 15;
  solution.history = history;
  constraint::record(w.d, 1, solution);
  constraint::record(w.d, 1, solution);
  EXPECT_EQ(w.d.solver_niter[0], 0);
  EXPECT_EQ(w.d.solver_niter[1], 4);
  EXPECT_EQ(w.d.solver_nnz[1], 15);
  EXPECT_EQ(w.d.kept.solver_recorded[1], 4);
  EXPECT_TRUE(test::near(w.d.kept.solver_number.row(kNSOLVER + 3), {8, 9, 10}));
  EXPECT_EQ(w.d.kept.solver_count.row(kNSOLVER + 2)[0], 4);
}

TEST(Statistics, KeepNoMoreThanThereIsRoomFor) {
  test::World w("<worldbody><body><joint/><geom size='1'/></body></worldbody>");
  std::vector<constraint::Iteration> history(kNSOLVER + 5);
  constraint::Solution solution;
  solution.iterations = kNSOLVER + 5;
  solution.history = history;
  constraint::record(w.d, 0, solution);
  EXPECT_EQ(w.d.solver_niter[0], kNSOLVER + 5);
  EXPECT_EQ(w.d.kept.solver_recorded[0], kNSOLVER);
  constraint::record(w.d, kNISLAND, solution);  // there is no such island to count for
}

}  // namespace
}  // namespace thew
