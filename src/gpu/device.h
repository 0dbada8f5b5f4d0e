#pragma once

// One GPU, or the host in its place: its context with the kernels in it, and its memory.

#include <memory>
#include <string>
#include <string_view>

#include "gpu/driver.h"

namespace thew::gpu {

/// Which device a name means: "cuda", "cuda:1" or "emulate".
struct DeviceName {
  bool emulated = false;
  int index = 0;
};
/// Throws Error for another name.
DeviceName parse_device(std::string_view name);

class Device {
 public:
  /// Throws Error where it cannot be used.
  explicit Device(const DeviceName& name);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const Driver& driver() const { return driver_; }
  bool emulated() const { return driver_.emulated; }
  int index() const { return index_; }
  std::string name() const;
  /// Bytes that may still be allocated.
  std::size_t free_memory() const;
  /// Most shared memory of a block.
  std::size_t shared_memory() const;
  /// A kernel, which may use so much shared memory.
  Function function(const std::string& name, std::size_t shared_bytes) const;

  /// Makes the device the one that this thread's calls of the driver are about, and afterwards the
  /// one before it again: a program may use several.
  class Turn {
   public:
    explicit Turn(const Device& device) : device_(device) {
      check(device_.driver_, device_.driver_.context_push(device_.context_), "be entered");
    }
    ~Turn() {
      Context context;
      device_.driver_.context_pop(&context);
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    const Device& device_;
  };

 private:
  const Driver& driver_;
  int index_;
  int device_ = 0;
  Context context_ = nullptr;
  Module module_ = nullptr;
};

/// Memory of a device.
class Memory {
 public:
  Memory() = default;
  /// Throws Error where there is not so much.
  Memory(std::shared_ptr<const Device> device, std::size_t bytes);
  ~Memory();
  Memory(Memory&& other) noexcept { *this = std::move(other); }
  Memory& operator=(Memory&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(address_, other.address_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  Address address() const { return address_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::shared_ptr<const Device> device_;
  Address address_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace thew::gpu
