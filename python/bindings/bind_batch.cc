// Many worlds of one model: what thew/_batch.py hands on.

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>
#include <optional>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <thew/batch.h>

#include "batch_access.h"
#include "bind.h"
#include "callbacks.h"
#include "numpy.h"
#include "objects.h"
#include "raise.h"

namespace thew::python {

namespace {

using namespace nb::literals;

// Asks now and then whether the user wants to stop, and tells how far the work is.
class Interrupt {
 public:
  explicit Interrupt(nb::handle progress) : progress_(progress) {}

  bool go_on(double done) {
    using namespace std::chrono_literals;
    const auto now = std::chrono::steady_clock::now();
    if (now - asked_ < 50ms) return !error_;
    asked_ = now;
    const nb::gil_scoped_acquire locked;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (progress_.is_valid() && !progress_.is_none()) progress_(done);
    } catch (nb::python_error& error) {
      error_.emplace(std::move(error));
    }
    return !error_;
  }
  void raise_if_asked() {
    if (error_) throw std::move(*error_);
  }

 private:
  nb::handle progress_;
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
  std::optional<nb::python_error> error_;
};

// The address of truth values in the memory of a GPU, as its array interface tells it.
const bool* device_mask(const nb::dict& interface, std::int64_t count) {
  const auto shape = nb::cast<nb::tuple>(interface["shape"]);
  const auto type = nb::cast<std::string>(interface["typestr"]);
  const bool whole = !interface.contains("strides") || interface["strides"].is_none();
  if (shape.size() != 1 || nb::cast<std::int64_t>(shape[0]) != count || !whole ||
      (type != "|b1" && type != "|u1")) {
    raise(PyExc_ValueError, "mask should have one truth value for each world, one after the other");
  }
  return reinterpret_cast<const bool*>(nb::cast<std::uint64_t>(interface["data"][0]));
}

// A mask as NumPy has it, or in the memory of a GPU: one truth value for each world, or None for
// all.
class Worlds {
 public:
  Worlds(nb::object mask, std::int64_t count) : mask_(std::move(mask)), count_(count) {
    if (nb::hasattr(mask_, "__cuda_array_interface__")) {
      const auto interface = nb::cast<nb::dict>(mask_.attr("__cuda_array_interface__"));
      span_ = {device_mask(interface, count), static_cast<std::size_t>(count)};
      return;
    }
    const void* values = read(mask_, NPY_BOOL, count, "mask should have one value for each world");
    if (values) span_ = {static_cast<const bool*>(values), static_cast<std::size_t>(count)};
  }
  Batch::Mask get() const { return span_; }
  std::int64_t count() const {
    return mask_.is_none() ? count_ : std::count(span_.begin(), span_.end(), true);
  }

 private:
  nb::object mask_;
  std::int64_t count_;
  Batch::Mask span_;
};

struct PyBatch {
  PyBatch(nb::object model_object, std::int64_t worlds, const BatchOptions& options)
      : model(model_object),
        shared(nb::cast<PyModel&>(model_object).store->shared()),
        batch(*shared, worlds, options) {}

  // Work without the lock of the interpreter, which a signal can stop.
  template <class Work>
  void run(Work work, nb::handle progress = {}) {
    if (const char* name = python_callback()) {
      raise(PyExc_ValueError, std::string("a batch does not call functions of Python: mjcb_") +
                                  name + " and other callbacks should be None");
    }
    nb::cast<PyModel&>(model).store->check_written();
    Interrupt interrupt(progress);
    {
      const nb::gil_scoped_release unlocked;
      const std::lock_guard alone(busy);
      batch.go_on = [&](double done) { return interrupt.go_on(done); };
      work();
      batch.go_on = nullptr;
    }
    interrupt.raise_if_asked();
  }

