#pragma once

// Members of elements as Python has them, and back.

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <thew/spec.h>
#include <thew/spec_members.h>

#include "numpy.h"
#include "raise.h"

namespace thew::python {

inline constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

template <class E>
int numpy_type_of() {
  if constexpr (std::is_same_v<E, double>) return NPY_FLOAT64;
  if constexpr (std::is_same_v<E, float>) return NPY_FLOAT32;
  if constexpr (std::is_same_v<E, int>) return NPY_INT32;
}

inline nb::object keep(const std::shared_ptr<void>& owner) {
  return nb::capsule(new std::shared_ptr<void>(owner),
                     [](void* held) noexcept { delete static_cast<std::shared_ptr<void>*>(held); });
}

template <class E>
nb::object view(E* data, std::size_t count, const std::shared_ptr<void>& owner) {
  const npy_intp shape[] = {static_cast<npy_intp>(count)};
  return make_view(data, numpy_type_of<E>(), shape, keep(owner));
}

// Which numbers an enumeration has, and what Python calls it.
template <class E>
bool is_member(int) {
  return true;
}
template <class E>
inline constexpr const char* kEnumName = nullptr;
#define THEW_ENUM(type, name)                           \
  template <>                                           \
  inline constexpr const char* kEnumName<type> = #name; \
  template <>                                           \
  inline bool is_member<type>(int value) {              \
    return
#define THEW_ENUMERATOR(name, other, number) value == (number) ||
#define THEW_ENUM_END(type, name) \
  false;                          \
  }
#include <thew/enums.inc>
#undef THEW_ENUM
#undef THEW_ENUMERATOR
#undef THEW_ENUM_END

// Any list of numbers, or one number; text is none.
inline std::vector<double> numbers_of(nb::handle value) {
  if (PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr())) {
    raise(PyExc_TypeError, "expected numbers, not text");
  }
  In given{nb::borrow(value)};
  const double* const numbers = given.values();
  return {numbers, numbers + given.size()};
}

template <class T>
struct Conversion;  // get(member, owner), set(member, value)

template <class T>
  requires std::is_arithmetic_v<T>
struct Conversion<T> {
  static nb::object get(T& x, const std::shared_ptr<void>&) { return nb::cast(x); }
  // MuJoCo's truth values take numbers, and its numbers truth values.
  static void set(T& x, nb::handle value) {
    if constexpr (std::is_same_v<T, bool>) {
      const int truth = PyUnicode_Check(value.ptr()) ? -1 : PyObject_IsTrue(value.ptr());
      if (truth < 0) raise(PyExc_TypeError, "expected a truth value");
      x = truth != 0;
    } else if constexpr (std::is_integral_v<T>) {
      const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
      if (!index.is_valid()) throw nb::python_error();
      x = nb::cast<T>(index);
    } else {
      if (PyUnicode_Check(value.ptr())) raise(PyExc_TypeError, "expected a number, not text");
      const nb::object number = nb::steal(PyNumber_Float(value.ptr()));
      if (!number.is_valid()) throw nb::python_error();
      x = nb::cast<T>(number);
    }
  }
};

template <class T>
  requires std::is_enum_v<T>
struct Conversion<T> {
  static nb::object get(T& x, const std::shared_ptr<void>&) {
    const int value = static_cast<int>(x);
    if constexpr (kEnumName<T> == nullptr) return nb::int_(value);
    if (!is_member<T>(value)) return nb::int_(value);
    return nb::module_::import_("thew._enums").attr(kEnumName<T>)(value);
  }
  static void set(T& x, nb::handle value) {
    const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
    if (!index.is_valid()) throw nb::python_error();
    const int number = nb::cast<int>(index);
    if (kEnumName<T> != nullptr && !is_member<T>(number)) {
      raise(PyExc_ValueError, std::to_string(number) + " is no " + kEnumName<T>);
    }
    x = static_cast<T>(number);
  }
};

template <>
struct Conversion<std::string> {
  static nb::object get(std::string& x, const std::shared_ptr<void>&) { return nb::cast(x); }
  static void set(std::string& x, nb::handle value) {
    if (!PyUnicode_Check(value.ptr())) raise(PyExc_TypeError, "expected text");
    x = nb::cast<std::string>(value);
  }
};

