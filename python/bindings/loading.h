#pragma once

// What everybody needs who reads models for Python.

#include <memory>
#include <string>

#include <thew/load.h>

#include "clock.h"
#include "objects.h"

namespace thew::python {

/// A text given as str or bytes.
std::string text_of(nb::handle value, const char* what);

/// A path as Python gives it: str, bytes, or an object that stands for one.
std::string file_name(nb::handle value, const char* what);

/// `assets` and `vfs` are files by name, one of them at most.
LoadOptions load_options(nb::object assets, nb::handle vfs, bool ignore_unsupported,
                         nb::handle package_paths, bool transmissions);

/// What an untrusted model may do: `root` is a folder or None, `limits` numbers by the names of
/// Limits or None.
void confine(LoadOptions& options, bool allow_files, nb::handle root, nb::handle limits);
/// The last of these alone.
void set_limits(Limits& limits, nb::handle given);

/// Gives the warnings of a model to Python.
void warn_of(const Model& model);

/// The model that `work` makes, without holding up other threads.
template <class Load>
PyModel load(Load work) {
  std::shared_ptr<Model> model;
  const double start = clock_seconds();
  {
    const nb::gil_scoped_release unlocked;
    model = std::make_shared<Model>(work());
  }
  nb::module_::import_("thew._log").attr("tell_compile_time")(clock_seconds() - start);
  warn_of(*model);
  return PyModel(std::move(model));
}

}  // namespace thew::python
