#include "gpu/runtime.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <thew/error.h>
#include <thew/step.h>

#include "gpu/chains.h"
#include "gpu/keeping.h"
#include "gpu/launch.h"
#include "gpu/layout.h"

namespace thew::gpu {

namespace {

constexpr std::size_t kShared = 227 << 10;  // of a block, where no device was asked
constexpr int kMostSteps = 16;              // in one graph
constexpr std::size_t kMostGraphs = 8;
constexpr int kKeepingThreads = 128;

// The numbers of a part of the state of Data.
const double* values_in(const double& scalar) {
  return &scalar;
}
template <class Table>
auto values_in(const Table& table) {
  return table.data();
}

std::string gigabytes(std::size_t bytes) {
  const std::size_t tenths = bytes / ((std::size_t{1} << 30) / 10);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GiB";
}

// Steps of a batch as one graph; which ones says whether the batch is begun and ended too.
struct Captured {
  Errand errand;
  int steps;
  bool begins, ends;
  GraphExec exec;
  bool is(Errand e, int n, bool b, bool z) const {
    return errand == e && steps == n && begins == b && ends == z;
  }
};

template <class T>
class RuntimeOf : public Runtime {
 public:
  RuntimeOf(const Model& model, std::int64_t worlds, std::shared_ptr<const Device> device,
            const RuntimeOptions& options)
      : model_(model),
        count_(worlds),
        device_(std::move(device)),
        layout_(model, sizeof(T), device_->shared_memory(), options),
        model_bytes_(model_bytes<T>(model, layout_.tables)) {
    reserve();
    upload();
    lay_out_worlds();
    set_up_keeping(options);
    find_kernels(options.chains);
    capture(Errand::Step, 1, true, true);
    finish();
  }

  ~RuntimeOf() override {
    // Somebody's stream may be gone by now: wait for everything of ours by a copy in the device's
    // own order, which driver calls that free memory imply.
    drop_graphs();
  }

  const Device& device() const override { return *device_; }
  std::int64_t world_bytes() const override {
    std::int64_t bytes = layout_.world_bytes;
    for (int id = 0; id < kParameters; ++id) {
      if (is_owned(id))
        bytes += static_cast<std::int64_t>(values_of(model_, id).size_bytes()) *
                 static_cast<std::int64_t>(sizeof(T)) / 8;
    }
    return bytes;
  }
  const std::vector<DeviceTable>& tables() const override { return tables_; }
  KeptAddresses kept() const override {
    return {address_of(worlds_.status.data), address_of(worlds_.warning_number.data),
            address_of(keeping_.reward),     address_of(keeping_.terminated),
            address_of(keeping_.truncated),  address_of(keeping_.began)};
  }

  Address own(int id) override {
    Memory& memory = owned_[static_cast<std::size_t>(id)];
    const auto values = values_of(model_, id);
    if (memory.address() == 0 && !values.empty()) {
      std::vector<T> rows;
      rows.reserve(values.size() * static_cast<std::size_t>(count_));
      for (std::int64_t w = 0; w < count_; ++w)
        rows.insert(rows.end(), values.begin(), values.end());
      memory = Memory(device_, rows.size() * sizeof(T));
      copy(pointer<void>(memory.address()), rows.data(), rows.size() * sizeof(T));
      finish();
      own_of(to_, id) = {pointer<const T>(memory.address()),
                         static_cast<std::uint32_t>(values.size())};
      drop_graphs();
    }
    return memory.address();
  }
  bool is_owned(int id) const override {
    return owned_[static_cast<std::size_t>(id)].address() != 0;
  }

  void upload() override {
    std::vector<std::byte> image(model_bytes_);
    std::size_t used = 0;
    to_ = upload_model<T>(model_, layout_.tables,
                          [&]<class E>(const E* values, std::size_t count) -> const E* {
                            if (count == 0) return nullptr;
                            std::memcpy(image.data() + used, values, count * sizeof(E));
                            const Address at = memory_.address() + used;
                            used += aligned(count * sizeof(E));
                            return pointer<const E>(at);
                          });
    for (int id = 0; id < kParameters; ++id) {
      if (!is_owned(id)) continue;
      own_of(to_, id) = {pointer<const T>(owned_[static_cast<std::size_t>(id)].address()),
                         static_cast<std::uint32_t>(values_of(model_, id).size())};
    }
    keeping_.half_step = 0.5 * model_.opt.timestep;
    copy(pointer<void>(memory_.address()), image.data(), used);
    initial_.clear();
    finish();
    drop_graphs();
  }

  void use_stream(Stream stream) override { stream_ = stream; }
  Stream stream() const override { return stream_; }

