#include "model/bytes.h"

#include <new>

#include <thew/bytes.h>
#include <thew/validate.h>

namespace thew {

// The tables hand out mutable addresses; writing only reads through them.
std::string to_bytes(const Model& constant) {
  auto& model = const_cast<Model&>(constant);
  bytes::Writer out;
  out.number(bytes::fingerprint(model_fields(), model_scalars()));
  bytes::write_scalars(out, model_scalars(), model);
  out.text(model.modelname);
  out.number(model.warnings.size());
  for (const std::string& text : model.warnings) out.text(text);
  bytes::write_fields(out, model_fields(), model);
  return out.take();
}

namespace {

// Every array takes its values from the bytes that are left; beyond them there is only padding.
void allocate_within(Model& model, std::size_t left) {
  for (const ScalarField<Model>& f : model_scalars()) {
    if (f.group[0] != '\0' || f.type != FieldType::Long) continue;
    const auto size = *static_cast<const std::int64_t*>(f.address(model));
    const bool wish = f.address(model) == &model.njmax || f.address(model) == &model.nconmax;
    if (size < 0 && !wish) throw Error({}, std::string(f.name) + " is negative");
  }
  try {
    model.allocate(left + model_fields().size() * Buffer::kAlignment);
  } catch (const std::bad_alloc&) {
    throw Error({}, "the sizes do not fit the number of bytes");
  }
}

}  // namespace

Model model_from_bytes(std::string_view string) {
  bytes::Reader in(string);
  bytes::check_fingerprint(in, model_fields(), model_scalars());
  Model model;
  bytes::read_scalars(in, model_scalars(), model);
  model.modelname = in.text();
  for (std::uint64_t n = in.number(); n > 0; --n) model.warnings.push_back(in.text());
  allocate_within(model, in.left());
  bytes::read_fields(in, model_fields(), model);
  in.end();
  validate(model);
  return model;
}

}  // namespace thew
