#include "serial.h"

#include <cstring>
#include <stdexcept>

#include <thew/field_table.h>

namespace thew::python {

namespace {

// FNV-1a over the names and shapes of the tables: bytes of another version do not fit.
template <class Owner>
std::uint64_t fingerprint(std::span<const Field<Owner>> fields,
                          std::span<const ScalarField<Owner>> scalars) {
  std::uint64_t hash = 14695981039346656037u;
  const auto mix = [&hash](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  };
  for (const auto& f : scalars) mix(f.group), mix(f.name), mix(std::to_string(f.count));
  for (const auto& f : fields) mix(f.name), mix(f.rows), mix(f.columns);
  return hash;
}

class Writer {
 public:
  void raw(const void* data, std::size_t bytes) {
    out_.append(static_cast<const char*>(data), bytes);
  }
  void number(std::uint64_t x) { raw(&x, sizeof x); }
  void text(std::string_view text) {
    number(text.size());
    raw(text.data(), text.size());
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

class Reader {
 public:
  explicit Reader(std::string_view in) : in_(in) {}
  void raw(void* data, std::size_t bytes) {
    if (bytes > in_.size()) throw std::invalid_argument("the bytes end too early");
    if (bytes > 0) std::memcpy(data, in_.data(), bytes);
    in_.remove_prefix(bytes);
  }
  std::uint64_t number() {
    std::uint64_t x = 0;
    raw(&x, sizeof x);
    return x;
  }
  std::string text() {
    const std::uint64_t size = number();
    if (size > in_.size()) throw std::invalid_argument("the bytes end too early");
    std::string made(in_.substr(0, size));
    in_.remove_prefix(size);
    return made;
  }
  void end() const {
    if (!in_.empty()) throw std::invalid_argument("there are more bytes than expected");
  }

 private:
  std::string_view in_;
};

template <class Owner>
std::size_t bytes_of(const ScalarField<Owner>& f) {
  return static_cast<std::size_t>(f.count * field_bytes(f.type));
}

template <class Owner>
std::size_t bytes_of(const Field<Owner>& f, const FieldView& view) {
  return static_cast<std::size_t>(view.rows * view.columns * field_bytes(f.type));
}

template <class Owner>
void write_fields(Writer& out, std::span<const Field<Owner>> fields, Owner& owner) {
  for (const auto& f : fields) {
    if (f.shown) continue;  // follows from the others
    const FieldView view = f.view(owner);
    out.number(bytes_of(f, view));
    out.raw(view.data, bytes_of(f, view));
  }
}

template <class Owner>
void read_fields(Reader& in, std::span<const Field<Owner>> fields, Owner& owner) {
  for (const auto& f : fields) {
    if (f.shown) continue;
    const FieldView view = f.view(owner);
    if (in.number() != bytes_of(f, view)) {
      throw std::invalid_argument(std::string("the bytes do not fit the size of ") + f.name);
    }
    in.raw(view.data, bytes_of(f, view));
  }
}

template <class Owner>
void check(Reader& in, std::span<const Field<Owner>> fields,
           std::span<const ScalarField<Owner>> scalars) {
  if (in.number() != fingerprint(fields, scalars)) {
    throw std::invalid_argument("the bytes were not written by this version of thew");
  }
}

}  // namespace

// The tables hand out mutable addresses; writing only reads through them.
std::string to_bytes(const Model& constant) {
  auto& model = const_cast<Model&>(constant);
  Writer out;
  out.number(fingerprint(model_fields(), model_scalars()));
  for (const auto& f : model_scalars()) out.raw(f.address(model), bytes_of(f));
  out.text(model.modelname);
  out.number(model.warnings.size());
  for (const std::string& text : model.warnings) out.text(text);
  write_fields(out, model_fields(), model);
  return out.take();
}

Model model_from_bytes(std::string_view bytes) {
  Reader in(bytes);
  check(in, model_fields(), model_scalars());
  Model model;
  for (const auto& f : model_scalars()) in.raw(f.address(model), bytes_of(f));
  // Every array takes its bytes from this string, so the whole cannot need much more memory.
  const std::int64_t size = model.nbuffer;
  if (size < 0 || static_cast<std::uint64_t>(size) > 64 * (bytes.size() + 1)) {
    throw std::invalid_argument("sizes do not fit");
  }
  model.modelname = in.text();
  for (std::uint64_t n = in.number(); n > 0; --n) model.warnings.push_back(in.text());
  model.allocate();
  read_fields(in, model_fields(), model);
  in.end();
  return model;
}

namespace {

// Contacts and working memory of constraints: as much as this step uses.
template <class Visit>
void each_step_table(Data& data, Visit visit) {
  for (const auto& f : contact_fields()) {
    FieldView view = f.view(data.contact);
    view.rows = data.ncon;
    visit(view.data, bytes_of(f, view));
  }
#define THEW_ROWS(type, name, rows, columns, purpose) \
  visit(data.kept.name.data(),                        \
        static_cast<std::size_t>(data.kept.name.size()) * sizeof(data.kept.name[0]));
#include <thew/kept.inc>
}

}  // namespace

std::string to_bytes(const Data& constant) {
  auto& data = const_cast<Data&>(constant);
  Writer out;
  out.number(fingerprint(data_fields(), data_scalars()));
  for (const auto& f : data_scalars()) out.raw(f.address(data), bytes_of(f));
  out.raw(&data.row_sizes, sizeof(data.row_sizes));
  write_fields(out, data_fields(), data);
  each_step_table(data, [&](void* bytes, std::size_t size) { out.raw(bytes, size); });
  return out.take();
}

void data_from_bytes(std::string_view bytes, Data& data) {
  Reader in(bytes);
  check(in, data_fields(), data_scalars());
  for (const auto& f : data_scalars()) in.raw(f.address(data), bytes_of(f));
  in.raw(&data.row_sizes, sizeof(data.row_sizes));
  const RowSizes& rows = data.row_sizes;
  for (const std::int64_t count : {std::int64_t{data.ncon}, std::int64_t{data.nefc}, rows.nblock,
                                   rows.ncolumn, rows.nbase, rows.ntileJ}) {
    // Every table takes its bytes from this string.
    if (count < 0 || static_cast<std::uint64_t>(count) > bytes.size()) {
      throw std::invalid_argument("sizes do not fit");
    }
  }
  if (data.ncon > data.contact_capacity() || !data.place_rows() ||
      (data.nY > 0 && !data.place_dual())) {
    throw std::invalid_argument("there is not enough memory for the constraints");
  }
  read_fields(in, data_fields(), data);
  each_step_table(data, [&](void* to, std::size_t size) { in.raw(to, size); });
  in.end();
}

}  // namespace thew::python
