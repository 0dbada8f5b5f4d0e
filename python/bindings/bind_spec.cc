// The editable model: a Spec, and handles to its elements. What the elements are called and how
// they are added is said in thew/spec.py; here they are read and written by the names of their
// members.

#include <algorithm>
#include <limits>
#include <memory>
#include <type_traits>

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <thew/save.h>
#include <thew/spec_edit.h>
#include <thew/spec_members.h>

#include "bind.h"
#include "loading.h"
#include "numpy.h"
#include "raise.h"

namespace thew::python {

namespace {

using namespace nb::literals;

struct Document {
  spec::Spec spec;
};

// --- kinds of elements ---------------------------------------------------------------------------

#define THEW_KINDS(each)                                                                           \
  each(Body, "body") each(Frame, "frame") each(Joint, "joint") each(Geom, "geom")                  \
      each(Site, "site") each(Camera, "camera") each(Light, "light")                               \
          each(PluginInstance, "plugin") each(Texture, "texture") each(Material, "material")       \
              each(Mesh, "mesh") each(HeightField, "hfield") each(Skin, "skin") each(Pair, "pair") \
                  each(Exclude, "exclude") each(Equality, "equality") each(Tendon, "tendon")       \
                      each(Actuator, "actuator") each(Sensor, "sensor") each(Numeric, "numeric")   \
                          each(Text, "text") each(Tuple, "tuple") each(Key, "key")

// Calls visit.operator()<T>() with the type of the elements of a kind.
template <class Visit>
auto with_type(const std::string& kind, Visit visit) {
#define THEW_TRY(type, name) \
  if (kind == name) return visit.template operator()<spec::type>();
  THEW_KINDS(THEW_TRY)
#undef THEW_TRY
  raise(PyExc_ValueError, "no elements are called \"" + kind + "\"");
}

// --- values --------------------------------------------------------------------------------------

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

template <class E>
int numpy_type_of() {
  if constexpr (std::is_same_v<E, double>) return NPY_FLOAT64;
  if constexpr (std::is_same_v<E, float>) return NPY_FLOAT32;
  if constexpr (std::is_same_v<E, int>) return NPY_INT32;
}

nb::object keep(const std::shared_ptr<void>& owner) {
  return nb::capsule(new std::shared_ptr<void>(owner),
                     [](void* held) noexcept { delete static_cast<std::shared_ptr<void>*>(held); });
}

template <class E>
nb::object view(E* data, std::size_t count, const std::shared_ptr<void>& owner) {
  const npy_intp shape[] = {static_cast<npy_intp>(count)};
  return make_view(data, numpy_type_of<E>(), shape, keep(owner));
}

template <class T>
struct Conversion;  // get(member, owner), set(member, value)

template <class T>
  requires std::is_arithmetic_v<T>
struct Conversion<T> {
  static nb::object get(T& x, const std::shared_ptr<void>&) { return nb::cast(x); }
  static void set(T& x, nb::handle value) { x = nb::cast<T>(value); }
};

template <class T>
  requires std::is_enum_v<T>
struct Conversion<T> {
  static nb::object get(T& x, const std::shared_ptr<void>&) {
    return nb::cast(static_cast<int>(x));
  }
  static void set(T& x, nb::handle value) {
    x = static_cast<T>(nb::cast<int>(nb::steal(PyNumber_Index(value.ptr()))));
  }
};

template <>
struct Conversion<std::string> {
  static nb::object get(std::string& x, const std::shared_ptr<void>&) { return nb::cast(x); }
  static void set(std::string& x, nb::handle value) { x = nb::cast<std::string>(value); }
};

template <class E, std::size_t N>
struct Conversion<std::array<E, N>> {
  static nb::object get(std::array<E, N>& x, const std::shared_ptr<void>& owner) {
    return view(x.data(), N, owner);
  }
  // A list that is too short leaves the rest as it was; a number is the first entry.
  static void set(std::array<E, N>& x, nb::handle value) {
    In given{nb::borrow(value)};
    const double* const numbers = given.values();
    if (given.size() > static_cast<npy_intp>(N)) {
      raise(PyExc_ValueError, "expected at most " + std::to_string(N) + " numbers");
    }
    std::copy_n(numbers, given.size(), x.begin());
  }
};

template <std::size_t N>
struct Conversion<std::array<std::string, N>> {
  static nb::object get(std::array<std::string, N>& x, const std::shared_ptr<void>&) {
    nb::list list;
    for (const std::string& text : x) list.append(text);
    return std::move(list);
  }
  static void set(std::array<std::string, N>& x, nb::handle value) {
    const auto list = nb::cast<std::vector<std::string>>(value);
    if (list.size() > N)
      raise(PyExc_ValueError, "expected at most " + std::to_string(N) + " texts");
    std::copy(list.begin(), list.end(), x.begin());
  }
};

template <class E>
struct Conversion<std::vector<E>> {
  static nb::object get(std::vector<E>& x, const std::shared_ptr<void>&) {
    const auto copy = std::make_shared<std::vector<E>>(x);
    return view(copy->data(), copy->size(), copy);
  }
  static void set(std::vector<E>& x, nb::handle value) {
    In given{nb::borrow(value)};
    const double* const numbers = given.values();
    x.assign(numbers, numbers + given.size());
  }
};

// What is not given is NaN.
template <class T>
struct Conversion<std::optional<T>> {
  static nb::object get(std::optional<T>& x, const std::shared_ptr<void>& owner) {
    if (x) return Conversion<T>::get(*x, owner);
    if constexpr (std::is_arithmetic_v<T>) {
      return nb::cast(kNotANumber);
    } else {
      const auto none = std::make_shared<T>();
      none->fill(kNotANumber);
      return Conversion<T>::get(*none, none);
    }
  }
  static void set(std::optional<T>& x, nb::handle value) {
    In given{nb::borrow(value)};
    const double* const numbers = given.values();
    if (given.size() > 0 && numbers[0] != numbers[0]) return x.reset();
    T made = x.value_or(T{});
    Conversion<T>::set(made, value);
    x = made;
  }
};

// --- rotations, which have several forms ---------------------------------------------------------

// Calls use(member) with the form of a rotation that is called `name`; whether there is one.
template <class Use>
bool with_form(spec::Orientation& x, std::string_view name, Use use) {
  using Form = spec::Orientation::Form;
  const auto is = [&](std::string_view form, auto& member, Form way) {
    if (name != form) return false;
    use(member, way);
    return true;
  };
  return is("quat", x.quat, Form::Quat) || is("axisangle", x.axisangle, Form::Axisangle) ||
         is("xyaxes", x.xyaxes, Form::Xyaxes) || is("zaxis", x.zaxis, Form::Zaxis) ||
         is("euler", x.euler, Form::Euler);
}

// --- handles -------------------------------------------------------------------------------------

struct Handle {
  std::shared_ptr<Document> document;
  std::string kind;
  std::weak_ptr<void> element;

