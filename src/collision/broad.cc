// Broad phase: sweep and prune over the boxes of bodies, in strips where there are many.

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "collision/body_filter.h"
#include "collision/search.h"
#include "math/pack.h"

namespace thew::collision {

namespace {

using Floats = math::Wide<float, 8>;
constexpr int kBlock = 8;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Boxes of the bodies as six rows of bounds, so that eight of them are compared at once.
struct Rows {
  float* low[3];
  float* high[3];

  Rows(float* memory, std::int64_t n) {
    for (int k = 0; k < 3; ++k) {
      low[k] = memory + k * n;
      high[k] = memory + (3 + k) * n;
    }
  }
  void set(int i, const Box& box) const {
    for (int k = 0; k < 3; ++k) {
      low[k][i] = box.low[k];
      high[k][i] = box.high[k];
    }
  }
  // Fills the block behind the last box with boxes that meet nothing.
  void end_with_nothing(int n) const {
    for (int i = n; i < n + kBlock; ++i) set(i, kNothing);
  }

 private:
  static constexpr Box kNothing = {{kInfinity, kInfinity, kInfinity},
                                   {-kInfinity, -kInfinity, -kInfinity}};
};

Box box_of_body(const Model& m, const Box* geom_box, int body) {
  const int first = m.body_geomadr[body];
  Box box = geom_box[first];
  for (int g = first + 1; g < first + m.body_geomnum[body]; ++g) {
    for (int k = 0; k < 3; ++k) {
      box.low[k] = std::min(box.low[k], geom_box[g].low[k]);
      box.high[k] = std::max(box.high[k], geom_box[g].high[k]);
    }
  }
  return box;
}

// Bits of what the geoms of a body are and of what they collide with, all of them together.
struct Bits {
  int types, affinity;
};

Bits bits_of_body(const Model& m, int body) {
  const int first = m.body_geomadr[body];
  Bits bits = {m.geom_contype[first], m.geom_conaffinity[first]};
  for (int g = first + 1; g < first + m.body_geomnum[body]; ++g) {
    bits.types |= m.geom_contype[g];
    bits.affinity |= m.geom_conaffinity[g];
  }
  return bits;
}

bool may_touch(const Bits& a, const Bits& b) {
  return ((a.types & b.affinity) | (b.types & a.affinity)) != 0;
}

float sum_of(const Floats& x) {
  float sum = 0;
  for (int i = 0; i < kBlock; ++i) sum += x[i];
  return sum;
}

// How far the boxes are spread along each axis, as the sum of squares about the mean.
struct Spread {
  float axis[3];

  Spread(const Rows& rows, int n) {
    for (int k = 0; k < 3; ++k) {
      Floats sum(0), square(0), count(0);
      for (int i = 0; i < n; i += kBlock) {
        const Floats x = Floats::load(rows.low[k] + i) + Floats::load(rows.high[k] + i);
        const auto has_middle = x - x == Floats(0);  // an endless box has none
        const Floats middle = select(has_middle, x, Floats(0));
        sum = sum + middle;
        square = square + middle * middle;
        count = count + select(has_middle, Floats(1), Floats(0));
      }
      const float total = sum_of(sum), boxes = sum_of(count);
      axis[k] = boxes > 0 ? sum_of(square) - total * total / boxes : 0;
    }
  }
  int largest() const { return static_cast<int>(std::max_element(axis, axis + 3) - axis); }
  int second() const {
    const int first = largest(), a = first == 0 ? 1 : 0, b = first == 2 ? 1 : 2;
    return axis[a] >= axis[b] ? a : b;
  }
};

// A grid of strips, across one axis, that are cut into cells along another. Strips are at least as
// wide as most boxes, so that a box meets only boxes whose lower ends are in its strip, the one
// before and the one after. Strip 0 is one cell, of the boxes that are wider.
class Grid {
 public:
  static constexpr int kMostCells = 4096;

  Grid(const Rows& rows, int n, int along, int across)
      : low_(rows.low[along]),
        high_(rows.high[along]),
        strip_low_(rows.low[across]),
        strip_high_(rows.high[across]) {
    const Range range(low_, high_, n);
    if (n >= kManyBoxes) cut_into_strips(n, Range(strip_low_, strip_high_, n));
    cells_ = strips_ > 1 ? kCellsOfStrip : kCellsOfOneStrip;
    least_ = range.least;
    longest_ = 1.000001f * range.longest;  // it was rounded
    const float per_length = static_cast<float>(cells_) / (range.most - range.least);
    per_length_ = per_length < kInfinity ? per_length : 0;
  }

