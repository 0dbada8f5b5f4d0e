#include "io/xml/node.h"

#include <utility>

namespace thew::io::xml {

namespace {

// A model that reads more than this asks for the same files again and again.
constexpr std::int64_t kMostAssetBytes = std::int64_t{4} << 30;

Error::Place place_of(const Node& node, const spec::Source& source) {
  return {node.document->name(), source.line, source.column, node.label()};
}

void add_children(Node& parent, int depth) {
  for (const pugi::xml_node element : parent.xml.children()) {
    if (element.type() != pugi::node_element) continue;
    Node node{parent.document, element};
    if (depth > kDeepest) fail_of_depth(node);
    add_children(node, depth + 1);
    parent.children.push_back(std::move(node));
  }
}

}  // namespace

Session::Session(const LoadOptions& load_options, const std::filesystem::path& folder)
    : options(load_options), files(load_options, folder) {
  max_elements = load_options.max_elements;
  ignore_unsupported = load_options.ignore_unsupported;
}

const Document& Session::open(const std::string& name, std::string text) {
  const int number = static_cast<int>(file_names.size());
  file_names.push_back(name);
  documents.push_back(std::make_unique<Document>(name, std::move(text), number));
  return *documents.back();
}

void Session::count_asset(std::size_t bytes) {
  asset_bytes += static_cast<std::int64_t>(bytes);
  if (asset_bytes > kMostAssetBytes) {
    throw base::Fault{"the meshes and images of the model have more than 4 GiB"};
  }
}

bool Node::has(std::string_view attribute) const {
  return get(attribute) != nullptr;
}

const char* Node::get(std::string_view attribute) const {
  for (const pugi::xml_attribute candidate : xml.attributes()) {
    if (attribute == candidate.name()) return candidate.value();
  }
  return nullptr;
}

std::string Node::label() const {
  const char* const given = get("name");
  return given == nullptr ? std::string(name()) : std::string(name()) + " \"" + given + "\"";
}

Node make_tree(const Document& document) {
  Node root{&document, document.root()};
  add_children(root, 1);
  return root;
}

void fail(const Node& node, const std::string& what, const std::string& hint) {
  throw Error(place_of(node, node.source()), what, hint);
}

void fail_at(const Node& node, std::string_view attribute, const std::string& what,
             const std::string& hint) {
  throw Error(place_of(node, node.document->place(node.xml, attribute)), what, hint);
}

void fail_of_depth(const Node& node) {
  fail(node, "more than " + std::to_string(kDeepest) + " levels of nesting");
}

std::string describe(const Node& node, const std::string& what) {
  return Error(place_of(node, node.source()), what).what();
}

}  // namespace thew::io::xml
