#pragma once

// The constraints of a run, four at a time: they have no vertex in common, so that neither how many
// are moved together nor their order changes a bit. Their numbers and multipliers stand in blocks
// of four constraints, number by number.

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

inline constexpr int kBlock = 4;
inline constexpr int kBlocksToShare = 128;  // some microseconds of work
inline std::int64_t blocks_of(std::int64_t count) {
  return (count + kBlock - 1) / kBlock;
}

/// Number `column` of constraint i, or of four from there on.
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

/// The numbers of one vertex, or of four whose indices are `stride` apart.
template <class T>
THEW_INLINE void load_points(const Four<T>* from, const int* vertex, int, math::Vec3<T>& at,
                             T& fourth) {
  const Four<T>& x = from[*vertex];
  at = three(x);
  fourth = x[3];
}
template <class T>
THEW_INLINE void load_points(const Four<T>* from, const int* vertex, int stride,
                             math::Vec3<Four<T>>& at, Four<T>& fourth) {
  Four<T> row[kBlock];
  for (int i = 0; i < kBlock; ++i) row[i] = from[vertex[i * stride]];
  math::transpose(row);
  at = {row[0], row[1], row[2]};
  fourth = row[3];
}
template <class T>
THEW_INLINE void store_points(Four<T>* to, const int* vertex, int, const math::Vec3<T>& at) {
  to[*vertex] = four(at, T(0));
}
template <class T>
THEW_INLINE void store_points(Four<T>* to, const int* vertex, int stride,
                              const math::Vec3<Four<T>>& at) {
  Four<T> row[kBlock] = {at.x, at.y, at.z, Four<T>(T(0))};
  math::transpose(row);
  for (int i = 0; i < kBlock; ++i) to[vertex[i * stride]] = row[i];
}

