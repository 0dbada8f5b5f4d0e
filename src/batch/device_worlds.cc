// Worlds on a GPU, by the runtime of the room gpu.

#include <algorithm>
#include <cstring>

#include <thew/callback.h>
#include <thew/error.h>

#include "batch/worlds.h"
#include "gpu/refuse.h"
#include "gpu/runtime.h"
#include "model/own_number.h"

namespace thew::batch {

namespace {

// What only worlds of the host can do.
const BatchOptions& check_options(const BatchOptions& options) {
  const auto refuse = [](const char* what, const char* hint) {
    throw Error({}, std::string("worlds on a GPU cannot have ") + what, hint);
  };
  if (options.whole) refuse("a whole Data each", "leave out `whole`");
  if (options.reward || options.terminated || options.begin) {
    refuse("functions of the host that judge them", "judge by the tables after step()");
  }
  return options;
}

gpu::RuntimeOptions runtime_options(const BatchOptions& options) {
  gpu::RuntimeOptions own;
  own.precision = options.precision;
  own.outputs = options.outputs;
  own.restart = options.restart;
  own.time_limit = options.time_limit;
  return own;
}

// Values of one row on the host, as numbers of the field's own type.
template <class Convert>
void convert(FieldType from, const std::byte* row, std::int64_t count, Convert put) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (from == FieldType::Float) {
      put(i, static_cast<double>(reinterpret_cast<const float*>(row)[i]));
    } else {
      put(i, reinterpret_cast<const double*>(row)[i]);
    }
  }
}

class DeviceWorlds : public Worlds {
 public:
  DeviceWorlds(const Model& model, std::int64_t worlds, const BatchOptions& options)
      : Worlds(model, worlds),
        options_(check_options(options)),
        runtime_(gpu::make_runtime(model, worlds, options.device, runtime_options(options))),
        pool_(thread_count(options.threads)),
        drawn_(static_cast<std::size_t>(worlds)),
        example_(model) {}
  ~DeviceWorlds() override { runtime_->finish(); }

  int threads() const override { return pool_.threads(); }
  int lanes() const override { return 1; }
  Precision precision() const override { return options_.precision; }
  std::int64_t world_bytes() const override { return runtime_->world_bytes(); }

  BatchTable field(std::string_view name) const override {
    for (const gpu::DeviceTable& table : runtime_->tables()) {
      if (table.name == name) {
        return {table.type, at<std::byte>(table.address), count(), table.rows, table.columns};
      }
    }
    throw Error({}, "the batch does not keep \"" + std::string(name) + "\"",
                "name it among the outputs when the batch is made");
  }
  std::vector<std::string> fields() const override {
    std::vector<std::string> names;
    for (const gpu::DeviceTable& table : runtime_->tables()) names.push_back(table.name);
    return names;
  }

  BatchTable own(int id) override {
    gpu::refuse_number(model(), static_cast<ParameterId>(id));
    const OwnNumber number = own_number(model(), id);
    return {real_type(), at<std::byte>(runtime_->own(id)), count(), number.rows, number.columns};
  }
  bool is_owned(int id) const override { return runtime_->is_owned(id); }

  // What follows is computed on the host, by the code for worlds of the host.
  void refresh(Mask mask, const base::Pool::GoOn& go_on) override {
    OwnNumbers own(count());
    for (int id = 0; id < kParameters; ++id) {
      if (!runtime_->is_owned(id)) continue;
      double* to = own.own(model(), id);
      const std::vector<std::byte> rows = download(at<void>(runtime_->own(id)), own_bytes(id));
      convert(real_type(), rows.data(), own_size(id), [&](std::int64_t i, double x) { to[i] = x; });
    }
    refresh_numbers(model(), own, chosen(mask), pool_, go_on);
    for (int id = 0; id < kParameters; ++id) {
      if (own.is_owned(id)) upload_own(id, own.row(id, 0, 0));
    }
    runtime_->finish();
  }

  void step(int steps, Mask mask, Stage stage, const base::Pool::GoOn&) override {
    if (stage != Stage::None) {
      throw Error({}, "a step on a GPU computes no stage of the new state", "call forward()");
    }
    check_mask(mask);
    check_callbacks();
    runtime_->step(steps, pointer(mask));
  }
  void forward(Mask mask, Stage, const base::Pool::GoOn&) override {
    check_mask(mask);
    check_callbacks();
    runtime_->forward(pointer(mask));
  }
  void reset(Mask mask, int key) override {
    check_mask(mask);
    runtime_->reset(std::max(key, -1), pointer(mask));
  }

  std::int32_t* errors() override { return at<std::int32_t>(runtime_->kept().errors); }
  double* rewards() override { return at<double>(runtime_->kept().reward); }
  bool* terminated() override { return at<bool>(runtime_->kept().terminated); }
  bool* truncated() override { return at<bool>(runtime_->kept().truncated); }
  std::int32_t* warnings() override { return at<std::int32_t>(runtime_->kept().warnings); }
  bool* began() override { return at<bool>(runtime_->kept().began); }

  void draw(std::int64_t numbers, double* to, Mask mask) override {
    draw_numbers(options_.seed, chosen(mask), drawn_, numbers, to);
  }

