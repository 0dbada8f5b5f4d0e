#pragma once

// Pack<S, N, A>: N worlds side by side, one per lane; Mask<S, N, A>: one truth value per lane. A
// Pack is an array of native vectors of at most 32 bytes (64 with AVX-512). The words of
// `math/scalar.h` follow for packs, with the same bits per lane. Intrinsics appear only where
// vectors have no operator, beside a portable form. A device has no lanes: a thread is a world.

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include "math/pack512.h"
#endif
#if !defined(__CUDACC__)

#include <cstring>
#include <type_traits>
#include <utility>

#include <thew/lanes.h>

#include "math/scalar.h"

namespace thew::math {

template <class S, int N, Across A = Across::Worlds>
struct Mask;

/// N entries of one world side by side: SIMD within a world, where entries do not depend on one
/// another. A type of its own, so that nobody takes them for worlds.
template <class S, int N>
using Wide = Pack<S, N, Across::Entries>;

namespace detail {

inline constexpr int kVectorBytes = 32;

// The signed integer as wide as S, and the floating type as wide: double <-> int64, float <->
// int32.
template <class S>
using IntLike = std::conditional_t<sizeof(S) == 8, std::int64_t, std::int32_t>;
template <class S>
using FloatLike = std::conditional_t<sizeof(S) == 8, double, float>;

// How N lanes of S are laid out: `count` vectors of `width` lanes.
template <class S, int N>
struct Layout {
  static constexpr int bytes =
      N * int(sizeof(S)) < kVectorBytes ? N * int(sizeof(S)) : kVectorBytes;
  static constexpr int width = bytes / int(sizeof(S));
  static constexpr int count = N / width;
  static_assert(count * width == N && (width & (width - 1)) == 0,
                "lane count must be a power of two or fill vectors");
  typedef S Vector __attribute__((vector_size(bytes)));
  typedef IntLike<S> IntVector __attribute__((vector_size(bytes)));
};

template <class V, class S, int... I>
THEW_INLINE V broadcast(S s, std::integer_sequence<int, I...>) {
  return V{((void)I, s)...};
}

// The pack type among the arguments of a word, so that max(x, 0) and max(0, x) both work.
template <class... A>
struct FindPack {};
template <class A, class... Rest>
struct FindPack<A, Rest...> : FindPack<Rest...> {};
template <class S, int N, Across A, class... Rest>
struct FindPack<Pack<S, N, A>, Rest...> {
  using type = Pack<S, N, A>;
};
template <class... A>
using CommonPack = typename FindPack<A...>::type;

}  // namespace detail

template <class S, int N, Across A>
struct Traits<Pack<S, N, A>> {
  using Scalar = S;
  using Int = Pack<detail::IntLike<S>, N, A>;
  using Mask = math::Mask<detail::FloatLike<S>, N, A>;
  static constexpr int lanes = N;
};

// One truth value per lane: all bits set or none.
template <class S, int N, Across A>
struct Mask {
  using L = detail::Layout<S, N>;
  static constexpr int lanes = N;
  typename L::IntVector v[L::count];

  Mask() = default;
  THEW_INLINE Mask(bool m) {
    for (auto& x : v)
      x = detail::broadcast<typename L::IntVector>(detail::IntLike<S>(m ? -1 : 0),
                                                   std::make_integer_sequence<int, L::width>{});
  }

  THEW_INLINE bool operator[](int i) const { return v[i / L::width][i % L::width] != 0; }
  THEW_INLINE void set(int i, bool m) { v[i / L::width][i % L::width] = m ? -1 : 0; }

  friend THEW_INLINE Mask operator&(Mask a, const Mask& b) {
    for (int k = 0; k < L::count; ++k) a.v[k] &= b.v[k];
    return a;
  }
  friend THEW_INLINE Mask operator|(Mask a, const Mask& b) {
    for (int k = 0; k < L::count; ++k) a.v[k] |= b.v[k];
    return a;
  }
  friend THEW_INLINE Mask operator^(Mask a, const Mask& b) {
    for (int k = 0; k < L::count; ++k) a.v[k] ^= b.v[k];
    return a;
  }
  friend THEW_INLINE Mask operator!(Mask a) {
    for (int k = 0; k < L::count; ++k) a.v[k] = ~a.v[k];
    return a;
  }
  THEW_INLINE Mask& operator&=(const Mask& b) { return *this = *this & b; }
  THEW_INLINE Mask& operator|=(const Mask& b) { return *this = *this | b; }
  THEW_INLINE Mask& operator^=(const Mask& b) { return *this = *this ^ b; }
};

// N numbers, one per lane. S is double or float, or int64_t or int32_t for their bits.
template <class S, int N, Across A>
struct Pack {
  using L = detail::Layout<S, N>;
  using V = typename L::Vector;
  using M = typename Traits<Pack>::Mask;
  static constexpr int lanes = N;
  V v[L::count];

