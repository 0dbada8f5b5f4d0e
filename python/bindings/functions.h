#pragma once

// Helpers of the files that bind MuJoCo's functions.

#include <nanobind/nanobind.h>

#include "callbacks.h"
#include "objects.h"
#include "raise.h"

namespace thew::python {

using namespace nanobind::literals;

/// A flag that a function takes: whatever has a truth value, as numbers, None and NumPy's scalars.
struct Flag {
  bool on = false;
};

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
    const Team::Help help(d.team.get());
    work(model, data);
  }
  scope.raise_errors();
}

}  // namespace thew::python

namespace nanobind::detail {

template <>
struct type_caster<thew::python::Flag> {
  NB_TYPE_CASTER(thew::python::Flag, const_name("bool"))
  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
    const auto ask = reinterpret_cast<inquiry>(PyType_GetSlot(Py_TYPE(source.ptr()), Py_nb_bool));
    const int truth = ask != nullptr ? ask(source.ptr()) : -1;
    if (truth < 0) PyErr_Clear();
    value.on = truth > 0;
    return truth >= 0;
  }
};

}  // namespace nanobind::detail
