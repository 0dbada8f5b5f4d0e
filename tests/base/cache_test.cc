#include "base/cache.h"

#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace thew::base {
namespace {

std::shared_ptr<const std::string> text(std::string s) {
  return std::make_shared<const std::string>(std::move(s));
}

TEST(Cache, KeepsWhatIsPutAndForgetsWhatWasNotUsedLongest) {
  Cache cache(100);
  const Digest a = digest("a"), b = digest("b"), c = digest("c");
  cache.put(a, text("A"), 40);
  cache.put(b, text("B"), 40);
  EXPECT_EQ(*cache.find<std::string>(a), "A");  // now b is the oldest
  cache.put(c, text("C"), 40);
  EXPECT_EQ(cache.find<std::string>(b), nullptr);
  EXPECT_EQ(*cache.find<std::string>(a), "A");
  EXPECT_EQ(*cache.find<std::string>(c), "C");
  EXPECT_EQ(cache.bytes(), 80u);
}

TEST(Cache, NeverTakesMoreThanItMay) {
  Cache cache(100);
  cache.put(digest("large"), text("x"), 101);
  EXPECT_EQ(cache.bytes(), 0u);
  for (int i = 0; i < 50; ++i) cache.put(digest(std::to_string(i)), text("x"), 9);
  EXPECT_EQ(cache.bytes(), 99u);
  cache.set_capacity(20);
  EXPECT_EQ(cache.bytes(), 18u);
  cache.clear();
  EXPECT_EQ(cache.bytes(), 0u);
  EXPECT_EQ(cache.capacity(), 20u);
}

TEST(Cache, AResultInUseOutlivesIt) {
  Cache cache(100);
  cache.put(digest("a"), text("A"), 1);
  const auto kept = cache.find<std::string>(digest("a"));
  cache.clear();
  EXPECT_EQ(*kept, "A");
}

TEST(Cache, ThreadsShareIt) {
  Cache cache(1000);
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&cache, t] {
      for (int i = 0; i < 2000; ++i) {
        const std::string name = std::to_string((i * (t + 1)) % 300);
        const auto found = cache.find<std::string>(digest(name));
        if (found) EXPECT_EQ(*found, name);
        cache.put(digest(name), text(name), 10);
      }
    });
  }
  threads.clear();
  EXPECT_EQ(cache.bytes(), 1000u);
}

TEST(Digest, SeesEveryBitAndEveryLength) {
  std::set<Digest> seen;
  std::string bytes(100, '\0');
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    EXPECT_TRUE(seen.insert(digest(std::string_view(bytes).substr(0, size))).second);
  }
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string changed = bytes;
    changed[bit / 8] = static_cast<char>(1 << bit % 8);
    EXPECT_TRUE(seen.insert(digest(changed)).second) << bit;
  }
  EXPECT_EQ(digest(bytes), digest(bytes));
}

// Signs of two numbers turned around, which a chain of products alone does not see.
TEST(Digest, SeesTwoSigns) {
  std::vector<double> numbers(64, 1.5);
  const Digest before = digest(bytes_of(numbers));
  for (const int step : {1, 2, 4, 8}) {
    std::vector<double> turned = numbers;
    turned[0] = -turned[0];
    turned[static_cast<std::size_t>(step)] *= -1;
    EXPECT_NE(digest(bytes_of(turned)), before) << step;
  }
}

}  // namespace
}  // namespace thew::base
