#pragma once

// The vertices of flexes while their positions are projected.

#include <algorithm>

#include "deformable/vertices.h"
#include "deformable/xpbd.h"
#include "math/pack_pair.h"
#include "math/transpose.h"
#include "model/memory.h"

namespace thew::deformable {

/// Three numbers of a vertex and a fourth one: four vertices turn into four numbers side by side.
template <class T>
using Four = math::Wide<T, 4>;

/// How many constraints are moved at once. Sources that include this are compiled a second time,
/// for the wider registers of AVX-512 (wide.h).
#if defined(THEW_WIDE_LANES)
inline constexpr int kAtOnce = 16;  // two vectors, as each operation waits for the one before
#else
inline constexpr int kAtOnce = 4;
#endif
template <class T>
using AtOnce = math::Wide<T, kAtOnce>;

#if defined(THEW_WIDE_LANES)
/// Number k of vector `half` of sixteen constraints is that of constraint 8 half + k.
inline constexpr int kHalves = 2;

/// Eight numbers as two fours.
template <class V, class W>
THEW_INLINE W beside(const V& low, const V& high) {
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
/// Rows of two fours become columns, in both fours.
template <class V>
THEW_INLINE void transpose_fours(V& a, V& b, V& c, V& d) {
  const V ab0 = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
  const V ab1 = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  const V cd0 = __builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14);
  const V cd1 = __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15);
  a = __builtin_shufflevector(ab0, cd0, 0, 1, 8, 9, 4, 5, 12, 13);
  b = __builtin_shufflevector(ab1, cd1, 0, 1, 8, 9, 4, 5, 12, 13);
  c = __builtin_shufflevector(ab0, cd0, 2, 3, 10, 11, 6, 7, 14, 15);
  d = __builtin_shufflevector(ab1, cd1, 2, 3, 10, 11, 6, 7, 14, 15);
}
#endif

template <class T>
Four<T> four(const math::Vec3<T>& a, const T& fourth) {
  Four<T> r;
  r.set(0, a.x);
  r.set(1, a.y);
  r.set(2, a.z);
  r.set(3, fourth);
  return r;
}
template <class T>
math::Vec3<T> three(const Four<T>& a) {
  return {a[0], a[1], a[2]};
}

/// Over all vertices of a model: those of other flexes, and those that bodies carry, have no
/// inverse mass and move as they do.
template <class T>
struct Cloud {
  Cloud(const Model& m, Memory& memory)
      : count(m.nflexvert),
        begin(memory.take<Four<T>>(count)),
        moved(memory.take<Four<T>>(count)),
        velocity(memory.take<Four<T>>(count)),
        acceleration(memory.take<Four<T>>(count)) {}

  /// As the step began, with the mean acceleration that the integrator found since.
  void start(const Model& m, const BasicData<T>& d);
  /// By velocities and accelerations over a time h; `goes_on` after another one, which is measured
  /// first.
  void predict(const T& h, bool goes_on);
  /// Velocities are how far points came in h.
  void measure(const T& h);
  /// Positions and velocities of the points to the dofs of their bodies.
  void write(const Model& m, BasicData<T>& d) const;

  math::Vec3<T> at(int v) const { return three(begin[v] + moved[v]); }
  math::Vec3<T> way(int v) const { return three(moved[v]); }
  T weight(int v) const { return begin[v][3]; }
  /// A push, and zero, moves a vertex by its inverse mass.
  THEW_INLINE void shift(int v, const Four<T>& by) const {
    moved[v] = fma(by, Four<T>(weight(v)), moved[v]);
  }
  /// The same by the multiplier of a constraint times its gradient: it pulls what carries a vertex.
  THEW_INLINE void push(int v, const Four<T>& by) const {
    shift(v, by);
    if (pull != nullptr) pull_at(v, by);
  }
  void pull_at(int v, const Four<T>& by) const {
    if (weight(v) == T(0)) pull[v] = pull[v] + three(by);
  }

  std::int64_t count;
  Four<T>* begin;  ///< where points were as the part of the step began, and their inverse masses
  Four<T>* moved;  ///< since then: kept apart because positions have fewer digits for it
  Four<T>* velocity;
  Four<T>* acceleration;
  /// Sum of multipliers times gradients on what is carried by something that moves; null where
  /// nothing is.
  math::Vec3<T>* pull = nullptr;

 private:
  void start_one(const Model& m, const BasicData<T>& d, bool projected, int v);
  THEW_INLINE void start_point(const Model& m, const BasicData<T>& d, const math::Vec3<T>& x,
                               int body, int v);
  // The velocity by which a vertex came where it is; of one without inverse mass what it was.
  THEW_INLINE Four<T> measured(std::int64_t v, const Four<T>& rate) const {
    return begin[v][3] > T(0) ? moved[v] * rate : velocity[v];
  }
  // As many vertices as fill a register, or one: with the same bits.
  static constexpr int kVertices = kAtOnce == 4 ? 1 : 2;
  template <int n>
  THEW_INLINE void predict_at(std::int64_t v, const T& h, const T& rate, bool goes_on) const {
    using X = math::Wide<T, 4 * n>;
    const auto numbers = [v](Four<T>* table) { return reinterpret_cast<T*>(table + v); };
    const X from = X::load(numbers(begin)), way = X::load(numbers(moved));
    X before = X::load(numbers(velocity)), weight;
    if constexpr (n == 1) weight.v[0] = __builtin_shufflevector(from.v[0], from.v[0], 3, 3, 3, 3);
    if constexpr (n == 2) {
      weight.v[0] = __builtin_shufflevector(from.v[0], from.v[0], 3, 3, 3, 3, 7, 7, 7, 7);
    }
    if (goes_on) before = select(weight > X(T(0)), way * X(rate), before);
    const X after = fma(X(h), X::load(numbers(acceleration)), before);
    after.store(numbers(velocity));
    (from + way).store(numbers(begin));
    (after * X(h)).store(numbers(moved));
  }
};

}  // namespace thew::deformable
