#include "io/mjcf/tree.h"

#include <filesystem>
#include <set>
#include <utility>

#include "base/limits.h"

namespace thew::io::mjcf {

namespace fs = std::filesystem;

namespace {

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
      xml::check_depth(node, depth, session_.options.limits.nesting);
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
        session_.warnings.push_back(describe(
            node, "unknown attribute \"" + std::string(attribute.name()) + "\" has no meaning"));
      }
    }
    const char* const name = node.get("file");
    if (name == nullptr) fail(node, "attribute \"file\" is missing");
    if (node.xml.first_child()) fail(node, "an include cannot have content");
    File file = find(node, name, folder);
    if (!included_.insert(file.path).second) {
      fail_at(node, "file", "\"" + std::string(name) + "\" is included already");
    }
    at(node, [&] {
      base::check_limit(++session_.includes, session_.options.limits.includes, "includes",
                        "the model includes too many files");
    });
    const fs::path below = file.path.parent_path();
    const std::string shown = (node.document->name().empty() ? fs::path(name) : file.path).string();
    const Document& document = session_.open(shown, std::move(file.text));
    if (std::string_view(document.root().name()) == "robot") {
      fail_at(node, "file", "\"" + shown + "\" is a robot in URDF, which cannot be included",
              "name it as a <model> in <asset>, and <attach> it");
    }
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

}  // namespace

Node read_tree(Session& session, const Document& document, const File& file) {
  return TreeReader(session, file).read(document);
}

}  // namespace thew::io::mjcf
