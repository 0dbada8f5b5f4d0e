#include "objects.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <unordered_map>

#include <thew/constraint.h>
#include <thew/validate.h>

#include "numpy.h"
#include "raise.h"

namespace thew::python {

namespace {

bool is(const char* a, const char* b) {
  return std::strcmp(a, b) == 0;
}

// Where the number of rows of each field of Data is: a size of the Model or of the Data.
struct Size {
  void* (*in_model)(Model&) = nullptr;
  void* (*in_data)(Data&) = nullptr;
};

Size find_size(const char* symbol) {
  for (const ScalarField<Model>& f : model_scalars()) {
    if (f.group[0] == '\0' && f.type == FieldType::Long && is(f.name, symbol))
      return {f.address, {}};
  }
  for (const ScalarField<Data>& f : data_scalars()) {
    if (f.type == FieldType::Int && is(f.name, symbol)) return {{}, f.address};
  }
  return {};
}

std::int64_t rows_of(const Field<Data>& field, Model& model, Data& data) {
  static const auto* sizes = [] {
    auto* made = new std::vector<Size>;
    for (const Field<Data>& f : data_fields()) made->push_back(find_size(f.rows));
    return made;
  }();
  const Size& size = (*sizes)[static_cast<std::size_t>(&field - data_fields().data())];
  if (size.in_model) return *static_cast<const std::int64_t*>(size.in_model(model));
  if (size.in_data) return *static_cast<const std::int32_t*>(size.in_data(data));
  return 0;
}

template <class Owner>
const std::unordered_map<std::string_view, std::size_t>& numbers() {
  static const auto* map = [] {
    auto* made = new std::unordered_map<std::string_view, std::size_t>;
    const auto fields = fields_of<Owner>();
    for (std::size_t i = 0; i < fields.size(); ++i) made->emplace(fields[i].name, i);
    return made;
  }();
  return *map;
}

// Names and texts are bytes, as users search and slice them.
bool is_text(const char* name) {
  return is(name, "names") || is(name, "paths") || is(name, "text_data");
}

std::span<std::byte> bytes_of(const Field<Model>& field, Model& model) {
  const FieldView view = field.view(model);
  const auto size = static_cast<std::size_t>(view.rows * view.columns * field_bytes(field.type));
  return {static_cast<std::byte*>(view.data), size};
}

int type_of(const Field<Model>& field) {
  return numpy_type(field.type);
}
int type_of(const Field<Data>& field) {
  return is(field.name, "plugin_data") ? NPY_UINT64 : numpy_type(field.type);
}

}  // namespace

template <>
std::span<const Field<Model>> fields_of<Model>() {
  return model_fields();
}
template <>
std::span<const Field<Data>> fields_of<Data>() {
  return data_fields();
}

template <class Owner>
nb::object make_capsule(const std::shared_ptr<Owner>& owner) {
  return nb::capsule(new std::shared_ptr<Owner>(owner),
                     [](void* p) noexcept { delete static_cast<std::shared_ptr<Owner>*>(p); });
}

template <class Owner>
Store<Owner>::Store(std::shared_ptr<Owner> owner, std::shared_ptr<Model> model)
    : owner_(std::move(owner)),
      model_(std::move(model)),
      capsule_(make_capsule(owner_)),
      views_(fields_of<Owner>().size()) {}

template <class Owner>
nb::object Store<Owner>::get(std::size_t field) {
  const Field<Owner>& f = fields_of<Owner>()[field];
  if constexpr (std::is_same_v<Owner, Data>) {
    if (f.shown) constraint::show(*model_, *owner_);
    if (f.world) return make(f);  // in the arena: may have moved since
  }
  nb::object& view = views_[field];
  if (view.is_valid()) return view;
  if constexpr (std::is_same_v<Owner, Model>) {
    if (is_checked(f)) {
      lent_.push_back(&f);
      const std::span<std::byte> bytes = bytes_of(f, *model_);
      good_.emplace_back(bytes.begin(), bytes.end());
    }
  }
  return view = make(f);
}

template <class Owner>
nb::object Store<Owner>::get(const char* name) {
  const auto found = numbers<Owner>().find(name);
  if (found == numbers<Owner>().end()) raise(PyExc_AttributeError, name);
  return get(found->second);
}

template <class Owner>
nb::object Store<Owner>::make(const Field<Owner>& field) const {
  nb::object made = make_array(field);
  if (field.read_only && PyArray_Check(made.ptr())) make_read_only(made);
  return made;
}

template <class Owner>
nb::object Store<Owner>::make_array(const Field<Owner>& field) const {
  const FieldView view = field.view(*owner_);
  if (field.open != nullptr) field.open(*owner_);
  if (field.type == FieldType::Char && is_text(field.name)) {
    return nb::bytes(view.data, static_cast<std::size_t>(view.rows));
  }
  npy_intp shape[] = {view.rows, view.columns};
  const std::span<const npy_intp> extents(shape, is(field.columns, "1") ? 1 : 2);
  if constexpr (std::is_same_v<Owner, Data>) {
    if (field.world && view.rows == 0) {
      // Not there at this step: the shape that it would have, with neutral values.
      shape[0] = rows_of(field, *model_, *owner_);
      nb::object array = make_view(nullptr, type_of(field), extents, capsule_);
      const bool index = is(field.name, "tendon_efcadr") || is(field.name, "tree_island") ||
                         is(field.name, "dof_island");
      if (index) assign(array, nb::int_(-1));
      return array;
    }
  }
  return make_view(view.data, type_of(field), extents, capsule_);
}

template <class Owner>
void Store<Owner>::set(std::size_t field, nb::handle value) {
  const Field<Owner>& f = fields_of<Owner>()[field];
  if (f.read_only) raise(PyExc_AttributeError, why_read_only(f));
  python::assign(get(field), value);
}

template <class Owner>
void Store<Owner>::check_written() {
  if (lent_.empty()) return;
  validate_written(*model_, lent_);
  for (std::size_t i = 0; i < lent_.size(); ++i) {
    const std::span<std::byte> bytes = bytes_of(*lent_[i], *model_);
    std::copy(bytes.begin(), bytes.end(), good_[i].begin());
  }
}

template <class Owner>
void Store<Owner>::put_back() {
  for (std::size_t i = 0; i < lent_.size(); ++i) {
    std::copy(good_[i].begin(), good_[i].end(), bytes_of(*lent_[i], *model_).begin());
  }
}

template class Store<Model>;
template class Store<Data>;
template nb::object make_capsule(const std::shared_ptr<Model>&);

PyModel::PyModel(std::shared_ptr<Model> model) : store(new Store<Model>(model, model)) {
  store_object = nb::cast(store, nb::rv_policy::take_ownership);
}

PyData::PyData(nb::object model_object, std::shared_ptr<Data> data)
    : model(std::move(model_object)),
      store(new Store<Data>(std::move(data), nb::cast<PyModel&>(model).store->shared())) {
  store_object = nb::cast(store, nb::rv_policy::take_ownership);
}

nb::object contact_column(const Store<Data>& store, const char* name) {
  Data& data = store.owner();
  for (const Field<ContactColumns<double>>& f : contact_fields()) {
    if (!is(f.name, name)) continue;
    const FieldView view = f.view(data.contact);
    const npy_intp shape[] = {data.ncon, view.columns};
    const std::span<const npy_intp> extents(shape, is(f.columns, "1") ? 1 : 2);
    nb::object column = make_view(view.data, numpy_type(f.type), extents, store.capsule());
    if (f.read_only) make_read_only(column);
    return column;
  }
  raise(PyExc_AttributeError, name);
}

nb::object solver_statistics(const Store<Data>& store) {
  const auto view = [&](const auto& table, int type) {
    const npy_intp shape[] = {table.rows(), table.columns()};
    return make_view(table.data(), type, shape, store.capsule());
  };
  const KeptTables<double>& s = store.owner().kept;
  return nb::make_tuple(view(s.solver_number, NPY_FLOAT64), view(s.solver_count, NPY_INT32));
}

std::string why_read_only(const Field<Model>& field) {
  return std::string(field.name) +
         " belongs to the structure of the model, which is fixed: change the XML and load it again";
}
std::string why_read_only(const ScalarField<Model>& field) {
  return std::string(field.name) +
         " is a size of the model, which is fixed: change the XML and load it again";
}
std::string why_read_only(const Field<Data>& field) {
  return std::string(field.name) + " is computed by the engine and can only be read";
}
std::string why_read_only(const ScalarField<Data>& field) {
  return std::string(field.name) + " is computed by the engine and can only be read";
}

void check_match(const PyModel& model, const PyData& data) {
  model.store->check_written();
  const Model& made_for = *data.store->model();
  if (&model.model() == &made_for) return;
  const ModelSizes &a = model.model(), &b = made_for;
  if (std::memcmp(&a, &b, sizeof(ModelSizes)) != 0) {
    raise(PyExc_ValueError, "the MjData was made for another MjModel: sizes differ");
  }
}

}  // namespace thew::python
