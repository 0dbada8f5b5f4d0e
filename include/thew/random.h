#pragma once

#include <cstdint>

namespace thew {

/// A stream of random numbers of one world. The n-th number depends on the seed, the world and n
/// alone: not on other worlds, threads or what was drawn for what purpose.
class Random {
 public:
  /// `drawn` counts the numbers that were taken from the stream, and is where it goes on.
  Random(std::uint64_t seed, std::uint64_t world, std::uint64_t& drawn);

  /// In [0, 1).
  double uniform();
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// With mean 0 and deviation 1; takes two numbers from the stream.
  double normal();

 private:
  std::uint64_t start_;
  std::uint64_t& drawn_;
};

}  // namespace thew
