#pragma once

// The elements of a model as one tree, with included files in place.

#include "io/xml/node.h"

namespace thew::io::mjcf {

using xml::at;
using xml::describe;
using xml::Document;
using xml::fail;
using xml::fail_at;
using xml::Node;
using xml::Session;

/// The tree of a model; `file` is the one that the document was read from.
Node read_tree(Session& session, const Document& document, const File& file);

}  // namespace thew::io::mjcf
