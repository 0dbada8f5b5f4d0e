#pragma once

// What stands behind the Python objects MjModel and MjData.
//
// A Store owns the memory (through a capsule that every view of it names as its base) and the views
// made so far, so that `data.qpos is data.qpos`. MjModel and MjData hold a Store, and so do the
// objects that show parts of them (`model.body("torso")`, `data.contact`): nothing points back to
// MjModel, hence there are no cycles and memory goes when the last view of it goes.

#include <memory>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include <thew/data.h>
#include <thew/field_table.h>
#include <thew/model.h>
#include <thew/team.h>

namespace thew::python {

namespace nb = nanobind;

template <class Owner>
class Store {
 public:
  /// `model` is the model itself, or the one that the Data was made for.
  Store(std::shared_ptr<Owner> owner, std::shared_ptr<Model> model);

  Owner& owner() const { return *owner_; }
  const std::shared_ptr<Owner>& shared() const { return owner_; }
  const std::shared_ptr<Model>& model() const { return model_; }
  nb::handle capsule() const { return capsule_; }

  /// The array (or bytes) of the numbered field: the same object at every call while it stays
  /// valid.
  nb::object get(std::size_t field);
  /// The same by name; raises AttributeError.
  nb::object get(const char* name);
  /// field[...] = value; raises AttributeError where the field can only be read.
  void set(std::size_t field, nb::handle value);

  /// Throws Error if a user has written what means nothing. Looks only at fields of which there is
  /// an array through which that could have happened.
  void check_written();
  /// Puts back what these fields held when the last check passed.
  void put_back();

 private:
  nb::object make(const Field<Owner>& field) const;
  nb::object make_array(const Field<Owner>& field) const;

  std::shared_ptr<Owner> owner_;
  std::shared_ptr<Model> model_;
  nb::object capsule_;
  std::vector<nb::object> views_;
  // Fields of the model of which a user has an array to write bad values, and good ones of each.
  std::vector<const Field<Model>*> lent_;
  std::vector<std::vector<std::byte>> good_;
};

/// Why a field can only be read, and what to do instead.
std::string why_read_only(const Field<Model>& field);
std::string why_read_only(const Field<Data>& field);
std::string why_read_only(const ScalarField<Model>& field);
std::string why_read_only(const ScalarField<Data>& field);

/// The fields of an owner at run time.
template <class Owner>
std::span<const Field<Owner>> fields_of();

/// A capsule that keeps `owner` alive.
template <class Owner>
nb::object make_capsule(const std::shared_ptr<Owner>& owner);

/// The Python object MjModel.
struct PyModel {
  explicit PyModel(std::shared_ptr<Model> model);

  Model& model() const { return store->owner(); }

  nb::object store_object;
  Store<Model>* store;
  nb::dict parts;  ///< what has been made to show parts of it, by name
};

/// The Python object MjData.
struct PyData {
  /// `model` is the PyModel.
  PyData(nb::object model, std::shared_ptr<Data> data);

  Data& data() const { return store->owner(); }

  nb::object model;
  nb::object store_object;
  Store<Data>* store;
  nb::dict parts;
  std::unique_ptr<Team> team;  ///< that helps whoever steps this world; may be null
};

/// A column of the contacts of this moment; raises AttributeError.
nb::object contact_column(const Store<Data>& store, const char* name);

/// Statistics of the solver, a row per island and iteration: numbers (improvement, gradient, slope)
/// and counts (active, changed, evaluations, updates).
nb::object solver_statistics(const Store<Data>& store);

/// What a call with a model and a data needs: raises ValueError when the data was made for another
/// model, or when the model holds numbers that mean nothing.
void check_match(const PyModel& model, const PyData& data);

/// A structure of numbers in a Model (`opt`, `stat`, `vis.map`...), or one of its own.
class Struct {
 public:
  /// A view of a model's, or a new one with default values when `store` is nullptr.
  Struct(const char* group, Store<Model>* store);

  Model& owner() const { return *owner_; }
  const std::string& group() const { return group_; }
  /// Number or array; the same array at every call.
  nb::object get(const ScalarField<Model>& field);
  void set(const ScalarField<Model>& field, nb::handle value);
  /// Copies all values of another structure of the same group.
  void assign(const Struct& other);

 private:
  std::shared_ptr<Model> owner_;
  nb::object capsule_;
  std::string group_;
  nb::dict arrays_;
};

/// A number of C++ as one of Python, and back; raise TypeError for what does not fit.
nb::object get_number(FieldType type, const void* address);
void set_number(FieldType type, void* address, nb::handle value);

}  // namespace thew::python
