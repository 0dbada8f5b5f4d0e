#pragma once

#include "io/mjcf/schema.h"
#include "io/mjcf/tree.h"

namespace thew::io::mjcf {

/// Checks a whole tree against the schema: elements, attributes, their values and how often they
/// occur. Throws Error; what has no meaning is a warning.
void validate(const Node& root, std::vector<std::string>& warnings);

/// Reads the attributes of an element into the object behind it, in the order of the table.
void read_attributes(const Node& node, const Element& element, void* object);

}  // namespace thew::io::mjcf