/// The constraints of a run; S is one of them or four.
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
    for (; i + kBlock <= count; i += kBlock) guess_at<Four<T>>(i, part, cloud, lambda);
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
  void project_some(int i, int end, const Part<T>& part, Cloud<T>& cloud, T* lambda,
                    const T* torn) const {
    if constexpr (kind != kOneByOne) {
      const bool together = torn == nullptr && cloud.pull == nullptr;
      for (; together && i + kBlock <= end; i += kBlock) move<Four<T>>(i, part, cloud, lambda);
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

  template <class S>
  struct Points {
    math::Vec3<S> begin[kVertices], moved[kVertices];
    S weight[kVertices], number[kNumbers];
  };

  template <class S>
  THEW_INLINE Points<S> points(int i, const Cloud<T>& cloud) const {
    Points<S> p;
    S none;
    for (int k = 0; k < kVertices; ++k) {
      const int* const v = vertex + i * kVertices + k;
      load_points(cloud.begin, v, kVertices, p.begin[k], p.weight[k]);
      load_points(cloud.moved, v, kVertices, p.moved[k], none);
    }
    for (int k = 0; k < kNumbers; ++k) p.number[k] = load_entry<S>(number_, kColumns, i, k);
    return p;
  }

  template <class S>
  THEW_INLINE void move(int i, const Part<T>& part, Cloud<T>& cloud, T* lambda) const {
    Points<S> p = points<S>(i, cloud);
    math::Vec3<S> x[kVertices];
    for (int k = 0; k < kVertices; ++k) x[k] = p.begin[k] + p.moved[k];
    S sum[kRows];
    for (int r = 0; r < kRows; ++r) {
      sum[r] = lambda ? load_entry<S>(lambda, kRows, i, r) : S(T(0));
    }
    const element::Compliance<S> yields = part(p.number[0]);
    if constexpr (kind == model::XpbdKind::Stretch) {
      const S factor = load_entry<S>(number_, kColumns, i, kNumbers);
      const auto c = constraint_at<kind>(x, p.number);
      const math::Vec3<S> unit = c.gradient[1];
      const S along = dot(unit, p.moved[1] - p.moved[0]);
      const S change = fma(-yields.damped, along, fma(-yields.soft, sum[0], -c.value)) * factor;
      sum[0] = sum[0] + change;
      const math::Vec3<S> by = unit * change;
      p.moved[0] = axpy(-p.weight[0], by, p.moved[0]);
      p.moved[1] = axpy(p.weight[1], by, p.moved[1]);
      pull(i, cloud, p.weight, [&](int k) { return k == 0 ? -by : by; });
    } else if constexpr (kind == model::XpbdKind::Dilate) {
      const auto both = neo_hookean(x, p.number, part);
      S change[2];
      both.project(p.weight, sum, x, p.moved, change);
      pull(i, cloud, p.weight, [&](int k) {
        return axpy(change[1], both.second.gradient[k], both.first.gradient[k] * change[0]);
      });
    } else {
      const auto c = constraint_at<kind>(x, p.number);
      const S change = element::project(c, p.weight, yields, sum[0], x, p.moved);
      pull(i, cloud, p.weight, [&](int k) { return c.gradient[k] * change; });
    }
    for (int r = 0; r < kRows && lambda; ++r) store_entry(lambda, kRows, i, r, sum[r]);
    for (int k = 0; k < kVertices; ++k) {
      store_points(cloud.moved, vertex + i * kVertices + k, kVertices, p.moved[k]);
    }
  }

  // As element::project_bent does; with or without sums of multipliers.
  template <bool kSums>
  THEW_INLINE void move_bent(int i, const Part<T>& part, Cloud<T>& cloud, T* lambda) const {
    const int* const v = vertex + i * kVertices;
    const T* const number = entry_at<T>(number_, kColumns, i, 0);
    const Four<T>* const from = cloud.begin;
    Four<T>* const to = cloud.moved;
    Four<T> begin[kVertices], moved[kVertices], share[kVertices];
    Four<T> value(T(0)), sum(T(0));
    for (int k = 0; k < kVertices; ++k) {
      begin[k] = from[v[k]];
      moved[k] = to[v[k]];
      share[k] = Four<T>(number[(1 + k) * kBlock]);
      value = fma(share[k], begin[k] + moved[k], value);
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
    for (int k = 0; k < kVertices; ++k) {
      to[v[k]] = fma(change * share[k], Four<T>(begin[k][3]), moved[k]);
    }
    pull_bent(i, cloud, begin, share, change);
  }

  THEW_INLINE void pull_bent(int i, Cloud<T>& cloud, const Four<T>* begin, const Four<T>* share,
                             const Four<T>& change) const {
    if (cloud.pull == nullptr) return;
    T weight[kVertices];
    for (int k = 0; k < kVertices; ++k) weight[k] = begin[k][3];
    pull(i, cloud, weight, [&](int k) { return three(change * share[k]); });
  }

  // What carries vertices is pulled.
  template <class S, class By>
  THEW_INLINE void pull(int i, Cloud<T>& cloud, const S* weight, By by) const {
    if constexpr (std::is_same_v<S, T>) {
      if (cloud.pull == nullptr) return;
      for (int k = 0; k < kVertices; ++k) {
        math::Vec3<T>& sum = cloud.pull[vertex[i * kVertices + k]];
        if (weight[k] == T(0)) sum = sum + by(k);
      }
    }
  }

  template <class S>
  static S guess_row(const element::PointConstraint<S, kVertices>& c,
                     const element::Compliance<S>& yields, const Points<S>& p) {
    S mobility(T(0)), along(T(0));
    for (int k = 0; k < kVertices; ++k) {
      along = along + dot(c.gradient[k], p.moved[k]);
      mobility = fma(p.weight[k], dot(c.gradient[k], c.gradient[k]), mobility);
    }
    return -fma(S(T(1)) + yields.damped, along, c.value) /
           element::coupled_softness(yields.soft, mobility);
  }

  template <class S>
  void guess_at(int i, const Part<T>& part, const Cloud<T>& cloud, T* lambda) const {
    const Points<S> p = points<S>(i, cloud);
    const element::Compliance<S> yields = part(p.number[0]);
    S guess[kRows];
    if constexpr (kind == model::XpbdKind::Bend) {
      const S* c = p.number + 1;
      S mobility(T(0));
      for (int k = 0; k < kVertices; ++k) mobility = fma(p.weight[k] * c[k], c[k], mobility);
      const math::Vec3<S> ahead =
          element::bent(p.begin, c) + element::bent(p.moved, c) * (S(T(1)) + yields.damped);
      store(guess, ahead * (S(T(-1)) / element::coupled_softness(yields.soft, mobility)));
    } else if constexpr (kind == model::XpbdKind::Dilate) {
      const auto both = neo_hookean(p.begin, p.number, part);
      guess[0] = guess_row(both.first, both.first_yields, p);
      guess[1] = guess_row(both.second, both.second_yields, p);
    } else {
      guess[0] = guess_row(constraint_at<kind>(p.begin, p.number), yields, p);
    }
    for (int r = 0; r < kRows; ++r) store_entry(lambda, kRows, i, r, guess[r]);
  }

  const T* const number_;
};

}  // namespace thew::deformable
