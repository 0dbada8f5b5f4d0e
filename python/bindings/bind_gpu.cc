// GPUs, and tables of worlds in their memory as other libraries want to see them: by DLPack
// (https://dmlc.github.io/dlpack) and by the address alone. What thew/_device.py hands on.

#include <cstring>
#include <memory>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <thew/gpu.h>

#include "bind.h"
#include "objects.h"

namespace thew::python {

namespace {

namespace nb = nanobind;
using namespace nb::literals;

// The structures of DLPack 1.0, as its specification lays them out.
struct Device {
  std::int32_t type, id;
};
struct DataType {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};
struct Tensor {
  void* data;
  Device device;
  std::int32_t ndim;
  DataType dtype;
  std::int64_t *shape, *strides;
  std::uint64_t byte_offset;
};
struct Managed {
  Tensor tensor;
  void* context;
  void (*deleter)(Managed*);
};
struct Version {
  std::uint32_t major, minor;
};
struct ManagedVersioned {
  Version version;
  void* context;
  void (*deleter)(ManagedVersioned*);
  std::uint64_t flags;
  Tensor tensor;
};
constexpr std::uint64_t kReadOnly = 1;

// A tensor with what it needs, and the object that has the memory.
template <class M>
struct Held {
  M managed{};
  std::vector<std::int64_t> shape, strides;
  PyObject* owner = nullptr;

  static void release(M* managed) {
    const std::unique_ptr<Held> held(static_cast<Held*>(managed->context));
    const nb::gil_scoped_acquire locked;
    Py_DECREF(held->owner);
  }
};

// Whoever takes a capsule renames it; one that nobody took frees what it has.
template <class M>
nb::object make_capsule(const Tensor& tensor, std::vector<std::int64_t> shape, nb::handle owner,
                        const char* name, M** made) {
  auto held = std::make_unique<Held<M>>();
  held->shape = std::move(shape);
  held->strides.assign(held->shape.size(), 1);
  for (std::size_t i = held->shape.size(); i-- > 1;) {
    held->strides[i - 1] = held->strides[i] * held->shape[i];
  }
  held->managed.tensor = tensor;
  held->managed.tensor.ndim = static_cast<std::int32_t>(held->shape.size());
  held->managed.tensor.shape = held->shape.data();
  held->managed.tensor.strides = held->strides.data();
  held->managed.context = held.get();
  held->managed.deleter = Held<M>::release;
  PyObject* capsule = PyCapsule_New(&held->managed, name, [](PyObject* self) {
    const char* own = std::is_same_v<M, Managed> ? "dltensor" : "dltensor_versioned";
    if (!PyCapsule_IsValid(self, own)) return;
    auto* managed = static_cast<M*>(PyCapsule_GetPointer(self, own));
    managed->deleter(managed);
  });
  if (capsule == nullptr) throw nb::python_error();
  held->owner = owner.inc_ref().ptr();
  *made = &held.release()->managed;
  return nb::steal(capsule);
}

// `type` is a letter of NumPy's (f, i, u, b) for numbers of so many bytes.
nb::object dlpack(nb::handle owner, std::uint64_t address, std::vector<std::int64_t> shape,
                  const std::string& type, int bytes, int device_type, int device_id,
                  bool versioned, bool read_only) {
  std::uint8_t code = 2;  // float
  if (type == "i") code = 0;
  if (type == "u") code = 1;
  if (type == "b") code = 6;
  Tensor tensor{};
  tensor.data = reinterpret_cast<void*>(address);
  tensor.device = {device_type, device_id};
  tensor.dtype = {code, static_cast<std::uint8_t>(8 * bytes), 1};
  if (!versioned) {
    Managed* made = nullptr;
    return make_capsule(tensor, std::move(shape), owner, "dltensor", &made);
  }
  ManagedVersioned* made = nullptr;
  nb::object capsule = make_capsule(tensor, std::move(shape), owner, "dltensor_versioned", &made);
  made->version = {1, 0};
  made->flags = read_only ? kReadOnly : 0;
  return capsule;
}

nb::tuple memory_need(const PyModel& model, bool single, const std::vector<std::string>& outputs) {
  const gpu::MemoryNeed need =
      gpu::memory_need(model.model(), single ? Precision::Single : Precision::Double, outputs);
  return nb::make_tuple(need.model, need.world);
}

nb::list devices() {
  nb::list list;
  for (const gpu::Gpu& one : gpu::devices()) {
    list.append(nb::make_tuple(one.index, one.name, one.major, one.minor, one.memory));
  }
  return list;
}

}  // namespace

void bind_gpu(nb::module_& m) {
  m.def("gpu_reason", &gpu::reason);
  m.def("gpu_devices", &devices);
  m.def("gpu_memory_need", &memory_need, "model"_a, "single"_a, "outputs"_a);
  m.def("dlpack", &dlpack);
}

}  // namespace thew::python
