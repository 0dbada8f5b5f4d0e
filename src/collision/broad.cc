// Broad phase: sweep and prune over the boxes of bodies.

#include <algorithm>
#include <bit>
#include <utility>

#include "collision/search.h"
#include "math/pack.h"

namespace thew::collision {

namespace {

using Floats = math::Pack<float, 8>;
constexpr int kBlock = 8;

// Whether two bodies can touch as far as the tree of bodies decides.
class BodyFilter {
 public:
  explicit BodyFilter(const Model& m)
      : m_(m), parents_(!has(m.opt.disableflags, DisableBit::Filterparent)) {}

  bool pass(int a, int b) const {
    const int weld_a = m_.body_weldid[a], weld_b = m_.body_weldid[b];
    if (weld_a == weld_b) return false;
    if (weld_a == 0 || weld_b == 0) {
      // Nothing is filtered against the world but what cannot move.
      if (m_.body_dofnum[weld_a + weld_b] == 0) return false;
    } else {
      if (parents_ && (weld_a == parent(weld_b) || weld_b == parent(weld_a))) return false;
      if (m_.body_dofnum[weld_a] == 0 && m_.body_dofnum[weld_b] == 0) return false;
    }
    return m_.nexclude == 0 || !excluded(std::min(a, b), std::max(a, b));
  }

 private:
  int parent(int weld) const { return m_.body_weldid[m_.body_parentid[weld]]; }

  bool excluded(int a, int b) const {
    const int signature = (a << 16) + b;
    return std::binary_search(m_.exclude_signature.begin(), m_.exclude_signature.end(), signature);
  }

  const Model& m_;
  bool parents_;
};

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

// The axis along which the boxes are spread most; few boxes are not worth the choice.
int sweep_axis(const Rows& rows, int n) {
  float spread[3];
  for (int k = 0; k < 3; ++k) {
    float sum = 0, square = 0, count = 0;
    for (int i = 0; i < n; ++i) {
      const float x = rows.low[k][i] + rows.high[k][i];
      if (!(x - x == 0)) continue;  // an endless box has no middle
      sum += x;
      square += x * x;
      ++count;
    }
    spread[k] = count > 0 ? square - sum * sum / count : 0;
  }
  return static_cast<int>(std::max_element(spread, spread + 3) - spread);
}

// The bits of a float as an integer of the same order.
std::uint32_t key_of(float x) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  return bits ^ ((bits >> 31) != 0 ? 0xffffffffu : 0x80000000u);
}

// Sorts n (key, number) pairs by their keys, in four passes of 8 bits over two buffers.
void sort_by_key(std::uint32_t* from, std::uint32_t* to, int n) {
  constexpr int kBits = 8, kPasses = 4, kBins = 1 << kBits;
  std::uint32_t start[kPasses][kBins] = {};
  for (int i = 0; i < n; ++i) {
    for (int pass = 0; pass < kPasses; ++pass) {
      ++start[pass][(from[2 * i] >> (kBits * pass)) & (kBins - 1)];
    }
  }
  for (auto& bins : start) {
    std::uint32_t sum = 0;
    for (std::uint32_t& bin : bins) sum += std::exchange(bin, sum);
  }
  for (int pass = 0; pass < kPasses; ++pass) {
    for (int i = 0; i < n; ++i) {
      const std::uint32_t key = from[2 * i];
      const std::uint32_t place = start[pass][(key >> (kBits * pass)) & (kBins - 1)]++;
      to[2 * place] = key;
      to[2 * place + 1] = from[2 * i + 1];
    }
    std::swap(from, to);
  }
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

  const int axis = sweep_axis(rows, n);
  auto* from = reinterpret_cast<std::uint32_t*>(order);
  std::uint32_t* to = from + 2 * n;
  for (int i = n; i-- > 0;) {
    const std::uint32_t body = static_cast<std::uint32_t>(order[i]);
    from[2 * i + 1] = body;
    from[2 * i] = key_of(rows.low[axis][i]);
  }
  sort_by_key(from, to, n);
  for (int i = 0; i < n; ++i) {
    order[i] = static_cast<int>(from[2 * i + 1]);
    rows.set(i, box_of_body(m, geom_box, order[i]));
  }
  const float* low = rows.low[axis];
  for (int i = 0; i < n; ++i) {
    const float* end = std::upper_bound(low + i + 1, low + n, rows.high[axis][i]);
    test_against(rows, order, i, i + 1, static_cast<int>(end - low), pairs);
  }
  return pairs.sort();
}

}  // namespace thew::collision
