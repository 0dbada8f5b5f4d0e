#pragma once

// Writing and reading of fields as bytes.

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <thew/error.h>
#include <thew/field_table.h>

namespace thew::bytes {

class Writer {
 public:
  void raw(const void* data, std::size_t size) {
    out_.append(static_cast<const char*>(data), size);
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

/// Throws Error where the bytes end too early.
class Reader {
 public:
  explicit Reader(std::string_view in) : in_(in) {}

  void raw(void* data, std::size_t size) {
    if (size > in_.size()) throw Error({}, "the bytes end too early");
    if (size > 0) std::memcpy(data, in_.data(), size);
    in_.remove_prefix(size);
  }
  std::uint64_t number() {
    std::uint64_t x = 0;
    raw(&x, sizeof x);
    return x;
  }
  std::string text() {
    const std::uint64_t size = number();
    if (size > in_.size()) throw Error({}, "the bytes end too early");
    std::string made(in_.substr(0, size));
    in_.remove_prefix(size);
    return made;
  }
  std::size_t left() const { return in_.size(); }
  void end() const {
    if (!in_.empty()) throw Error({}, "there are more bytes than expected");
  }

 private:
  std::string_view in_;
};

/// FNV-1a over the names and shapes of the tables: bytes of another version do not fit.
template <class Owner>
std::uint64_t fingerprint(std::span<const Field<Owner>> fields,
                          std::span<const ScalarField<Owner>> scalars) {
  std::uint64_t hash = 14695981039346656037u;
  const auto mix = [&hash](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    hash *= 1099511628211u;
  };
  const auto mix_type = [&](FieldType type) { mix(std::to_string(static_cast<int>(type))); };
  for (const auto& f : scalars) {
    mix(f.group), mix(f.name), mix_type(f.type), mix(std::to_string(f.count));
  }
  for (const auto& f : fields) mix(f.name), mix_type(f.type), mix(f.rows), mix(f.columns);
  return hash;
}

template <class Owner>
void check_fingerprint(Reader& in, std::span<const Field<Owner>> fields,
                       std::span<const ScalarField<Owner>> scalars) {
  if (in.number() != fingerprint(fields, scalars)) {
    throw Error({}, "the bytes were not written by this version of thew");
  }
}

template <class Owner>
std::size_t size_of(const ScalarField<Owner>& f) {
  return static_cast<std::size_t>(f.count * field_bytes(f.type));
}
template <class Owner>
std::size_t size_of(const Field<Owner>& f, const FieldView& view) {
  return static_cast<std::size_t>(view.rows * view.columns * field_bytes(f.type));
}

template <class Owner>
void write_scalars(Writer& out, std::span<const ScalarField<Owner>> scalars, Owner& owner) {
  for (const auto& f : scalars) out.raw(f.address(owner), size_of(f));
}

/// Truth values are read as bytes first, since others than 0 and 1 cannot be held in a bool.
template <class Owner>
void read_scalars(Reader& in, std::span<const ScalarField<Owner>> scalars, Owner& owner) {
  for (const auto& f : scalars) {
    if (f.type != FieldType::Bool) {
      in.raw(f.address(owner), size_of(f));
      continue;
    }
    std::uint8_t truth = 0;
    in.raw(&truth, 1);
    if (truth > 1) throw Error({}, std::string(f.name) + " is neither true nor false");
    *static_cast<bool*>(f.address(owner)) = truth != 0;
  }
}

/// All fields but those that follow from others.
template <class Owner>
void write_fields(Writer& out, std::span<const Field<Owner>> fields, Owner& owner) {
  for (const auto& f : fields) {
    if (f.shown) continue;
    const FieldView view = f.view(owner);
    out.number(size_of(f, view));
    out.raw(view.data, size_of(f, view));
  }
}

template <class Owner>
void read_fields(Reader& in, std::span<const Field<Owner>> fields, Owner& owner) {
  for (const auto& f : fields) {
    if (f.shown) continue;
    const FieldView view = f.view(owner);
    if (in.number() != size_of(f, view)) {
      throw Error({}, std::string("the bytes do not fit the size of ") + f.name);
    }
    in.raw(view.data, size_of(f, view));
  }
}

}  // namespace thew::bytes