  Pack() = default;
  // The same number in every lane. A double literal does not silently become a float: with T =
  // float the same expression would be computed in double, and lanes would differ from it.
  template <class U>
    requires std::is_arithmetic_v<U>
  explicit(std::is_floating_point_v<U> && !std::is_same_v<U, S> &&
           sizeof(U) >= sizeof(S)) THEW_INLINE Pack(U s) {
    for (V& x : v)
      x = detail::broadcast<V>(static_cast<S>(s), std::make_integer_sequence<int, L::width>{});
  }

  // Lanes from and to N adjacent numbers, of any alignment.
  static THEW_INLINE Pack load(const S* p) {
    Pack r;
    std::memcpy(&r, p, sizeof r);
    return r;
  }
  THEW_INLINE void store(S* p) const { std::memcpy(p, this, sizeof *this); }

  THEW_INLINE S operator[](int i) const { return v[i / L::width][i % L::width]; }
  // Packs are filled lane by lane, which g++ takes for a read of the other lanes.
#pragma GCC diagnostic push
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
  THEW_INLINE void set(int i, S s) { v[i / L::width][i % L::width] = s; }
#pragma GCC diagnostic pop

  THEW_INLINE Pack operator-() const {
    Pack r;
    for (int k = 0; k < L::count; ++k) r.v[k] = -v[k];
    return r;
  }
  THEW_INLINE Pack operator+() const { return *this; }
  THEW_INLINE Pack& operator+=(const Pack& b) {
    for (int k = 0; k < L::count; ++k) v[k] += b.v[k];
    return *this;
  }
  THEW_INLINE Pack& operator-=(const Pack& b) {
    for (int k = 0; k < L::count; ++k) v[k] -= b.v[k];
    return *this;
  }
  THEW_INLINE Pack& operator*=(const Pack& b) {
    for (int k = 0; k < L::count; ++k) v[k] *= b.v[k];
    return *this;
  }
  THEW_INLINE Pack& operator/=(const Pack& b) {
    for (int k = 0; k < L::count; ++k) v[k] /= b.v[k];
    return *this;
  }
  friend THEW_INLINE Pack operator+(Pack a, const Pack& b) { return a += b; }
  friend THEW_INLINE Pack operator-(Pack a, const Pack& b) { return a -= b; }
  friend THEW_INLINE Pack operator*(Pack a, const Pack& b) { return a *= b; }
  friend THEW_INLINE Pack operator/(Pack a, const Pack& b) { return a /= b; }

  // Bit operations, for integer packs only.
  friend THEW_INLINE Pack operator&(Pack a, const Pack& b)
    requires Integer<S>
  {
    for (int k = 0; k < L::count; ++k) a.v[k] &= b.v[k];
    return a;
  }
  friend THEW_INLINE Pack operator|(Pack a, const Pack& b)
    requires Integer<S>
  {
    for (int k = 0; k < L::count; ++k) a.v[k] |= b.v[k];
    return a;
  }
  friend THEW_INLINE Pack operator^(Pack a, const Pack& b)
    requires Integer<S>
  {
    for (int k = 0; k < L::count; ++k) a.v[k] ^= b.v[k];
    return a;
  }
  friend THEW_INLINE Pack operator<<(Pack a, int bits)
    requires Integer<S>
  {
    for (int k = 0; k < L::count; ++k) a.v[k] <<= bits;
    return a;
  }
  friend THEW_INLINE Pack operator>>(Pack a, int bits)
    requires Integer<S>
  {
    for (int k = 0; k < L::count; ++k) a.v[k] >>= bits;
    return a;
  }

