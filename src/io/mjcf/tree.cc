#include "io/mjcf/tree.h"

#include <cstring>
#include <utility>

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

namespace fs = std::filesystem;

namespace {

// Deeper nesting than any robot has, and shallow enough for recursion.
constexpr int kDeepest = 500;

class TreeReader {
 public:
  TreeReader(Session& session, const File& main)
      : session_(session), folder_(main.path.parent_path()) {
    included_.insert(main.path);
  }

  Node read(const Document& document) {
    Node root{&document, document.root()};
    add_children(root, document, document.root(), folder_, 1);
    return root;
  }

 private:
  // Appends the elements below `xml` to the children of `parent`.
  void add_children(Node& parent, const Document& document, pugi::xml_node xml,
                    const fs::path& folder, int depth) {
    for (const pugi::xml_node element : xml.children()) {
      if (element.type() == pugi::node_pcdata) {
        session_.warnings.push_back(
            describe(Node{&document, xml}, "text between elements has no meaning"));
      }
      if (element.type() != pugi::node_element) continue;
      Node node{&document, element};
      if (depth > kDeepest)
        fail(node, "more than " + std::to_string(kDeepest) + " levels of nesting");
      if (node.name() == "include") {
        include(parent, node, folder, depth);
        continue;
      }
      add_children(node, document, element, folder, depth + 1);
      parent.children.push_back(std::move(node));
    }
  }

  void include(Node& parent, const Node& node, const fs::path& folder, int depth) {
    for (const pugi::xml_attribute attribute : node.xml.attributes()) {
      if (std::string_view(attribute.name()) != "file") {
        fail_at(node, attribute.name(),
                "unknown attribute \"" + std::string(attribute.name()) + "\"");
      }
    }
    const char* const name = node.get("file");
    if (name == nullptr) fail(node, "attribute \"file\" is missing");
    if (node.xml.first_child()) fail(node, "an include cannot have content");
    File file = find(node, name, folder);
    if (!included_.insert(file.path).second) {
      fail_at(node, "file", "\"" + std::string(name) + "\" is included already");
    }
    const fs::path below = file.path.parent_path();
    const int number = static_cast<int>(session_.file_names.size());
    const std::string shown = (node.document->name().empty() ? fs::path(name) : file.path).string();
    session_.file_names.push_back(shown);
    session_.documents.push_back(std::make_unique<Document>(shown, std::move(file.text), number));
    const Document& document = *session_.documents.back();
    const std::size_t before = parent.children.size();
    add_children(parent, document, document.root(), below, depth);
    if (parent.children.size() == before)
      fail_at(node, "file", "\"" + shown + "\" has no elements");
  }

  // Files are looked for in the folder of the model first, then beside the file that names them.
  File find(const Node& node, const fs::path& name, const fs::path& folder) {
    try {
      if (auto file = session_.files.read(folder_ / name)) return std::move(*file);
      if (auto file = session_.files.read(folder / name)) return std::move(*file);
      if (auto file = session_.files.read(name)) return std::move(*file);
    } catch (const base::Fault& fault) {
      fail_at(node, "file", fault.what, fault.hint);
    }
    fail_at(node, "file", "file \"" + name.string() + "\" was not found");
  }

  Session& session_;
  fs::path folder_;
  std::set<fs::path> included_;
};

Error::Place place_of(const Node& node, const spec::Source& source) {
  return {node.document->name(), source.line, source.column, node.label()};
}

}  // namespace

Session::Session(const LoadOptions& load_options, const fs::path& folder)
    : files(load_options, folder) {
  max_elements = load_options.max_elements;
  ignore_unsupported = load_options.ignore_unsupported;
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

void fail(const Node& node, const std::string& what, const std::string& hint) {
  throw Error(place_of(node, node.source()), what, hint);
}

void fail_at(const Node& node, std::string_view attribute, const std::string& what,
             const std::string& hint) {
  throw Error(place_of(node, node.document->place(node.xml, attribute)), what, hint);
}

std::string describe(const Node& node, const std::string& what) {
  return Error(place_of(node, node.source()), what).what();
}

Node read_tree(Session& session, const File& file, const std::string& name) {
  const int number = static_cast<int>(session.file_names.size());
  session.file_names.push_back(name);
  session.documents.push_back(std::make_unique<Document>(name, file.text, number));
  const Document& document = *session.documents.back();
  Node root{&document, document.root()};
  if (root.name() != "mujoco") {
    fail(root, "the root element is <" + std::string(root.name()) + ">, expected <mujoco>");
  }
  return TreeReader(session, file).read(document);
}

}  // namespace thew::io::mjcf
