#pragma once

// NumPy's C interface, and how Thew's memory and NumPy's arrays stand for one another.

#include <nanobind/nanobind.h>

#define PY_ARRAY_UNIQUE_SYMBOL thew_python_numpy
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#ifndef THEW_PYTHON_IMPORTS_NUMPY  // defined by module.cc alone
#define NO_IMPORT_ARRAY
#endif
#include <cstdint>
#include <initializer_list>
#include <span>

#include <numpy/arrayobject.h>

#include <thew/field_table.h>

namespace thew::python {

namespace nb = nanobind;

/// NumPy's number of the type of a field's values.
int numpy_type(FieldType type);

/// A writable array over `data`, which belongs to `base`; a new empty array when there are no
/// values.
nb::object make_view(void* data, int type, std::span<const npy_intp> shape, nb::handle base);

/// From now on the array can only be read.
void make_read_only(nb::handle array);

/// array[...] = value, with NumPy's broadcasting and its errors.
void assign(nb::handle array, nb::handle value);

/// A vector or matrix that a function reads: anything that converts to float64.
class In {
 public:
  In() = default;
  explicit In(nb::object source) : array_(std::move(source)) {}

  /// Converts; raises TypeError unless it has `size` values.
  const double* values(npy_intp size, const char* complaint);
  /// Converts, and tells the number of values and of rows.
  const double* values();
  npy_intp size() const { return PyArray_SIZE(array()); }
  npy_intp last_dimension() const;
  bool is_flat() const { return PyArray_NDIM(array()) == 1; }
  bool none() const { return array_.is_none(); }

 private:
  PyArrayObject* array() const { return reinterpret_cast<PyArrayObject*>(array_.ptr()); }
  nb::object array_;
};

/// Converts `source` in place and gives its values, null for None.
const void* read(nb::object& source, int type, npy_intp size, const char* complaint);

/// An array that a function writes: float64, C-contiguous and writable, or it raises TypeError.
class Out {
 public:
  Out() = default;
  explicit Out(nb::object target) : array_(std::move(target)) {}

  /// Raises TypeError unless it has `size` values.
  double* values(npy_intp size, const char* complaint);
  /// Raises TypeError unless it is rows x columns (or a vector where one of them is 1).
  double* values(npy_intp rows, npy_intp columns, const char* complaint);
  double* values(const char* name);
  npy_intp size() const { return PyArray_SIZE(array()); }
  npy_intp last_dimension() const;
  bool none() const { return array_.is_none(); }

 private:
  PyArrayObject* array() const { return reinterpret_cast<PyArrayObject*>(array_.ptr()); }
  nb::object array_;
};

/// The same, or None.
class OutOrNone : public Out {
 public:
  using Out::Out;
  double* values(npy_intp size, const char* complaint) {
    return none() ? nullptr : Out::values(size, complaint);
  }
  double* values(npy_intp rows, npy_intp columns, const char* complaint) {
    return none() ? nullptr : Out::values(rows, columns, complaint);
  }
};

/// An array of int32 that a function writes, or None.
class IntsOrNone {
 public:
  IntsOrNone() = default;
  explicit IntsOrNone(nb::object target) : array_(std::move(target)) {}
  /// Null for None; raises TypeError unless it has `size` values.
  std::int32_t* values(npy_intp size, const char* complaint);

 private:
  nb::object array_;
};

/// Anything that converts to an array of `Type` (a NumPy number), read only, or None.
template <int Type, class T>
class ReadOrNone {
 public:
  ReadOrNone() = default;
  explicit ReadOrNone(nb::object source) : array_(std::move(source)) {}
  /// Null for None; raises TypeError unless it has `size` values.
  const T* values(npy_intp size, const char* complaint) {
    return static_cast<const T*>(read(array_, Type, size, complaint));
  }

 private:
  nb::object array_;
};
using BytesOrNone = ReadOrNone<NPY_UINT8, std::uint8_t>;
using InInts = ReadOrNone<NPY_INT32, std::int32_t>;
using InFloats = ReadOrNone<NPY_FLOAT32, float>;

}  // namespace thew::python

namespace nanobind::detail {

// These take any object; the function itself says what is wrong with it.
template <class T>
struct AnyArrayCaster {
  T value;
  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
    value = T(borrow(source));
    return true;
  }
  template <class>
  using Cast = T;
  explicit operator T() { return std::move(value); }
  template <class>
  static constexpr bool can_cast() {
    return true;
  }
};

template <>
struct type_caster<thew::python::In> : AnyArrayCaster<thew::python::In> {
  static constexpr auto Name = const_name("numpy.typing.ArrayLike");
};
template <>
struct type_caster<thew::python::Out> : AnyArrayCaster<thew::python::Out> {
  static constexpr auto Name = const_name("numpy.typing.NDArray[numpy.float64]");
};
template <>
struct type_caster<thew::python::OutOrNone> : AnyArrayCaster<thew::python::OutOrNone> {
  static constexpr auto Name = const_name("numpy.typing.NDArray[numpy.float64]");
};
template <>
struct type_caster<thew::python::IntsOrNone> : AnyArrayCaster<thew::python::IntsOrNone> {
  static constexpr auto Name = const_name("numpy.typing.NDArray[numpy.int32]");
};
template <int Type, class T>
struct type_caster<thew::python::ReadOrNone<Type, T>>
    : AnyArrayCaster<thew::python::ReadOrNone<Type, T>> {
  static constexpr auto Name = const_name("numpy.typing.ArrayLike");
};

}  // namespace nanobind::detail