  friend THEW_INLINE M operator<(const Pack& a, const Pack& b) {
    M m;
    for (int k = 0; k < L::count; ++k) m.v[k] = (typename L::IntVector)(a.v[k] < b.v[k]);
    return m;
  }
  friend THEW_INLINE M operator<=(const Pack& a, const Pack& b) {
    M m;
    for (int k = 0; k < L::count; ++k) m.v[k] = (typename L::IntVector)(a.v[k] <= b.v[k]);
    return m;
  }
  friend THEW_INLINE M operator==(const Pack& a, const Pack& b) {
    M m;
    for (int k = 0; k < L::count; ++k) m.v[k] = (typename L::IntVector)(a.v[k] == b.v[k]);
    return m;
  }
  friend THEW_INLINE M operator!=(const Pack& a, const Pack& b) {
    M m;
    for (int k = 0; k < L::count; ++k) m.v[k] = (typename L::IntVector)(a.v[k] != b.v[k]);
    return m;
  }
  friend THEW_INLINE M operator>(const Pack& a, const Pack& b) { return b < a; }
  friend THEW_INLINE M operator>=(const Pack& a, const Pack& b) { return b <= a; }
};

// The numbers at p, by way of a register: clang copies a struct of arrays by way of memory.
template <class S, int N, Across A>
THEW_INLINE Pack<S, N, A> fetch(const Pack<S, N, A>* p) {
  Pack<S, N, A> r;
  for (int k = 0; k < Pack<S, N, A>::L::count; ++k) r.v[k] = p->v[k];
  return r;
}

// Lanes.
template <class S, int N, Across A>
THEW_INLINE S lane(const Pack<S, N, A>& x, int i) {
  return x[i];
}
template <class S, int N, Across A>
THEW_INLINE bool lane(const Mask<S, N, A>& m, int i) {
  return m[i];
}
template <class S, int N, Across A>
THEW_INLINE void set_lane(Pack<S, N, A>& x, int i, std::type_identity_t<S> value) {
  x.set(i, value);
}

// Masks. The sign bit of a lane is its truth value, which is what movemask and blend read.
namespace detail {

template <class V>
THEW_INLINE bool any_vector(const V& m) {
#if defined(__AVX__)
  if constexpr (sizeof(V) == 32) return !_mm256_testz_si256((__m256i)m, (__m256i)m);
#endif
  std::int64_t bits = 0;
  for (int i = 0; i < int(sizeof(V) / sizeof(m[0])); ++i) bits |= m[i];
  return bits != 0;
}

// mask ? a : b per lane, for vectors of numbers or of integers.
template <class V, class IV>
THEW_INLINE V blend(const IV& m, const V& a, const V& b) {
#if defined(__AVX__)
  if constexpr (sizeof(V) == 32 && sizeof(m[0]) == 8)
    return (V)_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)m);
  else if constexpr (sizeof(V) == 32)
    return (V)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m);
  else if constexpr (sizeof(V) == 16 && sizeof(m[0]) == 4)
    return (V)_mm_blendv_ps((__m128)b, (__m128)a, (__m128)m);
  else
#endif
    return m ? a : b;
}

}  // namespace detail

// True if the mask holds in some lane.
template <class S, int N, Across A>
THEW_INLINE bool any(const Mask<S, N, A>& m) {
  auto v = m.v[0];
  for (int k = 1; k < Mask<S, N, A>::L::count; ++k) v |= m.v[k];
  return detail::any_vector(v);
}
// True if the mask holds in every lane.
template <class S, int N, Across A>
THEW_INLINE bool all(const Mask<S, N, A>& m) {
  return !any(!m);
}
// True if the mask holds in no lane.
template <class S, int N, Across A>
THEW_INLINE bool none(const Mask<S, N, A>& m) {
  return !any(m);
}

// The lanes in which the mask holds, as bits.
template <class S, int N, Across A>
THEW_INLINE unsigned bits(const Mask<S, N, A>& m) {
#if defined(__AVX__)
  if constexpr (sizeof(S) == 8 && N == 4) {
    return static_cast<unsigned>(_mm256_movemask_pd((__m256d)m.v[0]));
  }
  if constexpr (sizeof(S) == 4 && N == 8) {
    return static_cast<unsigned>(_mm256_movemask_ps((__m256)m.v[0]));
  }
  if constexpr (sizeof(S) == 4 && N == 4) {
    return static_cast<unsigned>(_mm_movemask_ps((__m128)m.v[0]));
  }
#endif
  unsigned result = 0;
  for (int i = 0; i < N; ++i) result |= (m[i] ? 1u : 0u) << i;
  return result;
}

// The mask that holds in the lanes given as bits.
template <class M>
THEW_INLINE M mask_of_bits(unsigned bits) {
  if constexpr (std::is_same_v<M, bool>) {
    return (bits & 1) != 0;
  } else {
    using Vector = typename M::L::IntVector;
    M m;
    for (int k = 0; k < M::L::count; ++k) {
      Vector one;
      for (int i = 0; i < M::L::width; ++i) one[i] = 1 << (k * M::L::width + i);
      m.v[k] = (Vector)((one & static_cast<int>(bits)) == one);
    }
    return m;
  }
}

