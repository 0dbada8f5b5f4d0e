// Random numbers by their place in a stream: hashes of counters.

#include <thew/random.h>

#include "math/exponential.h"
#include "math/trigonometric.h"

namespace thew {

namespace {

// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): neighbours become strangers.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

constexpr std::uint64_t kStride = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
constexpr double kTwoPi = 6.283185307179586;

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t world, std::uint64_t& drawn)
    : start_(mix(mix(seed + kStride) + world * kStride)), drawn_(drawn) {}

double Random::uniform() {
  return static_cast<double>(mix(start_ + ++drawn_ * kStride) >> 11) * 0x1p-53;
}

// Box and Muller's: the angle and the radius of a point in the plane.
double Random::normal() {
  const double radius = math::sqrt(-2 * math::log(1 - uniform()));
  return radius * math::cos(kTwoPi * uniform());
}

}  // namespace thew
