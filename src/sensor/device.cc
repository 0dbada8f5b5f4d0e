#include <algorithm>

#include <thew/device.h>
#include <thew/error.h>

#include "math/functions.h"
#include "math/scalar.h"

namespace thew {

namespace {

// A well mixed function of its argument (the finaliser of splitmix64, Steele, Lea, Flood 2014).
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// In (0, 1): the middle of one of 2^53 intervals.
double uniform(std::uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53;
}

// Two independent normal numbers (Box and Muller 1958), the `index`-th pair of a stream.
struct Pair {
  double first, second;
};

Pair normal(std::uint64_t stream, std::uint64_t index) {
  const double u = uniform(mix(stream ^ mix(2 * index)));
  const double v = uniform(mix(stream ^ mix(2 * index + 1)));
  double s, c;
  math::sincos(6.28318530717958647693 * v, s, c);
  const double radius = math::sqrt(-2 * math::log(u));
  return {radius * c, radius * s};
}

constexpr int kMostLate = 1 << 20;

}  // namespace

Device::Device(std::vector<Imperfection> channels, double rate, double latency, std::uint64_t seed,
               std::uint64_t world)
    : channels_(std::move(channels)), rate_(rate), late_(0), seed_(seed), world_(world) {
  if (!(rate > 0) || !math::is_finite(rate)) throw Error({}, "the rate must be positive");
  if (!(latency >= 0) || !(latency * rate <= kMostLate)) {
    throw Error({}, "the latency must be between 0 and 2^20 samples");
  }
  late_ = static_cast<int>(math::round_even(latency * rate));
  bias_.resize(channels_.size());
  silent_.resize(channels_.size());
  past_.resize((static_cast<std::size_t>(late_) + 1) * channels_.size());
  reset();
}

void Device::reset() {
  count_ = 0;
  next_ = 0;
  started_ = false;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    // Pair 0 of each stream is the offset, the others belong to the samples.
    bias_[i] = channels_[i].bias * normal(mix(mix(mix(seed_) ^ world_) ^ i), 0).first;
  }
}

void Device::sample(std::span<const double> truth) {
  const std::size_t n = channels_.size();
  const double density_to_noise = math::sqrt(rate_), walk_to_step = 1 / math::sqrt(rate_);
  double* const slot = past_.data() + static_cast<std::size_t>(count_ % (late_ + 1)) * n;
  ++count_;
  for (std::size_t i = 0; i < n; ++i) {
    const Imperfection& c = channels_[i];
    const Pair noise =
        normal(mix(mix(mix(seed_) ^ world_) ^ i), static_cast<std::uint64_t>(count_));
    double x = i < truth.size() ? truth[i] : 0;
    if (math::abs(x) < c.dead_band) x = 0;
    x += bias_[i] + c.noise_density * density_to_noise * noise.first;
    if (c.resolution > 0) x = c.resolution * math::round_even(x / c.resolution);
    slot[i] = math::clamp(x, -c.limit, c.limit);
    bias_[i] += c.bias_walk * walk_to_step * noise.second;
  }
}

std::span<const double> Device::read(double time, std::span<const double> truth) {
  const double period = 1 / rate_;
  // Clocks that differ by rounding agree on when the next sample is due.
  if (!started_) {
    started_ = true;
    next_ = time;
  }
  if (time >= next_ - 1e-9 * period) {
    sample(truth);
    next_ += period;
    if (next_ <= time) next_ = time + period;  // called too rarely for the rate
  }
  if (count_ <= late_) return silent_;
  const auto slot = static_cast<std::size_t>((count_ - 1 - late_) % (late_ + 1));
  return {past_.data() + slot * channels_.size(), channels_.size()};
}

}  // namespace thew