  int strips() const { return strips_; }
  int cells() const { return 1 + strips_ * cells_; }
  /// The strip of a box, from 1 on; 0 for those that are wider.
  int strip(int i) const {
    constexpr float kSafe = 0.999f;  // rounding moves no box by two strips
    if (!(high_[i] - low_[i] < kInfinity)) return 0;
    if (!(strip_high_[i] - strip_low_[i] <= kSafe * width_)) return 0;
    if (width_ == kInfinity) return 1;
    return 1 + std::min(static_cast<int>((strip_low_[i] - strip_least_) / width_), strips_ - 1);
  }
  /// The cell at a place of a strip. Lower places are never in higher cells.
  int cell(int strip, float place) const {
    const float at = (place - least_) * per_length_;
    const int k = !(at > 0)                             ? 0
                  : at < static_cast<float>(cells_ - 1) ? static_cast<int>(at)
                                                        : cells_ - 1;
    return 1 + (strip - 1) * cells_ + k;
  }
  int cell(int i) const {
    const int s = strip(i);
    return s == 0 ? 0 : cell(s, low_[i]);
  }
  /// The length of the longest box along the strips.
  float longest() const { return longest_; }

 private:
  static constexpr int kManyBoxes = 256;  // from which on strips save more than they cost
  static constexpr int kMostStrips = 62, kCellsOfStrip = 64, kCellsOfOneStrip = 128;

  // Lower ends and lengths of the boxes that end somewhere.
  struct Range {
    Range(const float* low, const float* high, int n) {
      Floats lowest(kInfinity), highest(-kInfinity), most_length(0), lengths(0), boxes(0);
      for (int i = 0; i < n; i += kBlock) {
        const Floats from = Floats::load(low + i), length = Floats::load(high + i) - from;
        const auto ends = (length >= Floats(0)) & (length < Floats(kInfinity));
        lowest = min(lowest, select(ends, from, Floats(kInfinity)));
        highest = max(highest, select(ends, from, Floats(-kInfinity)));
        const Floats counted = select(ends, length, Floats(0));
        most_length = max(most_length, counted);
        lengths = lengths + counted;
        boxes = boxes + select(ends, Floats(1), Floats(0));
      }
      for (int i = 0; i < kBlock; ++i) {
        least = std::min(least, lowest[i]);
        most = std::max(most, highest[i]);
        longest = std::max(longest, most_length[i]);
      }
      mean_length = sum_of(lengths) / sum_of(boxes);
    }
    float least = kInfinity, most = -kInfinity, longest = 0, mean_length;
  };

  void cut_into_strips(int n, const Range& range) {
    const float wanted = std::min(math::sqrt(0.5f * static_cast<float>(n)), float{kMostStrips});
    const float width = std::max((range.most - range.least) / wanted, 1.5f * range.mean_length);
    if (!(width > 0 && width < kInfinity)) return;
    width_ = width;
    strip_least_ = range.least;
    strips_ = 1 + static_cast<int>((range.most - range.least) / width);
  }

  const float *low_, *high_, *strip_low_, *strip_high_;
  int strips_ = 1, cells_;
  float width_ = kInfinity, strip_least_ = 0;
  float least_, longest_, per_length_;
};

// Sorts the numbers 0 ... n - 1 of boxes by their cells; `begin` gets the first of each cell, and n
// at the end.
void sort_into(const Grid& grid, int n, int* cell, int* sorted, int* begin) {
  std::fill_n(begin, grid.cells() + 1, 0);
  for (int i = 0; i < n; ++i) ++begin[cell[i] = grid.cell(i)];
  int sum = 0;
  for (int c = 0; c <= grid.cells(); ++c) sum += std::exchange(begin[c], sum);
  for (int i = 0; i < n; ++i) sorted[begin[cell[i]]++] = i;
  std::move_backward(begin, begin + grid.cells(), begin + grid.cells() + 1);
  begin[0] = 0;
}

// Collects the pairs, sorted in the end.
class Pairs {
 public:
  Pairs(const Model& m, std::int64_t* list, std::int64_t room)
      : filter_(m), list_(list), room_(room) {}

