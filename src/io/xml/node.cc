#include "io/xml/node.h"

#include <utility>

#include "base/limits.h"

namespace thew::io::xml {

namespace {

Error::Place place_of(const Node& node, const spec::Source& source) {
  return {node.document->name(), source.line, source.column, node.label()};
}

void add_children(Node& parent, int depth, std::int64_t limit) {
  for (const pugi::xml_node element : parent.xml.children()) {
    if (element.type() != pugi::node_element) continue;
    Node node{parent.document, element};
    check_depth(node, depth, limit);
    add_children(node, depth + 1, limit);
    parent.children.push_back(std::move(node));
  }
}

}  // namespace

Session::Session(const LoadOptions& load_options) : options(load_options), files(load_options) {
  max_elements = load_options.limits.elements;
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
  base::check_limit(asset_bytes, options.limits.asset_bytes, "asset_bytes",
                    "the meshes and images of the model have too many bytes");
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

Node make_tree(const Document& document, std::int64_t nesting) {
  Node root{&document, document.root()};
  add_children(root, 1, nesting);
  return root;
}

void fail(const Node& node, const std::string& what, const std::string& hint) {
  throw Error(place_of(node, node.source()), what, hint);
}

void fail_at(const Node& node, std::string_view attribute, const std::string& what,
             const std::string& hint) {
  throw Error(place_of(node, node.document->place(node.xml, attribute)), what, hint);
}

void check_depth(const Node& node, int depth, std::int64_t limit) {
  at(node, [&] {
    base::check_limit(depth, limit, "nesting", "the elements are nested in too many levels");
  });
}

std::string describe(const Node& node, const std::string& what) {
  return Error(place_of(node, node.source()), what).what();
}

}  // namespace thew::io::xml
