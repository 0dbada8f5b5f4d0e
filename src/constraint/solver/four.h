#pragma once

#include "math/pack.h"

namespace thew::constraint::tile {

inline constexpr int kSide = 4;

/// Some numbers of each of some worlds in lanes: one register for each number.
template <class S, int kCount>
struct Several {
  struct Mask {
    math::MaskOf<S> part[kCount];
    friend THEW_INLINE Mask operator|(const Mask& a, const Mask& b) {
      Mask r;
      for (int k = 0; k < kCount; ++k) r.part[k] = a.part[k] | b.part[k];
      return r;
    }
  };
  S part[kCount];

  Several() = default;
  explicit THEW_INLINE Several(const S& s) {
    for (S& p : part) p = s;
  }
  explicit THEW_INLINE Several(double s) : Several(S(s)) {}
  static THEW_INLINE Several load(const S* p) {
    Several r;
    for (int k = 0; k < kCount; ++k) r.part[k] = math::fetch(p + k);
    return r;
  }
  THEW_INLINE void store(S* p) const {
    for (int k = 0; k < kCount; ++k) p[k] = part[k];
  }
  THEW_INLINE const S& operator[](int k) const { return part[k]; }
  THEW_INLINE void set(int k, const S& s) { part[k] = s; }

  THEW_INLINE Several operator-() const {
    Several r;
    for (int k = 0; k < kCount; ++k) r.part[k] = -part[k];
    return r;
  }
  friend THEW_INLINE Several operator+(Several a, const Several& b) {
    for (int k = 0; k < kCount; ++k) a.part[k] += b.part[k];
    return a;
  }
  friend THEW_INLINE Several operator-(Several a, const Several& b) {
    for (int k = 0; k < kCount; ++k) a.part[k] -= b.part[k];
    return a;
  }
  friend THEW_INLINE Several operator*(Several a, const Several& b) {
    for (int k = 0; k < kCount; ++k) a.part[k] *= b.part[k];
    return a;
  }
  friend THEW_INLINE Several fma(const Several& a, const Several& b, Several c) {
    for (int k = 0; k < kCount; ++k) c.part[k] = math::fma(a.part[k], b.part[k], c.part[k]);
    return c;
  }
  friend THEW_INLINE Mask operator<(const Several& a, const Several& b) {
    Mask r;
    for (int k = 0; k < kCount; ++k) r.part[k] = a.part[k] < b.part[k];
    return r;
  }
  friend THEW_INLINE Mask operator<=(const Several& a, const Several& b) {
    Mask r;
    for (int k = 0; k < kCount; ++k) r.part[k] = a.part[k] <= b.part[k];
    return r;
  }
  friend THEW_INLINE Mask operator>=(const Several& a, const Several& b) { return b <= a; }
  friend THEW_INLINE Mask operator==(const Several& a, const Several& b) {
    Mask r;
    for (int k = 0; k < kCount; ++k) r.part[k] = a.part[k] == b.part[k];
    return r;
  }
  friend THEW_INLINE Several abs(Several a) {
    for (S& p : a.part) p = math::abs(p);
    return a;
  }
  friend THEW_INLINE Several select(const Mask& m, const Several& a, const Several& b) {
    Several r;
    for (int k = 0; k < kCount; ++k) r.part[k] = math::select(m.part[k], a.part[k], b.part[k]);
    return r;
  }
  /// The lanes in which it holds for each number, from the first number on.
  friend THEW_INLINE std::uint64_t bits(const Mask& m) {
    std::uint64_t r = 0;
    for (int k = kCount; k-- > 0;) r = r << math::Traits<S>::lanes | math::bits(m.part[k]);
    return r;
  }
};

template <class S>
using Four = Several<S, kSide>;

}  // namespace thew::constraint::tile
