#include "io/urdf/reader.h"

#include <thew/nearest.h>

#include "io/mjcf/schema.h"
#include "io/mjcf/validate.h"

namespace thew::io::urdf {

namespace {

// Templates leave elements of their own behind until they are expanded.
void refuse_templates(const Node& node) {
  if (node.name().starts_with("xacro:")) fail_of_xacro(node);
  for (const pugi::xml_attribute attribute : node.xml.attributes()) {
    const std::string_view value = attribute.value();
    const bool open = value.find("${") != value.npos || value.find("$(") != value.npos;
    if (open) fail_of_xacro(node);
  }
  for (const Node& child : node.children) refuse_templates(child);
}

// What several children of one name are to a robot: these elements say one thing.
bool says_once(std::string_view name) {
  return name == "link" || name == "joint" || name == "inertial" || name == "visual" ||
         name == "collision" || name == "material";
}

}  // namespace

Reader::Reader(Session& session, std::filesystem::path folder, std::filesystem::path written_folder)
    : session_(session), folder_(std::move(folder)), written_folder_(std::move(written_folder)) {
  spec::Default root;
  root.name = "main";
  model_.spec.defaults.push_back(std::move(root));
  model_.spec.world.name = "world";
  spec::Compiler& compiler = model_.spec.compilers[0];
  compiler.fusestatic = true;
  compiler.discardvisual = true;
}

ReadModel Reader::read(const Node& root) {
  refuse_templates(root);
  if (const Node* const world = find(root, "worldbody")) {
    fail(*world, "<worldbody> belongs to MJCF, whose root element is <mujoco>");
  }
  if (const Node* const block = find(root, "mujoco")) read_block(*block);
  model_.spec.compilers[0].degree = false;  // whatever the block says
  if (const char* const name = root.get("name")) model_.spec.modelname = name;
  tell_repeated(root);
  find_materials(root);
  find_links(root);
  find_joints(root);
  make_bodies(root);
  for (const Link& link : links_) read_link(link);
  for (Link& link : links_) {
    if (link.joint != nullptr) read_joint(link);
  }
  read_mimics(root);
  complete_masses();
  if (session_.options.transmissions) {
    for (const Node& child : root.children) {
      if (child.name() == "transmission") read_transmission(child);
    }
  }
  for (const auto& [what, told] : notes_) {
    const std::string whose = told.joints == 1 ? "joint" : std::to_string(told.joints) + " joints";
    warn(root, what + " (" + whose + ", the first is \"" + told.first + "\")");
  }
  return std::move(model_);
}

void Reader::read_block(const Node& block) {
  spec::Spec& spec = model_.spec;
  for (const char* const section : {"compiler", "option", "size"}) {
    const Node* const node = find(block, section);
    if (node == nullptr) continue;
    const mjcf::Element& element = *mjcf::schema().find_child(section)->element;
    void* const object = node->name() == "compiler" ? static_cast<void*>(&spec.compilers[0])
                         : node->name() == "option" ? static_cast<void*>(&spec.option)
                                                    : static_cast<void*>(&spec.sizes);
    read_settings(*node, element, object);
    for (const Node& child : node->children) {
      const mjcf::Child* const row = element.find_child(child.name());
      if (row == nullptr) {
        warn(child, "unknown element; left out");
      } else {
        const bool is_range = child.name() == "lengthrange";
        read_settings(child, *row->element, is_range ? &spec.compilers[0].lengthrange : object);
      }
    }
  }
  for (const Node& child : block.children) {
    const bool is_read =
        child.name() == "compiler" || child.name() == "option" || child.name() == "size";
    if (!is_read) warn(child, "inside of URDF only compiler, option and size are read; left out");
  }
}

void Reader::read_settings(const Node& node, const mjcf::Element& element, void* object) {
  auto& authored = model_.spec.authored[std::string(node.name())];
  std::vector<std::string_view> candidates;
  for (const mjcf::Attribute& row : element.attributes) candidates.push_back(row.name);
  for (const pugi::xml_attribute attribute : node.xml.attributes()) {
    authored.insert(attribute.name());
    if (element.find_attribute(attribute.name()) != nullptr) continue;
    const std::string hint = did_you_mean(attribute.name(), candidates);
    warn(node, "unknown attribute \"" + std::string(attribute.name()) + "\"; left out" +
                   (hint.empty() ? "" : " (" + hint + ")"));
  }
  mjcf::read_attributes(node, element, object);
}

// As in ROS the first one holds.
void Reader::tell_repeated(const Node& node) {
  for (const Node& child : node.children) {
    const bool is_extra =
        says_once(node.name()) && may_repeat(child.name()) && find(node, child.name()) != &child;
    if (is_extra) {
      warn(child, "<" + std::string(child.name()) + "> occurs twice in <" +
                      std::string(node.name()) + ">; the first holds");
    }
    tell_repeated(child);
  }
}

void Reader::start(const Node& node, spec::Element& element) {
  current_ = &node;
  element.source = node.source();
  element.tag = ++session_.tags;
  xml::at(node, [&] { session_.count(1); });
}

void Reader::warn(const Node& node, const std::string& what) {
  session_.warnings.push_back(xml::describe(node, what));
}

void Reader::note(const Node& joint, const std::string& what) {
  Note& told = notes_[what];
  if (told.joints++ == 0) told.first = need_text(joint, "name");
}

ReadModel read_model(Session& session, const Document& document, const File& file,
                     const std::filesystem::path& folder) {
  const Node root = xml::make_tree(document, session.options.limits.nesting);
  Reader reader(session, file.path.parent_path(), folder);
  return read_within_memory(reader, root);
}

}  // namespace thew::io::urdf
