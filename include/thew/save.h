#pragma once

#include <string>
#include <string_view>

#include <thew/load.h>
#include <thew/spec.h>

namespace thew {

/// A model as one MJCF text that gives the same model: classes and frames are kept, included,
/// attached and replicated parts are written out. Files of assets are named as seen from `folder`,
/// the one that the text will be saved in; without one, from the working directory. Throws Error.
std::string to_xml(const spec::Spec& spec, const std::string& folder = "");

/// The same from a model file.
std::string rewrite_file(const std::string& path, const LoadOptions& options = {},
                         const std::string& folder = "");

/// The same from a model given as text; errors call it `name`.
std::string rewrite_string(std::string_view xml, const LoadOptions& options = {},
                           const std::string& name = "", const std::string& folder = "");

/// A compiled model in MuJoCo's binary form (.mjb), which its version 4.0.0 reads. Throws Error
/// where the model has what MuJoCo lacks.
std::string to_mjb(const Model& model);

}  // namespace thew
