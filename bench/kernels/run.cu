// Measures the kernels of a step on a GPU, and compares them with their emulation bit by bit.
// Usage: run [--json FILE] [--worlds N,N...] [--unchecked] [--carveout PERCENT] IMAGE...

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "gpu/emulate.h"
#include "image.h"

namespace thew::gpu {

// All entry points of one precision.
#define THEW_NAMES(P, suffix)                                                                 \
  P(thew_smooth_##suffix) P(thew_smooth_rich_##suffix) P(thew_smooth_rare_##suffix)           \
  P(thew_smooth_stiff_##suffix) P(thew_smooth_global_##suffix) P(thew_collide_##suffix)       \
  P(thew_collide_convex_##suffix) P(thew_collide_global_##suffix) P(thew_rows_##suffix)       \
  P(thew_rows_rich_##suffix) P(thew_project_##suffix) P(thew_settle_##suffix)                 \
  P(thew_solve_##suffix) P(thew_solve_cones_##suffix) P(thew_solve_global_##suffix)           \
  P(thew_solve_cg_##suffix) P(thew_solve_metric_##suffix) P(thew_solve_metric_cg_##suffix)    \
  P(thew_solve_pgs_##suffix) P(thew_solve_noslip_##suffix) P(thew_sense_##suffix)             \
  P(thew_sense_late_##suffix) P(thew_distance_##suffix) P(thew_adhere_##suffix) P(thew_advance_##suffix) P(thew_advance_rare_##suffix) P(thew_advance_metric_##suffix)          \
  P(thew_advance_global_##suffix) P(thew_implicit_##suffix) P(thew_implicit_global_##suffix)  \
  P(thew_rk4_##suffix) P(thew_forces_##suffix)
#define THEW_SINGLE(name) \
  extern "C" __global__ void name(DeviceModel<float>, DeviceWorlds<float>, Call);
#define THEW_DOUBLE(name) \
  extern "C" __global__ void name(DeviceModel<double>, DeviceWorlds<double>, Call);
THEW_NAMES(THEW_SINGLE, f32)
THEW_NAMES(THEW_DOUBLE, f64)

namespace {

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

constexpr const char* kNames[kKernels] = {"smooth",  "collide", "rows",   "solve",   "sense",
                                          "advance", "forces",  "noslip", "project", "settle", "distance", "adhere"};

std::FILE* json = nullptr;
std::vector<int> sizes = {8192, 32768, 131072};
bool checked = true;
int carveout =
    -1;  // shared memory in percent of what a multiprocessor has; -1: as the driver likes

template <class T>
struct Batch {
  Batch(const Image<T>& image, int count, bool on_device, std::size_t shared)
      : worlds(count), device(on_device) {
    TableSizes sizes = image.model.tables;
    place_working_memory(image.model, sizes, sizeof(T), shared);
    char* numbers = static_cast<char*>(allocate(image.numbers.size()));
    copy(numbers, image.numbers.data(), image.numbers.size());
    model = image.model_at(numbers);
    static_cast<TableSizes&>(model.tables) = sizes;
    const RowShapes shapes = row_shapes(model, model.tables);
    std::vector<char> filled;
    const auto place = [&](auto& rows, RowId id) {
      const RowShape& shape = shapes.row[static_cast<int>(id)];
      using E = std::remove_reference_t<decltype(*rows.data)>;
      const std::string name = shape.name;
      const bool wanted = name == "iterations" || name == "qfrc_bias";
      if (shape.count == 0 || !(shape.needed || wanted)) return;
      const std::size_t row = static_cast<std::size_t>(shape.count) * sizeof(E);
      rows.stride = static_cast<std::uint32_t>(shape.count);
      rows.data = static_cast<E*>(allocate(row * worlds));
      bytes_of_world += row;
      const std::vector<char>& from = image.state[static_cast<int>(id)];
      if (from.empty()) return;
      filled.resize(row * worlds);
      for (int i = 0; i < worlds; ++i)
        std::memcpy(filled.data() + i * row, from.data() + i % image.worlds * row, row);
      copy(rows.data, filled.data(), filled.size());
    };
#define THEW_ROW(kind, type, name, count, needed) place(rows.name, RowId::name);
#include "gpu/worlds.inc"
  }
  ~Batch() {
    for (void* piece : pieces) device ? static_cast<void>(cudaFree(piece)) : std::free(piece);
  }

  void* allocate(std::size_t bytes) {
    void* piece = nullptr;
    if (device) {
      check(cudaMalloc(&piece, bytes + 16), "cudaMalloc");
      check(cudaMemset(piece, 0, bytes), "cudaMemset");
    } else {
      piece = std::calloc(1, bytes + 16);
    }
    pieces.push_back(piece);
    return piece;
  }
  void copy(void* to, const void* from, std::size_t bytes) {
    device ? check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "cudaMemcpy")
           : static_cast<void>(std::memcpy(to, from, bytes));
  }

  int worlds;
  bool device;
  DeviceModel<T> model;
  DeviceWorlds<T> rows;
  std::size_t bytes_of_world = 0;
  std::vector<void*> pieces;
};

template <class T>
using Function = void (*)(DeviceModel<T>, DeviceWorlds<T>, Call);

// The entry point of a name.
template <class T>
Function<T> find(const std::string& name) {
#define THEW_FIND(entry) \
  if (name == #entry) return entry;
  if constexpr (sizeof(T) == sizeof(float)) {
    THEW_NAMES(THEW_FIND, f32)
  } else {
    THEW_NAMES(THEW_FIND, f64)
  }
  return nullptr;
}

template <class T>
void launch(const Batch<T>& batch, Kernel kernel, std::size_t shared, const Call& call,
            cudaStream_t stream) {
  const Launch plan_ = plan(kernel, batch.model, batch.model.tables, sizeof(T), shared);
  const auto function = find<T>(plan_.kernel);
  if (plan_.shared > 48 * 1024)
    check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(plan_.shared)),
          "shared memory");
  const int blocks = (call.count + plan_.worlds_per_block - 1) / plan_.worlds_per_block;
  function<<<blocks, plan_.threads, plan_.shared, stream>>>(batch.model, batch.rows, call);
  check(cudaGetLastError(), kNames[static_cast<int>(kernel)]);
}

// Whether the rows of both are the same; prints those that are not.
template <class T>
bool same(const Batch<T>& device, const Batch<T>& host, const char* when) {
  bool all = true;
  const auto compare = [&](const char* name, const auto& a, const auto& b) {
    if (!a || std::strstr(name, "_memory") != nullptr) return;
    const std::size_t bytes = sizeof(*a.data) * a.stride * device.worlds;
    std::vector<char> copy(bytes);
    check(cudaMemcpy(copy.data(), a.data, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    const char* other = reinterpret_cast<const char*>(b.data);
    std::size_t differ = 0, first = 0;
    for (std::size_t i = 0; i < bytes; i += sizeof(*a.data)) {
      if (std::memcmp(copy.data() + i, other + i, sizeof(*a.data)) == 0) continue;
      if (differ++ == 0) first = i / sizeof(*a.data);
    }
    if (differ == 0) return;
    all = false;
    std::printf("  %s: %s differs in %zu entries, first in world %zu at %zu\n", when, name, differ,
                first / a.stride, first % a.stride);
  };
#define THEW_ROW(kind, type, name, count, needed) compare(#name, device.rows.name, host.rows.name);
#include "gpu/worlds.inc"
  return all;
}

// The mean over worlds of the sum of some entries of a row.
double mean(const Rows<std::int32_t>& row, int worlds, const std::vector<int>& entries) {
  const int some = std::min(worlds, 512);
  std::vector<std::int32_t> copy(some * row.stride);
  check(cudaMemcpy(copy.data(), row.data, copy.size() * sizeof copy[0], cudaMemcpyDeviceToHost),
        "cudaMemcpy");
  double sum = 0;
  for (int i = 0; i < some; ++i) {
    for (const int entry : entries) sum += copy[i * row.stride + entry];
  }
  return sum / some;
}

template <class T>
void measure(const std::string& path, std::size_t shared) {
  Image<T> image;
  image.read(path);
  for (int k = 0; k < kKernels && carveout >= 0; ++k) {
    const Launch how =
        plan(static_cast<Kernel>(k), image.model, image.model.tables, sizeof(T), shared);
    check(cudaFuncSetAttribute(find<T>(how.kernel), cudaFuncAttributePreferredSharedMemoryCarveout,
                               carveout),
          "carveout");
  }
  const char* precision = sizeof(T) == 4 ? "float" : "double";
  if (checked) {
    const int count = std::min(image.worlds, 128);
    Batch<T> device(image, count, true, shared), host(image, count, false, shared);
    const Call call = {0, count, true};
    bool equal = true;
    for (int step = 0; step < 10 && equal; ++step) {
      each_kernel(device.model.tables, call, [&](Kernel kernel, const Call& turn) {
        if (!equal) return;
        const char* name = kNames[static_cast<int>(kernel)];
        launch(device, kernel, shared, turn, nullptr);
        check(cudaDeviceSynchronize(), name);
        emulate(kernel, host.model, host.rows, turn);
        equal = same(device, host, name);
      });
    }
    std::printf(
        "%s %s: bits of 10 steps of %d worlds %s the emulation's; %zu bytes a world; shared memory",
        path.c_str(), precision, count, equal ? "are" : "ARE NOT", device.bytes_of_world);
    for (int k = 0; k < kKernels; ++k)
      std::printf(" %zu", working_bytes(static_cast<Kernel>(k), device.model, device.model.tables,
                                        sizeof(T)));
    std::printf("\n");
  }
  for (const int count : sizes) {
    Batch<T> batch(image, count, true, shared);
    constexpr int kChains = 4;
    cudaStream_t streams[kChains];
    for (auto& stream : streams) check(cudaStreamCreate(&stream), "stream");
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    const auto time = [&](int repeat, auto work) {
      check(cudaDeviceSynchronize(), "work");
      cudaEventRecord(begin);
      for (int i = 0; i < repeat; ++i) work();
      cudaEventRecord(end);
      check(cudaEventSynchronize(end), "work");
      float ms = 0;
      cudaEventElapsedTime(&ms, begin, end);
      return 1e6 * ms / repeat / count;  // ns per world
    };
    const Call all = {0, count, true};
    const auto step = [&](const Call& call, cudaStream_t stream) {
      each_kernel(batch.model.tables, call, [&](Kernel kernel, const Call& turn) {
        launch(batch, kernel, shared, turn, stream);
      });
    };
    for (int i = 0; i < 5; ++i) step(all, nullptr);
    const double one = time(20, [&] { step(all, nullptr); });
    double of[kKernels] = {};
    for (int k = 0; k < kKernels; ++k) {
      const auto kernel = static_cast<Kernel>(k);
      const Call call = {0, count, kernel == Kernel::Advance};
      if (!is_needed(kernel, batch.model.tables, call)) continue;
      of[k] = time(10, [&] { launch(batch, kernel, shared, call, nullptr); });
    }
    // Chains on streams of their own.
    check(cudaDeviceSynchronize(), "work");
    const auto chained = [&](int steps) {
      for (int i = 0; i < steps; ++i) {
        for (int c = 0; c < kChains; ++c) {
          const int first = count / kChains * c,
                    n = c == kChains - 1 ? count - first : count / kChains;
          step({first, n, true}, streams[c]);
        }
      }
      check(cudaDeviceSynchronize(), "work");
    };
    chained(3);
    timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    constexpr int kSteps = 50;
    chained(kSteps);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    const double four =
        (1e9 * (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec)) / kSteps / count;
    std::printf("%s %s %d worlds: %.2f ns a step (%.2fM/s), four chains %.2f (%.2fM/s);",
                path.c_str(), precision, count, one, 1e3 / one, four, 1e3 / four);
    for (int k = 0; k < kKernels; ++k) std::printf(" %s %.2f", kNames[k], of[k]);
    std::printf("; iterations %.2f, blocks %.1f, rows %.1f\n",
                mean(batch.rows.iterations, count, {0}), mean(batch.rows.row_counts, count, {0, 4}),
                mean(batch.rows.row_counts, count, {2, 4}));
    if (json != nullptr) {
      std::fprintf(json, "{\"image\": \"%s\", \"worlds\": %d, \"ns\": %.3f, \"ns_chains\": %.3f",
                   path.c_str(), count, one, four);
      for (int k = 0; k < kKernels; ++k) std::fprintf(json, ", \"%s\": %.3f", kNames[k], of[k]);
      std::fprintf(json, "}\n");
    }
    std::fflush(stdout);
    for (auto& stream : streams) cudaStreamDestroy(stream);
  }
}

}  // namespace
}  // namespace thew::gpu

int main(int count, char** arguments) {
  using namespace thew::gpu;
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0), "no device");
  const std::size_t shared = device.sharedMemPerBlockOptin;
  std::printf("%s, %zu bytes of shared memory a block\n", device.name, shared);
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (word == "--json" && i + 1 < count) {
      json = std::fopen(arguments[++i], "w");
    } else if (word == "--worlds" && i + 1 < count) {
      sizes.clear();
      for (char* at = arguments[++i]; *at != '\0'; at += *at == ',') {
        sizes.push_back(static_cast<int>(std::strtol(at, &at, 10)));
      }
    } else if (word == "--carveout" && i + 1 < count) {
      carveout = std::atoi(arguments[++i]);
    } else if (word == "--unchecked") {
      checked = false;
    } else if (word.ends_with(".f32")) {
      measure<float>(word, shared);
    } else if (word.ends_with(".f64")) {
      measure<double>(word, shared);
    }
  }
  if (json != nullptr) std::fclose(json);
}
