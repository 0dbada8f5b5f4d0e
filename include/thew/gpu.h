#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <thew/model.h>
#include <thew/precision.h>

/// GPUs on which a Batch may keep its worlds (batch.h).
namespace thew::gpu {

/// Why none can be used, in a sentence; empty where one can.
std::string reason();
inline bool available() {
  return reason().empty();
}

struct Gpu {
  int index;
  std::string name;
  int major, minor;     ///< its compute capability
  std::int64_t memory;  ///< bytes
};
/// Those that the driver finds; none where none can be used.
std::vector<Gpu> devices();

/// Memory of a GPU, for masks and for whatever is copied into tables of a batch (Batch::copy). It
/// begins with nothing in particular.
class Block {
 public:
  /// `device` is as in BatchOptions. Throws Error where there is not so much.
  Block(std::string_view device, std::size_t bytes);
  ~Block();
  Block(Block&&) noexcept;
  Block& operator=(Block&&) noexcept;
  /// An address of the GPU.
  std::byte* data() const;

 private:
  struct Held;
  std::unique_ptr<Held> held_;
};

/// What a batch takes of a GPU's memory.
struct MemoryNeed {
  std::int64_t model;  ///< bytes that all worlds share
  std::int64_t world;  ///< bytes of each world
  /// How many worlds fit.
  std::int64_t worlds(std::int64_t bytes) const {
    return bytes > model ? (bytes - model) / world : 0;
  }
};
/// Throws Error where the model has something that GPUs do not simulate yet, and names it.
MemoryNeed memory_need(const Model& model, Precision precision,
                       const std::vector<std::string>& outputs = {});

}  // namespace thew::gpu
