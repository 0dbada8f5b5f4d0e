// <asset> and <extension>.

#include <algorithm>
#include <set>

#include <thew/error.h>

#include "io/image/height_field.h"
#include "io/mjcf/writer.h"
#include "spec/edit.h"

namespace thew::io::mjcf {

namespace fs = std::filesystem;

namespace {

const Element& element_of_asset(std::string_view name) {
  return *schema().find_child("asset")->element->find_child(name)->element;
}

std::vector<float> narrow(const std::vector<double>& list) {
  return {list.begin(), list.end()};
}

}  // namespace

void write_config(pugi::xml_node node, const Element& element,
                  const spec::PluginInstance& instance) {
  const Element& row = *element.find_child("config")->element;
  for (const auto& config : instance.config) {
    write_attributes(node.append_child("config"), row, &config, row.prototype.get());
  }
}

void write_plugin_use(pugi::xml_node node, const spec::PluginUse& use) {
  static const Element& element = *element_of_asset("mesh").find_child("plugin")->element;
  pugi::xml_node child = node.append_child("plugin");
  write_attributes(child, element, &use, element.prototype.get());
  write_config(child, element, use.own);
}

void write_layers(pugi::xml_node node, const spec::Material& material, const spec::Material& base) {
  static const Element& element = *element_of_asset("material").find_child("layer")->element;
  std::vector<Layer> layers;
  for (std::size_t i = 0; i < material.textures.size(); ++i) {
    if (material.textures[i] == base.textures[i]) continue;
    layers.push_back({material.textures[i], static_cast<TextureRole>(i)});
  }
  if (layers.size() == 1 && layers[0].role == TextureRole::Rgb) {
    node.append_attribute("texture") = layers[0].texture.c_str();
    return;
  }
  for (const Layer& layer : layers) {
    write_attributes(node.append_child("layer"), element, &layer, element.prototype.get());
  }
}

std::string Writer::path(const std::string& file) const {
  if (file.empty() || folder_.empty()) return file;
  std::error_code error;
  const fs::path there = fs::weakly_canonical(file, error);
  const fs::path near =
      error ? fs::path() : there.lexically_relative(fs::weakly_canonical(folder_, error));
  return (error || near.empty() ? there : near).generic_string();
}

// Every plugin that is used must be named here, with or without instances.
void Writer::write_extension() {
  static const Element& table =
      *schema().find_child("extension")->element->find_child("plugin")->element;
  static const Element& row = *table.find_child("instance")->element;
  std::set<std::string> named;
  section("extension", [&](pugi::xml_node node) {
    pugi::xml_node plugin;
    std::string current;
    for (const spec::PluginInstance& instance : spec_.plugins) {
      if (instance.plugin != current) {
        current = instance.plugin;
        named.insert(current);
        plugin = add(node, "plugin");
        write_attributes(plugin, table, &instance, table.prototype.get());
      }
      pugi::xml_node child = add(plugin, "instance");
      write_attributes(child, row, &instance, row.prototype.get());
      write_config(child, row, instance);
    }
    const auto name = [&](const std::optional<spec::PluginUse>& use) {
      if (!use || use->own.plugin.empty() || !named.insert(use->own.plugin).second) return;
      write_attributes(add(node, "plugin"), table, &use->own, table.prototype.get());
    };
    for (const spec::Mesh& mesh : spec_.meshes) name(mesh.plugin);
    spec::walk(std::as_const(spec_.world), [&](const spec::Body& body) {
      for (const spec::Geom& geom : body.geoms) name(geom.plugin);
      for (const spec::Flexcomp& flexcomp : body.flexcomps) name(flexcomp.plugin);
      name(body.plugin);
    });
    for (const spec::Actuator& actuator : spec_.actuators) name(actuator.plugin);
    for (const spec::Sensor& sensor : spec_.sensors) name(sensor.plugin);
  });
}

void Writer::write_assets() {
  section("asset", [&](pugi::xml_node node) {
    for (const spec::Texture& texture : spec_.textures) write_texture(node, texture);
    for (const spec::Material& material : spec_.materials) write_material(node, material);
    for (const spec::Mesh& mesh : spec_.meshes) write_mesh(node, mesh);
    for (const spec::HeightField& field : spec_.hfields) write_height_field(node, field);
  });
  section("deformable", [&](pugi::xml_node node) {
    for (const spec::Flex& flex : spec_.flexes) write_flex(node, flex);
    for (const spec::Skin& skin : spec_.skins) write_skin(node, skin);
  });
}

void Writer::write_texture(pugi::xml_node section, spec::Texture texture) {
  const int number = class_number(texture.classname);
  const spec::Texture& base = defaults(number).texture;
  const bool has_file =
      !texture.file.empty() || std::any_of(texture.cubefiles.begin(), texture.cubefiles.end(),
                                           [](const std::string& file) { return !file.empty(); });
  if (texture.pixels != nullptr && !has_file) {
    throw Error({"", 0, 0, "texture \"" + texture.name + "\""},
                "cannot be written: MJCF has no place for pixels", "save them as a PNG file");
  }
  if (texture.pixels != nullptr) texture.width = base.width, texture.height = base.height;
  texture.file = path(texture.file);
  for (std::string& side : texture.cubefiles) side = path(side);
  write_attributes(add(section, "texture"), element_of_asset("texture"), &texture, &base,
                   class_text(number));
}

void Writer::write_material(pugi::xml_node section, const spec::Material& material) {
  const int number = class_number(material.classname);
  const spec::Material& base = defaults(number).material;
  pugi::xml_node node = add(section, "material");
  write_attributes(node, element_of_asset("material"), &material, &base, class_text(number));
  write_layers(node, material, base);
}

void Writer::write_mesh(pugi::xml_node section, const spec::Mesh& mesh) {
  const int number = class_number(mesh.classname);
  const MeshText base{defaults(number).mesh, {}, {}, {}, {}};
  MeshText text{mesh, {}, {}, {}, {}};
  const bool whole = mesh.file.empty() && mesh.added == nullptr;
  const spec::MeshData* const data = whole ? mesh.data.get() : mesh.added.get();
  if (data != nullptr) {
    text.vertex = narrow(data->vertex);
    text.normal = narrow(data->normal);
    text.texcoord = narrow(data->texcoord);
    text.face = data->face;
  }
  text.file = path(mesh.file);
  pugi::xml_node node = add(section, "mesh");
  write_attributes(node, element_of_asset("mesh"), &text, &base, class_text(number));
  if (mesh.plugin) write_plugin_use(node, *mesh.plugin);
}

void Writer::write_height_field(pugi::xml_node section, spec::HeightField field) {
  const Element& element = element_of_asset("hfield");
  if (!field.file.empty()) {
    field.nrow = field.ncol = 0;
    field.elevation.clear();
  } else {
    image::flip_rows(field.elevation, field.ncol);  // the first row is that of the largest y
  }
  field.file = path(field.file);
  write_attributes(add(section, "hfield"), element, &field, element.prototype.get());
}

// Written out in full: the bodies that its file names may have got other names in a copy.
void Writer::write_skin(pugi::xml_node section, spec::Skin skin) {
  const Element& element = element_of_asset("skin");
  const Element& row = *element.find_child("bone")->element;
  skin.file.clear();
  pugi::xml_node node = add(section, "skin");
  write_attributes(node, element, &skin, element.prototype.get());
  for (const spec::SkinBone& bone : skin.bones) {
    write_attributes(add(node, "bone"), row, &bone, row.prototype.get());
  }
}

}  // namespace thew::io::mjcf
