// Names, versions and masses.
#include <algorithm>
#include <numeric>

#include <nanobind/stl/string.h>

#include "bind.h"
#include "functions.h"

namespace thew::python {

namespace {

int name2id(const PyModel& m, int type, const std::string& name) {
  return name_to_id(m.model(), static_cast<ObjectType>(type), name);
}

// None for what has no name, as in MuJoCo.
nb::object id2name(const PyModel& m, int type, int id) {
  const char* name = id_to_name(m.model(), static_cast<ObjectType>(type), id);
  return name && *name ? nb::object(nb::str(name)) : nb::none();
}

double total_mass(const PyModel& m) {
  return std::accumulate(m.model().body_mass.begin(), m.model().body_mass.end(), 0.0);
}

void set_total_mass(PyModel& m, double mass) {
  const double scale = std::max(kMinVal, mass / std::max(kMinVal, total_mass(m)));
  for (double& x : m.model().body_mass) x *= scale;
  for (double& x : m.model().body_inertia) x *= scale;
}

}  // namespace

void bind_names(nb::module_& m) {
  m.def("mj_name2id", name2id, "m"_a, "type"_a, "name"_a,
        "The number of a named object (mjtObj), or -1.");
  m.def("mj_id2name", id2name, "m"_a, "type"_a, "id"_a, "The name of an object (mjtObj), or None.");
  m.def(
      "object_count",
      [](const PyModel& model, int type) {
        return object_count(model.model(), static_cast<ObjectType>(type));
      },
      "m"_a, "type"_a, "How many objects of a type (mjtObj) the model has.");
  m.def("mj_getTotalmass", total_mass, "m"_a, "The sum of all body masses.");
  m.def("mj_setTotalmass", set_total_mass, "m"_a, "newmass"_a,
        "Scales masses and inertias to a total mass.");
}

}  // namespace thew::python
