// A Data as bytes: its fields, contacts, and the rows of constraints of its last step.

#include <algorithm>

#include <thew/bytes.h>
#include <thew/validate.h>

#include "constraint/validate_rows.h"
#include "model/bytes.h"
#include "model/validate.h"

namespace thew {

namespace {

using model::require;

// Contacts and working memory of constraints: as much as this step uses.
template <class Visit>
void each_step_table(Data& data, Visit visit) {
  for (const auto& f : contact_fields()) {
    FieldView view = f.view(data.contact);
    view.rows = data.ncon;
    visit(view.data, bytes::size_of(f, view));
  }
#define THEW_ROWS(type, name, rows, columns, purpose) \
  visit(data.kept.name.data(),                        \
        static_cast<std::size_t>(data.kept.name.size()) * sizeof(data.kept.name[0]));
#include <thew/kept.inc>
}

// The tables of the step find room, no more than there are bytes to fill them.
void place_step(const Model& m, Data& d, std::size_t left) {
  const RowSizes& rows = d.row_sizes;
  for (const std::int64_t count : {rows.nblock, rows.ncolumn, rows.nbase, rows.ntileJ}) {
    if (count < 0 || static_cast<std::uint64_t>(count) > left) {
      throw Error({}, "the sizes do not fit the number of bytes");
    }
  }
  for (const ScalarField<Data>& f : data_scalars()) {
    if (f.type != FieldType::Int || !f.read_only) continue;
    const std::int64_t count = *static_cast<const std::int32_t*>(f.address(d));
    require(count >= 0 && static_cast<std::uint64_t>(count) <= left, f.name, 0, count,
            "no more than the bytes hold");
  }
  require(d.ncon <= d.contact_capacity(), "ncon", 0, d.ncon, "no more than there is room for");
  require(d.nisland <= m.ntree, "nisland", 0, d.nisland, "no more than ntree");
  require(d.nidof <= m.nv, "nidof", 0, d.nidof, "no more than nv");
  require(d.ntree_awake <= m.ntree, "ntree_awake", 0, d.ntree_awake, "no more than ntree");
  require(d.nbody_awake <= m.nbody, "nbody_awake", 0, d.nbody_awake, "no more than nbody");
  require(d.nparent_awake <= m.nbody, "nparent_awake", 0, d.nparent_awake, "no more than nbody");
  require(d.nv_awake <= m.nv, "nv_awake", 0, d.nv_awake, "no more than nv");
  if (!d.place_rows()) {
    throw Error({}, "there is not enough memory for the constraints");
  }
}

// Trees that sleep together name one another in a circle.
void check_sleep(const Model& m, const Data& d) {
  std::vector<bool> named(static_cast<std::size_t>(m.ntree));
  for (int t = 0; t < m.ntree; ++t) {
    const int next = d.tree_asleep[t];
    if (next < 0) continue;
    const bool fresh = next < m.ntree && d.tree_asleep[next] >= 0 && !named[next];
    require(fresh, "tree_asleep", t, next, "the next tree of a circle of sleeping ones");
    named[next] = true;
  }
}

void check_paths(const Model& m, const Data& d) {
  for (int t = 0; t < m.ntendon; ++t) {
    const bool fits =
        d.ten_wrapadr[t] <= 2 * m.nwrap && d.ten_wrapnum[t] <= 2 * m.nwrap - d.ten_wrapadr[t];
    require(fits, "ten_wrapadr", t, d.ten_wrapadr[t], "in wrap_xpos with all points");
  }
  for (std::int64_t i = 0; i < d.wrap_obj.size(); ++i) {
    require(d.wrap_obj[i] >= -2 && d.wrap_obj[i] < m.ngeom, "wrap_obj", i, d.wrap_obj[i],
            "a geom, -1 for a site or -2 for a pulley");
  }
}

}  // namespace

// The tables hand out mutable addresses; writing only reads through them.
std::string to_bytes(const Data& constant) {
  auto& data = const_cast<Data&>(constant);
  bytes::Writer out;
  out.number(bytes::fingerprint(data_fields(), data_scalars()));
  bytes::write_scalars(out, data_scalars(), data);
  out.raw(&data.row_sizes, sizeof(data.row_sizes));
  bytes::write_fields(out, data_fields(), data);
  each_step_table(data, [&](void* from, std::size_t size) { out.raw(from, size); });
  return out.take();
}

Data data_from_bytes(const Model& model, std::string_view string) {
  bytes::Reader in(string);
  bytes::check_fingerprint(in, data_fields(), data_scalars());
  Data data(model);
  const std::int64_t narena = data.narena, nbuffer = data.nbuffer;
  bytes::read_scalars(in, data_scalars(), data);
  data.narena = narena;
  data.nbuffer = nbuffer;
  in.raw(&data.row_sizes, sizeof(data.row_sizes));
  place_step(model, data, in.left());
  bytes::read_fields(in, data_fields(), data);
  each_step_table(data, [&](void* to, std::size_t size) { in.raw(to, size); });
  in.end();
  validate(model, data);
  check_sleep(model, data);
  check_paths(model, data);
  constraint::validate_rows(model, data);
  return data;
}

}  // namespace thew
