// Models built from nothing: what thew/builder.py hands on, with options as dictionaries.

#include <optional>
#include <type_traits>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <thew/builder.h>
#include <thew/save.h>

#include "bind.h"
#include "loading.h"
#include "numpy.h"
#include "raise.h"

namespace thew::python {

namespace {

using namespace nb::literals;

// --- options -------------------------------------------------------------------------------------

template <class Visit>
void visit_options(build::Placement& x, Visit visit) {
  visit("pos", x.pos);
  visit("quat", x.quat);
  visit("euler", x.euler);
}

template <class Visit>
void visit_options(build::Joint& x, Visit visit) {
  visit("name", x.name);
  visit("axis", x.axis);
  visit("pos", x.pos);
  visit("range", x.range);
  visit("stiffness", x.stiffness);
  visit("springref", x.springref);
  visit("damping", x.damping);
  visit("frictionloss", x.frictionloss);
  visit("armature", x.armature);
  visit("ref", x.ref);
}

template <class Visit>
void visit_options(build::Shape& x, Visit visit) {
  visit("name", x.name);
  visit("pos", x.pos);
  visit("quat", x.quat);
  visit("euler", x.euler);
  visit("mass", x.mass);
  visit("density", x.density);
  visit("friction", x.friction);
  visit("rgba", x.rgba);
  visit("collides", x.collides);
}

template <class Visit>
void visit_options(build::Motor& x, Visit visit) {
  visit("name", x.name);
  visit("joint", x.joint);
  visit("tendon", x.tendon);
  visit("gear", x.gear);
  visit("force_limit", x.force_limit);
  visit("range", x.range);
  visit("kd", x.kd);
  visit("on", x.on);
}

template <class Visit>
void visit_options(build::Coupling& x, Visit visit) {
  visit("name", x.name);
  visit("solref", x.solref);
}

template <class Visit>
void visit_options(build::Tendon& x, Visit visit) {
  visit("stiffness", x.stiffness);
  visit("damping", x.damping);
  visit("frictionloss", x.frictionloss);
  visit("range", x.range);
}

[[noreturn]] void wrong(const char* name, const std::string& expected, nb::handle value) {
  const std::string given = nb::cast<std::string>(nb::repr(value));
  raise(PyExc_TypeError, std::string(name) + " should be " + expected + ", not " + given);
}

void read(const char* name, nb::handle value, std::string& x) {
  if (!nb::isinstance<nb::str>(value)) wrong(name, "a text", value);
  x = nb::cast<std::string>(value);
}

void read(const char* name, nb::handle value, bool& x) {
  const int truth = PyObject_IsTrue(value.ptr());
  if (truth < 0) wrong(name, "True or False", value);
  x = truth != 0;
}

void read(const char* name, nb::handle value, double& x) {
  x = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() == nullptr) return;
  PyErr_Clear();
  wrong(name, "a number", value);
}

template <class E, std::size_t n>
void read(const char* name, nb::handle value, std::array<E, n>& x) {
  const bool fits = PySequence_Check(value.ptr()) != 0 && PySequence_Size(value.ptr()) == n;
  if (!fits) {
    PyErr_Clear();
    wrong(name, std::to_string(n) + " numbers", value);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto item = nb::steal(PySequence_GetItem(value.ptr(), static_cast<Py_ssize_t>(i)));
    double number = 0;
    if (!item.is_valid()) throw nb::python_error();
    read(name, item, number);
    x[i] = static_cast<E>(number);
  }
}

template <class T>
void read(const char* name, nb::handle value, std::optional<T>& x) {
  if (value.is_none()) return x.reset();
  read(name, value, x.emplace());
}

// The options that a dictionary gives; those that there are not raise TypeError.
template <class T>
T options(nb::dict given) {
  T made;
  for (const auto item : given) {
    const auto wanted = nb::cast<std::string>(item.first);
    bool found = false;
    std::string known;
    visit_options(made, [&](const char* name, auto& x) {
      known += (known.empty() ? "" : ", ") + std::string(name);
      if (wanted != name) return;
      found = true;
      read(name, item.second, x);
    });
    if (!found) raise(PyExc_TypeError, "no option \"" + wanted + "\": there are " + known);
  }
  return made;
}

build::Arms arms_of(nb::dict given) {
  build::Arms arms;
  for (const auto& [joint, arm] : given) {
    std::string name;
    double number = 0;
    read("joint", joint, name);
    read("arm", arm, number);
    arms.emplace_back(name, number);
  }
  return arms;
}

template <class T>
T array_of(const char* name, nb::handle value) {
  T made;
  read(name, value, made);
  return made;
}

// --- methods -------------------------------------------------------------------------------------

using Vec3 = spec::Vec3;

template <auto method>
BodyBuilder joint(BodyBuilder& body, nb::dict given) {
  return (body.*method)(options<build::Joint>(given));
}

template <auto method>
BodyBuilder shape(BodyBuilder& body, nb::handle size, nb::dict given) {
  constexpr bool is_radius =
      std::is_same_v<decltype(method), BodyBuilder (BodyBuilder::*)(double, const build::Shape&)>;
  using Size = std::conditional_t<is_radius, double, Vec3>;
  return (body.*method)(array_of<Size>(is_radius ? "radius" : "size", size),
                        options<build::Shape>(given));
}

using Along = BodyBuilder (BodyBuilder::*)(double, double, const build::Shape&);
using Between = BodyBuilder (BodyBuilder::*)(double, const Vec3&, const Vec3&, const build::Shape&);

// A capsule or cylinder, of a length or between two points.
template <Along along, Between between>
BodyBuilder round(BodyBuilder& body, double radius, nb::handle length, nb::handle start,
                  nb::handle end, nb::dict given) {
  const auto shape = options<build::Shape>(given);
  if (length.is_none() == end.is_none() || (!length.is_none() && !start.is_none())) {
    raise(PyExc_TypeError, "give the length, or start and end");
  }
  if (!length.is_none()) return (body.*along)(radius, array_of<double>("length", length), shape);
  const Vec3 origin = {};
  return (body.*between)(radius, start.is_none() ? origin : array_of<Vec3>("start", start),
                         array_of<Vec3>("end", end), shape);
}

BodyBuilder mesh(BodyBuilder& body, In vertices, InInts triangles, nb::object faces,
                 nb::dict given) {
  const double* const points = vertices.values();
  const npy_intp count = faces.is_none() ? 0 : nb::len(faces) * 3;
  const std::int32_t* const corners =
      count == 0 ? nullptr : triangles.values(count, "each triangle needs three vertices");
  return body.mesh({points, points + vertices.size()}, {corners, corners + count},
                   options<build::Shape>(given));
}

void bind_body(nb::module_& m) {
  using B = BodyBuilder;
  nb::class_<B>(m, "BodyBuilder")
      .def_prop_ro("name", &B::name)
      .def("add_body",
           [](B& b, const std::string& name, nb::dict given) {
             return b.add_body(name, options<build::Placement>(given));
           })
      .def("hinge", joint<&B::hinge>)
      .def("slide", joint<&B::slide>)
      .def("ball", joint<&B::ball>)
      .def("free", &B::free)
      .def("fixed", &B::fixed)
      .def("universal",
           [](B& b, nb::dict first, nb::dict second) {
             return b.universal(options<build::Joint>(first), options<build::Joint>(second));
           })
      .def("cylindrical",
           [](B& b, nb::dict turn, nb::dict slide) {
             return b.cylindrical(options<build::Joint>(turn), options<build::Joint>(slide));
           })
      .def("planar",
           [](B& b, nb::dict x, nb::dict y, nb::dict angle) {
             return b.planar(options<build::Joint>(x), options<build::Joint>(y),
                             options<build::Joint>(angle));
           })
      .def("sphere", shape<&B::sphere>)
      .def("box", shape<&B::box>)
      .def("ellipsoid", shape<&B::ellipsoid>)
      .def("capsule", round<static_cast<Along>(&B::capsule), static_cast<Between>(&B::capsule)>,
           "radius"_a, "length"_a.none(), "start"_a.none(), "end"_a.none(), "given"_a)
      .def("cylinder", round<static_cast<Along>(&B::cylinder), static_cast<Between>(&B::cylinder)>,
           "radius"_a, "length"_a.none(), "start"_a.none(), "end"_a.none(), "given"_a)
      .def(
          "mesh",
          [](B& b, In vertices, nb::object faces, nb::dict given) {
            return mesh(b, std::move(vertices), InInts(faces), faces, given);
          },
          "vertices"_a, "faces"_a.none(), "given"_a)
      .def("inertial",
           [](B& b, double mass, nb::handle inertia, nb::handle pos) {
             return b.inertial(mass, array_of<Vec3>("inertia", inertia),
                               array_of<Vec3>("pos", pos));
           })
      .def("site", [](B& b, const std::string& name,
                      nb::handle pos) { return b.site(name, array_of<Vec3>("pos", pos)); })
      .def("torque_motor",
           [](B& b, nb::dict given) { return b.torque_motor(options<build::Motor>(given)); })
      .def("velocity_motor",
           [](B& b, double kv, nb::dict given) {
             return b.velocity_motor(kv, options<build::Motor>(given));
           })
      .def("position_motor", [](B& b, double kp, nb::dict given) {
        return b.position_motor(kp, options<build::Motor>(given));
      });
}

void bind_model_builder(nb::module_& m) {
  using M = ModelBuilder;
  nb::class_<M>(m, "ModelBuilder")
      .def("__init__",
           [](M* self, const std::string& name, double timestep, nb::handle gravity) {
             new (self) M(name, {timestep, array_of<Vec3>("gravity", gravity)});
           })
      .def("world", &M::world)
      .def("body", &M::body)
      .def("ground", [](M& b, double height, double friction) { b.ground(height, friction); })
      .def("torque_motor",
           [](M& b, nb::dict given) { b.torque_motor(options<build::Motor>(given)); })
      .def("velocity_motor",
           [](M& b, double kv, nb::dict given) {
             b.velocity_motor(kv, options<build::Motor>(given));
           })
      .def("position_motor",
           [](M& b, double kp, nb::dict given) {
             b.position_motor(kp, options<build::Motor>(given));
           })
      .def("gear",
           [](M& b, const std::string& driven, const std::string& driver, double ratio,
              double offset, nb::dict given) {
             b.gear(driven, driver, ratio, offset, options<build::Coupling>(given));
           })
      .def("differential",
           [](M& b, const std::string& carrier, const std::string& left, const std::string& right,
              double ratio, nb::dict given) {
             b.differential(carrier, left, right, ratio, options<build::Coupling>(given));
           })
      .def("tendon_network",
           [](M& b, const std::string& name, const std::vector<nb::dict>& cables, nb::dict given) {
             std::vector<build::Arms> arms;
             for (const nb::dict& cable : cables) arms.push_back(arms_of(cable));
             b.tendon_network(name, arms, options<build::Coupling>(given));
           })
      .def("tendon",
           [](M& b, const std::string& name, nb::dict arms, nb::dict given) {
             b.tendon(name, arms_of(arms), options<build::Tendon>(given));
           })
      .def("connect",
           [](M& b, const std::string& body1, const std::string& body2, nb::handle pos,
              nb::dict given) {
             b.connect(body1, body2, array_of<Vec3>("pos", pos), options<build::Coupling>(given));
           })
      .def("no_contact", [](M& b, const std::string& body1,
                            const std::string& body2) { b.no_contact(body1, body2); })
      .def("build", [](M& b) { return load([&] { return compile_spec(b.spec()); }); })
      .def("to_xml", [](const M& b) { return to_xml(b.spec()); });
}

}  // namespace

void bind_builder(nb::module_& m) {
  bind_body(m);
  bind_model_builder(m);
}

}  // namespace thew::python