  void step(int steps, const bool* mask) override {
    ask(mask);
    for (int done = 0; done < steps;) {
      const int now = std::min(steps - done, kMostSteps);
      perform(Errand::Step, now, done == 0, done + now == steps);
      done += now;
    }
  }
  void forward(const bool* mask) override {
    ask(mask);
    perform(Errand::Forward, 1, true, true);
  }
  void reset(int key, const bool* mask) override {
    ask(mask);
    const DeviceWorlds<T> initial = initial_state(key);
    Keeping keeping = keeping_;
    keeping.keyframe = key >= 0;
    const Device::Turn turn(*device_);
    launch_begin(Errand::Reset, initial, keeping, {0, static_cast<int>(count_)}, stream_);
  }

  void copy(void* to, const void* from, std::size_t bytes) override {
    if (bytes == 0) return;
    const Device::Turn turn(*device_);
    check(driver(), driver().copy(address_of(to), address_of(from), bytes, stream_), "copy");
  }
  void finish() override {
    const Device::Turn turn(*device_);
    check(driver(), driver().stream_synchronize(stream_), "finish its work");
  }
  void hand_over(Stream to) override {
    if (to == stream_) return;
    const Device::Turn turn(*device_);
    chains_->hand_over(stream_, to);
  }

 private:
  const Driver& driver() const { return device_->driver(); }

  // --- memory ------------------------------------------------------------------------------------

  // Takes the memory for everything, once.
  void reserve() {
    std::size_t bytes = model_bytes_;
    const auto add = [&](std::size_t more) -> void* {
      bytes += aligned(more);
      return nullptr;
    };
    place_worlds<T>(layout_.shapes, count_, layout_.wanted(), add);
    add(static_cast<std::size_t>(count_) * sizeof(double));
    for (int i = 0; i < 4; ++i) add(static_cast<std::size_t>(count_));
    const std::size_t free = device_->free_memory();
    if (bytes > free) {
      const MemoryNeed need{static_cast<std::int64_t>(model_bytes_), layout_.world_bytes};
      throw Error(
          {},
          std::to_string(count_) + " worlds need " + gigabytes(bytes) + ", and " + gigabytes(free) +
              " are free on " + device_->name(),
          "about " + std::to_string(need.worlds(static_cast<std::int64_t>(free))) + " worlds fit");
    }
    memory_ = Memory(device_, bytes);
    const Device::Turn turn(*device_);
    check(driver(), driver().fill(memory_.address(), 0, bytes, stream_), "clear its memory");
    finish();
    next_ = memory_.address() + model_bytes_;
  }

  void* take(std::size_t bytes) {
    const Address at = next_;
    next_ += aligned(bytes);
    return pointer<void>(at);
  }