  bool pass(int a, int b) const { return filter_.pass(a, b); }
  void add(int a, int b) {
    if (count_ < room_) list_[count_] = (std::int64_t{std::min(a, b)} << 32) + std::max(a, b);
    ++count_;
  }
  std::int64_t sort() {
    std::sort(list_, list_ + std::min(count_, room_));
    return count_;
  }
  std::int64_t count() const { return count_; }

 private:
  BodyFilter filter_;
  std::int64_t* list_;
  std::int64_t room_;
  std::int64_t count_ = 0;
};

// Calls meets(j) for the boxes j of first ... last - 1 that box i meets, ascending. Rows end with a
// spare block, so that blocks may reach beyond `last`.
template <class Meets>
void test_against(const Rows& rows, int i, int first, int last, Meets meets) {
  Floats low[3], high[3];
  for (int k = 0; k < 3; ++k) {
    low[k] = Floats(rows.low[k][i]);
    high[k] = Floats(rows.high[k][i]);
  }
  const auto meet_along = [&](int k, int j) {
    return (Floats::load(rows.low[k] + j) <= high[k]) & (Floats::load(rows.high[k] + j) >= low[k]);
  };
  for (int j = first; j < last; j += kBlock) {
    unsigned meet = bits(meet_along(0, j) & meet_along(1, j) & meet_along(2, j));
    if (last - j < kBlock) meet &= (1u << (last - j)) - 1;
    for (; meet != 0; meet &= meet - 1) meets(j + std::countr_zero(meet));
  }
}

// Tests boxes in the order of their cells: each against those behind it in its strip up to the cell
// where it ends, and against those of the next strip that are beside it.
void sweep(const Grid& grid, const Rows& rows, const int* body, const int* begin, int axis, int n,
           Pairs& pairs) {
  const auto test = [&](int i, int first, int last) {
    test_against(rows, i, first, last, [&](int j) {
      if (pairs.pass(body[i], body[j])) pairs.add(body[i], body[j]);
    });
  };
  for (int i = 0; i < begin[1]; ++i) test(i, i + 1, n);
  for (int s = 1; s <= grid.strips(); ++s) {
    for (int i = begin[grid.cell(s, -kInfinity)]; i < begin[grid.cell(s, kInfinity) + 1]; ++i) {
      const float low = rows.low[axis][i], high = rows.high[axis][i];
      test(i, i + 1, begin[grid.cell(s, high) + 1]);
      if (s == grid.strips()) continue;
      test(i, begin[grid.cell(s + 1, low - grid.longest())], begin[grid.cell(s + 1, high) + 1]);
    }
  }
}

}  // namespace

std::int64_t body_pairs(const Model& m, const Box* geom_box, float* body_box, int* order,
                        std::int64_t* list, std::int64_t room) {
  const Rows rows(body_box, m.nbody + kBlock);
  Pairs pairs(m, list, room);
  constexpr int kFew = 48;  // below, sorting costs more than it saves
  Bits bits[kFew];
  int n = 0;
  for (int b = 0; b < m.nbody; ++b) {
    if (m.body_geomnum[b] == 0) continue;
    const Box box = box_of_body(m, geom_box, b);
    if (!(box.low[0] <= box.high[0])) continue;
    rows.set(n, box);
    if (n < kFew) bits[n] = bits_of_body(m, b);
    order[n++] = b;
  }
  if (n <= kFew) {
    for (int i = 0; i < n; ++i) {
      test_against(rows, i, i + 1, n, [&](int j) {
        if (may_touch(bits[i], bits[j]) && pairs.pass(order[i], order[j]))
          pairs.add(order[i], order[j]);
      });
    }
    return pairs.count();  // found in ascending order
  }
  rows.end_with_nothing(n);
  const Spread spread(rows, n);
  const int axis = spread.largest();
  const Grid grid(rows, n, axis, spread.second());
  int begin[Grid::kMostCells + 2];
  int *cell = order + n, *sorted = order + 2 * n, *body = order + 3 * n;
  sort_into(grid, n, cell, sorted, begin);
  for (int i = 0; i < n; ++i) {
    body[i] = order[sorted[i]];
    rows.set(i, box_of_body(m, geom_box, body[i]));
  }
  sweep(grid, rows, body, begin, axis, n, pairs);
  return pairs.sort();
}

}  // namespace thew::collision
