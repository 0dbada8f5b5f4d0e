#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <thew/error.h>

#include "bind.h"
#include "raise.h"

namespace thew::python {

namespace nb = nanobind;

namespace {

nb::object error_type(const char* name) {
  return nb::module_::import_("thew._errors").attr(name);
}

// thew::Error becomes thew.Error with the same attributes; FatalError becomes thew.FatalError.
void translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const Error& e) {
    const nb::object type = error_type("Error");
    const nb::object made =
        type(e.what(), e.file(), e.line(), e.column(), e.element(), e.hint(), e.fault());
    PyErr_SetObject(type.ptr(), made.ptr());
  } catch (const FatalError& e) {
    PyErr_SetString(error_type("FatalError").ptr(), e.what());
  }
}

}  // namespace

void bind_errors(nb::module_&) {
  nb::register_exception_translator(translate);
}

}  // namespace thew::python
