#include <thew/bytes.h>

#include "attributes.h"
#include "bind.h"
#include "objects.h"
#include "raise.h"

namespace thew::python {

namespace {

using namespace nb::literals;

void make(PyData* self, nb::object model) {
  if (!nb::isinstance<PyModel>(model)) raise(PyExc_TypeError, "MjData() needs an MjModel");
  const PyModel& made_for = nb::cast<PyModel&>(model);
  made_for.store->check_written();
  const Model& m = made_for.model();
  new (self) PyData(model, std::make_shared<Data>(m));
}

PyData copy(const PyData& self, nb::object model) {
  check_match(nb::cast<PyModel&>(model), self);
  return PyData(std::move(model), std::make_shared<Data>(self.data()));
}

void set_threads(PyData& self, int threads) {
  self.team = threads > 0 ? std::make_unique<Team>(threads) : nullptr;
}

PyData from_bytes(nb::object model, nb::bytes bytes) {
  const PyModel& made_for = nb::cast<PyModel&>(model);
  made_for.store->check_written();
  const std::string_view view(bytes.c_str(), bytes.size());
  auto data = std::make_shared<Data>(data_from_bytes(made_for.model(), view));
  return PyData(std::move(model), std::move(data));
}

}  // namespace

void bind_data(nb::module_& m) {
  nb::class_<PyData> type(m, "MjData", nb::is_weak_referenceable(),
                          "The state of a simulation and everything computed from it.");
  add_data_attributes(type);
  type.def("__init__", make, "model"_a, nb::sig("def __init__(self, model: MjModel) -> None"))
      .def_prop_ro("model", [](const PyData& self) { return self.model; })
      .def_prop_ro("_store", [](const PyData& self) { return self.store_object; })
      .def_prop_ro("_parts", [](const PyData& self) { return self.parts; })
      .def_prop_ro(
          "_address",
          [](const PyData& self) { return reinterpret_cast<std::uintptr_t>(&self.data()); })
      .def("_bytes",
           [](const PyData& self) {
             const std::string bytes = to_bytes(self.data());
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def_prop_ro(
          "threadpool", [](const PyData& self) { return self.team ? self.team->threads() : 0; },
          "How many threads share the work on this world (mju_threadpool).")
      .def("_set_threads", set_threads, "threads"_a)
      .def("_copy", copy, "model"_a)
      .def("__copy__", [](const PyData& self) { return copy(self, self.model); });
  m.def("data_from_bytes", from_bytes, "model"_a, "bytes"_a, "The inverse of MjData._bytes().");
  m.def(
      "mj_copyData",
      [](PyData& dest, const PyModel& model, const PyData& src) {
        check_match(model, dest);
        check_match(model, src);
        dest.data() = src.data();
      },
      "dest"_a, "m"_a, "src"_a, "Copies all of src into dest, in place.");
}

}  // namespace thew::python
