#pragma once

#include <cstdint>
#include <span>

#include <thew/data.h>
#include <thew/domain.h>
#include <thew/model.h>

namespace thew {

enum class FieldType : std::uint8_t { Real, Float, Int, Long, Byte, Bool, Char };

/// Bytes of one value of this type.
int field_bytes(FieldType type);

/// A field's memory as the run-time table sees it.
struct FieldView {
  void* data = nullptr;
  std::int64_t rows = 0;
  std::int64_t columns = 1;
};

/// One row of fields.inc at run time. `Owner` is Model or Data.
template <class Owner>
struct Field {
  const char* name;
  FieldType type;
  const char* rows;     ///< the symbols, e.g. "nbody"
  const char* columns;  ///< e.g. "3"
  const char* stage;    ///< who writes it ("" in Model)
  const char* unit;
  const char* description;
  bool world;  ///< Model: may differ from world to world. Data: lives in the arena
  FieldView (*view)(Owner&);
  Domain domain;
  bool read_only;                  ///< part of the structure, or the engine's own
  bool shown = false;              ///< Data: empty until constraint::show()
  void (*open)(Owner&) = nullptr;  ///< Model: to be called before the field is written
  bool extra = false;              ///< Model: MuJoCo's models lack it
};

/// A scalar of Model (sizes, flags, options, statistics, visual) or Data.
template <class Owner>
struct ScalarField {
  const char* group;  ///< "" for the owner itself, else "opt", "stat", "vis.map"...
  const char* name;
  FieldType type;
  int count;  ///< 1, or the length of a small fixed array
  const char* description;
  void* (*address)(Owner&);
  Domain domain;
  bool read_only;      ///< a size, or the engine's own
  bool extra = false;  ///< Model: MuJoCo's models lack it
};

std::span<const Field<Model>> model_fields();
std::span<const ScalarField<Model>> model_scalars();
std::span<const Field<Data>> data_fields();
std::span<const ScalarField<Data>> data_scalars();
std::span<const Field<ContactColumns<double>>> contact_fields();

/// The first field in which two models differ (sizes, options, arrays), or nullptr when they are
/// equal bit by bit.
const char* first_difference(const Model& a, const Model& b);

/// The same for two Data of one model.
const char* first_difference(const Data& a, const Data& b);

}  // namespace thew
