#pragma once

// Four numbers of one world side by side in one register, for pair functions that take their
// parallelism from a box: its three axes (the fourth number is along for the ride) or four parallel
// edges.
//
// Sums here are not fused. Boxes that stand along the same axes meet in exact ties (this face or
// that one, touching or not), and unfused sums keep such ties exact: products with 0 and 1 do not
// round.

#include "math/mat3.h"
#include "math/pack.h"

namespace thew::element {

#if defined(__CUDACC__)
/// On a device four numbers of a thread.
template <class S>
struct Quad {
  struct Mask {
    bool v[4];
    THEW_INLINE bool operator[](int i) const { return v[i]; }
    THEW_INLINE Mask operator!() const { return {{!v[0], !v[1], !v[2], !v[3]}}; }
    friend THEW_INLINE Mask operator|(const Mask& a, const Mask& b) {
      return {{a[0] || b[0], a[1] || b[1], a[2] || b[2], a[3] || b[3]}};
    }
    friend THEW_INLINE Mask operator&(const Mask& a, const Mask& b) {
      return {{a[0] && b[0], a[1] && b[1], a[2] && b[2], a[3] && b[3]}};
    }
    friend THEW_INLINE bool any(const Mask& m) { return m[0] || m[1] || m[2] || m[3]; }
    friend THEW_INLINE bool none(const Mask& m) { return !any(m); }
  };
  S v[4];

  Quad() = default;
  THEW_INLINE Quad(S s) : v{s, s, s, s} {}
  THEW_INLINE Quad(S x, S y, S z, S rest) : v{x, y, z, rest} {}
  static THEW_INLINE Quad load(const S* p) { return {p[0], p[1], p[2], p[3]}; }
  THEW_INLINE void store(S* p) const {
    for (int i = 0; i < 4; ++i) p[i] = v[i];
  }
  THEW_INLINE S operator[](int i) const { return v[i]; }

  template <class F>
  static THEW_INLINE Quad of(const F& f) {
    return {f(0), f(1), f(2), f(3)};
  }
  template <class F>
  static THEW_INLINE Mask test(const F& f) {
    return {{f(0), f(1), f(2), f(3)}};
  }
  THEW_INLINE Quad operator-() const { return {-v[0], -v[1], -v[2], -v[3]}; }
  THEW_INLINE Quad& operator+=(const Quad& b) { return *this = *this + b; }
  friend THEW_INLINE Quad operator+(const Quad& a, const Quad& b) {
    return of([&](int i) { return a[i] + b[i]; });
  }
  friend THEW_INLINE Quad operator-(const Quad& a, const Quad& b) {
    return of([&](int i) { return a[i] - b[i]; });
  }
  friend THEW_INLINE Quad operator*(const Quad& a, const Quad& b) {
    return of([&](int i) { return a[i] * b[i]; });
  }
  friend THEW_INLINE Quad operator/(const Quad& a, const Quad& b) {
    return of([&](int i) { return a[i] / b[i]; });
  }
  friend THEW_INLINE Mask operator<(const Quad& a, const Quad& b) {
    return test([&](int i) { return a[i] < b[i]; });
  }
  friend THEW_INLINE Mask operator>(const Quad& a, const Quad& b) { return b < a; }
  friend THEW_INLINE Mask operator>=(const Quad& a, const Quad& b) {
    return test([&](int i) { return a[i] >= b[i]; });
  }
  friend THEW_INLINE Quad abs(const Quad& a) {
    return of([&](int i) { return math::abs(a[i]); });
  }
  friend THEW_INLINE Quad sqrt(const Quad& a) {
    return of([&](int i) { return math::sqrt(a[i]); });
  }
  friend THEW_INLINE Quad fma(const Quad& a, const Quad& b, const Quad& c) {
    return of([&](int i) { return math::fma(a[i], b[i], c[i]); });
  }
  friend THEW_INLINE Quad select(const Mask& m, const Quad& a, const Quad& b) {
    return of([&](int i) { return m[i] ? a[i] : b[i]; });
  }
  friend THEW_INLINE Quad clamp(const Quad& a, const Quad& low, const Quad& high) {
    return of([&](int i) { return math::clamp(a[i], low[i], high[i]); });
  }
  friend THEW_INLINE S lane(const Quad& a, int i) { return a[i]; }
};

template <class S>
using QuadMask = typename Quad<S>::Mask;

template <class S>
THEW_INLINE Quad<S> quad(S x, S y, S z, S rest = 0) {
  return {x, y, z, rest};
}
/// (x, y, z) becomes (y, z, x): each axis gets what belongs to the next.
template <class S>
THEW_INLINE Quad<S> next_axis(const Quad<S>& a) {
  return {a[1], a[2], a[0], a[3]};
}
/// (x, y, z) becomes (z, x, y).
template <class S>
THEW_INLINE Quad<S> previous_axis(const Quad<S>& a) {
  return {a[2], a[0], a[1], a[3]};
}
#else
template <class S>
using Quad = math::Wide<S, 4>;
template <class S>
using QuadMask = math::MaskOf<Quad<S>>;

template <class S>
THEW_INLINE Quad<S> quad(S x, S y, S z, S rest = 0) {
  Quad<S> r;
  r.v[0] = typename Quad<S>::V{x, y, z, rest};
  return r;
}
template <class S>
THEW_INLINE Quad<S> next_axis(const Quad<S>& a) {
  Quad<S> r;
  r.v[0] = __builtin_shufflevector(a.v[0], a.v[0], 1, 2, 0, 3);
  return r;
}
template <class S>
THEW_INLINE Quad<S> previous_axis(const Quad<S>& a) {
  Quad<S> r;
  r.v[0] = __builtin_shufflevector(a.v[0], a.v[0], 2, 0, 1, 3);
  return r;
}
#endif

template <class S>
THEW_INLINE Quad<S> quad(const math::Vec3<S>& a, std::type_identity_t<S> rest = 0) {
  return quad(a.x, a.y, a.z, rest);
}

/// The axes after and before axis i, in cyclic order.
THEW_INLINE int next(int i) {
  return i == 2 ? 0 : i + 1;
}
THEW_INLINE int previous(int i) {
  return i == 0 ? 2 : i - 1;
}

/// x a + y b + z c
template <class S>
THEW_INLINE Quad<S> combine(std::type_identity_t<S> x, const Quad<S>& a, std::type_identity_t<S> y,
                            const Quad<S>& b, std::type_identity_t<S> z, const Quad<S>& c) {
  return Quad<S>(x) * a + Quad<S>(y) * b + Quad<S>(z) * c;
}

/// x row_0 + y row_1 + z row_2
template <class S>
THEW_INLINE Quad<S> combine(const Quad<S>& a, const S (&rows)[3][4]) {
  return combine<S>(a[0], Quad<S>::load(rows[0]), a[1], Quad<S>::load(rows[1]), a[2],
                    Quad<S>::load(rows[2]));
}

/// a . b of the first three lanes.
template <class S>
THEW_INLINE S dot3(const Quad<S>& a, const Quad<S>& b) {
  const Quad<S> product = a * b;
  return product[0] + product[1] + product[2];
}

/// a x b
template <class S>
THEW_INLINE Quad<S> cross3(const Quad<S>& a, const Quad<S>& b) {
  return next_axis<S>(a) * previous_axis<S>(b) - previous_axis<S>(a) * next_axis<S>(b);
}

/// The unit vector along axis i.
template <class S>
THEW_INLINE Quad<S> unit_quad(int i) {
  alignas(32) static constexpr S kUnit[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  return Quad<S>::load(kUnit[i]);
}

}  // namespace thew::element
