#pragma once

// The constraints of a run, four at a time, or sixteen with AVX-512: they have no vertex in common,
// so that neither how many are moved together nor their order changes a bit. Their numbers and
// multipliers stand in blocks of as many constraints, number by number.

#include "base/share.h"
#include "deformable/cloud.h"

namespace thew::deformable {

/// How all constraints of a flex yield over a part of the step.
template <class T>
struct Part {
  T rate2;   ///< 1 / h^2
  T damped;  ///< damping / h

  template <class S>
  element::Compliance<S> operator()(const S& compliance) const {
    return {compliance * S(rate2), S(damped)};
  }
};

inline constexpr int kBlock = kAtOnce;
inline constexpr int kBlocksToShare = 512 / kBlock;  // some microseconds of work
inline std::int64_t blocks_of(std::int64_t count) {
  return (count + kBlock - 1) / kBlock;
}

/// Number `column` of constraint i, or of some from there on.
template <class S, class T>
THEW_INLINE T* entry_at(T* table, int columns, int i, int column) {
  const auto at = static_cast<unsigned>(i), width = static_cast<unsigned>(kBlock);
  return table + (std::int64_t{at / width} * columns + column) * kBlock + at % width;
}
template <class S, class T>
THEW_INLINE S load_entry(const T* table, int columns, int i, int column) {
  const T* const at = entry_at<S>(table, columns, i, column);
  if constexpr (std::is_same_v<S, T>) return *at;
  if constexpr (!std::is_same_v<S, T>) return S::load(at);
}
template <class S, class T>
THEW_INLINE void store_entry(T* table, int columns, int i, int column, const S& value) {
  T* const at = entry_at<S>(table, columns, i, column);
  if constexpr (std::is_same_v<S, T>) *at = value;
  if constexpr (!std::is_same_v<S, T>) value.store(at);
}

/// The three numbers of one vertex and the fourth, at(vertex), or those of four whose indices are
/// `stride` apart.
template <class T, class At>
THEW_INLINE void load_points(At at, const int* vertex, int, math::Vec3<T>& point, T& fourth) {
  const Four<T> x = at(*vertex);
  point = three(x);
  fourth = x[3];
}
template <class T, class At>
THEW_INLINE void load_points(At at, const int* vertex, int stride, math::Vec3<Four<T>>& point,
                             Four<T>& fourth) {
  Four<T> row[4];
  for (int i = 0; i < 4; ++i) row[i] = at(vertex[i * stride]);
  math::transpose(row);
  point = {row[0], row[1], row[2]};
  fourth = row[3];
}
#if defined(THEW_WIDE_LANES)
/// Of each half of sixteen vertices four beside the other four.
template <class T, class At>
THEW_INLINE void load_points(At at, const int* vertex, int stride, math::Vec3<AtOnce<T>>& point,
                             AtOnce<T>& fourth) {
  using V = typename AtOnce<T>::V;
#pragma GCC unroll 2
  for (int half = 0; half < kHalves; ++half) {
    V row[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const int* const first = vertex + (8 * half + i) * stride;
      row[i] = beside<typename Four<T>::V, V>(at(first[0]).v[0], at(first[4 * stride]).v[0]);
    }
    transpose_fours(row[0], row[1], row[2], row[3]);
    point.x.v[half] = row[0], point.y.v[half] = row[1], point.z.v[half] = row[2];
    fourth.v[half] = row[3];
  }
}
#endif

/// Vectors of some constraints as rows of numbers, which end in a zero.
template <class T>
THEW_INLINE void as_rows(const math::Vec3<T>& a, Four<T> (&row)[1]) {
  row[0] = four(a, T(0));
}
template <class T>
THEW_INLINE void as_rows(const math::Vec3<Four<T>>& a, Four<T> (&row)[4]) {
  row[0] = a.x, row[1] = a.y, row[2] = a.z, row[3] = Four<T>(T(0));
  math::transpose(row);
}
#if defined(THEW_WIDE_LANES)
template <class T>
THEW_INLINE void as_rows(const math::Vec3<AtOnce<T>>& a, Four<T> (&row)[kAtOnce]) {
  using V = typename AtOnce<T>::V;
#pragma GCC unroll 2
  for (int half = 0; half < kHalves; ++half) {
    V both[4] = {a.x.v[half], a.y.v[half], a.z.v[half], V{}};
    transpose_fours(both[0], both[1], both[2], both[3]);
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      row[8 * half + i].v[0] = __builtin_shufflevector(both[i], both[i], 0, 1, 2, 3);
      row[8 * half + i + 4].v[0] = __builtin_shufflevector(both[i], both[i], 4, 5, 6, 7);
    }
  }
}
#endif

