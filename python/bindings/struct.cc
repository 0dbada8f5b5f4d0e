#include <cmath>
#include <cstring>
#include <limits>

#include <thew/validate.h>

#include "numpy.h"
#include "objects.h"
#include "raise.h"

namespace thew::python {

namespace {

[[noreturn]] void raise_type_error(const char* expected, nb::handle value) {
  PyErr_Format(PyExc_TypeError, "expected %s, not %R", expected, value.ptr());
  throw nb::python_error();
}

double to_double(nb::handle value) {
  const double x = PyFloat_AsDouble(value.ptr());
  if (x == -1.0 && PyErr_Occurred()) {
    PyErr_Clear();
    raise_type_error("a number", value);
  }
  return x;
}

std::int64_t to_integer(nb::handle value, std::int64_t low, std::int64_t high) {
  const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
  int overflow = 0;
  const std::int64_t x =
      index.is_valid() ? PyLong_AsLongLongAndOverflow(index.ptr(), &overflow) : 0;
  if (!index.is_valid() || overflow != 0 || x < low || x > high) {
    PyErr_Clear();
    raise_type_error("an integer that fits", value);
  }
  return x;
}

bool is(const char* a, const char* b) {
  return std::strcmp(a, b) == 0;
}

// Numbers that no simulation survives are refused where they are written.
void check_option(const Model& model, const ScalarField<Model>& field, nb::handle value) {
  if (!is(field.group, "opt")) return;
  if (is(field.name, "timestep")) {
    const double x = to_double(value);
    if (!(std::isfinite(x) && x > 0)) {
      PyErr_Format(PyExc_ValueError, "timestep must be positive and finite, not %R", value.ptr());
      throw nb::python_error();
    }
  } else if (is(field.name, "gravity")) {
    In gravity{nb::borrow(value)};
    const double* x = gravity.values();
    for (npy_intp i = 0; i < gravity.size(); ++i) {
      if (std::isfinite(x[i])) continue;
      PyErr_Format(PyExc_ValueError, "gravity must be finite, not %R", value.ptr());
      throw nb::python_error();
    }
  } else if (field.type == FieldType::Int) {
    using Int = std::numeric_limits<std::int32_t>;
    validate_option(model, field, to_integer(value, Int::min(), Int::max()));
  } else if (field.type == FieldType::Real && field.count == 1) {
    validate_option(field, to_double(value));
  }
}

}  // namespace

nb::object get_number(FieldType type, const void* address) {
  switch (type) {
    case FieldType::Real:
      return nb::float_(*static_cast<const double*>(address));
    case FieldType::Float:
      return nb::float_(static_cast<double>(*static_cast<const float*>(address)));
    case FieldType::Int:
      return nb::int_(*static_cast<const std::int32_t*>(address));
    case FieldType::Long:
      return nb::int_(*static_cast<const std::int64_t*>(address));
    case FieldType::Byte:
      return nb::int_(*static_cast<const std::uint8_t*>(address));
    case FieldType::Bool:
      return nb::bool_(*static_cast<const bool*>(address));
    case FieldType::Char:
      return nb::int_(*static_cast<const char*>(address));
  }
  return nb::none();
}

void set_number(FieldType type, void* address, nb::handle value) {
  using Int = std::numeric_limits<std::int32_t>;
  using Long = std::numeric_limits<std::int64_t>;
  switch (type) {
    case FieldType::Real:
      *static_cast<double*>(address) = to_double(value);
      return;
    case FieldType::Float:
      *static_cast<float*>(address) = static_cast<float>(to_double(value));
      return;
    case FieldType::Int:
      *static_cast<std::int32_t*>(address) =
          static_cast<std::int32_t>(to_integer(value, Int::min(), Int::max()));
      return;
    case FieldType::Long:
      *static_cast<std::int64_t*>(address) = to_integer(value, Long::min(), Long::max());
      return;
    case FieldType::Byte:
      *static_cast<std::uint8_t*>(address) = static_cast<std::uint8_t>(to_integer(value, 0, 255));
      return;
    case FieldType::Bool: {
      const int truth = PyObject_IsTrue(value.ptr());
      if (truth < 0) throw nb::python_error();
      *static_cast<bool*>(address) = truth != 0;
      return;
    }
    case FieldType::Char:
      *static_cast<char*>(address) = static_cast<char>(to_integer(value, -128, 127));
      return;
  }
}

Struct::Struct(const char* group, Store<Model>* store)
    : owner_(store ? store->shared() : std::make_shared<Model>()),
      capsule_(store ? nb::borrow(store->capsule()) : make_capsule(owner_)),
      group_(group) {}

nb::object Struct::get(const ScalarField<Model>& field) {
  if (field.count == 1) return get_number(field.type, field.address(*owner_));
  if (arrays_.contains(field.name)) return arrays_[field.name];
  const npy_intp shape[] = {field.count};
  nb::object array = make_view(field.address(*owner_), numpy_type(field.type), shape, capsule_);
  arrays_[field.name] = array;
  return array;
}

void Struct::set(const ScalarField<Model>& field, nb::handle value) {
  check_option(*owner_, field, value);
  if (field.count == 1) {
    set_number(field.type, field.address(*owner_), value);
  } else {
    python::assign(get(field), value);
  }
}

void Struct::assign(const Struct& other) {
  if (other.group_ != group_) raise(PyExc_TypeError, "cannot assign a structure of another kind");
  for (const ScalarField<Model>& f : model_scalars()) {
    if (group_ != f.group) continue;
    const auto bytes = static_cast<std::size_t>(f.count * field_bytes(f.type));
    std::memmove(f.address(*owner_), f.address(*other.owner_), bytes);
  }
}

}  // namespace thew::python
