#include "gpu/layout.h"

#include <algorithm>

#include "gpu/launch.h"
#include "gpu/refuse.h"

namespace thew::gpu {

namespace {

// What is kept of each world besides the tables of worlds.inc: its reward and four truth values.
constexpr std::int64_t kKeepingBytes = sizeof(double) + 4 * sizeof(bool);

}  // namespace

const Field<Data>* find_field(std::string_view name) {
  const auto fields = data_fields();
  const auto found = std::ranges::find_if(fields, [&](const auto& f) { return name == f.name; });
  return found == fields.end() ? nullptr : &*found;
}

Layout::Layout(const Model& m, std::int64_t real, std::size_t shared, const RuntimeOptions& options)
    : tables(make_tables(m)), outputs(options.outputs) {
  refuse(m, outputs);
  tables.senses = senses_of(m, outputs);
  const DeviceSizes sizes = device_sizes(m);
  place_working_memory(sizes, tables, static_cast<std::size_t>(real), shared);
  shapes = row_shapes(sizes, tables);
  check_state(m);
  for (const std::string& name : outputs) check_output(name);
  world_bytes = bytes_of_world(shapes, real, wanted()) + kKeepingBytes;
}

// Kernels know the parts of the state that worlds.inc has. A model with more would be stepped
// otherwise than on the processor, and nobody would know.
void Layout::check_state(const Model& m) const {
  const auto refuse_it = [](const std::string& what) {
    throw Error({}, what + " needs what devices do not compute yet",
                "a batch on the processor has it");
  };
  Data example(m);
  for (const Field<Data>& field : data_fields()) {
    const std::string_view stage = field.stage;
    if (stage != "state" && stage != "control") continue;
    const FieldView view = field.view(example);
    const auto count = view.rows * view.columns;
    const bool kept = std::ranges::any_of(shapes.row, [&](const RowShape& row) {
      return row.kind == RowKind::State && std::string_view(row.name) == field.name &&
             row.count == count;
    });
    if (count > 0 && !kept) refuse_it("the state \"" + std::string(field.name) + "\"");
  }
}

void Layout::check_output(const std::string& name) const {
  const Field<Data>* field = find_field(name);
  if (field == nullptr) throw Error({}, "Data has no field \"" + name + "\"");
  const bool given =
      std::ranges::any_of(shapes.row, [&](const RowShape& row) { return name == row.name; });
  if (!given || field->world) {
    throw Error({}, "\"" + name + "\" cannot be an output of worlds on a GPU",
                "docs/gpu.md lists those that can; data(i) gives a world to the CPU");
  }
}

std::span<const double> values_of(const Model& m, int id) {
  const auto all = [](const auto& table) {
    return std::span(table.data(), static_cast<std::size_t>(table.size()));
  };
  switch (static_cast<ParameterId>(id)) {
#define THEW_VALUES_World(name) \
  case ParameterId::name:       \
    return all(m.name.values());
#define THEW_VALUES_Shared(name)
#define THEW_VALUES_Structure(name)
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_VALUES_##world(name)
#define THEW_WORLD_OPTION(name, description) \
  case ParameterId::name:                    \
    return {m.opt.name, 3};
#include <thew/fields.inc>
#undef THEW_VALUES_World
#undef THEW_VALUES_Shared
#undef THEW_VALUES_Structure
    case ParameterId::kCount:
      break;
  }
  return {};
}

}  // namespace thew::gpu
