#pragma once

// The vertices of flexes while their positions are projected.

#include <algorithm>

#include "deformable/vertices.h"
#include "deformable/xpbd.h"
#include "math/transpose.h"
#include "model/memory.h"

namespace thew::deformable {

/// Three numbers of a vertex and a fourth one: four vertices turn into four numbers side by side.
template <class T>
using Four = math::Wide<T, 4>;

/// How many constraints are moved at once. Sources that include this are compiled a second time, for
/// the wider registers of AVX-512 (wide.h).
#if defined(THEW_WIDE_LANES)
inline constexpr int kAtOnce = 8;
template <class T>
using Eight = math::Wide<T, 8>;
#else
inline constexpr int kAtOnce = 4;
#endif
template <class T>
using AtOnce = math::Wide<T, kAtOnce>;

#if defined(THEW_WIDE_LANES)
/// Eight numbers as two fours.
template <class T>
THEW_INLINE Eight<T> beside(const Four<T>& low, const Four<T>& high) {
  Eight<T> r;
  r.v[0] = __builtin_shufflevector(low.v[0], high.v[0], 0, 1, 2, 3, 4, 5, 6, 7);
  return r;
}
template <class T>
THEW_INLINE Four<T> low_half(const Eight<T>& a) {
  Four<T> r;
  r.v[0] = __builtin_shufflevector(a.v[0], a.v[0], 0, 1, 2, 3);
  return r;
}
template <class T>
THEW_INLINE Four<T> high_half(const Eight<T>& a) {
  Four<T> r;
  r.v[0] = __builtin_shufflevector(a.v[0], a.v[0], 4, 5, 6, 7);
  return r;
}
/// Rows become columns, in both halves.
template <class T>
THEW_INLINE void transpose_halves(Eight<T> (&row)[4]) {
  const auto &a = row[0].v[0], &b = row[1].v[0], &c = row[2].v[0], &d = row[3].v[0];
  const auto ab0 = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
  const auto ab1 = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  const auto cd0 = __builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14);
  const auto cd1 = __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15);
  row[0].v[0] = __builtin_shufflevector(ab0, cd0, 0, 1, 8, 9, 4, 5, 12, 13);
  row[1].v[0] = __builtin_shufflevector(ab1, cd1, 0, 1, 8, 9, 4, 5, 12, 13);
  row[2].v[0] = __builtin_shufflevector(ab0, cd0, 2, 3, 10, 11, 6, 7, 14, 15);
  row[3].v[0] = __builtin_shufflevector(ab1, cd1, 2, 3, 10, 11, 6, 7, 14, 15);
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
    if (pull != nullptr && weight(v) == T(0)) pull[v] = pull[v] + three(by);
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
  void measure_one(std::int64_t v, const Four<T>& rate) {
    if (begin[v][3] > T(0)) velocity[v] = moved[v] * rate;
  }
};

}  // namespace thew::deformable
