#include "loading.h"

#include <utility>

#include <nanobind/stl/string.h>

#include "raise.h"

namespace thew::python {

std::string text_of(nb::handle value, const char* what) {
  if (PyBytes_Check(value.ptr())) {
    const auto bytes = nb::cast<nb::bytes>(value);
    return {bytes.c_str(), bytes.size()};
  }
  if (PyUnicode_Check(value.ptr())) return nb::cast<std::string>(value);
  raise(PyExc_TypeError, std::string(what) + " should be str or bytes");
}

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

namespace {

void set_limit(Limits& limits, const std::string& name, std::int64_t value) {
  std::int64_t* const limit = find_limit(limits, name);
  if (limit == nullptr) {
    raise(PyExc_ValueError, "there is no limit \"" + name + "\"; limits are " + limit_names());
  }
  *limit = value;
}

}  // namespace

void confine(LoadOptions& options, bool allow_files, nb::handle root, nb::handle limits) {
  options.allow_files = allow_files;
  if (!root.is_none()) options.root = file_name(root, "root");
  set_limits(options.limits, limits);
}

void set_limits(Limits& limits, nb::handle given) {
  if (given.is_none()) return;
  if (!PyMapping_Check(given.ptr())) raise(PyExc_TypeError, "limits should be a mapping");
  for (const nb::handle item : nb::steal<nb::list>(PyMapping_Items(given.ptr()))) {
    set_limit(limits, nb::cast<std::string>(item[0]), nb::cast<std::int64_t>(item[1]));
  }
}

void warn_of(const Model& model) {
  if (model.warnings.empty()) return;
  const nb::object category = nb::module_::import_("thew._errors").attr("LoadWarning");
  for (const std::string& text : model.warnings) {
    if (PyErr_WarnEx(category.ptr(), text.c_str(), 1) < 0) throw nb::python_error();
  }
}

}  // namespace thew::python
