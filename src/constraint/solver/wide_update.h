#pragma once

// What elimination does most, for processors with AVX-512: two tiles lie side by side in a
// register.

namespace thew::constraint {

inline constexpr int kMostAtOnce = 6;  ///< tiles

/// Whether the processor has such registers.
bool has_wide_update();

/// The first three rows of `count` tiles, which is even: to[c] <- from[c] - sum over the n rows k
/// of W' U, with W the tile w[k] and U the c-th tile from u[k] on, of which three rows count too.
/// The bits are those of one tile at a time.
void update_tiles(const double* const* w, const double* const* u, int n, const double* const* from,
                  double* const* to, int count);

}  // namespace thew::constraint