/// The constraints of a run; S is one of them, four or sixteen.
template <model::XpbdKind kind, class T>
class Walk {
 public:
  static constexpr int kVertices = model::shape_of(kind).vertices;
  static constexpr int kNumbers = model::shape_of(kind).numbers;
  static constexpr int kRows = rows_of(kind);
  /// Whether what meets the constraint stays as it is while points move. What its multipliers
  /// change by is then known but for a factor, which stands behind its numbers.
  static constexpr bool kSteady = kind == model::XpbdKind::Stretch || kind == model::XpbdKind::Bend;
  static constexpr int kColumns = kNumbers + (kSteady ? 1 : 0);

  /// `number` has room for those of the run in blocks.
  Walk(const Model& m, int run, const T* number)
      : count(m.xpbdrun_num[run]),
        vertex(m.xpbd_vert.data() + m.xpbdrun_vertadr[run]),
        number_(number) {}

  static std::int64_t room(int count) { return blocks_of(count) * kBlock * kColumns; }
  static std::int64_t multipliers(int count) { return blocks_of(count) * kBlock * kRows; }

  /// Fills the blocks with the model's numbers.
  static void fill(const Model& m, int run, const Part<T>& part, const Cloud<T>& cloud, T* number) {
    const double* from = m.xpbd_number.data() + m.xpbdrun_numberadr[run];
    const int* vertex = m.xpbd_vert.data() + m.xpbdrun_vertadr[run];
    constexpr std::int64_t kToShare = kBlock * kBlocksToShare;
    base::share(m.xpbdrun_num[run], kToShare, [&](std::int64_t first, std::int64_t last) {
      for (auto i = static_cast<int>(first); i < last; ++i) {
        const double* own = from + std::int64_t{i} * kNumbers;
        for (int k = 0; k < kNumbers; ++k) store_entry(number, kColumns, i, k, T(own[k]));
        if constexpr (kSteady) {
          const T factor = steady_factor(part, cloud, own, vertex + i * kVertices);
          store_entry(number, kColumns, i, kNumbers, factor);
        }
      }
    });
  }

  /// Moves the points of all; lambda and torn may be null.
  void project(const Part<T>& part, Cloud<T>& cloud, T* lambda, const T* torn) const {
    base::share(blocks_of(count), kBlocksToShare, [&](std::int64_t first, std::int64_t last) {
      const int end = std::min(count, static_cast<int>(last) * kBlock);
      project_some(static_cast<int>(first) * kBlock, end, part, cloud, lambda, torn);
    });
  }
  /// Multipliers that moved the points to where they are, if gradients were those of the begin.
  void guess(const Part<T>& part, const Cloud<T>& cloud, T* lambda) const {
    int i = 0;
    for (; i + 4 <= count; i += 4) guess_at<Four<T>>(i, part, cloud, lambda);
    for (; i < count; ++i) guess_at<T>(i, part, cloud, lambda);
  }

  const int count;
  const int* const vertex;

 private:
  // One over what meets a constraint whose gradients do not change in size.
  static T steady_factor(const Part<T>& part, const Cloud<T>& cloud, const double* number,
                         const int* v) {
    T mobility(0);
    for (int k = 0; k < kVertices; ++k) {
      const T slope = kind == model::XpbdKind::Bend ? T(number[1 + k]) : T(1);
      mobility = fma(cloud.weight(v[k]) * slope, slope, mobility);
    }
    const T below = fma(T(1) + part.damped, mobility, T(number[0]) * part.rate2);
    return below > T(kMinVal) * T(kMinVal) ? T(1) / below : T(0);
  }

  // Sums of points times weights are found with the three numbers of a point side by side.
  static constexpr model::XpbdKind kOneByOne = model::XpbdKind::Bend;

  // Those from the i-th on.
  void project_some(int i, int end, const Part<T>& part_of_step, const Cloud<T>& shared, T* lambda,
                    const T* torn) const {
    const Part<T> part = part_of_step;
    Cloud<T> cloud = shared;  // where its tables are changes with no push
    if constexpr (kind != kOneByOne) {
      const bool many = torn == nullptr && (kBlock == 4 || cloud.pull == nullptr);
      for (; many && i + kBlock <= end; i += kBlock) move<AtOnce<T>>(i, part, cloud, lambda);
      if constexpr (kBlock > 4) {
        for (; torn == nullptr && i + 4 <= end; i += 4) move<Four<T>>(i, part, cloud, lambda);
      }
    }
    for (; i < end; ++i) {
      if (torn != nullptr && torn[i] != T(0)) continue;
      if constexpr (kind != kOneByOne) {
        move<T>(i, part, cloud, lambda);
      } else if (lambda != nullptr) {
        move_bent<true>(i, part, cloud, lambda);
      } else {
        move_bent<false>(i, part, cloud, lambda);
      }
    }
  }

