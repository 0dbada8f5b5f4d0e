#pragma once

// Helpers of the files that bind MuJoCo's functions.

#include <nanobind/nanobind.h>

#include "callbacks.h"
#include "objects.h"
#include "raise.h"

namespace thew::python {

using namespace nanobind::literals;

/// Raises IndexError unless 0 <= id < count.
inline void check_id(const char* what, int id, std::int64_t count) {
  if (id >= 0 && id < count) return;
  raise(PyExc_IndexError, std::string("Invalid ") + what + " id " + std::to_string(id) +
                              ". Valid ids from 0 to " + std::to_string(count - 1));
}

/// Runs `work(model, data)` without the lock of the interpreter.
template <class Work>
void run(const PyModel& m, PyData& d, Work work) {
  check_match(m, d);
  const Model& model = m.model();
  Data& data = d.data();
  CallbackScope scope(m, d);
  {
    const nb::gil_scoped_release unlocked;
    work(model, data);
  }
  scope.raise_errors();
}

}  // namespace thew::python
