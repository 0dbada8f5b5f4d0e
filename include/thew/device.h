#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace thew {

/// What makes the readings of one channel of an instrument differ from the truth. Zero: nothing.
struct Imperfection {
  double noise_density = 0;  ///< white noise [unit / sqrt(Hz)]
  double bias = 0;           ///< standard deviation of the offset at power-up [unit]
  double bias_walk = 0;      ///< random walk of the offset [unit / s / sqrt(Hz)]
  double resolution = 0;     ///< step between two readings [unit]
  double limit = std::numeric_limits<double>::infinity();  ///< largest magnitude [unit]
  double dead_band = 0;  ///< truth below this reads as zero [unit]
};

/// An instrument that samples true values at a rate and delivers imperfect readings some time
/// later. Its noise is a function of seed, world and channel alone: the same numbers every time, on
/// every machine.
class Device {
 public:
  /// `rate` in Hz, `latency` in s (rounded to whole samples).
  Device(std::vector<Imperfection> channels, double rate, double latency, std::uint64_t seed,
         std::uint64_t world);

  /// Back to power-up; the same noise comes again.
  void reset();

  /// The reading at `time`. A new sample of `truth` is taken when its time has come, so that calls
  /// between two samples give the same reading; before the first one arrives, zeros.
  std::span<const double> read(double time, std::span<const double> truth);

  int channels() const { return static_cast<int>(channels_.size()); }
  double rate() const { return rate_; }

 private:
  void sample(std::span<const double> truth);

  std::vector<Imperfection> channels_;
  double rate_;
  int late_;  // samples between measurement and delivery
  std::uint64_t seed_, world_;
  std::int64_t count_ = 0;  // samples taken
  double next_ = 0;         // time of the next one
  bool started_ = false;
  std::vector<double> bias_;    // present offsets
  std::vector<double> past_;    // ring of samples, late_ + 1 of them
  std::vector<double> silent_;  // zeros
};

}  // namespace thew
