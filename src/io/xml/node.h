#pragma once

// What the readers of XML models share: the files of one model, its elements with their places, and
// errors that name those.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/fault.h"
#include "io/files.h"
#include "io/xml/document.h"
#include "spec/assembly.h"

namespace thew::io::xml {

/// What all files of one model share.
struct Session : spec::Context {
  explicit Session(const LoadOptions& load_options);

  /// Parses a file; the session keeps it. Throws Error.
  const Document& open(const std::string& name, std::string text);
  /// Counts what is read from meshes and images; throws Fault where it is too much.
  void count_asset(std::size_t bytes);

  const LoadOptions& options;  ///< the caller's
  Files files;
  std::vector<std::unique_ptr<Document>> documents;  ///< by Source::file
  std::vector<std::filesystem::path> models;         ///< being read, outermost first
  std::int64_t asset_bytes = 0;                      ///< read so far from meshes and images
  std::int64_t includes = 0;                         ///< files included so far
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

/// The elements of a document as a tree. Throws Error where it has more levels than `nesting`.
Node make_tree(const Document& document, std::int64_t nesting);

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

/// Throws Error where an element is nested more deeply than Limits::nesting.
void check_depth(const Node& node, int depth, std::int64_t limit);

/// `file:line:column: element: what`, as Error puts it.
std::string describe(const Node& node, const std::string& what);

}  // namespace thew::io::xml
