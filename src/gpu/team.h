#pragma once

// The threads that work on one world. Kernels are written as loops over elements whose turns do not
// depend on one another; here is what such a loop is on a device, and on the host. Sums have the
// same bits in both: each of the G threads adds its own turns in their order, then they add one
// another's.

#include <cstdint>
#include <type_traits>

#include "math/loops.h"
#include "math/scalar.h"

// THEW_STAGE: part of a kernel, which runs where its team is. THEW_CALL: the same, not inlined:
// kernels are small, so that the device need not wait for instructions (math/loops.h).
#if defined(__CUDACC__)
#define THEW_STAGE __device__ __forceinline__
#define THEW_CALL inline __device__ __noinline__
#else
#define THEW_STAGE inline
#define THEW_CALL inline
#endif

namespace thew::gpu {

/// In which order teams of the host take their turns; results do not depend on it.
enum class Order { Forwards, Backwards, Shuffled };

/// Several sums at once.
template <class T, int N>
struct Sums {
  T value[N];
  Sums() = default;
  THEW_INLINE explicit Sums(int zero) {
    for (int k = 0; k < N; ++k) value[k] = T(zero);
  }
  THEW_INLINE T operator[](int k) const { return value[k]; }
  THEW_INLINE T& operator[](int k) { return value[k]; }
  THEW_INLINE friend Sums operator+(const Sums& a, const Sums& b) {
    Sums sum(0);
    for (int k = 0; k < N; ++k) sum.value[k] = a.value[k] + b.value[k];
    return sum;
  }
};

#if defined(__CUDACC__)

template <int G>
class Team {
 public:
  static constexpr int kSize = G;
  __device__ __forceinline__ Team()
      : rank_(static_cast<int>(threadIdx.x) % G), mask_(mask_of_team()) {}

  __device__ __forceinline__ int rank() const { return rank_; }

  __device__ __forceinline__ void meet() const { __syncwarp(mask_); }

  /// Calls turn(i) for i from first to end - 1; all turns are done when it returns.
  template <class Turn>
  __device__ __forceinline__ void each(int first, int end, Turn turn) const {
    THEW_ROLLED
    for (int i = first + rank_; i < end; i += G) turn(i);
    meet();
  }
  template <class Turn>
  __device__ __forceinline__ void each(int n, Turn turn) const {
    each(0, n, turn);
  }

  /// Begins to copy a number from global memory to where a world is worked on; it is there after
  /// arrive(). `near`: that is shared memory.
  template <bool near, class E>
  __device__ __forceinline__ void fetch(const E* from, E* to) const {
    if constexpr (near) {
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(
                       static_cast<unsigned>(__cvta_generic_to_shared(to))),
                   "l"(from), "n"(sizeof(E)));
    } else {
      *to = *from;
    }
  }
  /// The same for n numbers, one behind the other.
  template <bool near, class E>
  __device__ __forceinline__ void fetch(int n, const E* from, E* to) const {
    THEW_ROLLED
    for (int i = rank_; i < n; i += G) fetch<near>(from + i, to + i);
  }
  __device__ __forceinline__ void arrive() const {
    asm volatile("cp.async.wait_all;" ::: "memory");
    meet();
  }

  /// What must be done once.
  template <class Turn>
  __device__ __forceinline__ void once(Turn turn) const {
    if (rank_ == 0) turn();
    meet();
  }

  /// The sum of value(i), an S with operator +, the same in all threads.
  template <class S, class Value>
  __device__ __forceinline__ S sum(int n, Value value) const {
    S own = S(0);
    THEW_ROLLED
    for (int i = rank_; i < n; i += G) own = own + value(i);
    return add_up(own);
  }

  /// Copies n numbers, of which those in global memory are waited for together.
  template <class E>
  __device__ __forceinline__ void copy(int n, const E* from, E* to) const {
    THEW_BY_FOURS
    for (int i = rank_; i < n; i += G) to[i] = from[i];
    meet();
  }

  /// Whether test(i) holds for any i.
  template <class Test>
  __device__ __forceinline__ bool any(int n, Test test) const {
    bool own = false;
    THEW_BY_FOURS
    for (int i = rank_; i < n; i += G) own |= test(i);
    return (__ballot_sync(mask_, own) & mask_) != 0;
  }

  /// Calls turn(i, place) where place is the sum of count(k) over all k < i; returns the sum of
  /// all.
  template <class Count, class Turn>
  __device__ __forceinline__ int scan(int n, Count count, Turn turn) const {
    int before = 0;
    THEW_ROLLED
    for (int first = 0; first < n; first += G) {
      const int i = first + rank_, own = i < n ? count(i) : 0;
      const int through = add_lower(own);
      if (i < n) turn(i, before + through - own, own);
      before += __shfl_sync(mask_, through, G - 1, G);
    }
    meet();
    return before;
  }

