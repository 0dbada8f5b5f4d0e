#pragma once

// Writing and reading of fields as bytes.
//
// A model in bytes, which is also what a .thew file holds: a Header, the scalars in the order of
// their table, the name, the warnings, and every array in the order of the field table, each on a
// multiple of 64 bytes. Numbers are little-endian.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <thew/buffer.h>
#include <thew/error.h>
#include <thew/field_table.h>

#include "base/digest.h"

namespace thew::bytes {

static_assert(std::endian::native == std::endian::little);

/// The end of a line in either style shows a file that somebody took for text.
inline constexpr std::string_view kMagic = "\x89thew\r\n\x1a";

struct Header {
  char magic[8];
  std::uint64_t version;   ///< fingerprint() of the tables
  std::uint64_t size;      ///< of everything, in bytes
  std::uint64_t checksum;  ///< of what follows
};

inline std::uint64_t checksum(std::string_view bytes) {
  constexpr base::DigestKey kKey = {0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0,
                                    0x082efa98ec4e6c89};
  return base::digest(bytes, kKey)[0];
}

/// Fills in what a header says of the bytes behind it.
inline void seal(std::string& bytes, std::uint64_t version) {
  Header header{{}, version, bytes.size(), checksum(std::string_view(bytes).substr(sizeof header))};
  std::memcpy(header.magic, kMagic.data(), kMagic.size());
  std::memcpy(bytes.data(), &header, sizeof header);
}

class Writer {
 public:
  void reserve(std::size_t size) { out_.reserve(size); }
  /// Goes on at a multiple of Buffer::kAlignment.
  void align() { out_.resize(Buffer::aligned(out_.size())); }
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
    skip(size);
  }
  /// Goes on at a multiple of Buffer::kAlignment.
  void align() { skip(std::min(Buffer::aligned(taken_) - taken_, in_.size())); }
  std::uint64_t number() {
    std::uint64_t x = 0;
    raw(&x, sizeof x);
    return x;
  }
  std::string text() {
    const std::uint64_t size = number();
    if (size > in_.size()) throw Error({}, "the bytes end too early");
    std::string made(in_.substr(0, size));
    skip(size);
    return made;
  }
  std::size_t left() const { return in_.size(); }
  void end() const {
    if (!in_.empty()) throw Error({}, "there are more bytes than expected");
  }

 private:
  void skip(std::size_t size) {
    in_.remove_prefix(size);
    taken_ += size;
  }
  std::string_view in_;
  std::size_t taken_ = 0;
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
void read_scalar(Reader& in, const ScalarField<Owner>& f, Owner& owner) {
  if (f.type != FieldType::Bool) return in.raw(f.address(owner), size_of(f));
  std::uint8_t truth = 0;
  in.raw(&truth, 1);
  if (truth > 1) throw Error({}, std::string(f.name) + " is neither true nor false");
  *static_cast<bool*>(f.address(owner)) = truth != 0;
}
template <class Owner>
void read_scalars(Reader& in, std::span<const ScalarField<Owner>> scalars, Owner& owner) {
  for (const auto& f : scalars) read_scalar(in, f, owner);
}

/// Allocates a model whose sizes were read, if it needs no more than `most` bytes.
void allocate_within(Model& model, std::size_t most);

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
