#pragma once

// Writes a Spec, section by section as Reader reads it.

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <pugixml.hpp>

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

/// Adds the attributes in which `object` differs from `base`, and its class where one is given.
void write_attributes(pugi::xml_node node, const Element& element, const void* object,
                      const void* base, const std::string& classname = "");

class Writer {
 public:
  Writer(const spec::Spec& spec, std::filesystem::path folder);

  std::string write();

 private:
  // write.cc
  void write_settings();
  void write_custom();
  void write_contact();
  void write_equality();
  void write_tendons();
  void write_sensors();
  void write_keys();
  /// Fills a section of the model; one that stays empty is left out.
  void section(std::string_view name, const std::function<void(pugi::xml_node)>& fill);
  /// Adds an element below a section.
  static pugi::xml_node add(pugi::xml_node section, std::string_view name);

  // write_default.cc
  void write_default(pugi::xml_node parent, int number);
  /// The class of this name; the root class if there is none.
  int class_number(const std::string& name) const;
  int parent_class(int number) const;
  const spec::Default& defaults(int number) const {
    return spec_.defaults[static_cast<std::size_t>(number)];
  }
  /// What an element has to say about its class: nothing, where it is the inherited one.
  std::string class_text(int number, int inherited = 0) const;

  // write_asset.cc
  void write_extension();
  void write_assets();
  void write_texture(pugi::xml_node section, spec::Texture texture);
  void write_material(pugi::xml_node section, const spec::Material& material);
  void write_mesh(pugi::xml_node section, const spec::Mesh& mesh);
  void write_height_field(pugi::xml_node section, spec::HeightField field);
  void write_skin(pugi::xml_node section, spec::Skin skin);
  std::string path(const std::string& file) const;

  // write_flex.cc
  void write_flex(pugi::xml_node section, const spec::Flex& flex);
  void write_flexcomp(pugi::xml_node parent, spec::Flexcomp flexcomp);

  // write_body.cc
  friend class BodyWriter;
  void write_body(pugi::xml_node parent, const spec::Body& body, int inherited);

  // write_actuator.cc
  void write_actuator(pugi::xml_node section, const spec::Actuator& actuator);
  void write_plugin_actuator(pugi::xml_node section, const spec::Actuator& actuator, int number);
  void write_default_actuator(pugi::xml_node node, int number, const spec::Actuator& base);
  /// Writes with the shortcut where that says it all, else as a general actuator. Returns the type
  /// that was written.
  ActuatorType write_actuator_as(pugi::xml_node parent, const Element& table,
                                 const spec::Actuator& actuator, int number,
                                 const std::string& classname);
  bool write_shortcut(pugi::xml_node node, const Element& element, const spec::Actuator& actuator,
                      int number, const std::string& classname) const;

  spec::Spec spec_;
  std::filesystem::path folder_;
  std::map<std::string, int, std::less<>> classes_;
  pugi::xml_document document_;
  pugi::xml_node root_;
};

/// The layers of a material that differ from those of its class.
void write_layers(pugi::xml_node node, const spec::Material& material, const spec::Material& base);

/// The settings of a plugin.
void write_config(pugi::xml_node node, const Element& element,
                  const spec::PluginInstance& instance);

/// The plugin of a geom or a mesh.
void write_plugin_use(pugi::xml_node node, const spec::PluginUse& use);

}  // namespace thew::io::mjcf
