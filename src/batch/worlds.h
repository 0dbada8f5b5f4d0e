#pragma once

// What stands behind a Batch: worlds of the host, or of a device.

#include <memory>

#include <thew/batch.h>

#include "base/pool.h"
#include "batch/own_numbers.h"

namespace thew::batch {

class Worlds {
 public:
  using Mask = Batch::Mask;

  Worlds(const Model& model, std::int64_t count) : model_(model), count_(count) {}
  virtual ~Worlds() = default;

  const Model& model() const { return model_; }
  std::int64_t count() const { return count_; }
  virtual int threads() const = 0;
  virtual int lanes() const = 0;
  virtual Precision precision() const = 0;
  virtual std::int64_t world_bytes() const = 0;

  virtual BatchTable field(std::string_view name) const = 0;
  virtual std::vector<std::string> fields() const = 0;
  virtual BatchTable own(int number) = 0;
  virtual bool is_owned(int number) const = 0;
  virtual void refresh(Mask mask, const base::Pool::GoOn& go_on) = 0;

  virtual void step(int steps, Mask mask, Stage stage, const base::Pool::GoOn& go_on) = 0;
  virtual void forward(Mask mask, Stage stage, const base::Pool::GoOn& go_on) = 0;
  virtual void reset(Mask mask, int key) = 0;

  virtual std::int32_t* errors() = 0;
  virtual double* rewards() = 0;
  virtual bool* terminated() = 0;
  virtual bool* truncated() = 0;
  virtual std::int32_t* warnings() = 0;
  virtual void draw(std::int64_t numbers, double* to, Mask mask) = 0;

  virtual void extract(std::int64_t world, Data& data) = 0;
  virtual void insert(const Data& data, std::int64_t world) = 0;

  // Of worlds on a device; those of the host need nothing of it.
  virtual BatchDevice device() const { return {}; }
  virtual bool* began() { return nullptr; }
  virtual void upload() {}
  virtual void use_stream(void* /*stream*/) {}
  virtual void hand_over(void* /*stream*/) {}
  virtual void finish() {}
  virtual void copy(void* to, const void* from, std::size_t bytes);

 protected:
  /// Throws Error unless there is such a world.
  void check_world(std::int64_t world) const;
  /// Throws Error unless the mask has a value for each world, or none at all.
  void check_mask(Mask mask) const;

 private:
  const Model& model_;
  std::int64_t count_;
};

// What both have in common.

/// As many as were asked for; 0: one for each processor.
int thread_count(int wanted);
/// Computes again what follows from the numbers that worlds own; of what comes out otherwise than
/// in the model, they have their own from then on.
void refresh_numbers(const Model& model, OwnNumbers& own, std::span<const std::int64_t> worlds,
                     base::Pool& pool, const base::Pool::GoOn& go_on);
/// The next random numbers of worlds, of which `drawn` counts how many each has had.
void draw_numbers(std::uint64_t seed, std::span<const std::int64_t> worlds,
                  std::vector<std::uint64_t>& drawn, std::int64_t count, double* numbers);

std::unique_ptr<Worlds> make_host_worlds(const Model& model, std::int64_t worlds,
                                         const BatchOptions& options);
std::unique_ptr<Worlds> make_device_worlds(const Model& model, std::int64_t worlds,
                                           const BatchOptions& options);

}  // namespace thew::batch
