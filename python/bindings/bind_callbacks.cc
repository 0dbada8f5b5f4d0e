#include <algorithm>

#include <thew/callback.h>
#include <thew/error.h>

#include "bind.h"
#include "callbacks.h"
#include "clock.h"
#include "functions.h"

namespace thew::python {

namespace {

thread_local CallbackScope* innermost = nullptr;

enum Slot {
  kControl,
  kPassive,
  kSensor,
  kActDyn,
  kActGain,
  kActBias,
  kContactFilter,
  kTime,
  kSlots
};
constexpr const char* kNames[kSlots] = {"control",  "passive",  "sensor",        "act_dyn",
                                        "act_gain", "act_bias", "contactfilter", "time"};

// The functions, owned by a dictionary of the module.
PyObject* functions[kSlots] = {};
PyObject* warning_handler = nullptr;

// Without a scope the engine runs on its own, as the compiler does: then nobody is asked.
double call(Slot slot, const Data& d, std::initializer_list<int> more, double otherwise) {
  CallbackScope* scope = CallbackScope::find(d);
  if (scope == nullptr) return otherwise;
  const nb::gil_scoped_acquire locked;
  PyObject* function = functions[slot];
  return function == nullptr ? otherwise : scope->call(kNames[slot], function, more, otherwise);
}

template <Slot slot>
void generic(const Model&, Data& d) {
  call(slot, d, {}, 0);
}

void sensor(const Model&, Data& d, thew::Stage stage) {
  call(kSensor, d, {static_cast<int>(stage)}, 0);
}

template <Slot slot>
double of_actuator(const Model&, Data& d, int actuator) {
  return call(slot, d, {actuator}, slot == kActGain ? 1 : 0);
}

int contact_filter(const Model&, Data& d, int geom1, int geom2) {
  return call(kContactFilter, d, {geom1, geom2}, 0) != 0 ? 1 : 0;
}

double time_of_user() {
  if (innermost == nullptr) return 0;
  const nb::gil_scoped_acquire locked;
  return functions[kTime] == nullptr ? 0 : innermost->ask(functions[kTime]);
}

void connect(Slot slot, bool on) {
  switch (slot) {
    case kControl:
      callbacks.control = on ? generic<kControl> : nullptr;
      break;
    case kPassive:
      callbacks.passive = on ? generic<kPassive> : nullptr;
      break;
    case kSensor:
      callbacks.sensor = on ? sensor : nullptr;
      break;
    case kActDyn:
      callbacks.act_dyn = on ? of_actuator<kActDyn> : nullptr;
      break;
    case kActGain:
      callbacks.act_gain = on ? of_actuator<kActGain> : nullptr;
      break;
    case kActBias:
      callbacks.act_bias = on ? of_actuator<kActBias> : nullptr;
      break;
    case kContactFilter:
      callbacks.contact_filter = on ? contact_filter : nullptr;
      break;
    default:
      callbacks.time = on ? time_of_user : nullptr;
  }
}

}  // namespace

const char* python_callback() {
  const auto* found =
      std::find_if(functions, functions + kTime, [](PyObject* f) { return f != nullptr; });
  return found == functions + kTime ? nullptr : kNames[found - functions];
}

CallbackScope::CallbackScope(const PyModel& model, PyData& data)
    : model_(model), data_(data), outer_(innermost) {
  innermost = this;
  if (warning_handler == nullptr) return;
  const auto& numbers = data.data().warning_number;
  std::copy(numbers.begin(), numbers.end(), warnings_.begin());
}

CallbackScope::~CallbackScope() {
  innermost = outer_;
}

void CallbackScope::raise_errors() {
  if (warning_handler != nullptr) tell_warnings();
  if (error_) throw std::move(*error_);
}

// As in MuJoCo, the first warning of a kind is told; later ones are only counted.
void CallbackScope::tell_warnings() {
  const Data& data = data_.data();
  for (int i = 0; i < kNWARNING; ++i) {
    if (warnings_[i] > 0 || data.warning_number[i] == 0) continue;
    nb::borrow(warning_handler)(i, data.warning_lastinfo[i]);
  }
}

CallbackScope* CallbackScope::find(const Data& data) {
  CallbackScope* scope = innermost;
  while (scope != nullptr && &scope->data_.data() != &data) scope = scope->outer_;
  return scope;
}

double CallbackScope::ask(PyObject* function) {
  return guard("time", 0, [&] { return nb::borrow(function)(); });
}

double CallbackScope::call(const char* name, PyObject* function, std::initializer_list<int> more,
                           double otherwise) {
  return guard(name, otherwise, [&] {
    nb::list arguments;
    arguments.append(nb::find(model_));
    arguments.append(nb::find(data_));
    for (const int number : more) arguments.append(number);
    return nb::borrow(function)(*arguments);
  });
}

// The step goes on after a callback, so it cannot be left with what means nothing.
void CallbackScope::check_model() {
  try {
    model_.store->check_written();
  } catch (const Error& error) {
    model_.store->put_back();
    raise(PyExc_ValueError, error.what());
  }
}

namespace {

double number_from(const char* name, const nb::object& result, double otherwise) {
  if (result.is_none()) return otherwise;
  const double number = PyNumber_Check(result.ptr()) ? PyFloat_AsDouble(result.ptr()) : -1;
  if (!PyNumber_Check(result.ptr()) || PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    raise(PyExc_TypeError, std::string("mjcb_") + name + " callback did not return a number");
  }
  return number;
}

}  // namespace

template <class Call>
double CallbackScope::guard(const char* name, double otherwise, const Call& call) {
  if (error_) return otherwise;
  try {
    const nb::object result = call();
    check_model();
    return number_from(name, result, otherwise);
  } catch (nb::python_error& error) {
    error_.emplace(std::move(error));
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_TypeError, error.what());
    error_.emplace();
  }
  return otherwise;
}

void bind_callbacks(nb::module_& m) {
  m.def(
      "_start_timers", [](const Store<Data>& store) { store.owner().clock = clock_seconds; },
      "Times the parts of steps of this data from now on.");
  const nb::dict owner;
  m.attr("_callbacks") = owner;
  m.def(
      "_set_warning_handler",
      [owner](nb::object function) {
        owner["warning"] = function;
        warning_handler = function.is_none() ? nullptr : function.ptr();
      },
      nb::arg("function").none(), "Calls it with an mjtWarning and its info from now on.");
  for (int i = 0; i < kSlots; ++i) {
    const auto slot = static_cast<Slot>(i);
    const std::string name = std::string("mjcb_") + kNames[i];
    m.def(("set_" + name).c_str(),
          [slot, name, owner](nb::object function) {
            const bool on = !function.is_none();
            if (on && !PyCallable_Check(function.ptr())) {
              raise(PyExc_TypeError, "callback is not an Optional[Callable]");
            }
            if (!on) connect(slot, false);
            functions[slot] = on ? function.ptr() : nullptr;
            owner[name.c_str()] = function;
            if (on) connect(slot, true);
          },
          nb::arg("fn").none(), "Sets a function that the engine calls; None removes it.");
    m.def(("get_" + name).c_str(),
          [slot]() -> nb::object {
            return functions[slot] == nullptr ? nb::none() : nb::borrow(functions[slot]);
          },
          "The function that was set, or None.");
  }
}

}  // namespace thew::python