  void extract(std::int64_t world, Data& data) override {
    check(world, data);
    for_state(
        [&](const gpu::DeviceTable& table, std::byte* to) {
          const auto row =
              download(row_of(table, world), static_cast<std::size_t>(table.row_bytes()));
          put_in(table, row.data(), to);
        },
        data);
  }
  void insert(const Data& data, std::int64_t world) override {
    check(world, data);
    Data source(data);
    std::vector<std::byte> row;
    for_state(
        [&](const gpu::DeviceTable& table, const std::byte* from) {
          row.resize(static_cast<std::size_t>(table.row_bytes()));
          take_out(table, from, row.data());
          runtime_->copy(row_of(table, world), row.data(), row.size());
          runtime_->finish();
        },
        source);
  }

  BatchDevice device() const override {
    using Kind = BatchDevice::Kind;
    return {runtime_->device().emulated() ? Kind::Emulated : Kind::Cuda,
            runtime_->device().index()};
  }
  void upload() override { runtime_->upload(); }
  void use_stream(void* stream) override { runtime_->use_stream(static_cast<gpu::Stream>(stream)); }
  void hand_over(void* stream) override { runtime_->hand_over(static_cast<gpu::Stream>(stream)); }
  void copy(void* to, const void* from, std::size_t bytes) override {
    runtime_->copy(to, from, bytes);
  }
  void finish() override { runtime_->finish(); }

 private:
  template <class E>
  static E* at(gpu::Address address) {
    return reinterpret_cast<E*>(address);
  }
  static const bool* pointer(Mask mask) { return mask.empty() ? nullptr : mask.data(); }
  FieldType real_type() const {
    return options_.precision == Precision::Single ? FieldType::Float : FieldType::Real;
  }
  std::int64_t own_size(int id) const { return count() * own_number(model(), id).size(); }
  std::size_t own_bytes(int id) const {
    return static_cast<std::size_t>(own_size(id) * field_bytes(real_type()));
  }

  static void check_callbacks() {
    if (callbacks_are_set())
      throw Error({}, "callbacks cannot be called on a GPU", "take them away");
  }
  void check(std::int64_t world, const Data& data) const {
    check_world(world);
    if (!example_.same_sizes(data)) {
      throw Error({}, "the data was made for another model than the batch");
    }
  }

  std::vector<std::byte> download(const void* from, std::size_t bytes) const {
    std::vector<std::byte> values(bytes);
    runtime_->copy(values.data(), from, bytes);
    runtime_->finish();
    return values;
  }

  // The worlds that a mask means, which may be on the device.
  std::vector<std::int64_t> chosen(Mask mask) const {
    check_mask(mask);
    const auto values = download(mask.data(), mask.size());
    std::vector<std::int64_t> worlds;
    for (std::int64_t world = 0; world < count(); ++world) {
      if (mask.empty() || values[static_cast<std::size_t>(world)] != std::byte{0}) {
        worlds.push_back(world);
      }
    }
    return worlds;
  }

  void upload_own(int id, const double* values) {
    std::vector<std::byte> rows(own_bytes(id));
    for (std::int64_t i = 0; i < own_size(id); ++i) {
      if (real_type() == FieldType::Float) {
        reinterpret_cast<float*>(rows.data())[i] = static_cast<float>(values[i]);
      } else {
        reinterpret_cast<double*>(rows.data())[i] = values[i];
      }
    }
    runtime_->copy(at<void>(runtime_->own(id)), rows.data(), rows.size());
    runtime_->finish();
  }

  // Calls visit(table, values) for each part of the state, with its values in a Data.
  template <class Visit>
  void for_state(Visit visit, Data& data) const {
    const auto fields = data_fields();
    for (const gpu::DeviceTable& table : runtime_->tables()) {
      if (!table.is_state || table.row_bytes() == 0) continue;
      if (table.name == "time") {
        visit(table, reinterpret_cast<std::byte*>(&data.time));
        continue;
      }
      const auto field =
          std::ranges::find_if(fields, [&](const auto& f) { return table.name == f.name; });
      visit(table, static_cast<std::byte*>(field->view(data).data));
    }
  }
  void* row_of(const gpu::DeviceTable& table, std::int64_t world) const {
    return at<void>(table.address + static_cast<gpu::Address>(world * table.row_bytes()));
  }
  // Single precision is wide in Data.
  static void put_in(const gpu::DeviceTable& table, const std::byte* row, std::byte* to) {
    if (table.type != FieldType::Float) {
      std::memcpy(to, row, static_cast<std::size_t>(table.row_bytes()));
      return;
    }
    convert(table.type, row, table.rows * table.columns,
            [&](std::int64_t i, double x) { reinterpret_cast<double*>(to)[i] = x; });
  }
  static void take_out(const gpu::DeviceTable& table, const std::byte* from, std::byte* row) {
    if (table.type != FieldType::Float) {
      std::memcpy(row, from, static_cast<std::size_t>(table.row_bytes()));
      return;
    }
    convert(FieldType::Real, from, table.rows * table.columns, [&](std::int64_t i, double x) {
      reinterpret_cast<float*>(row)[i] = static_cast<float>(x);
    });
  }

  BatchOptions options_;
  std::unique_ptr<gpu::Runtime> runtime_;
  base::Pool pool_;
  std::vector<std::uint64_t> drawn_;  // random numbers that each world has had
  Data example_;
};

}  // namespace

std::unique_ptr<Worlds> make_device_worlds(const Model& model, std::int64_t worlds,
                                           const BatchOptions& options) {
  return std::make_unique<DeviceWorlds>(model, worlds, options);
}

}  // namespace thew::batch
