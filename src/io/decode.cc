#include "io/decode.h"

#include <utility>

#include "base/fault.h"
#include "base/limits.h"
#include "io/file_name.h"
#include "io/files.h"
#include "io/image/height_field.h"
#include "io/image/texture.h"
#include "io/mesh/read.h"
#include "io/mesh/skn.h"
#include "spec/edit.h"

namespace thew::io {

namespace fs = std::filesystem;

namespace {

class Decoder {
 public:
  Decoder(spec::Spec& spec, const LoadOptions& options)
      : spec_(spec), files_(options), limits_(options.limits) {}

  void decode(spec::Mesh& mesh);
  void decode(spec::HeightField& field);
  void decode(spec::Skin& skin);
  void decode(spec::Texture& texture);
  void decode(spec::Flexcomp& flexcomp);

 private:
  /// Puts the folders before the name of a file.
  void locate(spec::Asset& asset, std::string& file, const std::string& folder) const;
  std::string read(const std::string& file);
  void warn_of(const std::string& kind, const spec::Asset& asset, const base::Fault& fault);
  const spec::Compiler& rules(const spec::Asset& asset) const {
    return spec_.compilers[static_cast<std::size_t>(asset.compiler)];
  }

  spec::Spec& spec_;
  Files files_;
  const Limits& limits_;
  std::int64_t bytes_ = 0;  ///< read so far
};

void Decoder::locate(spec::Asset& asset, std::string& file, const std::string& folder) const {
  if (asset.located || file.empty()) return;
  const std::string named = rules(asset).strippath ? file_name(file) : file;
  file = (fs::path(spec_.modelfiledir) / folder / named).lexically_normal().generic_string();
}

std::string Decoder::read(const std::string& file) {
  const fs::path path = file;
  std::optional<File> found = files_.read(path);
  if (!found) found = files_.read_given(path.lexically_relative(spec_.modelfiledir));
  if (!found) found = files_.read_given(path.filename());
  if (!found) throw base::Fault{"file \"" + file + "\" was not found"};
  bytes_ += static_cast<std::int64_t>(found->text.size());
  base::check_limit(bytes_, limits_.asset_bytes, "asset_bytes",
                    "the meshes and images of the model have too many bytes");
  return std::move(found->text);
}

// Nothing that moves depends on a skin or a texture.
void Decoder::warn_of(const std::string& kind, const spec::Asset& asset, const base::Fault& fault) {
  spec_.warnings.push_back(kind + " \"" + asset.name + "\" is not shown: " + fault.what);
}

void Decoder::decode(spec::Mesh& mesh) {
  if (mesh.data || mesh.plugin || mesh.builtin != MeshBuiltin::None) return;
  if (mesh.file.empty() && !mesh.added) return;
  std::shared_ptr<const spec::MeshData> data;
  if (!mesh.file.empty()) {
    locate(mesh, mesh.file, rules(mesh).meshdir);
    const auto read_mesh = mesh::read(read(mesh.file), mesh.file, mesh.content_type);
    for (const std::string& warning : read_mesh->warnings) {
      spec_.warnings.push_back("\"" + mesh.file + "\": " + warning);
    }
    data = {read_mesh, &read_mesh->data};
  }
  if (mesh.added) {
    auto both = std::make_shared<spec::MeshData>(data ? *data : spec::MeshData{});
    mesh::complete(*both, *mesh.added);
    data = std::move(both);
  }
  mesh::check(*data, limits_.faces);
  mesh.data = std::move(data);
}

void Decoder::decode(spec::HeightField& field) {
  if (field.file.empty() || !field.elevation.empty()) return;
  locate(field, field.file, rules(field).meshdir);
  image::Heights heights =
      image::read_heights(read(field.file), field.file, field.content_type, limits_.pixels);
  field.nrow = heights.nrow;
  field.ncol = heights.ncol;
  field.elevation = std::move(heights.elevation);
}

void Decoder::decode(spec::Skin& skin) {
  if (skin.file.empty() || !skin.vert.empty()) return;
  locate(skin, skin.file, rules(skin).meshdir);
  try {
    mesh::read_skn(read(skin.file), skin);
  } catch (const base::Refusal&) {
    throw;
  } catch (const base::Fault& fault) {
    warn_of("skin", skin, fault);
  }
}

void Decoder::decode(spec::Flexcomp& flexcomp) {
  const spec::Compiler& rules = spec_.compilers[0];
  const std::string named = rules.strippath ? file_name(flexcomp.file) : flexcomp.file;
  const fs::path path = fs::path(spec_.modelfiledir) / rules.meshdir / named;
  flexcomp.data =
      mesh::read_flex(read(path.lexically_normal().generic_string()), named, flexcomp.type);
}

void Decoder::decode(spec::Texture& texture) {
  if (texture.pixels) return;
  locate(texture, texture.file, rules(texture).texturedir);
  for (std::string& side : texture.cubefiles) locate(texture, side, rules(texture).texturedir);
  if (image::is_by_reference(texture, spec_.compilers[0])) return;
  bool tried = false;
  const auto read_file = [&](const std::string& file) {
    tried = true;
    return read(file);
  };
  try {
    image::load_texture(texture, read_file, limits_.pixels);
  } catch (const base::Refusal&) {
    throw;
  } catch (const base::Fault& fault) {
    if (!tried) throw;
    warn_of("texture", texture, fault);
    image::stand_in(texture);
  }
}

}  // namespace

namespace {

template <class T>
void decode_all(spec::Spec& spec, spec::List<T>& list, const char* kind, Decoder& decoder) {
  for (T& asset : list) {
    try {
      decoder.decode(asset);
    } catch (const base::Fault& fault) {
      const int file = asset.source.file;
      const std::string name = file < 0 ? "" : spec.files[static_cast<std::size_t>(file)];
      throw Error({name, asset.source.line, asset.source.column,
                   std::string(kind) + " \"" + asset.name + "\""},
                  fault.what, fault.hint);
    }
  }
}

}  // namespace

void decode_flexcomp(spec::Spec& spec, spec::Flexcomp& flexcomp, const LoadOptions& options) {
  if (flexcomp.file.empty() || flexcomp.data) return;
  try {
    Decoder(spec, options).decode(flexcomp);
  } catch (const base::Fault& fault) {
    throw Error({flexcomp.file, fault.line, 0, "flexcomp \"" + flexcomp.name + "\""}, fault.what,
                fault.hint);
  }
}

void decode_meshes(spec::Spec& spec, const LoadOptions& options) {
  Decoder decoder(spec, options);
  decode_all(spec, spec.meshes, "mesh", decoder);
}

void decode_assets(spec::Spec& spec, const LoadOptions& options, CompileTimes& times) {
  const Stopwatch all;
  Decoder decoder(spec, options);
  decode_all(spec, spec.meshes, "mesh", decoder);
  decode_all(spec, spec.hfields, "hfield", decoder);
  decode_all(spec, spec.skins, "skin", decoder);
  erase_if(spec.skins,
           [](const spec::Skin& skin) { return !skin.file.empty() && skin.vert.empty(); });
  const Stopwatch textures;
  decode_all(spec, spec.textures, "texture", decoder);
  times.textures += textures.seconds();
  spec::walk(spec.world, [&](spec::Body& body) {
    for (spec::Flexcomp& flexcomp : body.flexcomps) decode_flexcomp(spec, flexcomp, options);
  });
  times.assets += all.seconds();
}

}  // namespace thew::io