// a in the lanes where m holds, b in the others.
template <class S, int N, Across A>
THEW_INLINE Pack<S, N, A> select(const Mask<S, N, A>& m,
                                 std::type_identity_t<const Pack<S, N, A>&> a,
                                 std::type_identity_t<const Pack<S, N, A>&> b) {
  Pack<S, N, A> r;
  for (int k = 0; k < Pack<S, N, A>::L::count; ++k) r.v[k] = detail::blend(m.v[k], a.v[k], b.v[k]);
  return r;
}
template <class S, int N, Across A, Integer I>
  requires std::same_as<I, detail::IntLike<S>>
THEW_INLINE Pack<I, N, A> select(const Mask<S, N, A>& m, const Pack<I, N, A>& a,
                                 const Pack<I, N, A>& b) {
  Pack<I, N, A> r;
  for (int k = 0; k < Pack<I, N, A>::L::count; ++k) r.v[k] = detail::blend(m.v[k], a.v[k], b.v[k]);
  return r;
}
// The same choice in all lanes, where the model decides and not a value.
template <class S, int N, Across A>
THEW_INLINE Pack<S, N, A> select(bool m, const Pack<S, N, A>& a, const Pack<S, N, A>& b) {
  return m ? a : b;
}

// The bits of each lane as integers, and back.
template <Floating S, int N, Across A>
THEW_INLINE IntOf<Pack<S, N, A>> to_bits(const Pack<S, N, A>& x) {
  IntOf<Pack<S, N, A>> r;
  for (int k = 0; k < Pack<S, N, A>::L::count; ++k)
    r.v[k] = (typename IntOf<Pack<S, N, A>>::V)x.v[k];
  return r;
}
template <Integer I, int N, Across A>
THEW_INLINE Pack<detail::FloatLike<I>, N, A> from_bits(const Pack<I, N, A>& x) {
  using P = Pack<detail::FloatLike<I>, N, A>;
  P r;
  for (int k = 0; k < P::L::count; ++k) r.v[k] = (typename P::V)x.v[k];
  return r;
}

// Right shift that fills with zeros; the arithmetic one has no instruction for 64 bits before
// AVX-512.
template <Integer I, int N, Across A>
THEW_INLINE Pack<I, N, A> shift_right_logical(Pack<I, N, A> x, int bits) {
  typedef std::make_unsigned_t<I> U __attribute__((vector_size(Pack<I, N, A>::L::bytes)));
  for (auto& v : x.v) v = (typename Pack<I, N, A>::V)((U)v >> bits);
  return x;
}

// Words with an instruction of their own on each vector; narrow or foreign vectors go through the
// lanes.
namespace detail {

template <class V>
THEW_INLINE V fma_vector(const V& a, const V& b, const V& c) {
#if defined(__FMA__)
  if constexpr (sizeof(V) == 32 && sizeof(a[0]) == 8)
    return (V)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
  if constexpr (sizeof(V) == 32 && sizeof(a[0]) == 4)
    return (V)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
  if constexpr (sizeof(V) == 16 && sizeof(a[0]) == 4)
    return (V)_mm_fmadd_ps((__m128)a, (__m128)b, (__m128)c);
#endif
  V r;
  for (int i = 0; i < int(sizeof(V) / sizeof(a[0])); ++i) r[i] = math::fma(a[i], b[i], c[i]);
  return r;
}

template <class V>
THEW_INLINE V sqrt_vector(const V& x) {
#if defined(__AVX__)
  if constexpr (sizeof(V) == 32 && sizeof(x[0]) == 8) return (V)_mm256_sqrt_pd((__m256d)x);
  if constexpr (sizeof(V) == 32 && sizeof(x[0]) == 4) return (V)_mm256_sqrt_ps((__m256)x);
  if constexpr (sizeof(V) == 16 && sizeof(x[0]) == 4) return (V)_mm_sqrt_ps((__m128)x);
#endif
  V r;
  for (int i = 0; i < int(sizeof(V) / sizeof(x[0])); ++i) r[i] = math::sqrt(x[i]);
  return r;
}

template <class V>
THEW_INLINE V floor_vector(const V& x) {
#if defined(__AVX__)
  if constexpr (sizeof(V) == 32 && sizeof(x[0]) == 8) return (V)_mm256_floor_pd((__m256d)x);
  if constexpr (sizeof(V) == 32 && sizeof(x[0]) == 4) return (V)_mm256_floor_ps((__m256)x);
  if constexpr (sizeof(V) == 16 && sizeof(x[0]) == 4) return (V)_mm_floor_ps((__m128)x);
#endif
  V r;
  for (int i = 0; i < int(sizeof(V) / sizeof(x[0])); ++i) r[i] = math::floor(x[i]);
  return r;
}

template <class V>
THEW_INLINE V round_even_vector(const V& x) {
#if defined(__AVX__)
  constexpr int kMode = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
  if constexpr (sizeof(V) == 32 && sizeof(x[0]) == 8) return (V)_mm256_round_pd((__m256d)x, kMode);
  if constexpr (sizeof(V) == 32 && sizeof(x[0]) == 4) return (V)_mm256_round_ps((__m256)x, kMode);
  if constexpr (sizeof(V) == 16 && sizeof(x[0]) == 4) return (V)_mm_round_ps((__m128)x, kMode);
#endif
  V r;
  for (int i = 0; i < int(sizeof(V) / sizeof(x[0])); ++i) r[i] = math::round_even(x[i]);
  return r;
}

}  // namespace detail

