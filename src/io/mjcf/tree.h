#pragma once

// The elements of a model as one tree, with included files in place.

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "io/files.h"
#include "io/mjcf/document.h"

namespace thew::io::mjcf {

/// What all files of one model share.
struct Session {
  LoadOptions options;
  Files files;
  std::vector<std::string> names = {};                    ///< of the files, by Source::file
  std::vector<std::unique_ptr<Document>> documents = {};  ///< by Source::file
  std::vector<std::string> warnings = {};
  std::vector<std::filesystem::path> models = {};  ///< being read, outermost first
  std::int64_t elements = 0;                       ///< made so far
  std::int64_t asset_bytes = 0;                    ///< read so far from meshes and images
  int tags = 0;                                    ///< given so far
  std::int64_t looked = 0;  ///< at so many elements, to find those that are attached

  /// Counts new elements; throws where there are more than the caller allows.
  void count(std::int64_t more, const compile::Source& source, const std::string& element);
  /// Counts elements that were only looked at; throws where a small file asks for too much.
  void look(std::int64_t more, const compile::Source& source, const std::string& element);
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
  compile::Source source() const { return document->place(xml); }
  /// The element as errors name it: `geom "foot"`.
  std::string label() const;
};

/// An error at an element, or at one of its attributes.
[[noreturn]] void fail(const Node& node, const std::string& what, const std::string& hint = "");
[[noreturn]] void fail_at(const Node& node, std::string_view attribute, const std::string& what,
                          const std::string& hint = "");

/// `file:line:column: element: what`, as Error puts it.
std::string describe(const Node& node, const std::string& what);

/// The tree of a model's text; `folder` is where its relative paths start.
Node read_tree(Session& session, const File& file, const std::string& name);

}  // namespace thew::io::mjcf
