// Textures that stayed in their files move into the model.

#include <algorithm>
#include <utility>
#include <vector>

#include <thew/error.h>
#include <thew/load.h>

#include "base/fault.h"
#include "io/files.h"
#include "io/image/texture.h"

namespace thew {

namespace {

// A model with other sizes and no arrays.
Model sized_like(const Model& model, std::int64_t ntexdata) {
  Model copy;
  static_cast<ModelView&>(copy) = model;
  copy.modelname = model.modelname;
  copy.warnings = model.warnings;
  copy.ntexdata = ntexdata;
  copy.allocate();
  return copy;
}

template <class From, class To>
void copy_array(const From& from, To& to) {
  std::copy_n(from.data(), std::min(from.size(), to.size()), to.data());
}

void copy_arrays(const Model& from, Model& to) {
#define THEW_COPY_World(name)              \
  copy_array(from.name.values(), to.name); \
  to.name.set_known(from.name.known());
#define THEW_COPY_Shared(name) copy_array(from.name, to.name);
#define THEW_COPY_Structure(name) THEW_COPY_Shared(name)
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_COPY_##world(name)
#include <thew/fields.inc>
#undef THEW_COPY_World
#undef THEW_COPY_Shared
#undef THEW_COPY_Structure
}

std::string path_at(const Model& model, int address) {
  return address < 0 ? std::string() : std::string(model.paths.data() + address);
}

spec::Texture load(const Model& model, int i, const io::Files& files, std::int64_t most) {
  spec::Texture texture;
  texture.type = static_cast<TextureType>(model.tex_type[i]);
  texture.colorspace = static_cast<ColorSpace>(model.tex_colorspace[i]);
  texture.nchannel = model.tex_nchannel[i];
  texture.file = path_at(model, model.tex_pathadr[i]);
  texture.content_type = path_at(model, model.tex_contenttypeadr[i]);
  const auto read = [&](const std::string& file) {
    std::optional<io::File> found = files.read(file);
    if (!found) throw base::Fault{"file \"" + file + "\" was not found"};
    return std::move(found->text);
  };
  try {
    io::image::load_texture(texture, read, most);
  } catch (const base::Fault& fault) {
    throw Error({}, "texture " + std::to_string(i) + ": " + fault.what, fault.hint);
  }
  return texture;
}

}  // namespace

Model embed_assets(const Model& model, const LoadOptions& options) {
  const io::Files files(options);
  std::vector<spec::Texture> loaded(static_cast<std::size_t>(model.ntex));
  std::int64_t bytes = model.ntexdata;
  for (int i = 0; i < model.ntex; ++i) {
    if (model.tex_adr[i] >= 0) continue;
    loaded[i] = load(model, i, files, options.limits.pixels);
    bytes += static_cast<std::int64_t>(loaded[i].pixels->size());
  }
  Model copy = sized_like(model, bytes);
  copy_arrays(model, copy);
  std::int64_t adr = 0;
  for (int i = 0; i < model.ntex; ++i) {
    copy.tex_adr[i] = adr;
    if (const spec::Texture& texture = loaded[i]; texture.pixels != nullptr) {
      copy.tex_width[i] = texture.width;
      copy.tex_height[i] = texture.height;
      copy.tex_nchannel[i] = texture.nchannel;
      copy.tex_colorspace[i] = static_cast<int>(texture.colorspace);
      std::copy(texture.pixels->begin(), texture.pixels->end(), copy.tex_data.data() + adr);
      adr += static_cast<std::int64_t>(texture.pixels->size());
      continue;
    }
    const std::int64_t size =
        std::int64_t{model.tex_width[i]} * model.tex_height[i] * model.tex_nchannel[i];
    std::copy_n(model.tex_data.data() + model.tex_adr[i], size, copy.tex_data.data() + adr);
    adr += size;
  }
  return copy;
}

}  // namespace thew
