#pragma once

// Loops whose passes do not depend on one another, on all threads of a team (thew/team.h) where one
// helps the thread that calls, and the loop is long enough for that to pay.

#include <algorithm>
#include <cstdint>
#include <functional>

#include "base/pool.h"

namespace thew::base {

/// The team that helps this thread; null where none does.
extern constinit thread_local Pool* helping;

/// How many threads there are for a loop.
inline int threads_to_share() {
  return helping == nullptr ? 1 : helping->threads();
}

/// Calls pass(thread, first, last) for parts of 0 ... count, each of at least `least` but for a
/// rest, with the number of the thread that calls it. It neither throws nor allocates.
template <class Pass>
void share_by_thread(std::int64_t count, std::int64_t least, const Pass& pass) {
  constexpr std::int64_t kPartsPerThread = 2;  // for those that come late to find less
  Pool* const pool = helping;
  if (pool == nullptr || count < 2 || count < 2 * least) return pass(0, std::int64_t{0}, count);
  const std::int64_t most = kPartsPerThread * pool->threads();
  const std::int64_t size = std::max(least, (count + most - 1) / most);
  const auto part = [&](int thread, std::int64_t i) {
    pass(thread, i * size, std::min(count, (i + 1) * size));
  };
  helping = nullptr;  // a loop within a loop is not shared
  pool->run((count + size - 1) / size, std::ref(part), nullptr);
  helping = pool;
}

/// The same with pass(first, last).
template <class Pass>
void share(std::int64_t count, std::int64_t least, const Pass& pass) {
  share_by_thread(count, least,
                  [&](int, std::int64_t first, std::int64_t last) { pass(first, last); });
}

}  // namespace thew::base
