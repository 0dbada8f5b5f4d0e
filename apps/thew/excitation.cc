#include "excitation.h"

namespace thew::cli {

Excitation::Excitation(const Model& model, int key, double noise, std::uint64_t seed)
    : seed_(seed), state_(seed) {
  for (int i = 0; i < model.nu; ++i) {
    const double* range = model.actuator_ctrlrange.values().row(i);
    const double half = model.actuator_ctrllimited[i] ? (range[1] - range[0]) / 2 : 1.0;
    amplitude_.push_back(noise * half);
    base_.push_back(key >= 0 ? model.key_ctrl.row(key)[i] : 0.0);
  }
  ctrl_ = base_;
}

void Excitation::restart() {
  state_ = seed_;
}

const std::vector<double>& Excitation::next() {
  for (std::size_t i = 0; i < ctrl_.size(); ++i) ctrl_[i] = base_[i] + amplitude_[i] * uniform();
  return ctrl_;
}

// SplitMix64: the same numbers on every platform, which std::uniform_real_distribution does not
// promise.
double Excitation::uniform() {
  std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1p-52 - 1.0;
}

}  // namespace thew::cli
