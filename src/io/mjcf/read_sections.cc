// Sections outside of the kinematic tree: custom, asset, contact, tendon, keyframe.

#include <utility>

#include "base/limits.h"
#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

namespace {

const Element& element_in(std::string_view section, const Node& node) {
  return *schema().find_child(section)->element->find_child(node.name())->element;
}

// The CDATA of an element, where there is any.
std::string cdata(const Node& node) {
  for (const pugi::xml_node child : node.xml.children()) {
    if (child.type() == pugi::node_cdata) return child.value();
  }
  return "";
}

// What an element of a tendon's path stands for. Whether a geom is a sphere or a cylinder is not
// known before it is found.
WrapType wrap_type(std::string_view name) {
  if (name == "site") return WrapType::Site;
  if (name == "geom") return WrapType::Sphere;
  return name == "pulley" ? WrapType::Pulley : WrapType::Joint;
}

}  // namespace

void Reader::read_custom(const Node& node) {
  const Element& element = element_in("custom", node);
  spec::Spec& spec = model_.spec;
  if (node.name() == "numeric") {
    spec::Numeric& numeric = spec.numerics.emplace_back();
    start(node, numeric);
    read_attributes(node, element, &numeric);
    const auto given = static_cast<int>(numeric.data.size());
    if (!node.has("size")) numeric.size = given;
    if (numeric.size < 1) fail(node, "the size must be positive");
    at(node, [&] {
      base::check_limit(numeric.size, session_.options.limits.numbers, "numbers",
                        "it has " + std::to_string(numeric.size) + " numbers");
    });
    if (given > numeric.size) fail_at(node, "data", "more numbers than the size says");
  } else if (node.name() == "text") {
    spec::Text& text = spec.texts.emplace_back();
    start(node, text);
    read_attributes(node, element, &text);
    if (text.data.empty()) text.data = cdata(node);
    if (text.data.empty()) fail(node, "a text cannot be empty");
  } else {
    spec::Tuple& tuple = spec.tuples.emplace_back();
    start(node, tuple);
    read_attributes(node, element, &tuple);
    for (const Node& child : node.children) {
      spec::Tuple::Entry entry{ObjectType::Unknown, "", 0, child.source()};
      read_attributes(child, *element.find_child(child.name())->element, &entry);
      at(child, [&] { session_.count(1); });
      tuple.entries.push_back(std::move(entry));
    }
  }
}

void Reader::read_asset(const Node& node) {
  const std::string_view name = node.name();
  if (name == "texture") return read_texture(node);
  if (name == "material") return read_material(node);
  if (name == "model") return read_model_asset(node);
  if (name == "mesh") return read_mesh(node);
  if (name == "hfield") return read_height_field(node);
  read_skin(node);
}

void Reader::read_material(const Node& node) {
  const int number = class_of(node, 0);
  spec::Material& material = model_.spec.materials.emplace_back(defaults(number).material);
  start(node, material);
  read_attributes(node, element_in("asset", node), &material);
  read_layers(node, material);
}

void Reader::read_layers(const Node& node, spec::Material& material) {
  static const Element& element = *schema()
                                       .find_child("asset")
                                       ->element->find_child("material")
                                       ->element->find_child("layer")
                                       ->element;
  for (const Node& child : node.children) {
    if (node.has("texture")) fail(child, "a material has either a texture or layers");
    Layer layer;
    read_attributes(child, element, &layer);
    material.textures[static_cast<std::size_t>(layer.role)] = layer.texture;
  }
}

void Reader::read_contact(const Node& node) {
  const Element& element = element_in("contact", node);
  if (node.name() == "pair") {
    spec::Pair& pair = model_.spec.pairs.emplace_back(defaults(class_of(node, 0)).pair);
    start(node, pair);
    read_attributes(node, element, &pair);
  } else {
    spec::Exclude& exclude = model_.spec.excludes.emplace_back();
    start(node, exclude);
    read_attributes(node, element, &exclude);
  }
}

void Reader::read_tendon(const Node& node) {
  const int number = class_of(node, 0);
  const Element& element = element_in("tendon", node);
  spec::Tendon& tendon = model_.spec.tendons.emplace_back(defaults(number).tendon);
  start(node, tendon);
  tendon.type = node.name() == "spatial" ? TendonType::Spatial : TendonType::Fixed;
  read_attributes(node, element, &tendon);
  for (const Node& child : node.children) {
    spec::Wrap wrap;
    wrap.type = wrap_type(child.name());
    wrap.source = child.source();
    read_attributes(child, *element.find_child(child.name())->element, &wrap);
    at(child, [&] { session_.count(1); });
    tendon.path.push_back(std::move(wrap));
  }
}

void Reader::read_key(const Node& node) {
  spec::Key& key = model_.spec.keys.emplace_back();
  start(node, key);
  read_attributes(node, element_in("keyframe", node), &key);
}

void Reader::read_deformable(const Node& node) {
  if (node.name() == "skin") return read_skin(node);
  read_flex(node);
}

}  // namespace thew::io::mjcf
