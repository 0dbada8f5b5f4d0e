#include "constraint/solver/wide_update.h"

#include "base/processor.h"
#include "constraint/solver/tile.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define THEW_AVX512 __attribute__((target("avx512f,avx512vl,avx512bw,avx512cd,avx512dq")))
#endif

namespace thew::constraint {

#if defined(__x86_64__)

bool has_wide_update() {
  static const bool has = base::has_avx512();
  return has;
}

namespace {

// No functions or templates that other files share are used here: the linker could take the copies
// for this processor for all.
#define THEW_BESIDE(low, high) __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7)
#define THEW_LOW(both) __builtin_shufflevector(both, both, 0, 1, 2, 3)
#define THEW_HIGH(both) __builtin_shufflevector(both, both, 4, 5, 6, 7)

template <int kPairs>
THEW_AVX512 void update(const double* const* w, const double* const* u, int n,
                        const double* const* from, double* const* to) {
  constexpr int kRows = 3, kWidth = 4, kTile = 16;
  static_assert(kTile == tile::kSize);
  __m512d sum[kPairs][kRows];
#pragma GCC unroll 3
  for (int p = 0; p < kPairs; ++p) {
#pragma GCC unroll 3
    for (int i = 0; i < kRows; ++i) {
      sum[p][i] = THEW_BESIDE(_mm256_loadu_pd(from[2 * p] + kWidth * i),
                              _mm256_loadu_pd(from[2 * p + 1] + kWidth * i));
    }
  }
  for (int k = 0; k < n; ++k) {
    const double *left = w[k], *right = u[k];
#pragma GCC unroll 3
    for (int j = 0; j < kRows; ++j) {
      __m512d other[kPairs];
#pragma GCC unroll 3
      for (int p = 0; p < kPairs; ++p) {
        const double* row = right + 2 * kTile * p + kWidth * j;
        other[p] = THEW_BESIDE(_mm256_loadu_pd(row), _mm256_loadu_pd(row + kTile));
      }
#pragma GCC unroll 3
      for (int i = 0; i < kRows; ++i) {
        const __m512d factor = _mm512_set1_pd(left[kWidth * j + i]);
#pragma GCC unroll 3
        for (int p = 0; p < kPairs; ++p) {
          sum[p][i] = _mm512_fnmadd_pd(factor, other[p], sum[p][i]);
        }
      }
    }
  }
#pragma GCC unroll 3
  for (int p = 0; p < kPairs; ++p) {
#pragma GCC unroll 3
    for (int i = 0; i < kRows; ++i) {
      _mm256_storeu_pd(to[2 * p] + kWidth * i, THEW_LOW(sum[p][i]));
      _mm256_storeu_pd(to[2 * p + 1] + kWidth * i, THEW_HIGH(sum[p][i]));
    }
  }
}

}  // namespace

void update_tiles(const double* const* w, const double* const* u, int n, const double* const* from,
                  double* const* to, int count) {
  if (count == 2) return update<1>(w, u, n, from, to);
  if (count == 4) return update<2>(w, u, n, from, to);
  update<3>(w, u, n, from, to);
}

#else

bool has_wide_update() {
  return false;
}
void update_tiles(const double* const*, const double* const*, int, const double* const*,
                  double* const*, int) {}

#endif

}  // namespace thew::constraint