  void lay_out_worlds() {
    worlds_ = place_worlds<T>(layout_.shapes, count_, layout_.wanted(),
                              [&](std::size_t bytes) { return take(bytes); });
    Data example(model_);
    add_table("time", FieldType::Real, worlds_.time.data, 1, 1, true);
#define THEW_ROW(kind, type, name, count, needed) \
  show(#name, RowKind::kind, RowType::type, worlds_.name, example);
#include "gpu/worlds.inc"
  }

  // A row that is a field of Data, and part of the state or asked for.
  template <class E>
  void show(std::string_view name, RowKind kind, RowType type, const Rows<E>& rows, Data& example) {
    const Field<Data>* field = find_field(name);
    const bool asked = std::ranges::find(layout_.outputs, name) != layout_.outputs.end();
    if (field == nullptr || (kind != RowKind::State && !asked)) return;
    const FieldView view = field->view(example);
    const bool narrow = type == RowType::Real && sizeof(T) == sizeof(float);
    add_table(field->name, narrow ? FieldType::Float : field->type, rows.data, view.rows,
              view.columns, kind == RowKind::State);
  }
  void add_table(const char* name, FieldType type, const void* data, std::int64_t rows,
                 std::int64_t columns, bool is_state) {
    tables_.push_back({name, type, address_of(data), rows, columns, is_state});
  }

  void set_up_keeping(const RuntimeOptions& options) {
    const auto flags = [&] { return static_cast<bool*>(take(static_cast<std::size_t>(count_))); };
    keeping_.reward = static_cast<double*>(take(static_cast<std::size_t>(count_) * sizeof(double)));
    asked_ = flags();
    keeping_.asked = asked_;
    keeping_.began = flags();
    keeping_.terminated = flags();
    keeping_.truncated = flags();
    keeping_.time_limit = options.time_limit;
    keeping_.restart = options.restart;
  }

  // The state in which worlds begin, that of a keyframe where key >= 0: one row on the device.
  DeviceWorlds<T> initial_state(int key) {
    for (const Initial& one : initial_) {
      if (one.key == key) return one.rows;
    }
    Data data(model_);
    thew::reset(model_, data, key);
    const auto no_outputs = [](std::string_view) { return false; };
    std::size_t bytes = 0;
    place_worlds<T>(layout_.shapes, 1, no_outputs, [&](std::size_t more) -> void* {
      bytes += aligned(more);
      return nullptr;
    });
    Memory memory(device_, bytes);
    std::vector<std::byte> image(bytes);
    std::size_t used = 0;
    const DeviceWorlds<T> rows =
        place_worlds<T>(layout_.shapes, 1, no_outputs, [&](std::size_t more) {
          void* at = pointer<void>(memory.address() + used);
          used += aligned(more);
          return at;
        });
    const auto in_image = [&](const void* at) {
      return image.data() + (address_of(at) - memory.address());
    };
    const auto put = [&]<class E>(const Rows<E>& row, const auto* from) {
      for (std::uint32_t i = 0; i < row.stride; ++i) {
        const E value = static_cast<E>(from[i]);
        std::memcpy(in_image(row.data) + i * sizeof(E), &value, sizeof(E));
      }
    };
#define THEW_PUT_State(name) put(rows.name, values_in(data.name));
#define THEW_PUT_Passed(name)
#define THEW_PUT_Output(name)
#define THEW_ROW(kind, type, name, count, needed) THEW_PUT_##kind(name)
#include "gpu/worlds.inc"
#undef THEW_PUT_State
#undef THEW_PUT_Passed
#undef THEW_PUT_Output
    copy(pointer<void>(memory.address()), image.data(), bytes);
    finish();
    initial_.push_back({key, std::move(memory), rows});
    return rows;
  }

  // --- launches ----------------------------------------------------------------------------------

  std::string kernel_name(const char* stem) const {
    return std::string(stem) + (sizeof(T) == sizeof(float) ? "_f32" : "_f64");
  }

  void find_kernels(int chains) {
    for (int i = 0; i < kKernels; ++i) {
      const Launch how =
          plan(static_cast<Kernel>(i), to_, to_.tables, sizeof(T), device_->shared_memory());
      plans_[static_cast<std::size_t>(i)] = how;
      kernels_[static_cast<std::size_t>(i)] = device_->function(how.kernel, how.shared);
    }
    begin_ = device_->function(kernel_name("thew_begin"), 0);
    end_ = device_->function(kernel_name("thew_end"), 0);
    chain_count_ = static_cast<int>(std::clamp<std::int64_t>(chains, 1, count_));
    chains_ = std::make_unique<Chains>(device_, chain_count_);
  }

  void launch(Function function, std::int64_t blocks, int threads, std::size_t shared,
              Stream stream, std::initializer_list<const void*> parameters) {
    void* list[8];
    std::ranges::transform(parameters, list, [](const void* p) { return const_cast<void*>(p); });
    check(driver(),
          driver().launch(function, static_cast<unsigned>(blocks), 1, 1,
                          static_cast<unsigned>(threads), 1, 1, static_cast<unsigned>(shared),
                          stream, list, nullptr),
          "launch a kernel");
  }
  static std::int64_t blocks(std::int64_t items, std::int64_t per_block) {
    return (items + per_block - 1) / per_block;
  }
  void launch_begin(Errand errand, const DeviceWorlds<T>& initial, const Keeping& keeping,
                    const Call& call, Stream stream) {
    launch(begin_, blocks(std::int64_t{call.count} * kKeepingTeam, kKeepingThreads),
           kKeepingThreads, 0, stream, {&errand, &to_, &worlds_, &initial, &keeping, &call});
  }

  // The worlds of a chain.
  Call part(int chain, bool advance) const {
    const std::int64_t first = count_ * chain / chain_count_;
    const std::int64_t end = count_ * (chain + 1) / chain_count_;
    return {static_cast<std::int32_t>(first), static_cast<std::int32_t>(end - first), advance};
  }

  void enqueue(Stream main, Errand errand, int steps, bool begins, bool ends,
               const DeviceWorlds<T>& initial) {
    chains_->run(main, [&](int chain, Stream stream) {
      const Call call = part(chain, errand == Errand::Step);
      if (begins) launch_begin(errand, initial, keeping_, call, stream);
      for (int i = 0; i < steps; ++i) {
        each_kernel(to_.tables, call, [&](Kernel kernel, const Call& turn) {
          const auto k = static_cast<std::size_t>(kernel);
          const Launch& p = plans_[k];
          launch(kernels_[k], blocks(turn.count, p.worlds_per_block), p.threads, p.shared, stream,
                 {&to_, &worlds_, &turn});
        });
      }
      if (ends) {
        launch(end_, blocks(call.count, kKeepingThreads), kKeepingThreads, 0, stream,
               {&errand, &worlds_, &keeping_, &call});
      }
    });
  }

  GraphExec capture(Errand errand, int steps, bool begins, bool ends) {
    for (const Captured& one : graphs_) {
      if (one.is(errand, steps, begins, ends)) return one.exec;
    }
    const DeviceWorlds<T> initial = initial_state(-1);
    if (graphs_.size() == kMostGraphs) drop_graphs();
    const Device::Turn turn(*device_);
    const Stream stream = chains_->first();
    Graph graph = nullptr;
    GraphExec exec = nullptr;
    check(driver(), driver().capture_begin(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
          "begin a graph");
    enqueue(stream, errand, steps, begins, ends, initial);
    check(driver(), driver().capture_end(stream, &graph), "end a graph");
    const int made = driver().graph_instantiate(&exec, graph, 0);
    driver().graph_destroy(graph);
    check(driver(), made, "make a graph");
    graphs_.push_back({errand, steps, begins, ends, exec});
    return exec;
  }

  void drop_graphs() {
    const Device::Turn turn(*device_);
    for (const Captured& one : graphs_) driver().graph_exec_destroy(one.exec);
    graphs_.clear();
  }

  bool is_capturing() const {
    int status = 0;
    const Device::Turn turn(*device_);
    check(driver(), driver().stream_is_capturing(stream_, &status), "be asked for its stream");
    return status != 0;
  }

  // In a stream that the caller captures, launches become part of the caller's graph.
  void perform(Errand errand, int steps, bool begins, bool ends) {
    if (is_capturing()) {
      const DeviceWorlds<T> initial = initial_state(-1);
      const Device::Turn turn(*device_);
      return enqueue(stream_, errand, steps, begins, ends, initial);
    }
    const GraphExec exec = capture(errand, steps, begins, ends);
    const Device::Turn turn(*device_);
    check(driver(), driver().graph_launch(exec, stream_), "launch a graph");
  }

  // Which worlds the following work is about.
  void ask(const bool* mask) {
    // Graphs of the caller change the table when they are launched, which is not seen here.
    const bool captured = is_capturing();
    others_write_ |= captured;
    const bool known = all_asked_ && !others_write_;
    const Device::Turn turn(*device_);
    if (mask != nullptr) {
      copy(asked_, mask, static_cast<std::size_t>(count_));
    } else if (!known) {
      check(driver(),
            driver().fill(address_of(asked_), 1, static_cast<std::size_t>(count_), stream_),
            "fill a mask");
    }
    all_asked_ = mask == nullptr;
  }

  struct Initial {
    int key;
    Memory memory;
    DeviceWorlds<T> rows;
  };

  const Model& model_;
  std::int64_t count_;
  std::shared_ptr<const Device> device_;
  Layout layout_;
  std::size_t model_bytes_;
  Memory memory_;     // of the model, then of the worlds
  Address next_ = 0;  // what is not given away of it
  DeviceModel<T> to_;
  DeviceWorlds<T> worlds_;
  Keeping keeping_;
  bool* asked_ = nullptr;
  bool all_asked_ = false, others_write_ = false;
  std::vector<DeviceTable> tables_;
  std::vector<Initial> initial_;
  std::array<Memory, kParameters> owned_;

  std::array<Function, kKernels> kernels_{};
  std::array<Launch, kKernels> plans_{};
  Function begin_ = nullptr, end_ = nullptr;
  int chain_count_ = 1;
  std::unique_ptr<Chains> chains_;
  std::vector<Captured> graphs_;
  Stream stream_ = nullptr;
};

}  // namespace

std::unique_ptr<Runtime> make_runtime(const Model& model, std::int64_t worlds,
                                      std::string_view device, const RuntimeOptions& options) {
  auto found = std::make_shared<const Device>(parse_device(device));
  if (options.precision == Precision::Single) {
    return std::make_unique<RuntimeOf<float>>(model, worlds, std::move(found), options);
  }
  return std::make_unique<RuntimeOf<double>>(model, worlds, std::move(found), options);
}

MemoryNeed memory_need(const Model& model, Precision precision,
                       const std::vector<std::string>& outputs) {
  const bool single = precision == Precision::Single;
  RuntimeOptions options;
  options.outputs = outputs;
  const Layout layout(model, single ? 4 : 8, kShared, options);
  const std::size_t shared =
      single ? model_bytes<float>(model, layout.tables) : model_bytes<double>(model, layout.tables);
  return {static_cast<std::int64_t>(shared), layout.world_bytes};
}

}  // namespace thew::gpu