  std::shared_ptr<void> hold() const {
    const std::shared_ptr<void> held = element.lock();
    const bool there =
        held && !with_type(kind, [&]<class T>() { return static_cast<T*>(held.get())->removed; });
    if (!there) raise(PyExc_ValueError, "this " + kind + " has been removed from its spec");
    return held;
  }
  template <class Use>
  auto use(Use work) const {
    const std::shared_ptr<void> held = hold();
    return with_type(kind, [&]<class T>() { return work(*static_cast<T*>(held.get()), held); });
  }
};

[[noreturn]] void no_member(const Handle& handle, const std::string& name) {
  PyErr_Format(PyExc_AttributeError, "a %s has no attribute %s", handle.kind.c_str(), name.c_str());
  throw nb::python_error();
}

// Calls use(member) with the member of an element that has this name.
template <class T, class Use>
bool with_member(T& element, const std::string& name, Use use) {
  bool found = false;
  spec::visit_members(element, [&](const char* member, auto& x) {
    using Member = std::remove_reference_t<decltype(x)>;
    if constexpr (std::is_same_v<Member, spec::Orientation>) {
      const std::string prefix = std::string_view(member) == "iorientation" ? "i" : "";
      if (!name.starts_with(prefix)) return;
      found |= with_form(x, std::string_view(name).substr(prefix.size()),
                         [&](auto& value, spec::Orientation::Form form) { use(value, &x, form); });
    } else if (name == member) {
      found = true;
      use(x, static_cast<spec::Orientation*>(nullptr), spec::Orientation::Form{});
    }
  });
  return found;
}

nb::object get(const Handle& handle, const std::string& name) {
  nb::object result;
  const bool found = handle.use([&](auto& element, const std::shared_ptr<void>& held) {
    return with_member(element, name, [&](auto& member, auto*, auto) {
      result = Conversion<std::remove_reference_t<decltype(member)>>::get(member, held);
    });
  });
  if (!found) no_member(handle, name);
  return result;
}

void set(const Handle& handle, const std::string& name, nb::handle value) {
  const bool found = handle.use([&](auto& element, const std::shared_ptr<void>&) {
    return with_member(element, name, [&](auto& member, spec::Orientation* whole, auto form) {
      Conversion<std::remove_reference_t<decltype(member)>>::set(member, value);
      if (whole != nullptr) whole->form = form;
    });
  });
  if (!found) no_member(handle, name);
}

template <class T>
nb::object make_handle(const std::shared_ptr<Document>& document, const std::string& kind,
                       const std::shared_ptr<T>& element) {
  if (!element) return nb::none();
  return nb::cast(Handle{document, kind, element});
}

// What kinds of elements there are, and whether they stand in bodies.
nb::list kinds() {
  nb::list list;
#define THEW_LIST(type, name) list.append(nb::make_tuple(name, spec::kInBodies<spec::type>));
  THEW_KINDS(THEW_LIST)
#undef THEW_LIST
  return list;
}

std::vector<std::string> members(const std::string& kind) {
  std::vector<std::string> names;
  with_type(kind, [&]<class T>() {
    T example;
    spec::visit_members(example, [&](const char* member, auto& x) {
      using Member = std::remove_reference_t<decltype(x)>;
      if constexpr (std::is_same_v<Member, spec::Orientation>) {
        const std::string prefix = std::string_view(member) == "iorientation" ? "i" : "";
        for (const char* form : {"quat", "axisangle", "xyaxes", "zaxis", "euler"}) {
          names.push_back(prefix + form);
        }
      } else {
        names.emplace_back(member);
      }
    });
  });
  return names;
}

// --- the tree ------------------------------------------------------------------------------------

// The prototype of a class; that of the root where there is none of this name.
template <class T>
T prototype(const spec::Spec& spec, const std::string& classname) {
  T made;
  const spec::Default* found = spec.defaults.empty() ? nullptr : &spec.defaults[0];
  for (const spec::Default& one : spec.defaults) {
    if (one.name == classname) found = &one;
  }
  if (found == nullptr) return made;
  const auto take = [&](const auto& from) {
    if constexpr (std::is_same_v<T, std::remove_cvref_t<decltype(from)>>) made = from;
  };
  take(found->joint), take(found->geom), take(found->site), take(found->camera);
  take(found->light), take(found->pair), take(found->equality), take(found->tendon);
  take(found->actuator), take(found->texture), take(found->material), take(found->mesh);
  made.name.clear();
  made.classname = found->name;
  return made;
}

nb::object add_to_body(const Handle& parent, const std::string& kind,
                       const std::string& classname) {
  const std::shared_ptr<void> held = parent.hold();
  if (parent.kind != "body") raise(PyExc_TypeError, "only bodies hold other elements");
  spec::Body& body = *static_cast<spec::Body*>(held.get());
  return with_type(kind, [&]<class T>() -> nb::object {
    if constexpr (spec::kInBodies<T>) {
      const std::string& name = classname.empty() ? body.classname : classname;
      spec::List<T>& list = spec::list_of<T>(body);
      list.push_back(prototype<T>(parent.document->spec, name));
      return make_handle(parent.document, kind, list.share(list.size() - 1));
    } else {
      raise(PyExc_TypeError, "a body holds no " + kind);
    }
  });
}

nb::object add_to_spec(const std::shared_ptr<Document>& document, const std::string& kind,
                       const std::string& classname) {
  return with_type(kind, [&]<class T>() -> nb::object {
    if constexpr (spec::kInBodies<T>) {
      raise(PyExc_TypeError, "a " + kind + " is added to a body");
    } else {
      spec::List<T>& list = spec::list_of<T>(document->spec);
      list.push_back(prototype<T>(document->spec, classname));
      return make_handle(document, kind, list.share(list.size() - 1));
    }
  });
}

nb::list all(const std::shared_ptr<Document>& document, const std::string& kind) {
  nb::list list;
  with_type(kind, [&]<class T>() {
    for (const auto& element : spec::all_of<T>(document->spec)) {
      list.append(make_handle(document, kind, element));
    }
  });
  return list;
}

nb::list children(const Handle& parent, const std::string& kind) {
  nb::list list;
  const std::shared_ptr<void> held = parent.hold();
  if (parent.kind != "body") return list;
  with_type(kind, [&]<class T>() {
    if constexpr (spec::kInBodies<T>) {
      spec::List<T>& found = spec::list_of<T>(*static_cast<spec::Body*>(held.get()));
      for (std::size_t i = 0; i < found.size(); ++i) {
        list.append(make_handle(parent.document, kind, found.share(i)));
      }
    }
  });
  return list;
}

nb::object world(const std::shared_ptr<Document>& document) {
  return make_handle(document, "body",
                     std::shared_ptr<spec::Body>(document, &document->spec.world));
}

nb::object find(const std::shared_ptr<Document>& document, const std::string& kind,
                const std::string& name) {
  if (kind == "body" && name == "world") return world(document);
  return with_type(kind, [&]<class T>() -> nb::object {
    return make_handle(document, kind, spec::find<T>(document->spec, name));
  });
}

nb::object parent(const Handle& handle) {
  return handle.use([&](auto& element, const std::shared_ptr<void>&) -> nb::object {
    spec::Body* const found = spec::parent_of(handle.document->spec, element);
    if (found == nullptr) return nb::none();
    if (found == &handle.document->spec.world) return world(handle.document);
    for (const auto& body : spec::all_of<spec::Body>(handle.document->spec)) {
      if (body.get() == found) return make_handle(handle.document, "body", body);
    }
    return nb::none();
  });
}

void remove(const Handle& handle) {
  handle.use([&](auto& element, const std::shared_ptr<void>&) {
    if (!spec::remove(handle.document->spec, element)) {
      raise(PyExc_ValueError, "the world cannot be removed");
    }
  });
}

// --- files ---------------------------------------------------------------------------------------

template <class Read>
std::shared_ptr<Document> read(const Read& work) {
  const nb::gil_scoped_release unlocked;
  return std::make_shared<Document>(Document{work()});
}

LoadOptions with_assets(nb::object assets) {
  return load_options(std::move(assets), nb::none(), false, nb::tuple(), false);
}

std::shared_ptr<Document> from_file(nb::object filename, nb::object assets) {
  const std::string name = file_name(filename, "filename");
  const LoadOptions options = with_assets(std::move(assets));
  return read([&] { return read_file(name, options); });
}

std::shared_ptr<Document> from_string(nb::object xml, nb::object assets) {
  const std::string text = text_of(xml, "xml");
  const LoadOptions options = with_assets(std::move(assets));
  return read([&] { return read_string(text, options); });
}

PyModel compile(const std::shared_ptr<Document>& document) {
  return load([&] { return compile_spec(document->spec); });
}

}  // namespace

void bind_spec(nb::module_& m) {
  nb::class_<Document>(m, "SpecDocument")
      .def_prop_rw(
          "modelname", [](const Document& d) { return d.spec.modelname; },
          [](Document& d, const std::string& name) { d.spec.modelname = name; });
  nb::class_<Handle>(m, "SpecHandle")
      .def_ro("document", &Handle::document)
      .def_ro("kind", &Handle::kind)
      .def("get", &get)
      .def("set", &set)
      .def("add", &add_to_body)
      .def("children", &children)
      .def("parent", &parent)
      .def("remove", &remove)
      .def("same", [](const Handle& a, const Handle& b) {
        return !a.element.owner_before(b.element) && !b.element.owner_before(a.element) &&
               a.element.lock() == b.element.lock();
      });
  m.def("spec_new", [] {
    const auto document = std::make_shared<Document>();
    document->spec.world.name = "world";
    document->spec.defaults.emplace_back().name = "main";
    return document;
  });
  m.def("spec_from_file", &from_file, "filename"_a, "assets"_a.none());
  m.def("spec_from_string", &from_string, "xml"_a, "assets"_a.none());
  m.def("spec_copy", [](const Document& document) { return std::make_shared<Document>(document); });
  m.def("spec_compile", &compile);
  m.def("spec_to_xml", [](const Document& document, const std::string& folder) {
    return to_xml(document.spec, folder);
  });
  m.def("spec_kinds", &kinds);
  m.def("spec_members", &members);
  m.def("spec_world", &world);
  m.def("spec_add", &add_to_spec);
  m.def("spec_all", &all);
  m.def("spec_find", &find);
}

}  // namespace thew::python
