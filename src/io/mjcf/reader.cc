#include "io/mjcf/reader.h"

#include <utility>

#include "base/limits.h"
#include "io/mjcf/validate.h"
#include "model/formulation.h"
#include "spec/prune.h"

namespace thew::io::mjcf {

namespace {

void check_sizes(const Node& node, const spec::Sizes& sizes, const Limits& limits) {
  using spec::Sizes;
  constexpr std::pair<const char*, int Sizes::*> kSizes[] = {
      {"nuserdata", &Sizes::nuserdata},           {"nkey", &Sizes::nkey},
      {"nuser_body", &Sizes::nuser_body},         {"nuser_jnt", &Sizes::nuser_jnt},
      {"nuser_geom", &Sizes::nuser_geom},         {"nuser_site", &Sizes::nuser_site},
      {"nuser_cam", &Sizes::nuser_cam},           {"nuser_tendon", &Sizes::nuser_tendon},
      {"nuser_actuator", &Sizes::nuser_actuator}, {"nuser_sensor", &Sizes::nuser_sensor}};
  at(node, [&] {
    for (const auto& [name, member] : kSizes) {
      base::check_limit(sizes.*member, limits.numbers, "numbers",
                        std::string(name) + " is " + std::to_string(sizes.*member));
    }
  });
}

}  // namespace

Reader::Reader(Session& session, std::filesystem::path folder, std::filesystem::path written_folder)
    : session_(session),
      folder_(std::move(folder)),
      written_folder_(std::move(written_folder)),
      relations_(model_.spec) {
  spec::Default root;
  root.name = "main";
  model_.spec.defaults.push_back(std::move(root));
  index_classes();
  model_.spec.world.name = "world";
}

ReadModel Reader::read(const Node& root) {
  main_ = root.document;
  validate(root, session_.warnings);
  Root text;
  read_attributes_of(root, schema(), &text);
  model_.spec.modelname = text.model;
  read_settings(root);
  for (const Node& child : root.children) {
    if (child.name() == "default") read_default(child, -1);
  }
  read_section(root, "extension", &Reader::read_extension);
  read_section(root, "custom", &Reader::read_custom);
  read_section(root, "asset", &Reader::read_asset);
  read_section(root, "contact", &Reader::read_contact);
  read_section(root, "deformable", &Reader::read_deformable);
  read_section(root, "equality", &Reader::read_equality);
  read_section(root, "tendon", &Reader::read_tendon);
  read_section(root, "actuator", &Reader::read_actuator);
  read_section(root, "sensor", &Reader::read_sensor);
  read_section(root, "keyframe", &Reader::read_key);
  for (const Node& child : root.children) {
    if (child.name() == "worldbody") read_world(child);
  }
  relations_.finish();
  spec::prune(model_, session_);
  return std::move(model_);
}

void Reader::read_section(const Node& root, std::string_view name,
                          void (Reader::*reader)(const Node&)) {
  for (const Node& section : root.children) {
    if (section.name() != name) continue;
    for (const Node& child : section.children) (this->*reader)(child);
  }
}

void Reader::read_settings(const Node& root) {
  spec::Spec& spec = model_.spec;
  for (const Node& node : root.children) {
    if (node.name() == "compiler") {
      read_attributes_of(node, element_of(node), &spec.compilers[0]);
      for (const Node& child : node.children) {
        read_attributes_of(child, *element_of(node).find_child(child.name())->element,
                           &spec.compilers[0].lengthrange);
      }
    } else if (node.name() == "option") {
      read_option(node);
    } else if (node.name() == "size") {
      read_attributes_of(node, element_of(node), &spec.sizes);
      check_sizes(node, spec.sizes, session_.options.limits);
    } else if (node.name() == "statistic") {
      read_attributes_of(node, element_of(node), &spec.statistic);
    } else if (node.name() == "visual") {
      read_visual(node);
    }
  }
}

void Reader::read_option(const Node& node) {
  read_attributes_of(node, element_of(node), &model_.spec.option);
  for (const Node& child : node.children) {
    read_attributes_of(child, *element_of(node).find_child(child.name())->element,
                       &model_.spec.option);
  }
  Options& option = model_.spec.option;
  const bool classic = option.formulation == static_cast<int>(Formulation::Classic);
  if (classic && !model_.spec.authored["option"].contains("solver")) {
    option.solver = static_cast<int>(Solver::Pgs);
  }
  if (const char* const why = conflict(option)) fail(node, why);
}

void Reader::read_visual(const Node& section) {
  Visual& visual = model_.spec.visual;
  const std::map<std::string_view, void*> groups = {
      {"global", &visual.global_}, {"quality", &visual.quality}, {"headlight", &visual.headlight},
      {"map", &visual.map},        {"scale", &visual.scale},     {"rgba", &visual.rgba}};
  for (const Node& node : section.children) {
    read_attributes_of(node, *element_of(section).find_child(node.name())->element,
                       groups.at(node.name()));
  }
}

const Element& Reader::element_of(const Node& node) const {
  return *schema().find_child(node.name())->element;
}

void Reader::read_attributes_of(const Node& node, const Element& element, void* object) {
  read_attributes(node, element, object);
  auto& authored = model_.spec.authored[std::string(node.name())];
  for (const pugi::xml_attribute attribute : node.xml.attributes())
    authored.insert(attribute.name());
}

void Reader::start(const Node& node, spec::Element& element) {
  current_ = &node;
  element.source = node.source();
  element.tag = ++session_.tags;
  at(node, [&] { session_.count(1); });
}

bool Reader::leaves_out_unsupported(const Node& node, ObjectType type) {
  if (session_.ignore_unsupported) leave_out(node, type, "<" + std::string(node.name()) + ">");
  return session_.ignore_unsupported;
}

void Reader::leave_out(const Node& node, ObjectType type, const std::string& what) {
  const std::string fault = "not supported yet: " + what;
  if (!session_.ignore_unsupported) {
    fail(node, fault, "THEW_IGNORE_UNSUPPORTED=1 leaves it out with a warning");
  }
  session_.warnings.push_back(describe(node, fault + "; left out"));
  if (const char* const name = node.get("name")) model_.left_out.add(type, name);
}

ReadModel read_model(Session& session, const Document& document, const File& file,
                     const std::filesystem::path& folder) {
  const Node root = read_tree(session, document, file);
  Reader reader(session, file.path.parent_path(), folder);
  return read_within_memory(reader, root);
}

}  // namespace thew::io::mjcf
