#pragma once

#include <stdexcept>
#include <string>

#include <nanobind/nanobind.h>

namespace thew::python {

/// Raises a Python exception of a built-in type.
[[noreturn]] inline void raise(PyObject* type, const std::string& text) {
  PyErr_SetString(type, text.c_str());
  throw nanobind::python_error();
}

/// What MuJoCo reports with mujoco.FatalError: a call that makes no sense. Becomes thew.FatalError.
class FatalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace thew::python
