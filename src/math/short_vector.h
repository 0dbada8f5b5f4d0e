#pragma once

// Short vectors of tree-structured algebra, mostly fewer than sixteen entries. They stay in
// registers while several rows are added to them. Entries do not depend on one another, so one
// world can use SIMD within itself and still gives the bits of a lane.

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "math/pack.h"

namespace thew::math {

/// n adjacent entries in registers. One world has several in each; the last register may overlap
/// the one before it, and both compute the same numbers for what they share.
template <class T, int n>
class Registers {
 public:
  explicit THEW_INLINE Registers(const T* y) {
    for (int i = 0; i < count; ++i) words_[i] = load(y + place(i));
  }
  THEW_INLINE void store(T* y) const {
    for (int i = 0; i < count; ++i) std::memcpy(y + place(i), &words_[i], sizeof(Word));
  }
  /// Adds s x.
  THEW_INLINE void add(const T& s, const T* x) {
    const Word factor(s);
    for (int i = 0; i < count; ++i) words_[i] = fma(factor, load(x + place(i)), words_[i]);
  }

 private:
  static constexpr int width = lanes_v<T> > 1 || n == 1 ? 1 : n < 4 ? 2 : 4;
  static constexpr int count = (n + width - 1) / width;
  using Word = std::conditional_t<width == 1, T, Wide<Scalar<T>, width>>;

  static constexpr int place(int i) { return i + 1 < count ? i * width : n - width; }
  static THEW_INLINE Word load(const T* p) {
    Word word;
    std::memcpy(&word, p, sizeof word);
    return word;
  }

  Word words_[count];
};

namespace detail {

// Calls visit(integral constant n) for 1 <= n <= sizeof...(I).
template <class Visit, int... I>
THEW_INLINE void with_constant(int n, Visit visit, std::integer_sequence<int, I...>) {
  (void)((n == I + 1 ? (visit(std::integral_constant<int, I + 1>{}), true) : false) || ...);
}

}  // namespace detail

/// Changes the n entries of y, as many at a time as registers hold and the first ones last:
/// change(place, registers) adds to those that begin at `place`.
template <class T, class Change>
THEW_INLINE void update(int n, T* y, Change change) {
  constexpr int most = lanes_v<T> > 1 ? 12 : 16;
  const auto part = [&](int place, auto size) THEW_INLINE_LAMBDA {
    Registers<T, size()> registers(y + place);
    change(place, registers);
    registers.store(y + place);
  };
  while (n > most) part(n -= most, std::integral_constant<int, most>{});
  detail::with_constant(
      n, [&](auto size) THEW_INLINE_LAMBDA { part(0, size); },
      std::make_integer_sequence<int, most>{});
}

/// y <- y + s x; the two must not overlap.
template <class T>
THEW_INLINE void axpy(int n, const T& s, const T* x, T* y) {
  int i = 0;
  if constexpr (lanes_v<T> == 1) {
    const Wide<T, 4> factor(s);
    for (; i + 4 <= n; i += 4) {
      fma(factor, Wide<T, 4>::load(x + i), Wide<T, 4>::load(y + i)).store(y + i);
    }
  }
  for (; i < n; ++i) y[i] = fma(s, x[i], y[i]);
}

/// Sets the n entries of several vectors to zero.
template <class T, class... Vectors>
THEW_INLINE void set_zero(std::int64_t n, T* first, Vectors*... others) {
  std::int64_t i = 0;
  if constexpr (lanes_v<T> == 1) {
    const Wide<T, 4> zero(T(0));
    for (; i + 4 <= n; i += 4) zero.store(first + i), (zero.store(others + i), ...);
  }
  for (; i < n; ++i) first[i] = T(0), ((others[i] = T(0)), ...);
}

/// In which lanes test(entry) holds for all n entries.
template <class T, class Test>
THEW_INLINE MaskOf<T> holds_for_all(std::int64_t n, const T* x, Test test) {
  MaskOf<T> holds = true;
  std::int64_t i = 0;
  if constexpr (lanes_v<T> == 1) {
    MaskOf<Wide<T, 4>> four = true;
    for (; i + 4 <= n; i += 4) four = four & test(Wide<T, 4>::load(x + i));
    holds = all(four);
  }
  for (; i < n; ++i) holds = holds & test(x[i]);
  return holds;
}

/// Whether some entry is not zero in some lane; NaN counts as something.
template <class T>
THEW_INLINE bool any_nonzero(std::int64_t n, const T* x) {
  return !all(holds_for_all(n, x, [](const auto& value) { return value == 0; }));
}

}  // namespace thew::math