  nb::object model;
  std::shared_ptr<Model> shared;
  Batch batch;
  std::uint64_t stream = 0;  // into which its work is put, for worlds on a GPU
  std::mutex busy;
};

// Values of all worlds: an array of NumPy, or for worlds on a device the address, the type and the
// shape, of which thew/_device.py makes one.
nb::object view(void* values, int type, std::span<const npy_intp> shape, nb::handle owner) {
  if (nb::cast<PyBatch&>(owner).batch.device().kind == BatchDevice::Kind::Host) {
    return make_view(values, type, shape, owner);
  }
  nb::list sizes;
  for (const npy_intp size : shape) sizes.append(static_cast<std::int64_t>(size));
  const auto dtype = nb::steal(reinterpret_cast<PyObject*>(PyArray_DescrFromType(type)));
  return nb::make_tuple(reinterpret_cast<std::uint64_t>(values), dtype, nb::tuple(sizes));
}

// A table as an array [worlds, ...]; a field with one column has no axis for it.
nb::object show(const BatchTable& table, nb::handle owner, bool flat) {
  std::vector<npy_intp> shape = {table.worlds};
  if (!flat) shape.push_back(table.rows);
  if (!flat && table.columns > 1) shape.push_back(table.columns);
  return view(table.data, numpy_type(table.type), shape, owner);
}

// One value of each world.
nb::object view(void* values, int type, std::int64_t worlds, nb::handle owner) {
  const npy_intp shape[] = {worlds};
  return view(values, type, shape, owner);
}

nb::object show(std::span<const std::int32_t> values, std::int64_t worlds, nb::handle owner) {
  const auto columns = static_cast<npy_intp>(values.size()) / worlds;
  const npy_intp shape[] = {worlds, columns};
  nb::object array = view(const_cast<std::int32_t*>(values.data()), NPY_INT32,
                          std::span(shape, columns > 1 ? 2 : 1), owner);
  if (PyArray_Check(array.ptr())) make_read_only(array);
  return array;
}

// The numbers that worlds may own in which two models differ; None if they differ in something
// else.
nb::object differing_numbers(const PyModel& a, const PyModel& b) {
  nb::list names;
  for (const ScalarField<Model>& f : model_scalars()) {
    const std::string_view group = f.group, name = f.name;
    if (group.starts_with("vis") || group == "stat") continue;
    const auto bytes = static_cast<std::size_t>(f.count * field_bytes(f.type));
    if (std::memcmp(f.address(a.model()), f.address(b.model()), bytes) == 0) continue;
    if (name != "gravity" && name != "wind") return nb::none();
    names.append(f.name);
  }
  for (const Field<Model>& f : model_fields()) {
    const FieldView x = f.view(a.model()), y = f.view(b.model());
    if (x.rows != y.rows || x.columns != y.columns) return nb::none();
    const auto bytes = static_cast<std::size_t>(x.rows * x.columns * field_bytes(f.type));
    if (bytes == 0 || std::memcmp(x.data, y.data, bytes) == 0) continue;
    if (!f.world) return nb::none();
    names.append(f.name);
  }
  return names;
}

}  // namespace

void with_batch(nb::handle object,
                const std::function<void(Batch&, const std::shared_ptr<Model>&)>& work) {
  PyBatch& batch = nb::cast<PyBatch&>(object);
  const nb::gil_scoped_release unlocked;
  const std::lock_guard alone(batch.busy);
  work(batch.batch, batch.shared);
}

