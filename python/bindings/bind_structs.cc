#include <nanobind/stl/string.h>

#include "attributes.h"
#include "bind.h"
#include "objects.h"

namespace thew::python {

void bind_structs(nb::module_& m) {
  nb::class_<Store<Model>>(m, "ModelStore", "The memory of an MjModel.")
      .def("get", [](Store<Model>& s, const char* name) { return s.get(name); });
  nb::class_<Store<Data>>(m, "DataStore", "The memory of an MjData.")
      .def("get", [](Store<Data>& s, const char* name) { return s.get(name); })
      .def("contact", contact_column)
      .def("solver", solver_statistics);
  nb::class_<Struct>(m, "Struct", "Numbers of an MjModel that belong together.")
      .def(nb::init<const char*, Store<Model>*>(), nb::arg("group"), nb::arg("store").none())
      .def_prop_ro("_group", &Struct::group)
      .def("_assign", &Struct::assign);
  m.def("add_struct_attributes", add_struct_attributes, nb::arg("type"), nb::arg("group"),
        "Gives a subclass of Struct the attributes of its group.");
}

}  // namespace thew::python
