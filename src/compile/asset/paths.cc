// File names and media types of assets, as the Model stores them.

#include <algorithm>

#include "compile/stages.h"

namespace thew::compile {

namespace {

// Calls visit(text, where its address goes) for every text, in the order of the Model.
template <class Visit>
void visit_files(const Spec& spec, const Model& model, Visit visit) {
  const auto list = [&](const auto& assets, const Array<field::Int>& addresses) {
    for (std::size_t i = 0; i < assets.size(); ++i) visit(assets[i].file, addresses, i);
  };
  list(spec.hfields, model.hfield_pathadr);
  list(spec.meshes, model.mesh_pathadr);
  list(spec.skins, model.skin_pathadr);
  list(spec.textures, model.tex_pathadr);
  for (std::size_t i = 0; i < spec.textures.size(); ++i) {
    visit(spec.textures[i].content_type, model.tex_contenttypeadr, i);
  }
}

}  // namespace

std::int64_t paths_size(const Spec& spec) {
  std::size_t size = 0;
  visit_files(spec, {}, [&](const std::string& file, const auto&, std::size_t) {
    if (!file.empty()) size += file.size() + 1;
  });
  return std::max<std::int64_t>(static_cast<std::int64_t>(size), 1);
}

void write_paths(const Spec& spec, Model& model) {
  char* out = model.paths.data();
  visit_files(spec, model, [&](const std::string& file, const auto& addresses, std::size_t i) {
    addresses[i] = file.empty() ? -1 : static_cast<int>(out - model.paths.data());
    if (!file.empty()) out = std::copy(file.begin(), file.end(), out) + 1;
  });
}

}  // namespace thew::compile
