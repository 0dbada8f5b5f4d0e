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

using Floats = math::Pack<float, 8>;
constexpr int kBlock = 8;

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

// How far the boxes are spread along each axis, as the sum of squares about the mean.
struct Spread {
  float axis[3];

  Spread(const Rows& rows, int n) {
    for (int k = 0; k < 3; ++k) {
      float sum = 0, square = 0, count = 0;
      for (int i = 0; i < n; ++i) {
        const float x = rows.low[k][i] + rows.high[k][i];
        if (!(x - x == 0)) continue;  // an endless box has no middle
        sum += x;
        square += x * x;
        ++count;
      }
      axis[k] = count > 0 ? square - sum * sum / count : 0;
    }
  }
  int largest() const { return static_cast<int>(std::max_element(axis, axis + 3) - axis); }
  int second() const {
    const int first = largest(), a = first == 0 ? 1 : 0, b = first == 2 ? 1 : 2;
    return axis[a] >= axis[b] ? a : b;
  }
};

constexpr int kMostStrips = 62;
constexpr int kStripShift = 26;  // above the number of a body

// Cuts space along one axis into strips that are at least as wide as most boxes, so that a box
// meets only boxes whose lower ends are in its strip, the one before and the one after. Strip 0 has
// the boxes that are wider.
class Strips {
 public:
  Strips(const Rows& rows, int n, int axis) : low_(rows.low[axis]), high_(rows.high[axis]) {
    constexpr int kEnough = 256;  // boxes, from which on strips save more than they cost
    if (n < kEnough || n >= 1 << kStripShift) return;
    float least = kInfinity, most = -kInfinity, sum = 0, count = 0;
    for (int i = 0; i < n; ++i) {
      const float width = high_[i] - low_[i];
      if (!(width - width == 0)) continue;
      least = std::min(least, low_[i]);
      most = std::max(most, low_[i]);
      sum += width;
      ++count;
    }
    const float wanted = std::min(math::sqrt(0.5f * static_cast<float>(n)), float{kMostStrips});
    const float width = std::max((most - least) / wanted, 1.5f * sum / count);
    if (!(width > 0 && width < kInfinity)) return;
    width_ = width;
    least_ = least;
  }

  std::uint32_t of(int i) const {
    constexpr float kSafe = 0.999f;  // rounding moves no box by two strips
    if (!(high_[i] - low_[i] <= kSafe * width_)) return 0;
    return width_ == kInfinity ? 1 : 1 + static_cast<std::uint32_t>((low_[i] - least_) / width_);
  }

 private:
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float *low_, *high_;
  float width_ = kInfinity, least_ = 0;
};

// The bits of a float as an integer of the same order.
std::uint32_t key_of(float x) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  return bits ^ ((bits >> 31) != 0 ? 0xffffffffu : 0x80000000u);
}

// One pass of sorting n (key, number) pairs: by `digit` of a pair, stable. `start` counts the pairs
// of each digit.
template <class Digit>
void sort_pass(const std::uint32_t* from, std::uint32_t* to, int n, std::uint32_t* start,
               const Digit& digit) {
  for (int i = 0; i < n; ++i) {
    const std::uint32_t place = start[digit(from + 2 * i)]++;
    to[2 * place] = from[2 * i];
    to[2 * place + 1] = from[2 * i + 1];
  }
}

// Sorts n (key, number) pairs by the strip in the high bits of the number and by the key, in five
// passes over two buffers; the result is in the second one. `strip` gets the first pair of each.
void sort_by_strip_and_key(std::uint32_t* from, std::uint32_t* to, int n, std::uint32_t* strip) {
  constexpr int kBits = 8, kPasses = 4, kBins = 1 << kBits;
  std::uint32_t start[kPasses][kBins] = {}, fill[kMostStrips + 2] = {};
  for (int i = 0; i < n; ++i) {
    for (int pass = 0; pass < kPasses; ++pass) {
      ++start[pass][(from[2 * i] >> (kBits * pass)) & (kBins - 1)];
    }
    ++fill[from[2 * i + 1] >> kStripShift];
  }
  const auto accumulate = [](std::uint32_t* bins, int count) {
    std::uint32_t sum = 0;
    for (int i = 0; i < count; ++i) sum += std::exchange(bins[i], sum);
  };
  for (int pass = 0; pass < kPasses; ++pass) {
    accumulate(start[pass], kBins);
    sort_pass(from, to, n, start[pass],
              [&](const std::uint32_t* pair) { return (pair[0] >> (kBits * pass)) & (kBins - 1); });
    std::swap(from, to);
  }
  accumulate(fill, kMostStrips + 2);
  std::copy_n(fill, kMostStrips + 2, strip);
  sort_pass(from, to, n, fill, [](const std::uint32_t* pair) { return pair[1] >> kStripShift; });
}

// Collects the pairs, sorted in the end.
class Pairs {
 public:
  Pairs(const Model& m, std::int64_t* list, std::int64_t room)
      : filter_(m), list_(list), room_(room) {}