  // The points of a constraint, each with its fourth number; at(vertex) has them.
  template <class S>
  struct Points {
    math::Vec3<S> x[kVertices];
    S fourth[kVertices];
  };
  template <class S, class At>
  THEW_INLINE Points<S> points(int i, At at) const {
    Points<S> p;
    for (int k = 0; k < kVertices; ++k) {
      load_points(at, vertex + i * kVertices + k, kVertices, p.x[k], p.fourth[k]);
    }
    return p;
  }
  template <class S>
  THEW_INLINE Points<S> moves(int i, const Cloud<T>& cloud) const {
    return points<S>(i, [&](int v) THEW_INLINE_LAMBDA { return cloud.moved[v]; });
  }

  template <class S>
  struct Numbers {
    S value[kNumbers];
  };
  template <class S>
  THEW_INLINE Numbers<S> numbers(int i) const {
    Numbers<S> n;
    for (int k = 0; k < kNumbers; ++k) n.value[k] = load_entry<S>(number_, kColumns, i, k);
    return n;
  }

  // How much a constraint has changed by how the points have moved; only damping asks.
  template <class S>
  THEW_INLINE S slope_along(int i, const Part<T>& part, const Cloud<T>& cloud,
                            const element::PointConstraint<S, kVertices>& c) const {
    if (!(part.damped > T(0))) return S(T(0));
    return element::slope_along(c, moves<S>(i, cloud).x);
  }

  template <class S>
  THEW_INLINE void move(int i, const Part<T>& part, Cloud<T>& cloud, T* lambda) const {
    const Points<S> p =
        points<S>(i, [&](int v) THEW_INLINE_LAMBDA { return cloud.begin[v] + cloud.moved[v]; });
    const S* const weight = p.fourth;
    const Numbers<S> number = numbers<S>(i);
    S sum[kRows], change[kRows];
    for (int r = 0; r < kRows; ++r) {
      sum[r] = lambda ? load_entry<S>(lambda, kRows, i, r) : S(T(0));
    }
    const element::Compliance<S> yields = part(number.value[0]);
    math::Vec3<S> by[kVertices];
    if constexpr (kind == model::XpbdKind::Dilate) {
      const auto both = neo_hookean(p.x, number.value, part);
      both.find_change(weight, slope_along(i, part, cloud, both.first),
                       slope_along(i, part, cloud, both.second), sum, change);
      for (int k = 1; k < kVertices; ++k) {
        by[k] = axpy(change[1], both.second.gradient[k], both.first.gradient[k] * change[0]);
      }
    } else {
      const auto c = constraint_at<kind>(p.x, number.value);
      const S along = slope_along(i, part, cloud, c);
      if constexpr (kSteady) {
        const S factor = load_entry<S>(number_, kColumns, i, kNumbers);
        change[0] = fma(-yields.damped, along, fma(-yields.soft, sum[0], -c.value)) * factor;
      } else {
        change[0] = element::multiplier_change(c, weight, along, yields, sum[0]);
      }
      for (int k = 1; k < kVertices; ++k) by[k] = c.gradient[k] * change[0];
    }
    for (int r = 0; r < kRows && lambda; ++r) {
      store_entry(lambda, kRows, i, r, sum[r] + change[r]);
    }
    push(i, cloud, by);
  }

  // Nothing moves the points of a constraint as a whole: the first is pushed by minus what the
  // others are.
  template <class S>
  THEW_INLINE void push(int i, const Cloud<T>& cloud, const math::Vec3<S>* by) const {
    const int* const v = vertex + i * kVertices;
#if defined(THEW_WIDE_LANES)
    if constexpr (math::lanes_v<S> == kAtOnce) return push_halves(v, cloud, by);
#endif
    constexpr int kTogether = math::lanes_v<S>;
    Four<T> row[kVertices][kTogether];
    for (Four<T>& first : row[0]) first = Four<T>(T(0));
    for (int k = 1; k < kVertices; ++k) {
      as_rows(by[k], row[k]);
      for (int c = 0; c < kTogether; ++c) row[0][c] = row[0][c] - row[k][c];
    }
#pragma GCC unroll 4
    for (int c = 0; c < kTogether; ++c) {
#pragma GCC unroll 4
      for (int k = 0; k < kVertices; ++k) cloud.shift(v[c * kVertices + k], row[k][c]);
    }
    if (cloud.pull == nullptr) return;
    for (int c = 0; c < kTogether; ++c) {
      for (int k = 0; k < kVertices; ++k) cloud.pull_at(v[c * kVertices + k], row[k][c]);
    }
  }

#if defined(THEW_WIDE_LANES)
  // Where nothing that moves carries vertices.
  THEW_INLINE void push_halves(const int* v, const Cloud<T>& cloud,
                               const math::Vec3<AtOnce<T>>* by) const {
    using V = typename AtOnce<T>::V;
#pragma GCC unroll 2
    for (int half = 0; half < kHalves; ++half) {
      V row[kVertices][4] = {};
#pragma GCC unroll 4
      for (int k = 1; k < kVertices; ++k) {
        row[k][0] = by[k].x.v[half], row[k][1] = by[k].y.v[half], row[k][2] = by[k].z.v[half];
        transpose_fours(row[k][0], row[k][1], row[k][2], row[k][3]);
#pragma GCC unroll 4
        for (int c = 0; c < 4; ++c) row[0][c] = row[0][c] - row[k][c];
      }
#pragma GCC unroll 4
      for (int c = 0; c < 4; ++c) {
        const int* const own = v + (8 * half + c) * kVertices;
#pragma GCC unroll 4
        for (int k = 0; k < kVertices; ++k) {
          Four<T> low, high;
          low.v[0] = __builtin_shufflevector(row[k][c], row[k][c], 0, 1, 2, 3);
          high.v[0] = __builtin_shufflevector(row[k][c], row[k][c], 4, 5, 6, 7);
          cloud.shift(own[k], low);
          cloud.shift(own[k + 4 * kVertices], high);
        }
      }
    }
  }
#endif

