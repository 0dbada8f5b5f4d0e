// The layout: a header of five integers; the sizes; options, visual and statistic as the C
// structures that they are; the flags; and every array of MuJoCo's list, which is fields.inc
// without its extra rows, one behind the other.

#include "model/mjb.h"

#include <algorithm>
#include <cstring>

#include <thew/error.h>
#include <thew/field_table.h>

#include "model/bytes.h"
#include "model/validate.h"

namespace thew::model {

namespace {

constexpr std::int32_t kVersion = 4'000'000;  // 4.0.0

struct Header {
  std::int32_t id = 54321;
  std::int32_t real_bytes = sizeof(double);
  std::int32_t sizes = 0;
  std::int32_t version = kVersion;
  std::int32_t arrays = 0;
};

bool is_group(const ScalarField<Model>& f, std::string_view group) {
  return !f.extra && std::string_view(f.group).starts_with(group);
}
bool is_size(const ScalarField<Model>& f) {
  return !f.extra && f.group[0] == '\0' && f.type == FieldType::Long;
}
bool is_flag(const ScalarField<Model>& f) {
  return !f.extra && f.group[0] == '\0' && f.type == FieldType::Bool;
}

Header right_header() {
  Header header;
  for (const ScalarField<Model>& f : model_scalars()) header.sizes += is_size(f);
  for (const Field<Model>& f : model_fields()) header.arrays += !f.extra;
  return header;
}

// Visits the scalars in the order of the file; `pad` with the bytes that fill up a structure.
template <class Visit, class Pad>
void each_scalar(Visit visit, Pad pad) {
  for (const auto& f : model_scalars()) {
    if (is_group(f, "opt")) visit(f);
  }
  pad(sizeof(std::int32_t));  // an odd number of integers behind numbers of eight bytes
  for (const auto& f : model_scalars()) {
    if (is_group(f, "vis")) visit(f);
  }
  for (const auto& f : model_scalars()) {
    if (is_group(f, "stat")) visit(f);
  }
  for (const auto& f : model_scalars()) {
    if (is_flag(f)) visit(f);
  }
}

std::string version_name(int version) {
  const bool three_digits = version < 1000;  // 332 is 3.3.2
  const int base = three_digits ? 10 : 1000;
  return std::to_string(version / (base * base)) + "." + std::to_string(version / base % base) +
         "." + std::to_string(version % base);
}

void check_header(const Header& header) {
  const Header right = right_header();
  if (header.version != right.version) {
    throw Error({},
                "the model was written by MuJoCo " + version_name(header.version) + "; " +
                    version_name(kVersion) + " only is read",
                "save it again from its source");
  }
  if (header.real_bytes != right.real_bytes) {
    throw Error({}, "the model was written by a MuJoCo that computes with " +
                        std::to_string(header.real_bytes) + " bytes for each number");
  }
  if (header.sizes != right.sizes || header.arrays != right.arrays) {
    throw Error({}, "the model was written by a MuJoCo with other fields");
  }
}

// The memory for contacts and rows that MuJoCo gives a model which asks for none, in whole
// megabytes: enough for 500 rows and 100 contacts, unless the model names other numbers.
// Numbers that no memory could serve wrap.
std::int64_t arena_size(const Model& m) {
  using Bytes = std::uint64_t;
  const Bytes rows = m.njmax < 0 ? 500 : m.njmax, contacts = m.nconmax < 0 ? 100 : m.nconmax;
  const Bytes side = rows + m.neq + m.nv;
  const Bytes objects = m.nq + m.nv + m.nu + m.na + m.nbody + m.njnt + m.ngeom + m.nsite + m.neq +
                        m.ntendon + m.nwrap;
  const Bytes stack = 8 * std::max<Bytes>(1000, 5 * side * side + 20 * objects);
  const Bytes lists = 576 * contacts + rows * (144 + 24 * m.nv + 12 * rows) + 12 * m.nv;
  constexpr Bytes kMegabyte = 1 << 20;
  return static_cast<std::int64_t>((stack + lists + kMegabyte - 1) / kMegabyte * kMegabyte);
}

void read_sizes(bytes::Reader& in, Model& m) {
  for (const ScalarField<Model>& f : model_scalars()) {
    if (is_size(f)) in.raw(f.address(m), sizeof(std::int64_t));
  }
}

}  // namespace

bool is_mjb(std::string_view bytes) {
  const std::int32_t id = Header{}.id;
  return bytes.size() >= sizeof id && std::memcmp(bytes.data(), &id, sizeof id) == 0;
}

Model read_mjb(std::string_view string) {
  bytes::Reader in(string);
  Header header;
  in.raw(&header, sizeof header);
  check_header(header);
  Model m;
  read_sizes(in, m);
  char filling[sizeof(double)];
  each_scalar([&](const ScalarField<Model>& f) { bytes::read_scalar(in, f, m); },
              [&](std::size_t bytes) { in.raw(filling, bytes); });
  // Extra fields take no more than those in the file, whose rows they share.
  bytes::allocate_within(m, 2 * in.left() + model_fields().size() * Buffer::kAlignment);
  if (m.narena == arena_size(m)) m.narena = 0;  // MuJoCo's estimate, not the model's wish
  for (const Field<Model>& f : model_fields()) {
    if (f.extra) continue;
    const FieldView view = f.view(m);
    in.raw(view.data, bytes::size_of(f, view));
  }
  in.end();
  validate_shared(m);
  m.modelname = m.nnames > 0 ? m.names.data() : "";
  return m;
}

namespace {

// Members of enumerations that Thew adds to MuJoCo's have numbers from here on.
constexpr std::int32_t kFirstExtension = 100;

void refuse_extension(const char* field, const Domain& domain, std::int32_t value) {
  if (domain.form != Domain::Form::Kind || value < kFirstExtension) return;
  for (const Enumerator& e : domain.values) {
    if (e.value != value) continue;
    throw Error({}, std::string("MuJoCo has no ") + e.name + " (" + field + ")",
                "save the model as .thew");
  }
}

void check_writable(Model& m) {
  for (const ScalarField<Model>& f : model_scalars()) {
    if (f.type != FieldType::Int || std::string_view(f.group) != "opt") continue;
    refuse_extension(f.name, f.domain, *static_cast<const std::int32_t*>(f.address(m)));
  }
  for (const Field<Model>& f : model_fields()) {
    if (f.type != FieldType::Int || f.domain.form != Domain::Form::Kind) continue;
    const FieldView view = f.view(m);
    for (std::int64_t i = 0; i < view.rows * view.columns; ++i) {
      refuse_extension(f.name, f.domain, static_cast<const std::int32_t*>(view.data)[i]);
    }
  }
  for (const bool convex : m.mesh_convex) {
    if (!convex) throw Error({}, "MuJoCo has no meshes that are not convex", "save it as .thew");
  }
  if (m.nxpbdrun > 0) {
    throw Error({}, "MuJoCo has no constraints on positions (xpbd)", "save it as .thew");
  }
}

// Bytes of MuJoCo's arrays, each on a multiple of its alignment, and room to align the first.
std::int64_t buffer_size(Model& m) {
  std::size_t end = 0;
  for (const Field<Model>& f : model_fields()) {
    if (!f.extra) end = Buffer::aligned(end) + bytes::size_of(f, f.view(m));
  }
  return static_cast<std::int64_t>(end + Buffer::kAlignment - 1);
}

}  // namespace

// The tables hand out mutable addresses; writing only reads through them.
std::string write_mjb(const Model& constant) {
  auto& m = const_cast<Model&>(constant);
  check_writable(m);
  bytes::Writer out;
  const std::int64_t nbuffer = buffer_size(m), narena = m.narena > 0 ? m.narena : arena_size(m);
  out.reserve(static_cast<std::size_t>(nbuffer) + 4096);
  const Header header = right_header();
  out.raw(&header, sizeof header);
  for (const ScalarField<Model>& f : model_scalars()) {
    if (!is_size(f)) continue;
    const void* const size = f.address(m);
    out.raw(size == &m.nbuffer ? &nbuffer : size == &m.narena ? &narena : size, sizeof nbuffer);
  }
  const double zero = 0;
  each_scalar([&](const ScalarField<Model>& f) { out.raw(f.address(m), bytes::size_of(f)); },
              [&](std::size_t bytes) { out.raw(&zero, bytes); });
  for (const Field<Model>& f : model_fields()) {
    if (f.extra) continue;
    const FieldView view = f.view(m);
    out.raw(view.data, bytes::size_of(f, view));
  }
  return out.take();
}

}  // namespace thew::model
