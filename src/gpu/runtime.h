#pragma once

// Worlds on a device: their tables in its memory, and the launches that step them.
//
// A step is three kernels. The worlds are cut into a few chains, each of which goes through the
// kernels on a stream of its own, so that slow worlds of one fill the gaps of another. The launches
// are captured in a graph once and launched as one from then on, on the stream of the caller.

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <thew/data.h>
#include <thew/field_table.h>
#include <thew/gpu.h>

#include "gpu/device.h"

namespace thew::gpu {

struct RuntimeOptions {
  Precision precision = Precision::Double;
  std::vector<std::string> outputs;  ///< fields of Data to keep of every world, besides the state
  bool restart = true;
  double time_limit = std::numeric_limits<double>::infinity();
  int chains = 4;
};

/// A field of all worlds.
struct DeviceTable {
  std::string name;
  FieldType type;
  Address address;
  std::int64_t rows, columns;  ///< of one world
  bool is_state;
  std::int64_t row_bytes() const { return rows * columns * field_bytes(type); }
};

/// Values that are no fields of Data, one of each world (kNWARNING warnings).
struct KeptAddresses {
  Address errors, warnings, reward, terminated, truncated, began;
};

class Runtime {
 public:
  virtual ~Runtime() = default;

  virtual const Device& device() const = 0;
  virtual std::int64_t world_bytes() const = 0;
  virtual const std::vector<DeviceTable>& tables() const = 0;
  virtual KeptAddresses kept() const = 0;

  /// The table of a number of the model of which each world has its own from now on.
  virtual Address own(int parameter) = 0;
  virtual bool is_owned(int parameter) const = 0;
  /// Takes over the numbers of the model, which somebody wrote.
  virtual void upload() = 0;

  /// On which stream all work is done from now on; null is the one that everything of a context
  /// waits for.
  virtual void use_stream(Stream stream) = 0;
  virtual Stream stream() const = 0;

  // Work is put into the stream and nobody waits for it. The mask has a value for each world, in
  // the memory of the host or of the device; null means all worlds.
  virtual void step(int steps, const bool* mask) = 0;
  virtual void forward(const bool* mask) = 0;
  virtual void reset(int key, const bool* mask) = 0;

  /// Copies between memory of the host or the device, in the order of the stream. `finish` waits
  /// until all is done.
  virtual void copy(void* to, const void* from, std::size_t bytes) = 0;
  virtual void finish() = 0;
  /// Work of another stream, put in from now on, waits for what the stream of the runtime has now.
  virtual void hand_over(Stream to) = 0;
};

/// Throws Error where the model has something that is not supported, or memory does not suffice.
std::unique_ptr<Runtime> make_runtime(const Model& model, std::int64_t worlds,
                                      std::string_view device, const RuntimeOptions& options);

}  // namespace thew::gpu