void bind_batch(nb::module_& m) {
  m.def("differing_numbers", &differing_numbers);
  nb::class_<PyBatch>(m, "Batch")
      .def(
          "__init__",
          [](PyBatch* self, nb::object model, std::int64_t worlds, int threads,
             std::vector<std::string> outputs, bool restart, bool whole, double time_limit,
             std::uint64_t seed, bool single, std::string device) {
            BatchOptions options;
            options.threads = threads;
            options.outputs = std::move(outputs);
            options.restart = restart;
            options.whole = whole;
            options.time_limit = time_limit;
            options.seed = seed;
            options.precision = single ? Precision::Single : Precision::Double;
            options.device = std::move(device);
            new (self) PyBatch(std::move(model), worlds, options);
          },
          "model"_a, "worlds"_a, "threads"_a, "outputs"_a, "restart"_a, "whole"_a, "time_limit"_a,
          "seed"_a, "single"_a, "device"_a)
      .def_prop_ro("device",
                   [](PyBatch& b) {
                     constexpr const char* kKinds[] = {"cpu", "cuda", "emulate"};
                     const BatchDevice device = b.batch.device();
                     return nb::make_tuple(kKinds[static_cast<int>(device.kind)], device.index);
                   })
      .def_ro("stream", &PyBatch::stream)
      .def("use_stream",
           [](PyBatch& b, std::uint64_t stream) {
             b.batch.use_stream(reinterpret_cast<void*>(stream));
             b.stream = stream;
           })
      .def("hand_over",
           [](PyBatch& b, std::uint64_t stream) {
             b.batch.hand_over(reinterpret_cast<void*>(stream));
           })
      .def("upload", [](PyBatch& b) { b.batch.upload(); })
      .def("finish",
           [](PyBatch& b) {
             const nb::gil_scoped_release unlocked;
             b.batch.finish();
           })
      .def("read",
           [](PyBatch& b, nb::handle array, std::uint64_t address) {
             auto* to = reinterpret_cast<PyArrayObject*>(array.ptr());
             b.batch.copy(PyArray_DATA(to), reinterpret_cast<const void*>(address),
                          static_cast<std::size_t>(PyArray_NBYTES(to)));
             const nb::gil_scoped_release unlocked;
             b.batch.finish();
           })
      .def("write",
           [](PyBatch& b, std::uint64_t to, std::uint64_t from, std::size_t bytes) {
             b.batch.copy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
           })
      .def("began",
           [](nb::handle self) {
             const Batch& batch = nb::cast<PyBatch&>(self).batch;
             return view(batch.began().data(), NPY_BOOL, batch.size(), self);
           })
      .def_ro("model", &PyBatch::model)
      .def_prop_ro("size", [](PyBatch& b) { return b.batch.size(); })
      .def_prop_ro("threads", [](PyBatch& b) { return b.batch.threads(); })
      .def_prop_ro("world_bytes", [](PyBatch& b) { return b.batch.world_bytes(); })
      .def_prop_ro("fields", [](PyBatch& b) { return b.batch.fields(); })
      .def_prop_ro("owned", [](PyBatch& b) { return b.batch.owned(); })
      .def("field",
           [](nb::handle self, const std::string& name) {
             return show(nb::cast<PyBatch&>(self).batch.field(name), self, name == "time");
           })
      .def("own",
           [](nb::handle self, const std::string& name) {
             const BatchTable table = nb::cast<PyBatch&>(self).batch.own(name);
             const bool option = name == "gravity" || name == "wind";
             return option ? show({table.type, table.data, table.worlds, 3, 1}, self, false)
                           : show(table, self, false);
           })
      .def("errors",
           [](nb::handle self) {
             const Batch& batch = nb::cast<PyBatch&>(self).batch;
             return show(batch.errors(), batch.size(), self);
           })
      .def("rewards",
           [](nb::handle self) {
             const Batch& batch = nb::cast<PyBatch&>(self).batch;
             return view(batch.rewards().data(), NPY_DOUBLE, batch.size(), self);
           })
      .def("terminated",
           [](nb::handle self) {
             const Batch& batch = nb::cast<PyBatch&>(self).batch;
             return view(batch.terminated().data(), NPY_BOOL, batch.size(), self);
           })
      .def("truncated",
           [](nb::handle self) {
             const Batch& batch = nb::cast<PyBatch&>(self).batch;
             return view(batch.truncated().data(), NPY_BOOL, batch.size(), self);
           })
      .def(
          "draw",
          [](PyBatch& b, Out numbers, std::int64_t count, nb::object mask) {
            const Worlds worlds(std::move(mask), b.batch.size());
            double* values = numbers.values(worlds.count() * count, "one number for each draw");
            b.batch.draw(count, values, worlds.get());
          },
          "numbers"_a, "count"_a, "mask"_a.none())
      .def("warnings",
           [](nb::handle self) {
             const Batch& batch = nb::cast<PyBatch&>(self).batch;
             return show(batch.warnings(), batch.size(), self);
           })
      .def(
          "refresh",
          [](PyBatch& b, nb::object mask) {
            const Worlds worlds(std::move(mask), b.batch.size());
            b.run([&] { b.batch.refresh(worlds.get()); });
          },
          "mask"_a.none())
      .def(
          "step",
          [](PyBatch& b, int steps, nb::object mask, int stage, nb::object progress) {
            const Worlds worlds(std::move(mask), b.batch.size());
            b.run([&] { b.batch.step(steps, worlds.get(), static_cast<Stage>(stage)); }, progress);
          },
          "steps"_a, "mask"_a.none(), "stage"_a = 0, "progress"_a.none() = nb::none())
      .def(
          "forward",
          [](PyBatch& b, nb::object mask, int stage) {
            const Worlds worlds(std::move(mask), b.batch.size());
            b.run([&] { b.batch.forward(worlds.get(), static_cast<Stage>(stage)); });
          },
          "mask"_a.none(), "stage"_a = static_cast<int>(Stage::Acc))
      .def(
          "reset",
          [](PyBatch& b, nb::object mask, int key) {
            const Worlds worlds(std::move(mask), b.batch.size());
            b.run([&] { b.batch.reset(worlds.get(), key); });
          },
          "mask"_a.none(), "key"_a)
      .def("extract", [](const PyBatch& b, std::int64_t world,
                         PyData& data) { b.batch.extract(world, data.data()); })
      .def("insert", [](PyBatch& b, const PyData& data, std::int64_t world) {
        b.batch.insert(data.data(), world);
      });
}

}  // namespace thew::python