template <class E, std::size_t N>
struct Conversion<std::array<E, N>> {
  static nb::object get(std::array<E, N>& x, const std::shared_ptr<void>& owner) {
    return view(x.data(), N, owner);
  }
  // A list that is too short leaves the rest as it was; a number is the first entry.
  static void set(std::array<E, N>& x, nb::handle value) {
    const std::vector<double> numbers = numbers_of(value);
    if (numbers.size() > N) {
      raise(PyExc_ValueError, "expected at most " + std::to_string(N) + " numbers");
    }
    std::copy(numbers.begin(), numbers.end(), x.begin());
  }
};

template <std::size_t N>
struct Conversion<std::array<std::string, N>> {
  static nb::object get(std::array<std::string, N>& x, const std::shared_ptr<void>&) {
    nb::list list;
    for (const std::string& text : x) list.append(text);
    return std::move(list);
  }
  static void set(std::array<std::string, N>& x, nb::handle value) {
    const auto list = nb::cast<std::vector<std::string>>(value);
    if (list.size() > N)
      raise(PyExc_ValueError, "expected at most " + std::to_string(N) + " texts");
    std::copy(list.begin(), list.end(), x.begin());
  }
};

template <>
struct Conversion<std::vector<std::string>> {
  static nb::object get(std::vector<std::string>& x, const std::shared_ptr<void>&) {
    return nb::cast(x);
  }
  static void set(std::vector<std::string>& x, nb::handle value) {
    x = nb::cast<std::vector<std::string>>(value);
  }
};

template <class E>
struct Conversion<std::vector<E>> {
  static nb::object get(std::vector<E>& x, const std::shared_ptr<void>&) {
    const auto copy = std::make_shared<std::vector<E>>(x);
    return view(copy->data(), copy->size(), copy);
  }
  static void set(std::vector<E>& x, nb::handle value) {
    const std::vector<double> numbers = numbers_of(value);
    x.assign(numbers.begin(), numbers.end());
  }
};

// The plugin of an element: whether it has one, the name of the instance, and that of the plugin.
template <>
struct Conversion<std::optional<spec::PluginUse>> {
  using Use = std::optional<spec::PluginUse>;
  static nb::object get(Use& x, const std::shared_ptr<void>&) {
    const spec::PluginUse none, &use = x ? *x : none;
    return nb::make_tuple(x.has_value(), use.instance, use.own.plugin, use.own.info);
  }
  static void set(Use& x, nb::handle value) {
    const auto [active, instance, plugin, info] =
        nb::cast<std::tuple<bool, std::string, std::string, std::string>>(value);
    if (!active) return x.reset();
    if (!x) x.emplace();
    x->instance = instance;
    x->own.plugin = plugin;
    x->own.info = info;
  }
};

// Constraints on positions: a dictionary of what they say, or None. What is left out of one that is
// given is what a new element would say.
template <>
struct Conversion<std::optional<spec::Xpbd>> {
  static nb::object get(std::optional<spec::Xpbd>& x, const std::shared_ptr<void>& owner) {
    if (!x) return nb::none();
    nb::dict found;
    spec::visit_members(*x, [&](const char* name, auto& member) {
      found[name] = Conversion<std::remove_reference_t<decltype(member)>>::get(member, owner);
    });
    return std::move(found);
  }
  static void set(std::optional<spec::Xpbd>& x, nb::handle value) {
    if (value.is_none()) return x.reset();
    if (!nb::isinstance<nb::dict>(value)) raise(PyExc_TypeError, "expected a dict or None");
    spec::Xpbd made;
    std::size_t known = 0;
    const auto given = nb::borrow<nb::dict>(value);
    spec::visit_members(made, [&](const char* name, auto& member) {
      if (!given.contains(name)) return;
      Conversion<std::remove_reference_t<decltype(member)>>::set(member, given[name]);
      ++known;
    });
    if (known != given.size()) raise(PyExc_ValueError, "xpbd has no member of one of these names");
    x = std::move(made);
  }
};

// What is not given is NaN.
template <class T>
struct Conversion<std::optional<T>> {
  static nb::object get(std::optional<T>& x, const std::shared_ptr<void>& owner) {
    if (x) return Conversion<T>::get(*x, owner);
    if constexpr (std::is_arithmetic_v<T>) {
      return nb::cast(kNotANumber);
    } else {
      const auto none = std::make_shared<T>();
      none->fill(kNotANumber);
      return Conversion<T>::get(*none, none);
    }
  }
  static void set(std::optional<T>& x, nb::handle value) {
    const std::vector<double> numbers = numbers_of(value);
    if (!numbers.empty() && std::isnan(numbers[0])) return x.reset();
    T made = x.value_or(T{});
    Conversion<T>::set(made, value);
    x = made;
  }
};

}  // namespace thew::python
