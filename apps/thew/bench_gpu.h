#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <thew/gpu.h>

#include "output.h"

namespace thew::cli {

struct GpuOptions {
  std::string device = "cuda";
  std::vector<std::int64_t> worlds = {8192, 32768, 131072};
  Precision precision = Precision::Double;
  double noise = 0.1;
  double seconds = 0.5;  ///< of one round
  int rounds = 7;
};

/// Steps of worlds on a GPU, by how many there are.
struct GpuRow {
  std::string model;
  std::int64_t nv = 0, worlds = 0, world_bytes = 0;
  double rate = 0, low = 0, high = 0;  ///< steps of worlds per second: median, lowest, highest
  double first_step = 0;               ///< from nothing to the end of the first step [s]
};

/// Throws Error where the device or something of the model is not there.
std::vector<GpuRow> bench_gpu(const std::string& name, const Model& model,
                              const GpuOptions& options);

Json gpu_json(const std::vector<GpuRow>& rows, const GpuOptions& options);
void print_gpu(const std::vector<GpuRow>& rows);

}  // namespace thew::cli
