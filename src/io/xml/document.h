#pragma once

// One XML file in memory. It is checked before anything reads it: UTF-8 without NUL, no document
// type (and so no entities of its own), one root, nothing after the root, no attribute twice.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include <thew/error.h>
#include <thew/spec.h>

namespace thew::io::xml {

class Document {
 public:
  /// Parses; throws Error. `file` is the number of `name` in Spec::files.
  Document(std::string name, std::string text, int file);

  pugi::xml_node root() const { return root_; }
  const std::string& name() const { return name_; }

  /// Where an element stands, or one of its attributes.
  spec::Source place(pugi::xml_node node) const;
  spec::Source place(pugi::xml_node node, std::string_view attribute) const;

 private:
  void check_text() const;
  pugi::xml_node find_root() const;
  void check_attributes() const;
  spec::Source at(std::ptrdiff_t offset) const;
  [[noreturn]] void fail(std::ptrdiff_t offset, std::string what, std::string hint = "") const;
  [[noreturn]] void fail_of_syntax(const pugi::xml_parse_result& result) const;

  std::string name_;
  std::string text_;
  int file_;
  std::vector<std::ptrdiff_t> lines_;  ///< offset of each line's first character
  pugi::xml_document xml_;
  pugi::xml_node root_;
};

}  // namespace thew::io::xml
