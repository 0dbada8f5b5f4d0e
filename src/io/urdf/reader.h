#pragma once

// Reads a URDF robot into a Spec, as docs/urdf.md has it: links become bodies and joints those of
// the child, with the numbers, names and order that MuJoCo gives them.

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <thew/spec.h>

#include "io/mjcf/schema.h"
#include "io/read_model.h"
#include "io/urdf/values.h"

namespace thew::io::urdf {

using xml::Document;
using xml::Session;

/// Reads the robot of a document; `folder` is the one that it lies in as the user wrote it. Throws
/// Error.
ReadModel read_model(Session& session, const Document& document, const File& file,
                     const std::filesystem::path& folder);

class Reader {
 public:
  Reader(Session& session, std::filesystem::path folder, std::filesystem::path written_folder);

  ReadModel read(const Node& root);

  /// The element that is being read.
  const Node* current() const { return current_; }

 private:
  struct Link {
    const Node* node;
    int parent = -1;              // in links_
    const Node* joint = nullptr;  // to the parent
    std::vector<int> children = {};
    spec::Body* body = nullptr;
    bool is_fixed = true;  // to the parent, or to the world
  };

  // What has no counterpart here, told once for all joints.
  struct Note {
    int joints = 0;
    std::string first;
  };

  // reader.cc
  void read_block(const Node& block);
  void read_settings(const Node& node, const mjcf::Element& element, void* object);
  void start(const Node& node, spec::Element& element);
  void warn(const Node& node, const std::string& what);
  void tell_repeated(const Node& node);
  void note(const Node& joint, const std::string& what);

  // tree.cc
  void find_links(const Node& root);
  void find_joints(const Node& root);
  int link_at(const Node& joint, std::string_view end) const;
  void make_bodies(const Node& root);
  void make_body(int number, spec::Body& parent, int depth);

  // link.cc
  void find_materials(const Node& node);
  void read_link(const Link& link);
  void read_inertial(const Node& node, spec::Body& body);
  void mend_inertia(const Node& node, spec::Body& body);
  void read_visual(const Node& node, spec::Body& body, std::optional<spec::Rgba>& rgba);
  void read_collision(const Node& node, spec::Body& body, const std::optional<spec::Rgba>& rgba);
  void read_colour(const Node& visual, std::optional<spec::Rgba>& rgba);
  void name_geom(const Node& node, spec::Geom& geom);
  void complete_masses();
  bool has_mass(const Link& link) const;

  // geometry.cc
  void read_geometry(const Node& node, spec::Geom& geom);
  std::string find_mesh(const Node& node, const std::string& file, const spec::Vec3& scale);
  void read_mesh(const Node& node, const std::string& file, spec::Mesh& mesh);
  std::pair<File, std::string> find_file(const Node& node, const std::string& name);

  // joint.cc
  void read_joint(Link& link);
  void add_joint(const Node& node, spec::Body& body, JointType type, const spec::Vec3& axis,
                 const std::string& suffix = "");
  void read_dynamics(const Node& node, spec::Body& body);
  void read_limit(const Node& node, spec::Joint& joint, std::string_view type);
  void read_mimics(const Node& root);
  bool is_scalar(const std::string& joint) const;

  // transmission.cc
  void read_transmission(const Node& node);

  Session& session_;
  const Node* current_ = nullptr;
  std::filesystem::path folder_;          // of the model
  std::filesystem::path written_folder_;  // the same as the user wrote it, for Model::paths
  ReadModel model_;
  std::vector<Link> links_;
  std::map<std::string, int, std::less<>> link_numbers_;
  std::map<std::string, spec::Rgba, std::less<>> materials_;
  std::set<std::string> geom_names_;
  std::map<std::string, JointType, std::less<>> joints_;  // by the name they have in the Spec
  std::map<std::string, int, std::less<>> meshes_by_stem_;
  std::map<std::pair<std::string, spec::Vec3>, std::string> meshes_;  // by file and scale
  std::set<std::string> mesh_names_;
  std::map<std::string, Note> notes_;
};

}  // namespace thew::io::urdf
