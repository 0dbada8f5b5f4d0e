#include "model/bytes.h"

#include <new>

#include <thew/bytes.h>
#include <thew/validate.h>

namespace thew {

namespace {

std::uint64_t version() {
  return bytes::fingerprint(model_fields(), model_scalars());
}

void check_header(const bytes::Header& header, std::string_view string) {
  if (header.version != version()) {
    throw Error({}, "the binary model was written by another version of thew",
                "compile it again from its source");
  }
  if (header.size != string.size()) {
    throw Error({}, "the binary model should have " + std::to_string(header.size) +
                        " bytes, but has " + std::to_string(string.size()));
  }
  if (header.checksum != bytes::checksum(string.substr(sizeof header))) {
    throw Error({}, "the binary model is damaged: its checksum is another one");
  }
}

}  // namespace

void bytes::allocate_within(Model& model, std::size_t most) {
  constexpr std::int64_t kMostOfAnything = std::int64_t{1}
                                           << 40;  // products with small numbers fit
  for (const ScalarField<Model>& f : model_scalars()) {
    if (f.group[0] != '\0' || f.type != FieldType::Long) continue;
    const auto size = *static_cast<const std::int64_t*>(f.address(model));
    const bool wish = f.address(model) == &model.njmax || f.address(model) == &model.nconmax;
    if (wish) continue;
    if (size < 0) throw Error({}, std::string(f.name) + " is negative");
    if (size > kMostOfAnything) {
      throw Error({}, std::string(f.name) + " is " + std::to_string(size) +
                          ": the sizes do not fit the number of bytes");
    }
  }
  try {
    model.allocate(most);
  } catch (const std::bad_alloc&) {
    throw Error({}, "the sizes do not fit the number of bytes");
  }
}

bool is_model_bytes(std::string_view bytes) {
  return bytes.starts_with(bytes::kMagic);
}

// The tables hand out mutable addresses; writing only reads through them.
std::string to_bytes(const Model& constant) {
  auto& model = const_cast<Model&>(constant);
  bytes::Writer out;
  out.reserve(static_cast<std::size_t>(model.nbuffer) + 4096);
  const bytes::Header open{};
  out.raw(&open, sizeof open);
  bytes::write_scalars(out, model_scalars(), model);
  out.number(model.is_as_compiled() ? 1 : 0);
  out.text(model.modelname);
  out.number(model.warnings.size());
  for (const std::string& text : model.warnings) out.text(text);
  for (const Field<Model>& f : model_fields()) {
    const FieldView view = f.view(model);
    out.align();
    out.raw(view.data, bytes::size_of(f, view));
  }
  out.align();
  std::string made = out.take();
  bytes::seal(made, version());
  return made;
}

Model model_from_bytes(std::string_view string) {
  if (!is_model_bytes(string)) throw Error({}, "these bytes are not a model of thew");
  bytes::Reader in(string);
  bytes::Header header;
  in.raw(&header, sizeof header);
  check_header(header, string);
  Model model;
  bytes::read_scalars(in, model_scalars(), model);
  const bool as_compiled = in.number() != 0;
  model.modelname = in.text();
  for (std::uint64_t n = in.number(); n > 0; --n) model.warnings.push_back(in.text());
  in.align();
  bytes::allocate_within(model, in.left());
  for (const Field<Model>& f : model_fields()) {
    const FieldView view = f.view(model);
    in.raw(view.data, bytes::size_of(f, view));
    in.align();
  }
  in.end();
  validate(model);
  if (as_compiled) model.set_compiled();
  return model;
}

}  // namespace thew
