#include "numpy.h"

#include "raise.h"

namespace thew::python {

namespace {

// A raised error of Python becomes a C++ exception.
nb::object checked(PyObject* object) {
  if (!object) throw nb::python_error();
  return nb::steal(object);
}

npy_intp last(PyArrayObject* array) {
  const int n = PyArray_NDIM(array);
  return n == 0 ? 1 : PyArray_DIM(array, n - 1);
}

}  // namespace

int numpy_type(FieldType type) {
  switch (type) {
    case FieldType::Real:
      return NPY_FLOAT64;
    case FieldType::Float:
      return NPY_FLOAT32;
    case FieldType::Int:
      return NPY_INT32;
    case FieldType::Long:
      return NPY_INT64;
    case FieldType::Byte:
      return NPY_UINT8;
    case FieldType::Bool:
      return NPY_BOOL;
    case FieldType::Char:
      return NPY_INT8;
  }
  return NPY_FLOAT64;
}

nb::object make_view(void* data, int type, std::span<const npy_intp> shape, nb::handle base) {
  npy_intp size = 1;
  for (const npy_intp n : shape) size *= n;
  const int dimensions = static_cast<int>(shape.size());
  auto* extents = const_cast<npy_intp*>(shape.data());
  if (size == 0 || data == nullptr) {
    return checked(PyArray_ZEROS(dimensions, extents, type, 0));
  }
  nb::object array = checked(PyArray_SimpleNewFromData(dimensions, extents, type, data));
  auto* raw = reinterpret_cast<PyArrayObject*>(array.ptr());
  if (PyArray_SetBaseObject(raw, nb::handle(base).inc_ref().ptr()) < 0) throw nb::python_error();
  return array;
}

void make_read_only(nb::handle array) {
  PyArray_CLEARFLAGS(reinterpret_cast<PyArrayObject*>(array.ptr()), NPY_ARRAY_WRITEABLE);
}

void assign(nb::handle array, nb::handle value) {
  auto* raw = reinterpret_cast<PyArrayObject*>(array.ptr());
  if (PyArray_CopyObject(raw, value.ptr()) < 0) throw nb::python_error();
}

const double* In::values() {
  array_ = checked(PyArray_FROM_OTF(array_.ptr(), NPY_FLOAT64, NPY_ARRAY_IN_ARRAY));
  return static_cast<const double*>(PyArray_DATA(array()));
}

const double* In::values(npy_intp size, const char* complaint) {
  const double* data = values();
  if (PyArray_SIZE(array()) != size) raise(PyExc_TypeError, complaint);
  return data;
}

npy_intp In::last_dimension() const {
  return last(array());
}
npy_intp Out::last_dimension() const {
  return last(array());
}

const void* read(nb::object& source, int type, npy_intp size, const char* complaint) {
  if (source.is_none()) return nullptr;
  source = checked(PyArray_FROM_OTF(source.ptr(), type, NPY_ARRAY_IN_ARRAY | NPY_ARRAY_FORCECAST));
  auto* array = reinterpret_cast<PyArrayObject*>(source.ptr());
  if (PyArray_SIZE(array) != size) raise(PyExc_TypeError, complaint);
  return PyArray_DATA(array);
}

std::int32_t* IntsOrNone::values(npy_intp size, const char* complaint) {
  if (array_.is_none()) return nullptr;
  auto* array = reinterpret_cast<PyArrayObject*>(array_.ptr());
  const bool fits = PyArray_Check(array_.ptr()) && PyArray_TYPE(array) == NPY_INT32 &&
                    PyArray_CHKFLAGS(array, NPY_ARRAY_CARRAY) && PyArray_SIZE(array) == size;
  if (!fits) raise(PyExc_TypeError, complaint);
  return static_cast<std::int32_t*>(PyArray_DATA(array));
}

double* Out::values(const char* name) {
  const bool fits = PyArray_Check(array_.ptr()) && PyArray_TYPE(array()) == NPY_FLOAT64 &&
                    PyArray_CHKFLAGS(array(), NPY_ARRAY_CARRAY);
  if (!fits) {
    PyErr_Format(PyExc_TypeError, "%s should be a writable, C-contiguous array of float64", name);
    throw nb::python_error();
  }
  return static_cast<double*>(PyArray_DATA(array()));
}

double* Out::values(npy_intp size, const char* complaint) {
  double* data = values("an output argument");
  if (PyArray_SIZE(array()) != size) raise(PyExc_TypeError, complaint);
  return data;
}

double* Out::values(npy_intp rows, npy_intp columns, const char* complaint) {
  double* data = values("an output argument");
  const int n = PyArray_NDIM(array());
  const bool matrix =
      n == 2 && PyArray_DIM(array(), 0) == rows && PyArray_DIM(array(), 1) == columns;
  const bool vector =
      n == 1 && (rows == 1 || columns == 1) && PyArray_SIZE(array()) == rows * columns;
  if (!matrix && !vector) raise(PyExc_TypeError, complaint);
  return data;
}

}  // namespace thew::python
