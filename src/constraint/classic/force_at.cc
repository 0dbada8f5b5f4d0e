#include <algorithm>

#include "constraint/classic/classic.h"

namespace thew::constraint::classic {

using element::kMostBases;

namespace {

// Friction for which R f + c = -share L f, with the lower triangle L of the friction rows: what a
// sweep adds to it then points along it. Returns its length in units of the friction coefficients.
template <class S>
S slide(const DualBlock<S>& block, const S* R, const S* c, S share, S* force) {
  S square = 0;
  for (int i = 1; i < block.rows(); ++i) {
    S sum = -c[i];
    for (int j = 1; j < i; ++j) sum -= share * block.among(i, j) * force[j];
    force[i] = sum / (share * block.among(i, i) + R[i]);
    const S part = force[i] / block.friction[i - 1];
    square += part * part;
  }
  return math::sqrt(square);
}

}  // namespace

// The normal row ends where R f + c = 0, the others too unless the cone keeps them: then the share
// is found by which friction is as long as the normal force allows.
template <class S>
void force_at(const DualBlock<S>& block, const S* R, const S* c, S* force) {
  const int n = block.rows();
  std::fill_n(force, n, S(0));
  if (!(c[0] < 0)) return;
  force[0] = -c[0] / R[0];
  if (slide(block, R, c, S(0), force) <= force[0]) return;
  constexpr int kHalvings = 80;
  S low = 0, high = 1;
  for (int k = 0; k < kHalvings && slide(block, R, c, high, force) > force[0]; ++k) {
    low = high;
    high *= 2;
  }
  for (int k = 0; k < kHalvings; ++k) {
    const S middle = (low + high) / 2;
    (slide(block, R, c, middle, force) > force[0] ? low : high) = middle;
  }
  slide(block, R, c, high, force);
}

template void force_at(const DualBlock<float>&, const float*, const float*, float*);
template void force_at(const DualBlock<double>&, const double*, const double*, double*);

}  // namespace thew::constraint::classic
