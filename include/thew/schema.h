#pragma once

#include <string>
#include <vector>

namespace thew {

/// The reference page of the model format: every element and attribute, its type, its default, and
/// whether it is simulated yet. docs/mjcf.md is this text.
std::string schema_markdown();

/// One attribute of an element of the model format.
struct SchemaAttribute {
  std::string name;
  std::string type;  ///< `real`, `int`, `text`, `bytes`, `keyword`, `keywords`, `name of a geom`...
  int least = 1;     ///< how many values there must be
  int most = 1;      ///< and may be; -1: any number
  std::vector<std::string> keywords;
  std::string usual;  ///< the default as text
  bool is_required = false;
  bool is_simulated = true;
};

/// One element in one place of the format.
struct SchemaElement {
  struct Child {
    int element;     ///< index in the list
    bool is_unique;  ///< it may occur at most once
  };
  std::string name;
  std::vector<SchemaAttribute> attributes;
  std::vector<Child> children;
  std::vector<std::vector<std::string>> exclusives;  ///< attributes of which one may be given
};

/// The model format as a list of elements, of which the first is the root.
std::vector<SchemaElement> schema_elements();

}  // namespace thew
