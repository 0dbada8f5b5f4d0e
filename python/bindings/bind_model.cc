#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

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

// What mj_saveLastXML writes: the call that loaded a model last.
void remember(const char* rewriter, nb::object source, nb::object assets, nb::object vfs,
              bool ignore_unsupported, nb::object package_paths, bool transmissions) {
  nb::module_::import_("thew._thew").attr("last_loaded") = nb::make_tuple(
      rewriter, source, assets, vfs, ignore_unsupported, package_paths, transmissions);
}

PyModel from_xml_path(nb::object filename, nb::object assets, nb::object vfs,
                      bool ignore_unsupported, nb::object package_paths, bool transmissions,
                      bool allow_files, nb::object root, nb::object limits) {
  const std::string name = file_name(filename, "filename");
  LoadOptions options = load_options(assets, vfs, ignore_unsupported, package_paths, transmissions);
  confine(options, allow_files, root, limits);
  const auto given = options.assets.find(name);
  const bool in_memory = !vfs.is_none() && given != options.assets.end();
  PyModel model = load([&] {
    return in_memory ? load_string(given->second, options, name) : load_file(name, options);
  });
  remember("rewrite_path", filename, assets, vfs, ignore_unsupported, package_paths, transmissions);
  return model;
}

PyModel from_xml_string(nb::object xml, nb::object assets, nb::object vfs, bool ignore_unsupported,
                        nb::object package_paths, bool transmissions, bool allow_files,
                        nb::object root, nb::object limits) {
  const std::string text = text_of(xml, "xml");
  LoadOptions options = load_options(assets, vfs, ignore_unsupported, package_paths, transmissions);
  confine(options, allow_files, root, limits);
  PyModel model = load([&] { return load_string(text, options); });
  remember("rewrite_string", xml, assets, vfs, ignore_unsupported, package_paths, transmissions);
  return model;
}

std::string rewrite_path(nb::object filename, nb::object assets, nb::object folder, nb::object vfs,
                         bool ignore_unsupported, nb::object package_paths, bool transmissions) {
  const std::string home = folder.is_none() ? "" : file_name(folder, "folder");
  const LoadOptions options =
      load_options(assets, vfs, ignore_unsupported, package_paths, transmissions);
  const std::string name = file_name(filename, "filename");
  const auto given = options.assets.find(name);
  if (!vfs.is_none() && given != options.assets.end()) {
    return rewrite_string(given->second, options, name, home);
  }
  return rewrite_file(name, options, home);
}

std::string rewrite_text(nb::object xml, nb::object assets, nb::object folder, nb::object vfs,
                         bool ignore_unsupported, nb::object package_paths, bool transmissions) {
  const std::string home = folder.is_none() ? "" : file_name(folder, "folder");
  const LoadOptions options =
      load_options(assets, vfs, ignore_unsupported, package_paths, transmissions);
  return rewrite_string(text_of(xml, "xml"), options, "", home);
}

nb::list schema_as_dicts() {
  nb::list list;
  for (const SchemaElement& element : schema_elements()) {
    nb::dict row;
    nb::list attributes, children;
    for (const SchemaAttribute& attribute : element.attributes) {
      nb::dict entry;
      entry["name"] = attribute.name;
      entry["type"] = attribute.type;
      entry["least"] = attribute.least;
      entry["most"] = attribute.most;
      entry["keywords"] = attribute.keywords;
      entry["default"] = attribute.usual;
      entry["required"] = attribute.is_required;
      entry["simulated"] = attribute.is_simulated;
      attributes.append(entry);
    }
    for (const SchemaElement::Child& child : element.children) {
      children.append(nb::make_tuple(child.element, child.is_unique));
    }
    row["name"] = element.name;
    row["attributes"] = attributes;
    row["children"] = children;
    row["exclusives"] = element.exclusives;
    list.append(row);
  }
  return list;
}

PyModel from_binary_path(nb::object filename, nb::object assets) {
  const std::string name = file_name(filename, "filename");
  const LoadOptions options = load_options(assets, nb::none(), false, nb::tuple(), false);
  return load([&] { return load_file(name, options); });
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
                  "allow_files"_a = true, "root"_a = nb::none(), "limits"_a = nb::none(),
                  "Loads a model file, MJCF or URDF; assets are files by name, looked up before "
                  "the disk.")
      .def_static("from_xml_string", from_xml_string, "xml"_a, "assets"_a = nb::none(),
                  nb::kw_only(), "vfs"_a = nb::none(), "ignore_unsupported"_a = false,
                  "package_paths"_a = nb::tuple(), "transmissions"_a = false,
                  "allow_files"_a = true, "root"_a = nb::none(), "limits"_a = nb::none(),
                  "Loads a model from the text of its file.")
      .def_static("from_binary_path", from_binary_path, "filename"_a, "assets"_a = nb::none(),
                  "Loads a compiled model: Thew's binary form or MuJoCo's (.mjb).")
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
  m.def(
      "to_mjb",
      [](const PyModel& self) {
        const std::string bytes = to_mjb(self.model());
        return nb::bytes(bytes.data(), bytes.size());
      },
      "m"_a, "A model in MuJoCo's binary form (.mjb).");
  m.def(
      "embed_assets",
      [](const PyModel& self) {
        return PyModel(std::make_shared<Model>(embed_assets(self.model())));
      },
      "m"_a);
  m.def("cache_size", asset_cache_bytes);
  m.def("cache_capacity", asset_cache_capacity);
  m.def("set_cache_capacity", set_asset_cache_capacity, "bytes"_a);
  m.def("clear_cache", clear_asset_cache);
  m.def("schema_markdown", schema_markdown, "The reference page of the model format.");
  m.def("schema_elements", schema_as_dicts,
        "The model format as a list of elements, of which the first is the root.");
  m.def("rewrite_path", rewrite_path, "filename"_a, "assets"_a = nb::none(),
        "folder"_a = nb::none(), nb::kw_only(), "vfs"_a = nb::none(),
        "ignore_unsupported"_a = false, "package_paths"_a = nb::tuple(), "transmissions"_a = false,
        "A model file as one MJCF text; assets are named as seen from the folder, else from the "
        "working directory.");
  m.def("rewrite_string", rewrite_text, "xml"_a, "assets"_a = nb::none(), "folder"_a = nb::none(),
        nb::kw_only(), "vfs"_a = nb::none(), "ignore_unsupported"_a = false,
        "package_paths"_a = nb::tuple(), "transmissions"_a = false,
        "The same for the text of a model.");
  m.attr("last_loaded") = nb::none();
  m.def("model_from_bytes", from_bytes, "bytes"_a, "The inverse of MjModel._bytes().");
  m.def(
      "first_difference",
      [](const PyModel& a, const PyModel& b) { return first_difference(a.model(), b.model()); },
      "a"_a, "b"_a, "The name of the first field in which two models differ, or None.");
}

}  // namespace thew::python
