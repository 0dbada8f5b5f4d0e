// <asset>.

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

namespace {

constexpr std::size_t kLongestGrid = 12;

// The file of one side of a cube.
void add_side(Table<spec::Texture>& row, std::string_view name, std::size_t side) {
  using spec::Texture;
  row.set<std::string>(
         name,
         [side](Texture& texture, const std::string& file) { texture.cubefiles[side] = file; },
         [side](const Texture& texture) { return texture.cubefiles[side]; })
      .never_in_defaults();
}

}  // namespace

Element texture_element() {
  using spec::Texture;
  Table<Texture> row;
  row("name", &Texture::name);
  row("class", &Texture::classname).name_of("a default class");
  row("type", &Texture::type);
  row("colorspace", &Texture::colorspace);
  row("content_type", &Texture::content_type).never_in_defaults();
  row("file", &Texture::file).never_in_defaults();
  row("gridsize", &Texture::gridsize);
  row.checked("gridlayout", &Texture::gridlayout, [](const std::string& layout) {
    if (layout.empty() || layout.size() > kLongestGrid)
      throw base::Fault{"expected 1 to 12 letters"};
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
  using spec::Material;
  Table<Material> row;
  row("name", &Material::name);
  row("class", &Material::classname).name_of("a default class");
  // Layers say the same and more: those are what is written (write_asset.cc).
  row.alias<std::string>("texture",
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
  Table<MeshText> row;
  row("name", &MeshText::name);
  row("class", &MeshText::classname).name_of("a default class");
  row("content_type", &MeshText::content_type).never_in_defaults();
  row("file", &MeshText::file).never_in_defaults();
  row("vertex", &MeshText::vertex).never_in_defaults();
  row("normal", &MeshText::normal).never_in_defaults();
  row("texcoord", &MeshText::texcoord).never_in_defaults();
  row("face", &MeshText::face).never_in_defaults();
  row("refpos", &MeshText::refpos).never_in_defaults();
  row.checked("refquat", &MeshText::refquat,
              [](const Vec4& quat) {
                if (quat == Vec4{}) throw base::Fault{"a quaternion of zeros is no rotation"};
              })
      .never_in_defaults();
  row("scale", &MeshText::scale);
  row("smoothnormal", &MeshText::smoothnormal).never_in_defaults();
  row.checked("maxhullvert", &MeshText::maxhullvert,
              [](int most) {
                if (most != -1 && most < 4)
                  throw base::Fault{"must be -1, for any number, or at least 4"};
              })
      .never_empty();
  row("convex", &MeshText::convex);
  row("inertia", &MeshText::inertia);
  row("builtin", &MeshText::builtin).never_in_defaults();
  row("params", &MeshText::params).never_in_defaults();
  row("material", &MeshText::material).name_of("a material").never_in_defaults();
  return std::move(row).element("mesh", {}, {{"builtin", "file"}, {"builtin", "vertex"}});
}

Element hfield_element() {
  using spec::HeightField;
  Table<HeightField> row;
  row("name", &HeightField::name);
  row("content_type", &HeightField::content_type);
  row("file", &HeightField::file);
  row("nrow", &HeightField::nrow);
  row("ncol", &HeightField::ncol);
  row("size", &HeightField::size).required();
  row("elevation", &HeightField::elevation);
  return std::move(row).element("hfield");
}

Element skin_element() {
  using spec::Skin;
  Table<Skin> row;
  row("name", &Skin::name);
  row("file", &Skin::file);
  row("material", &Skin::material).name_of("a material");
  row("rgba", &Skin::rgba);
  row("inflate", &Skin::inflate);
  row("blend", &Skin::blend);
  row("vertex", &Skin::vert);
  row("texcoord", &Skin::texcoord);
  row("face", &Skin::face);
  row("group", &Skin::group);
  return std::move(row).element("skin");
}

Element bone_element() {
  using spec::SkinBone;
  Table<SkinBone> row;
  row("body", &SkinBone::bodyname).name_of("a body").required();
  row("bindpos", &SkinBone::bindpos).required();
  row("bindquat", &SkinBone::bindquat).required();
  row("vertid", &SkinBone::vertid).required();
  row("vertweight", &SkinBone::vertweight).required();
  return std::move(row).element("bone");
}

}  // namespace thew::io::mjcf
