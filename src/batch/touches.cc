#include "batch/touches.h"

#include <algorithm>
#include <utility>

namespace thew::batch {

namespace {

// Among so many worlds that are alike but not the same, lanes are filled by search; it takes about
// a microsecond for each of them.
constexpr std::size_t kWindow = 256;

// Fills groups of lanes, the last one as far as worlds reach: with the first world that is left
// and, one after the other, those that add the least to what touches.
void fill_groups(std::span<std::int64_t> worlds, std::span<const Touches> touches,
                 std::size_t lanes) {
  const auto of = [&](std::size_t i) { return touches[static_cast<std::size_t>(worlds[i])]; };
  for (std::size_t first = 0; first + lanes < worlds.size(); first += lanes) {
    Touches all = of(first);
    for (std::size_t next = first + 1; next < first + lanes; ++next) {
      std::size_t best = next;
      int least = (all | of(next)).count();
      for (std::size_t i = next + 1; i < worlds.size(); ++i) {
        const int count = (all | of(i)).count();
        if (count < least) best = i, least = count;
      }
      all = all | of(best);
      std::swap(worlds[next], worlds[best]);
    }
  }
}

}  // namespace

void put_alike_together(std::span<std::int64_t> worlds, std::span<const Touches> touches, int lanes,
                        std::vector<std::int64_t>& rest) {
  const auto of = [&](std::int64_t world) { return touches[static_cast<std::size_t>(world)]; };
  // Those that touch most come first: few others go with them.
  std::ranges::sort(worlds, [&](std::int64_t a, std::int64_t b) {
    const int more = of(a).count() - of(b).count();
    return more != 0 ? more > 0 : std::pair(of(a), a) < std::pair(of(b), b);
  });
  const auto side = static_cast<std::size_t>(lanes);
  // Groups of worlds that are the same come to the front, the others behind them.
  rest.clear();
  std::size_t done = 0;
  for (std::size_t begin = 0, end = 0; begin < worlds.size(); begin = end) {
    while (end < worlds.size() && end < begin + side && of(worlds[end]) == of(worlds[begin])) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      end - begin == side ? void(worlds[done++] = worlds[i]) : rest.push_back(worlds[i]);
    }
  }
  std::ranges::copy(rest, worlds.begin() + static_cast<std::ptrdiff_t>(done));
  for (; done < worlds.size(); done += kWindow) {
    fill_groups(worlds.subspan(done, std::min(kWindow, worlds.size() - done)), touches, side);
  }
}

}  // namespace thew::batch
