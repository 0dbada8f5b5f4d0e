#pragma once

// Symmetric matrices of all dofs, by rows of the lower triangle, each as long as its last group of
// four; tiles on the diagonal are whole.

#include "gpu/world.h"

namespace thew::gpu {

template <class T>
using SolveWorld = World<T, SolveMemory<T>>;

/// Where row i of a symmetric matrix begins.
THEW_INLINE int row_start(int i) {
  const int g = i / 4;
  return 8 * g * (g + 1) + 4 * (i % 4) * (g + 1);
}

namespace detail {

/// Four numbers of a symmetric matrix.
struct Quad {
  int place, row, top, column;  ///< in the matrix; its row; where the first row of its columns is;
                                ///< the group of four columns
};
THEW_STAGE Quad load_quad(const std::int32_t* quads, int q) {
#if defined(__CUDACC__)
  const int4 four = reinterpret_cast<const int4*>(quads)[q];
  return {four.x, four.y, four.z, four.w};
#else
  const std::int32_t* four = quads + 4 * q;
  return {four[0], four[1], four[2], four[3]};
#endif
}

template <class T>
THEW_STAGE void load4(const T* p, T* v) {
  for (int k = 0; k < 4; ++k) v[k] = p[k];
}
template <class T>
THEW_STAGE void store4(T* p, const T* v) {
  for (int k = 0; k < 4; ++k) p[k] = v[k];
}
#if defined(__CUDACC__)
THEW_STAGE void load4(const float* p, float* v) {
  const float4 a = *reinterpret_cast<const float4*>(p);
  v[0] = a.x, v[1] = a.y, v[2] = a.z, v[3] = a.w;
}
THEW_STAGE void load4(const double* p, double* v) {
  const double2 a = reinterpret_cast<const double2*>(p)[0],
                b = reinterpret_cast<const double2*>(p)[1];
  v[0] = a.x, v[1] = a.y, v[2] = b.x, v[3] = b.y;
}
THEW_STAGE void store4(float* p, const float* v) {
  *reinterpret_cast<float4*>(p) = make_float4(v[0], v[1], v[2], v[3]);
}
THEW_STAGE void store4(double* p, const double* v) {
  reinterpret_cast<double2*>(p)[0] = make_double2(v[0], v[1]);
  reinterpret_cast<double2*>(p)[1] = make_double2(v[2], v[3]);
}
#endif

/// a . b of n numbers, whole fours, in two chains.
template <class T>
THEW_STAGE T dot_fours(int n, const T* a, const T* b) {
  T even = T(0), odd = T(0);
  THEW_ROLLED
  for (int c = 0; c < n; c += 4) {
    T p[4], q[4];
    load4(a + c, p);
    load4(b + c, q);
    even = fma(p[0], q[0], even);
    odd = fma(p[1], q[1], odd);
    even = fma(p[2], q[2], even);
    odd = fma(p[3], q[3], odd);
  }
  return even + odd;
}

/// Copies n numbers, whole fours.
template <class Team, class T>
THEW_STAGE void copy_fours(const Team& team, int n, const T* from, T* to) {
  team.each(n / 4, [&](int k) {
    T four[4];
    load4(from + 4 * k, four);
    store4(to + 4 * k, four);
  });
}

/// y <- M x.
template <class Team, class T>
THEW_STAGE void multiply_mass(const Team& team, const SolveMemory<T>& s, const T* x, T* y) {
  team.each(s.width(), [&](int i) {
    const int g = i / 4;
    T even = dot_fours(4 * (g + 1), s.mass() + row_start(i), x), odd = T(0);
    const T* column = s.mass() + row_start(4 * (g + 1)) + i;
    THEW_ROLLED
    for (int c = g + 1; c < s.ngroup(); ++c) {
      const int step = 4 * (c + 1);
      T four[4];
      load4(x + 4 * c, four);
      even = fma(column[0], four[0], even);
      odd = fma(column[step], four[1], odd);
      even = fma(column[2 * step], four[2], even);
      odd = fma(column[3 * step], four[3], odd);
      column += 4 * step;
    }
    y[i] = even + odd;
  });
}

/// Factors and right side of a group of four dofs.
template <class T>
struct Tile {
  T i0, i1, i2, i3;                // inverse diagonal
  T l10, l20, l30, l21, l31, l32;  // below it
  T z0, z1, z2, z3;                // right side, solved forwards
};
template <class T>
THEW_STAGE Tile<T> factor_tile(const T* tile, int step, const T* right) {
  T r0[4], r1[4], r2[4], r3[4], z[4];
  load4(tile, r0);
  load4(tile + step, r1);
  load4(tile + 2 * step, r2);
  load4(tile + 3 * step, r3);
  load4(right, z);
  const auto safe = [](const T& pivot) { return pivot >= T(kMinVal) ? pivot : T(kMinVal); };
  Tile<T> t;
  t.i0 = T(1) / safe(r0[0]);
  t.l10 = r1[0] * t.i0, t.l20 = r2[0] * t.i0, t.l30 = r3[0] * t.i0;
  t.i1 = T(1) / safe(fma(-t.l10, r1[0], r1[1]));
  const T a21 = fma(-t.l10, r2[0], r2[1]), a31 = fma(-t.l10, r3[0], r3[1]);
  t.l21 = a21 * t.i1, t.l31 = a31 * t.i1;
  t.i2 = T(1) / safe(fma(-t.l21, a21, fma(-t.l20, r2[0], r2[2])));
  const T a32 = fma(-t.l21, a31, fma(-t.l20, r3[0], r3[2]));
  t.l32 = a32 * t.i2;
  t.i3 = T(1) / safe(fma(-t.l32, a32, fma(-t.l31, a31, fma(-t.l30, r3[0], r3[3]))));
  t.z0 = z[0], t.z1 = fma(-t.l10, t.z0, z[1]), t.z2 = fma(-t.l21, t.z1, fma(-t.l20, t.z0, z[2]));
  t.z3 = fma(-t.l32, t.z2, fma(-t.l31, t.z1, fma(-t.l30, t.z0, z[3])));
  return t;
}

/// Takes a group's product from the quads behind it: those of the last columns come first.
template <class Team, class T>
THEW_STAGE void update_quads(const Team& team, const SolveMemory<T>& s, const std::int32_t* quads,
                             int group) {
  const int rest = s.ngroup() - 1 - group;
  team.each(2 * rest * (rest + 1), [&](int q) {
    const Quad quad = load_quad(quads, q);
    T value[4], by[4], other[4];
    T* to = s.factor() + quad.place;
    load4(to, value);
    load4(s.panel() + 4 * quad.row, by);
    const T* others = s.factor() + quad.top + 4 * group;
    for (int e = 0; e < 4; ++e) {
      load4(others + e * 4 * (quad.column + 1), other);
      value[e] = fma(-by[3], other[3],
                     fma(-by[2], other[2], fma(-by[1], other[1], fma(-by[0], other[0], value[e]))));
    }
    store4(to, value);
  });
}

/// The factor's L' D L and the right side, solved forwards, by groups of four.
template <class Team, class T>
THEW_STAGE void factor_forwards(const Team& team, const SolveMemory<T>& s,
                                const std::int32_t* quads, T* result) {
  THEW_ROLLED
  for (int p = 0; p < s.ngroup(); ++p) {
    // The tile on the diagonal, by all threads alike.
    const Tile<T> t =
        factor_tile(s.factor() + row_start(4 * p) + 4 * p, 4 * (p + 1), result + 4 * p);
    team.each(4 * (p + 1), s.width(), [&](int i) {
      T a[4];
      T* at = s.factor() + row_start(i) + 4 * p;
      load4(at, a);
      const T w0 = a[0], w1 = fma(-t.l10, w0, a[1]), w2 = fma(-t.l21, w1, fma(-t.l20, w0, a[2])),
              w3 = fma(-t.l32, w2, fma(-t.l31, w1, fma(-t.l30, w0, a[3])));
      const T w[4] = {w0, w1, w2, w3}, l[4] = {w0 * t.i0, w1 * t.i1, w2 * t.i2, w3 * t.i3};
      store4(s.panel() + 4 * i, w);
      store4(at, l);
      result[i] = fma(-l[3], t.z3, fma(-l[2], t.z2, fma(-l[1], t.z1, fma(-l[0], t.z0, result[i]))));
    });
    team.once([&] {
      const T first[4] = {t.z0 * t.i0, t.z1 * t.i1, t.z2 * t.i2, t.z3 * t.i3},
              second[4] = {t.l10, t.l20, t.l30, t.l21}, third[4] = {t.l31, t.l32, T(0), T(0)};
      store4(s.diagonal() + 12 * p, first);
      store4(s.diagonal() + 12 * p + 4, second);
      store4(s.diagonal() + 12 * p + 8, third);
    });
    update_quads(team, s, quads, p);
  }
}

/// result <- A^-1 result, where `factor` is A.
template <class Team, class T>
THEW_STAGE void factor_and_solve(const Team& team, const SolveMemory<T>& s,
                                 const std::int32_t* quads, T* result) {
  factor_forwards(team, s, quads, result);
  // Backwards; what later groups take away is collected in `result`.
  team.each(s.width(), [&](int i) { result[i] = T(0); });
  THEW_ROLLED
  for (int p = s.ngroup() - 1; p >= 0; --p) {
    T y[4], l[4], more[4], taken[4];
    load4(s.diagonal() + 12 * p, y);
    load4(s.diagonal() + 12 * p + 4, l);
    load4(s.diagonal() + 12 * p + 8, more);
    load4(result + 4 * p, taken);
    const T x3 = y[3] - taken[3], x2 = fma(-more[1], x3, y[2] - taken[2]),
            x1 = fma(-more[0], x3, fma(-l[3], x2, y[1] - taken[1])),
            x0 = fma(-l[2], x3, fma(-l[1], x2, fma(-l[0], x1, y[0] - taken[0])));
    team.each(4 * p, [&](int i) {
      const T* column = s.factor() + row_start(4 * p) + i;
      const int step = 4 * (p + 1);
      result[i] =
          fma(column[3 * step], x3,
              fma(column[2 * step], x2, fma(column[step], x1, fma(column[0], x0, result[i]))));
    });
    team.once([&] {
      const T x[4] = {x0, x1, x2, x3};
      store4(result + 4 * p, x);
    });
  }
}

}  // namespace detail

}  // namespace thew::gpu
