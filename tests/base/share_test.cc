// Loops and their threads: everything is done once, whoever does it.

#include "base/share.h"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <thew/team.h>

namespace thew {
namespace {

TEST(Share, DoesAllOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    const Team team(threads);
    EXPECT_EQ(team.threads(), threads);
    const Team::Help help(&team);
    for (const int count : {0, 1, 7, 64, 1000}) {
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(count));
      for (int round = 0; round < 100; ++round) {
        base::share_by_thread(count, 4, [&](int thread, std::int64_t first, std::int64_t last) {
          ASSERT_LT(thread, threads);
          for (std::int64_t i = first; i < last; ++i) ++done[static_cast<std::size_t>(i)];
        });
      }
      for (const std::atomic<int>& times : done) EXPECT_EQ(times, 100);
    }
  }
}

TEST(Share, IsOfTheThreadThatAsks) {
  EXPECT_EQ(base::threads_to_share(), 1);
  const Team team(2);
  {
    const Team::Help help(&team);
    EXPECT_EQ(base::threads_to_share(), 2);
    std::thread([] { EXPECT_EQ(base::threads_to_share(), 1); }).join();
    base::share(100, 1, [](std::int64_t, std::int64_t) { EXPECT_EQ(base::threads_to_share(), 1); });
    const Team::Help alone(nullptr);
    EXPECT_EQ(base::threads_to_share(), 1);
  }
  EXPECT_EQ(base::threads_to_share(), 1);
}

// Threads that fell asleep are woken.
TEST(Share, AfterAPause) {
  const Team team(3);
  const Team::Help help(&team);
  for (int round = 0; round < 5; ++round) {
    std::atomic<std::int64_t> sum = 0;
    base::share(12, 1, [&](std::int64_t first, std::int64_t last) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      sum += last - first;
    });
    EXPECT_EQ(sum, 12);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

TEST(Pool, ThrowsWhatWorkThrows) {
  for (const base::Pool::Wait wait : {base::Pool::Wait::Asleep, base::Pool::Wait::Brisk}) {
    base::Pool pool(3, wait);
    for (int round = 0; round < 20; ++round) {
      std::atomic<int> done = 0;
      const auto work = [&](int, std::int64_t i) {
        if (i == 5) throw std::runtime_error("no");
        ++done;
      };
      EXPECT_THROW(pool.run(100, work, nullptr), std::runtime_error);
      EXPECT_LT(done, 100);
      done = 0;
      pool.run(4, work, nullptr);
      EXPECT_EQ(done, 4);
    }
  }
}

TEST(Pool, StopsWhenAsked) {
  base::Pool pool(2);
  std::atomic<int> done = 0;
  const auto work = [&](int thread, std::int64_t) {
    ++done;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    pool.report(thread, 1);
  };
  pool.run(1000, work, [](double part) { return part < 0.01; });
  EXPECT_LT(done, 500);
}

}  // namespace
}  // namespace thew