  void add(int a, int b) {
    if (count_ == room_ || !filter_.pass(a, b)) return;
    list_[count_++] = (std::int64_t{std::min(a, b)} << 32) + std::max(a, b);
  }
  std::int64_t sort() {
    std::sort(list_, list_ + count_);
    return count_;
  }
  std::int64_t count() const { return count_; }

 private:
  BodyFilter filter_;
  std::int64_t* list_;
  std::int64_t room_;
  std::int64_t count_ = 0;
};

// Tests box i against boxes first ... last - 1. Rows end with a spare block, so that blocks may
// reach beyond `last`.
void test_against(const Rows& rows, const int* body, int i, int first, int last, Pairs& pairs) {
  Floats low[3], high[3];
  for (int k = 0; k < 3; ++k) {
    low[k] = Floats(rows.low[k][i]);
    high[k] = Floats(rows.high[k][i]);
  }
  for (int j = first; j < last; j += kBlock) {
    auto meet =
        (Floats::load(rows.low[0] + j) <= high[0]) & (Floats::load(rows.high[0] + j) >= low[0]);
    for (int k = 1; k < 3; ++k) {
      meet &=
          (Floats::load(rows.low[k] + j) <= high[k]) & (Floats::load(rows.high[k] + j) >= low[k]);
    }
    if (none(meet)) continue;
    for (int b = j; b < std::min(j + kBlock, last); ++b) {
      if (meet[b - j]) pairs.add(body[i], body[b]);
    }
  }
}

// Boxes in the order of strips, and in a strip by their lower ends along the axis of the sweep.
class Sweep {
 public:
  Sweep(const Rows& rows, const int* body, const std::uint32_t* strip, int n, int axis)
      : rows_(rows),
        body_(body),
        strip_(strip),
        n_(n),
        low_(rows.low[axis]),
        high_(rows.high[axis]) {
    for (int i = begin(1); i < n; ++i) longest_ = std::max(longest_, high_[i] - low_[i]);
  }

  void run(Pairs& pairs) const {
    for (int i = 0; i < begin(1); ++i) test_against(rows_, body_, i, i + 1, n_, pairs);
    for (int s = 1; s <= kMostStrips + 1; ++s) {
      int next = begin(s + 1);
      for (int i = begin(s); i < begin(s + 1); ++i) {
        test_against(rows_, body_, i, i + 1, end_of(i, i + 1, begin(s + 1)), pairs);
        while (next < begin(s + 2) && low_[next] < low_[i] - longest_) ++next;
        test_against(rows_, body_, i, next, end_of(i, next, begin(s + 2)), pairs);
      }
    }
  }

 private:
  int begin(int s) const { return s <= kMostStrips + 1 ? static_cast<int>(strip_[s]) : n_; }
  // The first box from `first` on that begins behind box i.
  int end_of(int i, int first, int last) const {
    return static_cast<int>(std::upper_bound(low_ + first, low_ + last, high_[i]) - low_);
  }

  const Rows& rows_;
  const int* body_;
  const std::uint32_t* strip_;
  int n_;
  const float *low_, *high_;
  float longest_ = 0;
};

}  // namespace

std::int64_t body_pairs(const Model& m, const Box* geom_box, float* body_box, int* order,
                        std::int64_t* list, std::int64_t room) {
  const Rows rows(body_box, m.nbody + kBlock);
  Pairs pairs(m, list, room);
  int n = 0;
  for (int b = 0; b < m.nbody; ++b) {
    if (m.body_geomnum[b] == 0) continue;
    const Box box = box_of_body(m, geom_box, b);
    if (!(box.low[0] <= box.high[0])) continue;
    rows.set(n, box);
    order[n++] = b;
  }
  constexpr int kFew = 48;  // below, sorting costs more than it saves
  if (n <= kFew) {
    for (int i = 0; i < n; ++i) test_against(rows, order, i, i + 1, n, pairs);
    return pairs.count();  // found in ascending order
  }

  const Spread spread(rows, n);
  const int axis = spread.largest();
  const Strips strips(rows, n, spread.second());
  auto* from = reinterpret_cast<std::uint32_t*>(order);
  std::uint32_t* to = from + 2 * n;
  for (int i = n; i-- > 0;) {
    const std::uint32_t body = static_cast<std::uint32_t>(order[i]);
    from[2 * i + 1] = body | strips.of(i) << kStripShift;
    from[2 * i] = key_of(rows.low[axis][i]);
  }
  std::uint32_t strip[kMostStrips + 2];
  sort_by_strip_and_key(from, to, n, strip);
  for (int i = 0; i < n; ++i) {
    order[i] = static_cast<int>(to[2 * i + 1] & ((1u << kStripShift) - 1));
    rows.set(i, box_of_body(m, geom_box, order[i]));
  }
  Sweep(rows, order, strip, n, axis).run(pairs);
  return pairs.sort();
}

}  // namespace thew::collision
