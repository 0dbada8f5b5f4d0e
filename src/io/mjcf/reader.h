#pragma once

// Reads the tree of a model into a Spec. The sections are read in a fixed order, whatever their
// order in the file: settings and defaults first, the kinematic tree last, since replicate and
// attach copy what refers to it.

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "io/mjcf/tables.h"
#include "io/mjcf/tree.h"
#include "io/read_model.h"
#include "spec/relations.h"

namespace thew::io::mjcf {

/// Reads the model of a document, with what it includes and attaches; `folder` is the one that it
/// lies in as the user wrote it. Throws Error.
ReadModel read_model(Session& session, const Document& document, const File& file,
                     const std::filesystem::path& folder);

class Reader {
 public:
  Reader(Session& session, std::filesystem::path folder, std::filesystem::path written_folder);

  ReadModel read(const Node& root);

  /// The element that is being read.
  const Node* current() const { return current_; }

 private:
  // Where an element of the tree is being read.
  struct Place {
    spec::Body& body;
    int frame;     // in body.frames
    int defaults;  // class of elements that name none
    bool is_world;
    bool is_part = false;  // inside a replicate, before it is copied
  };

  // reader.cc
  void read_settings(const Node& root);
  void read_option(const Node& node);
  void read_visual(const Node& section);
  void read_section(const Node& root, std::string_view name, void (Reader::*reader)(const Node&));
  void read_attributes_of(const Node& node, const Element& element, void* object);
  const Element& element_of(const Node& node) const;
  /// Starts an element: place, tag, and its share of what a model may hold.
  void start(const Node& node, spec::Element& element);
  /// Whether the caller wants to do without what cannot be simulated yet: it is then left out, with
  /// a warning. Else it is kept, and the compiler refuses it.
  bool leaves_out_unsupported(const Node& node, ObjectType type);
  /// Leaves out what cannot be simulated; throws unless the caller allows it.
  void leave_out(const Node& node, ObjectType type, const std::string& what);

  // read_sections.cc
  void read_custom(const Node& node);
  void read_asset(const Node& node);
  void read_material(const Node& node);
  void read_contact(const Node& node);
  void read_tendon(const Node& node);
  void read_key(const Node& node);
  void read_deformable(const Node& node);

  // read_flex.cc
  void read_flex(const Node& node);
  void read_flexcomp(const Node& node, const Place& place);
  void read_flexcomp_files(const Node& node, spec::Flexcomp& flexcomp);

  // read_composite.cc
  void read_composite(const Node& node, const Place& place);

  // read_sections.cc
  void read_layers(const Node& node, spec::Material& material);

  // read_equality.cc
  void read_equality(const Node& node);

  // read_plugin.cc
  void read_extension(const Node& node);
  /// The settings of a plugin.
  void read_config(const Node& node, const Element& row, spec::PluginInstance& instance);
  /// The plugin of an element; false where it is unknown and left out.
  bool read_plugin_use(const Node& node, std::optional<spec::PluginUse>& use);
  /// The same of an element that names it itself.
  bool read_own_plugin(const Node& node, const Element& row, std::optional<spec::PluginUse>& use);
  bool knows_plugin(const Node& node, const spec::PluginUse& use);
  [[noreturn]] static void fail_of_plugin(const Node& node, const std::string& name);
  void read_body_plugin(const Node& node, const Place& place);

  // read_sensor.cc
  void read_sensor(const Node& node);

  // read_mesh.cc
  void read_mesh(const Node& node);
  std::shared_ptr<const spec::MeshData> read_mesh_data(const Node& node, MeshText& text);

  // read_skin.cc
  void read_skin(const Node& node);
  bool read_skin_file(const Node& node, spec::Skin& skin);

  // read_image.cc
  void read_height_field(const Node& node);
  void read_heights(const Node& node, spec::HeightField& field);
  void complete_heights(const Node& node, spec::HeightField& field);
  void read_texture(const Node& node);

  // asset_file.cc
  /// The path of a file in one of the folders that the compiler settings give, from the folder of
  /// the model.
  std::filesystem::path asset_path(const Node& node, const std::string& folder,
                                   const std::string& file) const;
  bool has_file(const std::filesystem::path& path) const;
  /// Reads such a file.
  File read_asset_file(const Node& node, const std::filesystem::path& path);
  /// The same for callers that know what to do where there is none. Throws Fault.
  File find_asset_file(const std::filesystem::path& path);
  /// The same path as Model::paths has it.
  std::string written_path(const std::filesystem::path& path) const;

  // read_default.cc
  void read_default(const Node& node, int parent);
  void read_default_element(const Node& node, int number);
  /// Takes in the classes that were added to the model.
  void index_classes();
  int class_of(const Node& node, int inherited) const;
  int find_class(const Node& node, std::string_view attribute, const std::string& name) const;
  spec::Default& defaults(int number) {
    return model_.spec.defaults[static_cast<std::size_t>(number)];
  }

  // read_actuator.cc
  void read_actuator(const Node& node);
  spec::Actuator read_actuator(const Node& node, const spec::Actuator& base, int number);

  // read_body.cc
  void read_world(const Node& node);
  void read_children(const Node& node, const Place& place);
  void read_body(const Node& node, const Place& place);
  void read_frame(const Node& node, const Place& place);
  void read_inertial(const Node& node, const Place& place);
  void read_joint(const Node& node, const Place& place);
  void read_freejoint(const Node& node, const Place& place);
  void read_geom(const Node& node, const Place& place);
  void read_site(const Node& node, const Place& place);
  void read_camera(const Node& node, const Place& place);
  void read_light(const Node& node, const Place& place);

  // read_attach.cc
  void read_replicate(const Node& node, const Place& place);
  void read_model_asset(const Node& node);
  void read_attach(const Node& node, const Place& place);
  spec::Origin& find_origin(const Node& node, const std::string& name);

  Session& session_;
  const Node* current_ = nullptr;
  const Document* main_ = nullptr;        // the one that includes all others
  std::filesystem::path folder_;          // of the model
  std::filesystem::path written_folder_;  // the same as the user wrote it, for Model::paths
  ReadModel model_;
  spec::Relations relations_;
  std::map<std::string, int, std::less<>> classes_;
  std::map<std::string, std::shared_ptr<spec::Origin>, std::less<>> models_;
};

}  // namespace thew::io::mjcf
