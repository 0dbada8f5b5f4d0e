#pragma once

// The elements of a model as one tree, with included files in place.

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/fault.h"
#include "io/files.h"
#include "io/mjcf/document.h"
#include "spec/assembly.h"

namespace thew::io::mjcf {

/// What all files of one model share.
struct Session : spec::Context {
  explicit Session(const LoadOptions& load_options, const std::filesystem::path& folder = {});

  Files files;
  std::vector<std::unique_ptr<Document>> documents;  ///< by Source::file
  std::vector<std::filesystem::path> models;         ///< being read, outermost first
  std::int64_t asset_bytes = 0;                      ///< read so far from meshes and images
};

/// One element.
struct Node {
  const Document* document;
  pugi::xml_node xml;
  std::vector<Node> children = {};

  std::string_view name() const { return xml.name(); }
  bool has(std::string_view attribute) const;
  /// The text of an attribute, or nullptr.
  const char* get(std::string_view attribute) const;
  spec::Source source() const { return document->place(xml); }
  /// The element as errors name it: `geom "foot"`.
  std::string label() const;
};

/// An error at an element, or at one of its attributes.
[[noreturn]] void fail(const Node& node, const std::string& what, const std::string& hint = "");
[[noreturn]] void fail_at(const Node& node, std::string_view attribute, const std::string& what,
                          const std::string& hint = "");

/// Does what may throw a Fault, and gives the Fault the place of this element.
template <class Action>
void at(const Node& node, const Action& action) {
  try {
    action();
  } catch (const base::Fault& fault) {
    if (fault.attribute.empty()) fail(node, fault.what, fault.hint);
    fail_at(node, fault.attribute, fault.what, fault.hint);
  }
}

/// `file:line:column: element: what`, as Error puts it.
std::string describe(const Node& node, const std::string& what);

/// The tree of a model's text; `folder` is where its relative paths start.
Node read_tree(Session& session, const File& file, const std::string& name);

}  // namespace thew::io::mjcf
