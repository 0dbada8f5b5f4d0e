// The attributes of MjModel, MjData and their structures. There is one getter and one setter per
// kind of attribute; what they get is in the closure of the descriptor: a row of the field tables.
#include "attributes.h"

#include <cstring>
#include <deque>

#include <thew/error.h>

#include "objects.h"
#include "raise.h"

namespace thew::python {

namespace {

// Runs `work` where CPython expects a result or nullptr with an error set.
template <class Work>
auto guarded(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (nb::python_error& e) {
    e.restore();
  } catch (const Error& e) {
    PyErr_SetString(PyExc_ValueError, e.what());
  } catch (const std::exception& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  }
  if constexpr (std::is_pointer_v<decltype(work())>) {
    return nullptr;
  } else {
    return -1;
  }
}

template <class Object>
Object& object_of(PyObject* self) {
  if (!nb::inst_ready(self)) raise(PyExc_RuntimeError, "this object was never initialised");
  return *nb::inst_ptr<Object>(self);
}

void refuse_deletion(PyObject* value) {
  if (!value) raise(PyExc_AttributeError, "this attribute cannot be deleted");
}

template <class Object>
auto& owner_of(PyObject* self) {
  return object_of<Object>(self).store->owner();
}

template <class Object>
PyObject* get_field(PyObject* self, void* number) {
  return guarded([&] {
    const auto field = reinterpret_cast<std::size_t>(number);
    return object_of<Object>(self).store->get(field).release().ptr();
  });
}

template <class Object>
int set_field(PyObject* self, PyObject* value, void* number) {
  return guarded([&] {
    refuse_deletion(value);
    object_of<Object>(self).store->set(reinterpret_cast<std::size_t>(number), value);
    return 0;
  });
}

template <class Object, class Owner>
PyObject* get_scalar(PyObject* self, void* row) {
  return guarded([&] {
    const auto& field = *static_cast<const ScalarField<Owner>*>(row);
    return get_number(field.type, field.address(owner_of<Object>(self))).release().ptr();
  });
}

template <class Object, class Owner>
int set_scalar(PyObject* self, PyObject* value, void* row) {
  return guarded([&] {
    refuse_deletion(value);
    const auto& field = *static_cast<const ScalarField<Owner>*>(row);
    if (field.read_only) raise(PyExc_AttributeError, why_read_only(field));
    set_number(field.type, field.address(owner_of<Object>(self)), value);
    return 0;
  });
}

PyObject* get_struct(PyObject* self, void* row) {
  return guarded([&] {
    const auto& field = *static_cast<const ScalarField<Model>*>(row);
    return object_of<Struct>(self).get(field).release().ptr();
  });
}

int set_struct(PyObject* self, PyObject* value, void* row) {
  return guarded([&] {
    refuse_deletion(value);
    object_of<Struct>(self).set(*static_cast<const ScalarField<Model>*>(row), value);
    return 0;
  });
}

// Whether any body floats was once a flag of its own: writing the flag writes the count too.
int set_gravcomp(PyObject* self, PyObject* value, void* row) {
  return guarded([&] {
    if (set_scalar<PyModel, Model>(self, value, row) < 0) throw nb::python_error();
    Model& model = owner_of<PyModel>(self);
    model.ngravcomp = model.flg_gravcomp ? 1 : 0;
    return 0;
  });
}

// A part (`model.opt`, `data.contact`) is made by thew._parts at its first use. `name` is a str.
template <class Object>
PyObject* get_part(PyObject* self, void* name) {
  return guarded([&] {
    Object& object = object_of<Object>(self);
    const nb::handle key(static_cast<PyObject*>(name));
    if (PyObject* made = PyDict_GetItemWithError(object.parts.ptr(), key.ptr())) {
      return nb::borrow(made).release().ptr();
    }
    nb::object part =
        nb::module_::import_("thew._parts").attr("make_part")(key, object.store_object);
    object.parts[key] = part;
    return part.release().ptr();
  });
}

template <class Object>
int set_part(PyObject* self, PyObject* value, void* name) {
  return guarded([&] {
    refuse_deletion(value);
    const nb::object part = nb::steal(get_part<Object>(self, name));
    if (!part.is_valid()) throw nb::python_error();
    part.attr("_assign")(nb::handle(value));
    return 0;
  });
}

void add(nb::handle type, const char* name, getter get, setter set, const char* text,
         const void* closure) {
  static auto* definitions = new std::deque<PyGetSetDef>;  // descriptors point into it for ever
  auto& definition =
      definitions->emplace_back(PyGetSetDef{name, get, set, text, const_cast<void*>(closure)});
  const nb::object descriptor =
      nb::steal(PyDescr_NewGetSet(reinterpret_cast<PyTypeObject*>(type.ptr()), &definition));
  if (!descriptor.is_valid()) throw nb::python_error();
  nb::setattr(type, name, descriptor);
}

template <class Object, class Owner>
void add_fields(nb::handle type) {
  const auto fields = fields_of<Owner>();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    add(type, fields[i].name, get_field<Object>, set_field<Object>, fields[i].description,
        reinterpret_cast<const void*>(i));
  }
}

template <class Object>
void add_parts(nb::handle type, std::initializer_list<const char*> names, setter set) {
  for (const char* name : names) {
    add(type, name, get_part<Object>, set, nullptr, PyUnicode_InternFromString(name));
  }
}

}  // namespace

void add_model_attributes(nb::handle type) {
  add_fields<PyModel, Model>(type);
  for (const ScalarField<Model>& f : model_scalars()) {
    if (f.group[0] != '\0') continue;
    setter set = set_scalar<PyModel, Model>;
    if (std::strcmp(f.name, "flg_gravcomp") == 0) set = set_gravcomp;
    add(type, f.name, get_scalar<PyModel, Model>, set, f.description, &f);
  }
  add_parts<PyModel>(type, {"opt", "stat", "vis"}, set_part<PyModel>);
}

void add_data_attributes(nb::handle type) {
  add_fields<PyData, Data>(type);
  for (const ScalarField<Data>& f : data_scalars()) {
    add(type, f.name, get_scalar<PyData, Data>, set_scalar<PyData, Data>, f.description, &f);
  }
  add_parts<PyData>(type, {"contact", "warning", "timer", "solver"}, nullptr);
}

void add_struct_attributes(nb::handle type, const char* group) {
  for (const ScalarField<Model>& f : model_scalars()) {
    if (std::strcmp(f.group, group) == 0) {
      add(type, f.name, get_struct, set_struct, f.description, &f);
    }
  }
}

}  // namespace thew::python
