// Worlds that touch alike share lanes.

#include "batch/touches.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

namespace thew::batch {
namespace {

// Worlds of some kinds, in turn; each kind touches with a pair of its own and one that all have.
std::vector<Touches> worlds_of(int kinds, int count) {
  std::vector<Touches> touches(static_cast<std::size_t>(count));
  for (int w = 0; w < count; ++w) {
    touches[static_cast<std::size_t>(w)].add(0, 1, 0);
    touches[static_cast<std::size_t>(w)].add(0, 2 + w % kinds, 0);
  }
  return touches;
}

std::vector<std::int64_t> order(const std::vector<Touches>& touches, int lanes) {
  std::vector<std::int64_t> worlds(touches.size()), rest;
  std::iota(worlds.begin(), worlds.end(), 0);
  put_alike_together(worlds, touches, lanes, rest);
  return worlds;
}

TEST(Touches, CountsTheContactsOfAPair) {
  Touches one, two;
  one.add(3, 7, 0);
  two.add(3, 7, 0);
  two.add(3, 7, 1);
  EXPECT_EQ(one.count(), 1);
  EXPECT_EQ(two.count(), 2);
  EXPECT_EQ(one | two, two);
}

TEST(Touches, KeepsEveryWorldOnce) {
  for (const int count : {1, 3, 8, 21, 300, 1000}) {
    std::vector<std::int64_t> worlds = order(worlds_of(5, count), 8);
    std::ranges::sort(worlds);
    for (std::size_t i = 0; i < worlds.size(); ++i) ASSERT_EQ(worlds[i], static_cast<int>(i));
  }
}

TEST(Touches, PutsTheSameTogether) {
  const std::vector<Touches> touches = worlds_of(5, 40);
  const std::vector<std::int64_t> worlds = order(touches, 4);
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    EXPECT_EQ(worlds[i] % 5, worlds[i / 4 * 4] % 5) << i;
  }
}

// Of each kind there is one too few for a group: a world of another kind with a contact more does
// not join where one without does.
TEST(Touches, AddsWhatAddsTheLeast) {
  std::vector<Touches> touches(8);
  for (int w = 0; w < 8; ++w) {
    Touches& own = touches[static_cast<std::size_t>(w)];
    own.add(0, w % 2 == 0 ? 10 : 20, 0);
    if (w >= 6) own.add(0, w % 2 == 0 ? 10 : 20, 1);
  }
  const std::vector<std::int64_t> worlds = order(touches, 4);
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    EXPECT_EQ(worlds[i] % 2, worlds[i / 4 * 4] % 2) << i;
  }
}

}  // namespace
}  // namespace thew::batch