// a b + c, rounded once.
template <class A, class B, class C, class P = detail::CommonPack<A, B, C>>
THEW_INLINE P fma(const A& a, const B& b, const C& c) {
  const P x = a, y = b, z = c;
  P r;
  for (int k = 0; k < P::L::count; ++k) r.v[k] = detail::fma_vector(x.v[k], y.v[k], z.v[k]);
  return r;
}

template <Floating S, int N, Across A>
THEW_INLINE Pack<S, N, A> sqrt(const Pack<S, N, A>& x) {
  Pack<S, N, A> r;
  for (int k = 0; k < Pack<S, N, A>::L::count; ++k) r.v[k] = detail::sqrt_vector(x.v[k]);
  return r;
}

template <Floating S, int N, Across A>
THEW_INLINE Pack<S, N, A> floor(const Pack<S, N, A>& x) {
  Pack<S, N, A> r;
  for (int k = 0; k < Pack<S, N, A>::L::count; ++k) r.v[k] = detail::floor_vector(x.v[k]);
  return r;
}

template <Floating S, int N, Across A>
THEW_INLINE Pack<S, N, A> ceil(const Pack<S, N, A>& x) {
  return -floor(-x);
}

// Nearest integer, ties to even.
template <Floating S, int N, Across A>
THEW_INLINE Pack<S, N, A> round_even(const Pack<S, N, A>& x) {
  Pack<S, N, A> r;
  for (int k = 0; k < Pack<S, N, A>::L::count; ++k) r.v[k] = detail::round_even_vector(x.v[k]);
  return r;
}

template <Floating S, int N, Across A>
THEW_INLINE Pack<S, N, A> abs(const Pack<S, N, A>& x) {
  using I = IntOf<Pack<S, N, A>>;
  return from_bits(to_bits(x) & I(std::numeric_limits<Scalar<I>>::max()));
}

// |x| with the sign of s.
template <class A, class B, class P = detail::CommonPack<A, B>>
THEW_INLINE P copysign(const A& x, const B& s) {
  using I = IntOf<P>;
  const P magnitude = x, sign = s;
  const I sign_bit = std::numeric_limits<Scalar<I>>::min();
  const I rest = std::numeric_limits<Scalar<I>>::max();
  return from_bits((to_bits(magnitude) & rest) | (to_bits(sign) & sign_bit));
}

// The smaller and the larger; b if either is NaN, or if both are zero.
template <class A, class B, class P = detail::CommonPack<A, B>>
THEW_INLINE P min(const A& a, const B& b) {
  const P x = a, y = b;
  return select(x < y, x, y);
}
template <class A, class B, class P = detail::CommonPack<A, B>>
THEW_INLINE P max(const A& a, const B& b) {
  const P x = a, y = b;
  return select(x > y, x, y);
}

// x limited to [lo, hi]; NaN passes through, and lo wins where lo > hi.
template <class A, class B, class C, class P = detail::CommonPack<A, B, C>>
THEW_INLINE P clamp(const A& x, const B& lo, const C& hi) {
  const P p = x, l = lo, h = hi;
  return select(p < l, l, select(p > h, h, p));
}

// False for infinities and NaN.
template <Floating S, int N, Across A>
THEW_INLINE Mask<S, N, A> is_finite(const Pack<S, N, A>& x) {
  return abs(x) <= Pack<S, N, A>(std::numeric_limits<S>::max());
}

}  // namespace thew::math

namespace thew {
using math::Mask;
using math::Pack;
}  // namespace thew

#endif