  // As element::project_bent does; with or without sums of multipliers.
  template <bool kSums>
  THEW_INLINE void move_bent(int i, const Part<T>& part, Cloud<T>& cloud, T* lambda) const {
    const int* const v = vertex + i * kVertices;
    const T* const number = entry_at<T>(number_, kColumns, i, 0);
    Four<T> moved[kVertices], share[kVertices];
    Four<T> value(T(0)), sum(T(0));
    for (int k = 0; k < kVertices; ++k) {
      moved[k] = cloud.moved[v[k]];
      share[k] = Four<T>(number[(1 + k) * kBlock]);
      value = fma(share[k], cloud.begin[v[k]] + moved[k], value);
    }
    if (part.damped > T(0)) {
      Four<T> along(T(0));
      for (int k = 0; k < kVertices; ++k) along = fma(share[k], moved[k], along);
      value = fma(Four<T>(part.damped), along, value);
    }
    if constexpr (kSums) {
      for (int r = 0; r < kRows; ++r) sum.set(r, load_entry<T>(lambda, kRows, i, r));
      value = fma(Four<T>(number[0] * part.rate2), sum, value);
    }
    value.set(3, T(0));
    const Four<T> change = value * Four<T>(-number[kNumbers * kBlock]);
    if constexpr (kSums) {
      for (int r = 0; r < kRows; ++r) store_entry(lambda, kRows, i, r, sum[r] + change[r]);
    }
    for (int k = 0; k < kVertices; ++k) cloud.push(v[k], change * share[k]);
  }

  template <class S>
  static S guess_row(const element::PointConstraint<S, kVertices>& c,
                     const element::Compliance<S>& yields, const S* weight,
                     const math::Vec3<S>* moved) {
    S mobility(T(0));
    for (int k = 0; k < kVertices; ++k) {
      mobility = fma(weight[k], dot(c.gradient[k], c.gradient[k]), mobility);
    }
    const S along = element::slope_along(c, moved);
    return -fma(S(T(1)) + yields.damped, along, c.value) /
           element::coupled_softness(yields.soft, mobility);
  }

  template <class S>
  void guess_at(int i, const Part<T>& part, const Cloud<T>& cloud, T* lambda) const {
    const Points<S> begin = points<S>(i, [&](int v) THEW_INLINE_LAMBDA { return cloud.begin[v]; });
    const Points<S> moved = moves<S>(i, cloud);
    const S* const weight = begin.fourth;
    const Numbers<S> number = numbers<S>(i);
    const element::Compliance<S> yields = part(number.value[0]);
    S guess[kRows];
    if constexpr (kind == model::XpbdKind::Bend) {
      const S* c = number.value + 1;
      S mobility(T(0));
      for (int k = 0; k < kVertices; ++k) mobility = fma(weight[k] * c[k], c[k], mobility);
      const math::Vec3<S> ahead =
          element::bent(begin.x, c) + element::bent(moved.x, c) * (S(T(1)) + yields.damped);
      store(guess, ahead * (S(T(-1)) / element::coupled_softness(yields.soft, mobility)));
    } else if constexpr (kind == model::XpbdKind::Dilate) {
      const auto both = neo_hookean(begin.x, number.value, part);
      guess[0] = guess_row(both.first, both.first_yields, weight, moved.x);
      guess[1] = guess_row(both.second, both.second_yields, weight, moved.x);
    } else {
      guess[0] = guess_row(constraint_at<kind>(begin.x, number.value), yields, weight, moved.x);
    }
    for (int r = 0; r < kRows; ++r) store_entry(lambda, kRows, i, r, guess[r]);
  }

  const T* const number_;
};

}  // namespace thew::deformable
