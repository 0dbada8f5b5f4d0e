#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thew/data.h>
#include <thew/field_table.h>
#include <thew/model.h>
#include <thew/precision.h>
#include <thew/random.h>

namespace thew {

namespace batch {
class Worlds;
}

struct BatchOptions {
  int threads = 0;                   ///< how many work on the worlds; 0: one per processor
  std::vector<std::string> outputs;  ///< fields of Data to keep of every world, besides the state
  bool restart = true;               ///< a world that is over begins anew in the next step
  bool whole = false;                ///< keep a whole Data of each world, which steps alone
  int lanes = 0;  ///< worlds side by side in a register; 0: as many as the processor has room for
  std::uint64_t seed = 0;                   ///< of the random numbers of all worlds
  Precision precision = Precision::Double;  ///< of states, outputs and all arithmetic but times
  /// Where the worlds are: "cpu", "cuda" (the first NVIDIA GPU), "cuda:1"..., or "emulate": the
  /// kernels of GPUs on the processor, slow, for tests.
  std::string device = "cpu";

  // Functions of one world, called by the threads that work, so they must be safe to call at once.
  // Data is as after step(): a new state, and what was computed from the one before.

  /// What a world gains by the steps of one call.
  std::function<double(const Model&, const Data&)> reward;
  /// Whether a world is over after them.
  std::function<bool(const Model&, const Data&)> terminated;
  /// When a world is over in any case [s].
  double time_limit = std::numeric_limits<double>::infinity();
  /// Changes the state that a world begins with, after a reset.
  std::function<void(const Model&, Data&, Random&)> begin;
};

/// Where the worlds of a batch are.
struct BatchDevice {
  enum class Kind { Host, Cuda, Emulated };
  Kind kind = Kind::Host;
  int index = 0;  ///< which of several GPUs
};

/// A field of all worlds: those of world i are row i. Of worlds on a GPU the memory is that of the
/// GPU.
struct BatchTable {
  FieldType type;
  std::byte* data;
  std::int64_t worlds;
  std::int64_t rows, columns;  ///< of one world
};

/// Worlds of one model that step together, in SIMD lanes and on threads. Each has the bits that it
/// would have alone in the same precision, whatever the others do and however the work is divided.
/// What is kept of a world is its state and the outputs that were asked for, in tables that stay
/// where they are.
///
/// A world is over when it fails, is terminated or has reached the limit of time. In the next step
/// it begins anew instead, or with `restart` off waits for a reset. It fails when its state or a
/// control is not a finite number of reasonable size. It then stays as it was before the step, and
/// errors() says what happened.
///
/// On a GPU, work is put into a stream and nobody waits for it; tables and all other addresses that
/// the batch gives are those of the GPU's memory, for copy() and for kernels of others. A mask may
/// be in the memory of the host or of the GPU. Of several steps in one call, a world that fails
/// stays as it was before the one in which it failed.
class Batch {
 public:
  /// Which worlds are meant: one truth value each, or none at all for all of them.
  using Mask = std::span<const bool>;

  /// All worlds begin in the model's initial state. The model must outlive the batch. Throws Error
  /// where a field is unknown or not of fixed size, or memory is not enough.
  Batch(const Model& model, std::int64_t worlds, const BatchOptions& options = {});
  Batch(Batch&& other) noexcept;
  Batch& operator=(Batch&& other) noexcept;
  ~Batch();

  const Model& model() const;
  std::int64_t size() const;
  int threads() const;
  /// How many worlds are side by side in a register.
  int lanes() const;
  Precision precision() const;
  /// Bytes kept of one world.
  std::int64_t world_bytes() const;

  /// A field of the state, or one of the outputs; throws Error when it is not kept.
  BatchTable field(std::string_view name) const;
  /// The same with its type: field<double>("qpos"), or field<float>("qpos") in single precision.
  template <class E>
  std::span<E> field(std::string_view name) const {
    const BatchTable table = field(name);
    check_type(name, table.type, sizeof(E), std::is_floating_point_v<E>);
    return {reinterpret_cast<E*>(table.data),
            static_cast<std::size_t>(table.worlds * table.rows * table.columns)};
  }
  /// The names of all fields that are kept.
  std::vector<std::string> fields() const;

  /// A number of the model of which each world has its own from now on; to begin with the model's.
  /// Always double; on a GPU in the precision of the batch.
  BatchTable own(std::string_view name);
  /// The numbers of which worlds have their own.
  std::vector<std::string> owned() const;
  /// Computes again, in every world, what follows from its own numbers (set_constants.h).
  void refresh(Mask worlds = {});

  /// Advances the worlds by some steps, with the same controls; then computes outputs of the new
  /// states as far as `stage`.
  void step(int steps = 1, Mask worlds = {}, Stage stage = Stage::None);
  /// Computes outputs from the states, without a step.
  void forward(Mask worlds = {}, Stage stage = Stage::Acc);
  /// Puts worlds into the initial state, or that of keyframe `key` when >= 0.
  void reset(Mask worlds = {}, int key = -1);

  /// What was wrong in the latest step of each world: 0, or 1 + a Warning.
  std::span<const std::int32_t> errors() const;
  /// What each world gained by the latest call of step(), and which are over: because they failed
  /// or were terminated, or because of the limit of time. Who judges by other means writes here.
  std::span<double> rewards() const;
  std::span<bool> terminated() const;
  std::span<bool> truncated() const;
  /// Random numbers in [0, 1), `count` of each world, from the world's own stream.
  void draw(std::int64_t count, double* numbers, Mask worlds = {});
  /// Warnings of each world since its reset: kNWARNING in a row.
  std::span<const std::int32_t> warnings() const;

  /// Copies the state of a world out or in. What follows from the state is not computed; where a
  /// whole Data is kept, it is copied out too.
  void extract(std::int64_t world, Data& data) const;
  void insert(const Data& data, std::int64_t world);

  // For worlds on a GPU. Those of the host need none of it: there all is done when a call returns.

  BatchDevice device() const;
  /// Takes over the numbers of the model, after somebody wrote some.
  void upload();
  /// The stream of the driver (CUstream) into which all work is put from now on; null, as at the
  /// beginning, is the one that waits for all others. While it is captured, step(), forward() and
  /// reset() become part of the caller's graph.
  void use_stream(void* stream);
  /// Lets another stream wait for the work that the batch has put into its own.
  void hand_over(void* stream) const;
  /// Copies between memory of the host or the GPU, after the work before it. Memory of the host is
  /// not to be read or written before finish().
  void copy(void* to, const void* from, std::size_t bytes) const;
  /// Waits until all is done.
  void finish() const;
  /// Which worlds the latest step() or reset() put into their initial state; none of worlds on the
  /// host.
  std::span<bool> began() const;

  /// Asked now and then during long work, by the thread that called, with the part that is done, 0
  /// to 1: false stops the work, some worlds done and others as they were.
  std::function<bool(double)> go_on;

 private:
  static void check_type(std::string_view name, FieldType type, std::size_t bytes, bool floating);
  std::unique_ptr<batch::Worlds> worlds_;
};

}  // namespace thew
