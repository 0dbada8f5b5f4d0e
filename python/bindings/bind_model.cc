#include <nanobind/stl/string.h>

#include <thew/bytes.h>
#include <thew/load.h>
#include <thew/save.h>
#include <thew/schema.h>

#include "attributes.h"
#include "bind.h"
#include "loading.h"
#include "objects.h"

namespace thew::python {

namespace {

using namespace nb::literals;

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
