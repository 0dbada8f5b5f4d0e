// The editable model: a Spec, and handles to its elements. What the elements are called and how
// they are added is said in thew/spec.py; here they are read and written by the names of their
// members.

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include <thew/load.h>
#include <thew/save.h>

#include "bind.h"
#include "loading.h"
#include "spec_handle.h"

namespace thew::python {

// --- documents -----------------------------------------------------------------------------------

void Document::write_numbers() {
  spec.option = numbers->opt;
  spec.visual = numbers->vis;
  const auto given = [](double x) { return std::isnan(x) ? std::nullopt : std::optional(x); };
  spec.statistic.meaninertia = given(numbers->stat.meaninertia);
  spec.statistic.meanmass = given(numbers->stat.meanmass);
  spec.statistic.meansize = given(numbers->stat.meansize);
  spec.statistic.extent = given(numbers->stat.extent);
  const auto& center = numbers->stat.center;
  spec.statistic.center.reset();
  if (!std::isnan(center[0])) spec.statistic.center = {center[0], center[1], center[2]};
}

void Document::show_numbers() {
  numbers->opt = spec.option;
  numbers->vis = spec.visual;
  numbers->stat.meaninertia = spec.statistic.meaninertia.value_or(kNotANumber);
  numbers->stat.meanmass = spec.statistic.meanmass.value_or(kNotANumber);
  numbers->stat.meansize = spec.statistic.meansize.value_or(kNotANumber);
  numbers->stat.extent = spec.statistic.extent.value_or(kNotANumber);
  const spec::Vec3 center = spec.statistic.center.value_or(spec::Vec3{kNotANumber, 0, 0});
  std::copy(center.begin(), center.end(), std::begin(numbers->stat.center));
}

void Document::edited() {
  static std::uint64_t edits = 0;
  signature = ++edits;  // no model has so small a signature, but by a great accident
}

const std::shared_ptr<Document>& Handle::document() const {
  const std::shared_ptr<Document>* document = &origin;
  while ((*document)->parent) document = &(*document)->parent;
  return *document;
}

spec::Body& Handle::body() const {
  if (kind != "body") raise(PyExc_TypeError, "a " + kind + " is no body");
  return *static_cast<spec::Body*>(element.get());
}

nb::object body_handle(const std::shared_ptr<Document>& document, spec::Body* body) {
  if (body == nullptr) return nb::none();
  if (body == &document->spec.world) {
    return make_handle(document, "body", std::shared_ptr<spec::Body>(document, body));
  }
  for (const auto& one : spec::all_of<spec::Body>(document->spec)) {
    if (one.get() == body) return make_handle(document, "body", one);
  }
  return nb::none();
}

namespace {

using namespace nb::literals;
using DocumentPtr = std::shared_ptr<Document>;

// --- members -------------------------------------------------------------------------------------

// Calls use(member, rotation, form) with the member of an element that has this name; the last two
// say which form of a rotation it is.
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

[[noreturn]] void no_member(const std::string& kind, const std::string& name) {
  PyErr_Format(PyExc_AttributeError, "a %s has no attribute %s", kind.c_str(), name.c_str());
  throw nb::python_error();
}

// What a pair does not say is fixed, so that it can as well be shown and written.
template <class T>
void complete(T&) {}
void complete(spec::Pair& pair) {
  const auto fill = [](auto& member, auto value) {
    if (!member) member = value;
  };
  fill(pair.condim, 3);
  fill(pair.solref, spec::kSolRef);
  fill(pair.solreffriction, spec::SolRef{});
  fill(pair.solimp, spec::kSolImp);
  fill(pair.margin, 0.0);
  fill(pair.gap, 0.0);
  fill(pair.adhesion, 0.0);
  fill(pair.friction, spec::kPairFriction);
}
void complete(spec::Flex& flex) {
  if (!flex.xpbd && !flex.friction) flex.friction = spec::kFriction;
}

template <class T>
nb::object get_member(T& element, const std::string& kind, const std::string& name,
                      const std::shared_ptr<void>& owner) {
  nb::object result;
  const bool found = with_member(element, name, [&](auto& member, auto*, auto) {
    result = Conversion<std::remove_reference_t<decltype(member)>>::get(member, owner);
  });
  if (!found) no_member(kind, name);
  return result;
}

template <class T>
void set_member(T& element, const std::string& kind, const std::string& name, nb::handle value) {
  const bool found =
      with_member(element, name, [&](auto& member, spec::Orientation* whole, auto form) {
        Conversion<std::remove_reference_t<decltype(member)>>::set(member, value);
        if (whole != nullptr) whole->form = form;
      });
  if (!found) no_member(kind, name);
}

nb::object get(const Handle& handle, const std::string& name) {
  return handle.use([&](auto& element) {
    complete(element);
    return get_member(element, handle.kind, name, handle.element);
  });
}

// What was decoded from another file is forgotten.
template <class T>
void forget_contents(T&) {}
void forget_contents(spec::Mesh& mesh) {
  mesh.data.reset();
}
void forget_contents(spec::HeightField& field) {
  field.elevation.clear();
}
void forget_contents(spec::Texture& texture) {
  texture.pixels.reset();
}

void set(const Handle& handle, const std::string& name, nb::handle value) {
  handle.use([&](auto& element) {
    using T = std::remove_reference_t<decltype(element)>;
    complete(element);
    if (name == "name") {
      const auto text = nb::cast<std::string>(value);
      const auto other = spec::find<T>(handle.document()->spec, text);
      if (!text.empty() && other && other.get() != &element) {
        raise(PyExc_ValueError, "Error: repeated name '" + text + "' in " + handle.kind);
      }
    }
    set_member(element, handle.kind, name, value);
    if constexpr (std::is_base_of_v<spec::Asset, T>) {
      if (name == "file" || name == "cubefiles") {
        element.located = false;
        forget_contents(element);
      }
    }
  });
}

// The form in which a rotation is written, by number; and to set it.
int rotation_form(const Handle& handle, const std::string& prefix) {
  int form = 0;
  handle.use([&](auto& element) {
    with_member(element, prefix + "quat", [&](auto&, spec::Orientation* whole, auto) {
      form = static_cast<int>(whole->form);
    });
  });
  return form;
}

void set_rotation_form(const Handle& handle, const std::string& prefix, int form) {
  handle.use([&](auto& element) {
    with_member(element, prefix + "quat", [&](auto&, spec::Orientation* whole, auto) {
      whole->form = static_cast<spec::Orientation::Form>(form);
    });
  });
}

// Names and kinds of the members: how many numbers, -1 for lists, 0 for what is no array.
template <class T>
int count_of(const T&) {
  return 0;
}
template <class E, std::size_t N>
int count_of(const std::array<E, N>&) {
  return std::is_same_v<E, std::string> ? 0 : static_cast<int>(N);
}
template <class T>
int count_of(const std::optional<T>&) {
  if constexpr (std::is_same_v<T, spec::PluginUse> || std::is_same_v<T, spec::Xpbd>) {
    return 0;
  } else {
    return count_of(T{});
  }
}
template <class E>
int count_of(const std::vector<E>&) {
  return std::is_same_v<E, std::string> ? 0 : -1;
}

template <class T>
nb::list members_of() {
  nb::list names;
  T example{};
  spec::visit_members(example, [&](const char* member, auto& x) {
    using Member = std::remove_reference_t<decltype(x)>;
    if constexpr (std::is_same_v<Member, spec::Orientation>) {
      const std::string prefix = std::string_view(member) == "iorientation" ? "i" : "";
      for (const auto& [form, count] :
           {std::pair{"quat", 4}, {"axisangle", 4}, {"xyaxes", 6}, {"zaxis", 3}, {"euler", 3}}) {
        names.append(nb::make_tuple(prefix + form, count));
      }
    } else {
      names.append(nb::make_tuple(member, count_of(x)));
    }
  });
  return names;
}

nb::list members(const std::string& kind) {
  if (kind == "compiler") return members_of<spec::Compiler>();
  if (kind == "lengthrange") return members_of<spec::LengthRange>();
  if (kind == "sizes") return members_of<spec::Sizes>();
  return with_type(kind, []<class T>() { return members_of<T>(); });
}

// What kinds of elements there are, and whether they stand in bodies.
nb::list kinds() {
  nb::list list;
#define THEW_LIST(type, name) list.append(nb::make_tuple(name, spec::kInBodies<spec::type>));
  THEW_KINDS(THEW_LIST)
#undef THEW_LIST
  return list;
}

// Settings of a document or of one of its compilers, by the name of the group.
template <class Use>
auto with_settings(const DocumentPtr& document, const std::string& group, int number, Use use) {
  const auto place = static_cast<std::size_t>(number);
  if (group == "sizes") return use(document->spec.sizes);
  if (group == "lengthrange") return use(document->spec.compilers.at(place).lengthrange);
  return use(document->spec.compilers.at(place));
}

nb::object get_setting(const DocumentPtr& document, const std::string& group, int number,
                       const std::string& name) {
  return with_settings(document, group, number,
                       [&](auto& settings) { return get_member(settings, group, name, document); });
}

void set_setting(const DocumentPtr& document, const std::string& group, int number,
                 const std::string& name, nb::handle value) {
  with_settings(document, group, number,
                [&](auto& settings) { set_member(settings, group, name, value); });
}

// --- the tree ------------------------------------------------------------------------------------

struct Spot {
  spec::Body* body;
  std::shared_ptr<spec::Frame> frame;
};

// Where elements go that are added to a body or to a frame.
Spot spot_of(const Handle& handle) {
  if (handle.kind == "body") return {&handle.body(), nullptr};
  if (handle.kind != "frame") {
    raise(PyExc_TypeError, "only bodies and frames hold other elements");
  }
  const auto frame = std::static_pointer_cast<spec::Frame>(handle.element);
  spec::Body* const body = spec::parent_of(handle.document()->spec, *frame);
  if (body == nullptr) raise(PyExc_ValueError, "the frame is not in this model");
  return {body, frame};
}

int number_of(const spec::Body& body, const spec::Frame* frame) {
  for (std::size_t i = 0; i < body.frames.size(); ++i) {
    if (&body.frames[i] == frame) return static_cast<int>(i);
  }
  return -1;
}

// The class that elements have which do not say it: that of the innermost frame or body around.
std::string class_inside(spec::Spec& spec, const spec::Body* body, int frame) {
  while (body != nullptr) {
    for (int f = frame; f >= 0; f = body->frames[static_cast<std::size_t>(f)].frame) {
      const spec::Frame& around = body->frames[static_cast<std::size_t>(f)];
      if (!around.childclass.empty()) return around.childclass;
    }
    if (!body->childclass.empty()) return body->childclass;
    frame = body->frame;
    body = spec::parent_of(spec, *body);
  }
  return "";
}

nb::object add_to_body(const Handle& handle, const std::string& kind,
                       const std::string& classname) {
  const Spot spot = spot_of(handle);
  const DocumentPtr& document = handle.document();
  return with_type(kind, [&]<class T>() -> nb::object {
    if constexpr (spec::kInBodies<T>) {
      const int frame = number_of(*spot.body, spot.frame.get());
      const std::string name =
          classname.empty() ? class_inside(document->spec, spot.body, frame) : classname;
      const std::shared_ptr<T> made = spec::add<T>(*spot.body, document->spec, name);
      made->frame = frame;
      document->edited();
      return make_handle(document, kind, made);
    } else {
      raise(PyExc_TypeError, "a body holds no " + kind);
    }
  });
}

nb::object add_to_spec(const DocumentPtr& document, const std::string& kind,
                       const std::string& classname) {
  return with_type(kind, [&]<class T>() -> nb::object {
    if constexpr (spec::kInBodies<T>) {
      raise(PyExc_TypeError, "a " + kind + " is added to a body");
    } else {
      document->edited();
      return make_handle(document, kind, spec::add<T>(document->spec, classname));
    }
  });
}

nb::list all(const DocumentPtr& document, const std::string& kind) {
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
  spec::Body& body = parent.body();
  with_type(kind, [&]<class T>() {
    if constexpr (spec::kInBodies<T>) {
      spec::List<T>& found = spec::list_of<T>(body);
      for (std::size_t i = 0; i < found.size(); ++i) {
        list.append(make_handle(parent.origin, kind, found.share(i)));
      }
    }
  });
  return list;
}

nb::object world(const DocumentPtr& document) {
  return body_handle(document, &document->spec.world);
}

nb::object find(const DocumentPtr& document, const std::string& kind, const std::string& name) {
  if (kind == "body" && name == "world") return world(document);
  return with_type(kind, [&]<class T>() -> nb::object {
    return make_handle(document, kind, spec::find<T>(document->spec, name));
  });
}

nb::object parent(const Handle& handle) {
  return handle.use([&](auto& element) -> nb::object {
    const DocumentPtr& document = handle.document();
    return body_handle(document, spec::parent_of(document->spec, element));
  });
}

nb::object frame_of(const Handle& handle) {
  return handle.use([&](auto& element) -> nb::object {
    if constexpr (requires { element.frame; }) {
      const DocumentPtr& document = handle.document();
      spec::Body* const body = spec::parent_of(document->spec, element);
      if (body == nullptr || element.frame < 0) return nb::none();
      return make_handle(document, "frame",
                         body->frames.share(static_cast<std::size_t>(element.frame)));
    }
    return nb::none();
  });
}

void set_frame(const Handle& handle, const Handle& frame) {
  handle.use([&](auto& element) {
    if constexpr (requires { element.frame; }) {
      const Spot spot = spot_of(frame);
      if (spec::parent_of(handle.document()->spec, element) != spot.body) {
        raise(PyExc_ValueError, "the frame stands in another body");
      }
      const int number = number_of(*spot.body, spot.frame.get());
      if constexpr (std::is_same_v<std::remove_reference_t<decltype(element)>, spec::Frame>) {
        if (number >= number_of(*spot.body, &element)) {
          raise(PyExc_ValueError, "a frame is put only into one that was made before it");
        }
      }
      element.frame = number;
    } else {
      raise(PyExc_TypeError, "a " + handle.kind + " stands in no frame");
    }
  });
}

void remove(const Handle& handle) {
  handle.use([&](auto& element) {
    const DocumentPtr& document = handle.document();
    if (!spec::remove(document->spec, element)) {
      const bool is_world = handle.element.get() == &document->spec.world;
      raise(PyExc_ValueError,
            is_world ? "the world cannot be removed" : handle.kind + " is not in this model");
    }
    document->edited();
  });
}

nb::object to_frame(const Handle& handle) {
  const DocumentPtr& document = handle.document();
  document->edited();
  return make_handle(document, "frame", spec::to_frame(document->spec, handle.body()));
}

// The rules of the file that an element is from, as their number.
int compiler_of(const Handle& handle) {
  return handle.use([&](auto& element) {
    if constexpr (requires { element.compiler; }) {
      return element.compiler;
    } else {
      const spec::Body* const body = spec::parent_of(handle.document()->spec, element);
      return body == nullptr ? 0 : body->compiler;
    }
  });
}

// --- files ---------------------------------------------------------------------------------------

template <class Read>
DocumentPtr read(const Read& work) {
  auto document = std::make_shared<Document>();
  {
    const nb::gil_scoped_release unlocked;
    document->spec = work();
  }
  if (document->spec.world.name.empty()) document->spec.world.name = "world";
  if (document->spec.defaults.empty()) document->spec.defaults.emplace_back().name = "main";
  document->show_numbers();
  return document;
}

LoadOptions with_assets(nb::object assets, nb::handle limits) {
  LoadOptions options = load_options(std::move(assets), nb::none(), false, nb::tuple(), false);
  options.read_assets = false;
  set_limits(options.limits, limits);
  return options;
}

DocumentPtr from_file(nb::object filename, nb::object assets, nb::object limits) {
  const std::string name = file_name(filename, "filename");
  const LoadOptions options = with_assets(std::move(assets), limits);
  return read([&] { return read_file(name, options); });
}

DocumentPtr from_string(nb::object xml, nb::object assets, nb::object limits) {
  const std::string text = text_of(xml, "xml");
  const LoadOptions options = with_assets(std::move(assets), limits);
  return read([&] { return read_string(text, options); });
}

DocumentPtr make_new() {
  return read([] { return spec::Spec(); });
}

DocumentPtr copy(Document& document) {
  document.write_numbers();
  return read([&] { return document.spec; });
}

PyModel compile(const DocumentPtr& document, nb::object assets, nb::object limits) {
  document->write_numbers();
  const LoadOptions options = with_assets(std::move(assets), limits);
  PyModel model = load([&] { return compile_spec(document->spec, options, &document->times); });
  spec::number_elements(document->spec);
  document->owners = spec::state_owners(document->spec);
  return model;
}

// Carries out a flexcomp, which is gone then, whether that works or not.
nb::object make_flex_of(const Handle& recipe, nb::object assets, nb::object limits) {
  const DocumentPtr document = recipe.document();
  auto* const flexcomp = static_cast<spec::Flexcomp*>(recipe.element.get());
  spec::Body* const body = spec::parent_of(document->spec, *flexcomp);
  if (recipe.kind != "flexcomp" || body == nullptr) raise(PyExc_ValueError, "not a flexcomp");
  const spec::Flexcomp copy = *flexcomp;
  spec::remove(document->spec, *flexcomp);
  try {
    make_flex(document->spec, *body, copy, with_assets(std::move(assets), limits));
  } catch (const Error& error) {
    raise(PyExc_ValueError, error.what());
  }
  document->edited();
  spec::List<spec::Flex>& flexes = document->spec.flexes;
  return make_handle(document, "flex", flexes.share(flexes.size() - 1));
}

// The state of a world in the model that was compiled last, from that before.
void carry(const spec::StateOwners& old, const PyModel& before, const PyData& from,
           const Document& document, const PyModel& after, const PyData& to) {
  carry_state(before.model(), from.data(), old, after.model(), to.data(), document.owners);
}

std::string write_xml(Document& document, const std::string& folder) {
  document.write_numbers();
  return to_xml(document.spec, folder);
}

nb::object numbers_store(const Document& document) {
  return nb::cast(new Store<Model>(document.numbers, document.numbers),
                  nb::rv_policy::take_ownership);
}

}  // namespace

void bind_spec(nb::module_& m) {
  nb::class_<spec::StateOwners>(m, "SpecStateOwners");
  nb::class_<Document>(m, "SpecDocument")
      .def_prop_rw(
          "modelname", [](const Document& d) { return d.spec.modelname; },
          [](Document& d, const std::string& text) { d.spec.modelname = text; })
      .def_prop_rw(
          "comment", [](const Document& d) { return d.spec.comment; },
          [](Document& d, const std::string& text) { d.spec.comment = text; })
      .def_prop_rw(
          "modelfiledir", [](const Document& d) { return d.spec.modelfiledir; },
          [](Document& d, const std::string& text) { d.spec.modelfiledir = text; })
      .def_prop_ro("authored",
                   [](const Document& d) {
                     nb::dict sections;
                     for (const auto& [section, names] : d.spec.authored) {
                       nb::list list;
                       for (const std::string& name : names) list.append(name);
                       sections[section.c_str()] = list;
                     }
                     return sections;
                   })
      .def_rw("parent", &Document::parent, nb::arg().none())
      .def_rw("signature", &Document::signature)
      .def_prop_ro("owners", [](const Document& d) { return spec::StateOwners(d.owners); })
      .def_prop_ro("address",
                   [](const Document& d) { return reinterpret_cast<std::uintptr_t>(&d.spec); })
      .def_prop_ro("times",
                   [](const Document& d) {
                     return std::tuple(d.times.total, d.times.assets, d.times.textures);
                   })
      .def("numbers", &numbers_store)
      .def("write_numbers", &Document::write_numbers)
      .def("show_numbers", &Document::show_numbers)
      .def("edited", &Document::edited);
  nb::class_<Handle>(m, "SpecHandle")
      .def_ro("origin", &Handle::origin)
      .def_prop_ro("document", [](const Handle& h) { return h.document(); })
      .def_ro("kind", &Handle::kind)
      .def_prop_ro("key",
                   [](const Handle& h) {
                     return std::pair(h.kind, reinterpret_cast<std::uintptr_t>(h.element.get()));
                   })
      .def_prop_ro("id",
                   [](const Handle& h) { return h.use([](auto& element) { return element.id; }); })
      .def_prop_ro(
          "removed",
          [](const Handle& h) { return h.use([](auto& element) { return element.removed; }); })
      .def_prop_rw(
          "classname",
          [](const Handle& h) { return h.use([](auto& element) { return element.classname; }); },
          [](const Handle& h, const std::string& name) {
            h.use([&](auto& element) { element.classname = name; });
          })
      .def_prop_ro("compiler", &compiler_of)
      .def("get", &get)
      .def("set", &set, "name"_a, "value"_a.none())
      .def("rotation_form", &rotation_form)
      .def("set_rotation_form", &set_rotation_form)
      .def("add", &add_to_body)
      .def("children", &children)
      .def("parent", &parent)
      .def("frame", &frame_of)
      .def("set_frame", &set_frame)
      .def("to_frame", &to_frame)
      .def("remove", &remove);
  m.def("spec_new", &make_new);
  m.def("spec_from_file", &from_file, "filename"_a, "assets"_a.none(), "limits"_a.none());
  m.def("spec_from_string", &from_string, "xml"_a, "assets"_a.none(), "limits"_a.none());
  m.def("spec_copy", &copy);
  m.def("spec_compile", &compile, "document"_a, "assets"_a.none(), "limits"_a = nb::none());
  m.def("spec_make_flex", &make_flex_of, "recipe"_a, "assets"_a.none(), "limits"_a = nb::none());
  m.def("spec_carry_state", &carry);
  m.def("spec_to_xml", &write_xml);
  m.def("spec_kinds", &kinds);
  m.def("spec_members", &members);
  m.def("spec_get", &get_setting);
  m.def("spec_set", &set_setting);
  m.def("spec_world", &world);
  m.def("spec_add", &add_to_spec);
  m.def("spec_all", &all);
  m.def("spec_find", &find);
  bind_spec_parts(m);
}

}  // namespace thew::python
