#pragma once

// A model file of either kind: its root element tells whether it is MJCF or URDF.

#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>

#include "io/xml/node.h"
#include "spec/assembly.h"

namespace thew::io {

/// A model that was read, with what is needed to attach it to another.
using ReadModel = spec::Assembly;

/// Reads a model; `name` is what errors call it, `folder` the one it lies in as the user wrote it.
/// Throws Error.
ReadModel read_model(xml::Session& session, const File& file, const std::string& name,
                     const std::filesystem::path& folder);

/// What a reader makes of a tree. A model can ask for more memory than there is; that too is an
/// error of the model, at the element that is being read.
template <class Reader>
ReadModel read_within_memory(Reader& reader, const xml::Node& root) {
  try {
    return reader.read(root);
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  const xml::Node* const current = reader.current();
  xml::fail(current == nullptr ? root : *current, "not enough memory for the model");
}

}  // namespace thew::io