  /// Calls turn(i, place, found) for what find(i) finds, an S that has found.count of something:
  /// place is the sum of these over all before i. Returns the sum of all.
  template <class S, class Find, class Turn>
  __device__ __forceinline__ int collect(int n, Find find, Turn turn) const {
    int before = 0;
    THEW_ROLLED
    for (int first = 0; first < n; first += G) {
      const int i = first + rank_;
      S found;
      found.count = 0;
      if (i < n) found = find(i);
      const int through = add_lower(found.count);
      if (found.count > 0) turn(i, before + through - found.count, found);
      before += __shfl_sync(mask_, through, G - 1, G);
    }
    meet();
    return before;
  }

 private:
  // The sum of the own number and those of all threads before.
  __device__ __forceinline__ int add_lower(int own) const {
    int through = own;
#pragma unroll
    for (int o = 1; o < G; o *= 2) {
      const int lower = __shfl_up_sync(mask_, through, o, G);
      if (rank_ >= o) through += lower;
    }
    return through;
  }
  static __device__ __forceinline__ unsigned mask_of_team() {
    return 0xffffffffu >> (32 - G) << (threadIdx.x % 32 / G * G);
  }
  template <class S>
  __device__ __forceinline__ S add_up(S own) const {
#pragma unroll
    for (int o = G / 2; o > 0; o /= 2) own = own + exchange(own, o);
    return own;
  }
  template <class S>
  __device__ __forceinline__ S exchange(const S& own, int o) const {
    if constexpr (std::is_arithmetic_v<S>) {
      return __shfl_xor_sync(mask_, own, o, G);
    } else {
      S other;
#pragma unroll
      for (int k = 0; k < static_cast<int>(sizeof other.value / sizeof other.value[0]); ++k) {
        other.value[k] = __shfl_xor_sync(mask_, own.value[k], o, G);
      }
      return other;
    }
  }

  int rank_;
  unsigned mask_;
};

#else

template <int G>
class Team {
 public:
  static constexpr int kSize = G;
  explicit Team(Order order) : order_(order) {}

  void meet() const {}

  template <class Turn>
  void each(int first, int end, Turn turn) const {
    const int n = end - first;
    for (int i = 0; i < n; ++i) turn(first + place(i, n));
  }
  template <class Turn>
  void each(int n, Turn turn) const {
    each(0, n, turn);
  }

  template <bool near, class E>
  void fetch(const E* from, E* to) const {
    *to = *from;
  }
  template <bool near, class E>
  void fetch(int n, const E* from, E* to) const {
    for (int i = 0; i < n; ++i) to[i] = from[i];
  }
  void arrive() const {}

  template <class Turn>
  void once(Turn turn) const {
    turn();
  }

  template <class S, class Value>
  S sum(int n, Value value) const {
    S own[G];
    for (int k = 0; k < G; ++k) own[k] = S(0);
    for (int first = 0; first < n; first += G) {
      const int turns = min(G, n - first);
      for (int t = 0; t < turns; ++t) {
        const int k = place(t, turns);
        own[k] = own[k] + value(first + k);
      }
    }
    for (int o = G / 2; o > 0; o /= 2) {
      for (int k = 0; k < o; ++k) own[k] = own[k] + own[k + o];
    }
    return own[0];
  }

  template <class E>
  void copy(int n, const E* from, E* to) const {
    for (int i = 0; i < n; ++i) to[i] = from[i];
  }

  template <class Test>
  bool any(int n, Test test) const {
    bool found = false;
    each(n, [&](int i) { found |= test(i); });
    return found;
  }

  template <class Count, class Turn>
  int scan(int n, Count count, Turn turn) const {
    int before = 0;
    for (int first = 0; first < n; first += G) {
      int through[G + 1] = {0};
      const int turns = min(G, n - first);
      for (int t = 0; t < turns; ++t) through[t + 1] = through[t] + count(first + t);
      for (int t = 0; t < turns; ++t) {
        const int k = place(t, turns);
        turn(first + k, before + through[k], through[k + 1] - through[k]);
      }
      before += through[turns];
    }
    return before;
  }

  template <class S, class Find, class Turn>
  int collect(int n, Find find, Turn turn) const {
    int before = 0;
    for (int first = 0; first < n; first += G) {
      S found[G];
      const int turns = min(G, n - first);
      for (int t = 0; t < turns; ++t) found[place(t, turns)] = find(first + place(t, turns));
      int starts[G];
      for (int t = 0; t < turns; ++t) {
        starts[t] = before;
        before += found[t].count;
      }
      for (int t = 0; t < turns; ++t) {
        const int k = place(t, turns);
        if (found[k].count > 0) turn(first + k, starts[k], found[k]);
      }
    }
    return before;
  }

 private:
  // The turn that comes i-th of n.
  int place(int i, int n) const {
    if (order_ == Order::Backwards) return n - 1 - i;
    if (order_ == Order::Forwards || n < 3) return i;
    // A step that has no factor in common with n visits all.
    int step = n / 2 + 1;
    while (common_factor(step, n) > 1) ++step;
    return static_cast<int>((static_cast<std::int64_t>(i) * step + n / 3) % n);
  }
  static int common_factor(int a, int b) { return b == 0 ? a : common_factor(b, a % b); }

  Order order_;
};

#endif

}  // namespace thew::gpu
