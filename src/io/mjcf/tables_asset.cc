// <asset>.

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

namespace {

constexpr std::size_t kLongestGrid = 12;

// The file of one side of a cube.
void add_side(Table<compile::Texture>& row, std::string_view name, std::size_t side) {
  row.set<std::string>(name, [side](compile::Texture& texture,
                                    const std::string& file) { texture.cubefiles[side] = file; })
      .never_in_defaults();
}

}  // namespace

Element texture_element() {
  using compile::Texture;
  Table<Texture> row;
  row("name", &Texture::name);
  row("class", &Texture::classname).name_of("a default class");
  row("type", &Texture::type);
  row("colorspace", &Texture::colorspace);
  row("content_type", &Texture::content_type).never_in_defaults();
  row("file", &Texture::file).never_in_defaults();
  row("gridsize", &Texture::gridsize);
  row.checked("gridlayout", &Texture::gridlayout, [](const std::string& layout) {
    if (layout.empty() || layout.size() > kLongestGrid) throw Fault{"expected 1 to 12 letters"};
  });
  add_side(row, "fileright", 0);
  add_side(row, "fileleft", 1);
  add_side(row, "fileup", 2);
  add_side(row, "filedown", 3);
  add_side(row, "filefront", 4);
  add_side(row, "fileback", 5);
  row("builtin", &Texture::builtin);
  row("rgb1", &Texture::rgb1);
  row("rgb2", &Texture::rgb2);
  row("mark", &Texture::mark);
  row("markrgb", &Texture::markrgb);
  row("random", &Texture::random);
  row("width", &Texture::width);
  row("height", &Texture::height);
  row("hflip", &Texture::hflip);
  row("vflip", &Texture::vflip);
  row("nchannel", &Texture::nchannel);
  row("embed", &Texture::embed);
  return std::move(row).element("texture");
}

Element material_element() {
  using compile::Material;
  Table<Material> row;
  row("name", &Material::name);
  row("class", &Material::classname).name_of("a default class");
  row.set<std::string>("texture",
                       [](Material& material, const std::string& texture) {
                         material.textures[static_cast<std::size_t>(TextureRole::Rgb)] = texture;
                       })
      .name_of("a texture");
  row("texrepeat", &Material::texrepeat);
  row("texuniform", &Material::texuniform);
  row("emission", &Material::emission);
  row("specular", &Material::specular);
  row("shininess", &Material::shininess);
  row("reflectance", &Material::reflectance);
  row("metallic", &Material::metallic);
  row("roughness", &Material::roughness);
  row("rgba", &Material::rgba);
  return std::move(row).element("material");
}

Element layer_element() {
  Table<Layer> row;
  row("texture", &Layer::texture).name_of("a texture").required();
  row("role", &Layer::role).required();
  return std::move(row).element("layer");
}

Element model_asset_element() {
  Table<ModelAsset> row;
  row("name", &ModelAsset::name);
  row("file", &ModelAsset::file).required();
  row("content_type", &ModelAsset::content_type);
  return std::move(row).element("model");
}

Element mesh_element() {
  Table<Nothing> row;
  row.later<std::string>("name");
  row.later<std::string>("class").name_of("a default class");
  row.later<std::string>("content_type").never_in_defaults();
  row.later<std::string>("file").never_in_defaults();
  row.later<std::vector<float>>("vertex").never_in_defaults();
  row.later<std::vector<float>>("normal").never_in_defaults();
  row.later<std::vector<float>>("texcoord").never_in_defaults();
  row.later<std::vector<int>>("face").never_in_defaults();
  row.later<Vec3>("refpos").otherwise("0 0 0").never_in_defaults();
  row.later<Vec4>("refquat").otherwise("1 0 0 0").never_in_defaults();
  row.later<Vec3>("scale").otherwise("1 1 1");
  row.later<bool>("smoothnormal").otherwise("false").never_in_defaults();
  row.later<int>("maxhullvert").otherwise("-1");
  row.later<int>("inertia", mesh_inertia_keywords()).otherwise("legacy");
  row.later<int>("builtin", mesh_builtin_keywords()).otherwise("none").never_in_defaults();
  row.later<std::vector<double>>("params").never_in_defaults();
  row.later<std::string>("material").name_of("a material").never_in_defaults();
  return not_yet(std::move(row).element("mesh", {}, {{"builtin", "file"}, {"builtin", "vertex"}}));
}

Element hfield_element() {
  Table<Nothing> row;
  row.later<std::string>("name");
  row.later<std::string>("content_type");
  row.later<std::string>("file");
  row.later<int>("nrow").otherwise("0");
  row.later<int>("ncol").otherwise("0");
  row.later<Vec4>("size").required();
  row.later<std::vector<float>>("elevation");
  return not_yet(std::move(row).element("hfield"));
}

Element skin_element() {
  Table<Nothing> row;
  row.later<std::string>("name");
  row.later<std::string>("file");
  row.later<std::string>("material").name_of("a material");
  row.later<compile::Rgba>("rgba").otherwise("0.5 0.5 0.5 1");
  row.later<float>("inflate").otherwise("0");
  row.later<std::vector<float>>("vertex");
  row.later<std::vector<float>>("texcoord");
  row.later<std::vector<int>>("face");
  row.later<int>("group").otherwise("0");
  return not_yet(std::move(row).element("skin"));
}

Element bone_element() {
  Table<Nothing> row;
  row.later<std::string>("body").name_of("a body").required();
  row.later<Vec3>("bindpos").required();
  row.later<Vec4>("bindquat").required();
  row.later<std::vector<int>>("vertid").required();
  row.later<std::vector<float>>("vertweight").required();
  return not_yet(std::move(row).element("bone"));
}

}  // namespace thew::io::mjcf
