#pragma once

// Python functions as callbacks of the engine (set_mjcb_control...).

#include <array>
#include <initializer_list>
#include <optional>

#include "objects.h"

namespace thew::python {

/// While a thread runs the engine on a model and a data, callbacks find their Python objects here.
/// The first exception of a callback is kept until the engine returns; those after it do not run.
class CallbackScope {
 public:
  CallbackScope(const PyModel& model, PyData& data);
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

  /// Raises what a callback has raised, after telling the user of new kinds of warnings.
  void raise_errors();

  /// The scope of this thread for the data, or null.
  static CallbackScope* find(const Data& data);

  /// Calls the Python function of a callback with the model, the data and `more`, as a number;
  /// `otherwise` if it fails or has failed before.
  double call(const char* name, PyObject* function, std::initializer_list<int> more,
              double otherwise);
  /// Calls one without arguments; 0 if it fails or has failed before.
  double ask(PyObject* function);

 private:
  void check_model();
  void tell_warnings();
  template <class Call>
  double guard(const char* name, double otherwise, const Call& call);

  const PyModel& model_;
  PyData& data_;
  CallbackScope* outer_;
  std::optional<nb::python_error> error_;
  std::array<int, kNWARNING> warnings_ = {};  // how many there were
};

/// The first callback that is a function of Python and would be called by a step, or null.
const char* python_callback();

}  // namespace thew::python
