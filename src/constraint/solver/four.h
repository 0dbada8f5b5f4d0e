#pragma once

#include "math/pack.h"

namespace thew::constraint::tile {

inline constexpr int kSide = 4;

/// Four numbers of each of some worlds in lanes: one register for each number.
template <class S>
struct Four {
  struct Mask {
    math::MaskOf<S> part[kSide];
    friend THEW_INLINE Mask operator|(const Mask& a, const Mask& b) {
      Mask r;
      for (int k = 0; k < kSide; ++k) r.part[k] = a.part[k] | b.part[k];
      return r;
    }
  };
  S part[kSide];

  Four() = default;
  explicit THEW_INLINE Four(const S& s) {
    for (S& p : part) p = s;
  }
  explicit THEW_INLINE Four(double s) : Four(S(s)) {}
  static THEW_INLINE Four load(const S* p) {
    Four r;
    for (int k = 0; k < kSide; ++k) r.part[k] = math::fetch(p + k);
    return r;
  }
  THEW_INLINE void store(S* p) const {
    for (int k = 0; k < kSide; ++k) p[k] = part[k];
  }
  THEW_INLINE const S& operator[](int k) const { return part[k]; }
  THEW_INLINE void set(int k, const S& s) { part[k] = s; }

  THEW_INLINE Four operator-() const {
    Four r;
    for (int k = 0; k < kSide; ++k) r.part[k] = -part[k];
    return r;
  }
  friend THEW_INLINE Four operator+(Four a, const Four& b) {
    for (int k = 0; k < kSide; ++k) a.part[k] += b.part[k];
    return a;
  }
  friend THEW_INLINE Four operator-(Four a, const Four& b) {
    for (int k = 0; k < kSide; ++k) a.part[k] -= b.part[k];
    return a;
  }
  friend THEW_INLINE Four operator*(Four a, const Four& b) {
    for (int k = 0; k < kSide; ++k) a.part[k] *= b.part[k];
    return a;
  }
  friend THEW_INLINE Four fma(const Four& a, const Four& b, Four c) {
    for (int k = 0; k < kSide; ++k) c.part[k] = math::fma(a.part[k], b.part[k], c.part[k]);
    return c;
  }
  friend THEW_INLINE Mask operator<(const Four& a, const Four& b) {
    Mask r;
    for (int k = 0; k < kSide; ++k) r.part[k] = a.part[k] < b.part[k];
    return r;
  }
  friend THEW_INLINE Mask operator<=(const Four& a, const Four& b) {
    Mask r;
    for (int k = 0; k < kSide; ++k) r.part[k] = a.part[k] <= b.part[k];
    return r;
  }
  friend THEW_INLINE Mask operator>=(const Four& a, const Four& b) { return b <= a; }
  friend THEW_INLINE Mask operator==(const Four& a, const Four& b) {
    Mask r;
    for (int k = 0; k < kSide; ++k) r.part[k] = a.part[k] == b.part[k];
    return r;
  }
  friend THEW_INLINE Four abs(Four a) {
    for (S& p : a.part) p = math::abs(p);
    return a;
  }
  friend THEW_INLINE Four select(const Mask& m, const Four& a, const Four& b) {
    Four r;
    for (int k = 0; k < kSide; ++k) r.part[k] = math::select(m.part[k], a.part[k], b.part[k]);
    return r;
  }
  /// The lanes in which it holds for each number, from the first number on.
  friend THEW_INLINE std::uint64_t bits(const Mask& m) {
    std::uint64_t r = 0;
    for (int k = kSide; k-- > 0;) r = r << math::Traits<S>::lanes | math::bits(m.part[k]);
    return r;
  }
};

}  // namespace thew::constraint::tile
