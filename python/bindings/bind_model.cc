#include <map>

#include <nanobind/stl/string.h>

#include <thew/bytes.h>
#include <thew/load.h>
#include <thew/save.h>
#include <thew/schema.h>

#include "attributes.h"
#include "bind.h"
#include "clock.h"
#include "objects.h"
#include "raise.h"

namespace thew::python {

namespace {

using namespace nb::literals;

std::string text_of(nb::handle value, const char* what) {
  if (PyBytes_Check(value.ptr())) {
    const auto bytes = nb::cast<nb::bytes>(value);
    return {bytes.c_str(), bytes.size()};
  }
  if (PyUnicode_Check(value.ptr())) return nb::cast<std::string>(value);
  raise(PyExc_TypeError, std::string(what) + " should be str or bytes");
}

// A path as Python gives it: str, bytes, or an object that stands for one.
std::string file_name(nb::handle value, const char* what) {
  const nb::object path = nb::steal(PyOS_FSPath(value.ptr()));
  if (!path.is_valid()) throw nb::python_error();
  return text_of(path, what);
}

LoadOptions load_options(nb::object assets, nb::handle vfs, bool ignore_unsupported,
                         nb::handle package_paths, bool transmissions) {
  LoadOptions options;
  options.ignore_unsupported = ignore_unsupported;
  options.transmissions = transmissions;
  for (const nb::handle path : package_paths) {
    options.package_paths.push_back(file_name(path, "package_paths"));
  }
  if (!vfs.is_none()) {
    if (!assets.is_none()) raise(PyExc_ValueError, "give either assets or vfs");
    assets = vfs.attr("_files")();
  }
  if (assets.is_none()) return options;
  if (!PyMapping_Check(assets.ptr())) raise(PyExc_TypeError, "assets should be a mapping");
  for (const nb::handle item : nb::steal<nb::list>(PyMapping_Items(assets.ptr()))) {
    const nb::handle content = item[1];
    if (!PyBytes_Check(content.ptr())) {
      raise(PyExc_TypeError, "assets should map file names (str) to contents (bytes)");
    }
    const auto bytes = nb::cast<nb::bytes>(content);
    options.assets.emplace(nb::cast<std::string>(item[0]),
                           std::string(bytes.c_str(), bytes.size()));
  }
  return options;
}

void warn(const Model& model) {
  if (model.warnings.empty()) return;
  const nb::object category = nb::module_::import_("thew._errors").attr("LoadWarning");
  for (const std::string& text : model.warnings) {
    if (PyErr_WarnEx(category.ptr(), text.c_str(), 1) < 0) throw nb::python_error();
  }
}

template <class Load>
PyModel load(Load work) {
  std::shared_ptr<Model> model;
  const double start = clock_seconds();
  {
    const nb::gil_scoped_release unlocked;
    model = std::make_shared<Model>(work());
  }
  nb::module_::import_("thew._log").attr("tell_compile_time")(clock_seconds() - start);
  warn(*model);
  return PyModel(std::move(model));
}

PyModel from_xml_path(nb::object filename, nb::object assets, nb::object vfs,
                      bool ignore_unsupported, nb::object package_paths, bool transmissions) {
  const std::string name = file_name(filename, "filename");
  const LoadOptions options =
      load_options(assets, vfs, ignore_unsupported, package_paths, transmissions);
  const auto given = options.assets.find(name);
  if (!vfs.is_none() && given != options.assets.end()) {
    return load([&] { return load_string(given->second, options, name); });
  }
  return load([&] { return load_file(name, options); });
}

PyModel from_xml_string(nb::object xml, nb::object assets, nb::object vfs, bool ignore_unsupported,
                        nb::object package_paths, bool transmissions) {
  const std::string text = text_of(xml, "xml");
  const LoadOptions options =
      load_options(assets, vfs, ignore_unsupported, package_paths, transmissions);
  return load([&] { return load_string(text, options); });
}

std::string rewrite_path(nb::object filename, nb::object assets, nb::object folder,
                         bool ignore_unsupported, nb::object package_paths, bool transmissions) {
  const std::string home = folder.is_none() ? "" : file_name(folder, "folder");
  const LoadOptions options =
      load_options(assets, nb::none(), ignore_unsupported, package_paths, transmissions);
  return rewrite_file(file_name(filename, "filename"), options, home);
}

std::string rewrite_text(nb::object xml, nb::object assets, nb::object folder,
                         bool ignore_unsupported, nb::object package_paths, bool transmissions) {
  const std::string home = folder.is_none() ? "" : file_name(folder, "folder");
  const LoadOptions options =
      load_options(assets, nb::none(), ignore_unsupported, package_paths, transmissions);
  return rewrite_string(text_of(xml, "xml"), options, "", home);
}

PyModel from_bytes(nb::bytes bytes) {
  const std::string_view view(bytes.c_str(), bytes.size());
  return PyModel(std::make_shared<Model>(model_from_bytes(view)));
}

}  // namespace

void bind_model(nb::module_& m) {
  nb::class_<PyModel> type(m, "MjModel", nb::is_weak_referenceable(), "The compiled model.");
  add_model_attributes(type);
  type.def_static("from_xml_path", from_xml_path, "filename"_a, "assets"_a = nb::none(),
                  nb::kw_only(), "vfs"_a = nb::none(), "ignore_unsupported"_a = false,
                  "package_paths"_a = nb::tuple(), "transmissions"_a = false,
                  "Loads a model file, MJCF or URDF; assets are files by name, looked up before "
                  "the disk.")
      .def_static("from_xml_string", from_xml_string, "xml"_a, "assets"_a = nb::none(),
                  nb::kw_only(), "vfs"_a = nb::none(), "ignore_unsupported"_a = false,
                  "package_paths"_a = nb::tuple(), "transmissions"_a = false,
                  "Loads a model from the text of its file.")
      .def_prop_ro("_store", [](const PyModel& self) { return self.store_object; })
      .def_prop_ro("_parts", [](const PyModel& self) { return self.parts; })
      .def_prop_ro(
          "_address",
          [](const PyModel& self) { return reinterpret_cast<std::uintptr_t>(&self.model()); })
      .def("_bytes",
           [](const PyModel& self) {
             const std::string bytes = to_bytes(self.model());
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("__copy__",
           [](const PyModel& self) { return PyModel(std::make_shared<Model>(self.model())); });
  m.def("schema_markdown", schema_markdown, "The reference page of the model format.");
  m.def("rewrite_path", rewrite_path, "filename"_a, "assets"_a = nb::none(),
        "folder"_a = nb::none(), nb::kw_only(), "ignore_unsupported"_a = false,
        "package_paths"_a = nb::tuple(), "transmissions"_a = false,
        "A model file as one MJCF text; assets are named as seen from the folder, else from the "
        "working directory.");
  m.def("rewrite_string", rewrite_text, "xml"_a, "assets"_a = nb::none(), "folder"_a = nb::none(),
        nb::kw_only(), "ignore_unsupported"_a = false, "package_paths"_a = nb::tuple(),
        "transmissions"_a = false, "The same for the text of a model.");
  m.def("model_from_bytes", from_bytes, "bytes"_a, "The inverse of MjModel._bytes().");
  m.def(
      "first_difference",
      [](const PyModel& a, const PyModel& b) { return first_difference(a.model(), b.model()); },
      "a"_a, "b"_a, "The name of the first field in which two models differ, or None.");
}

}  // namespace thew::python
