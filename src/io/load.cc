#include <new>
#include <stdexcept>

#include <thew/load.h>

#include "compile/compile.h"
#include "io/read.h"

namespace thew {

namespace {

// A model can ask for more memory than there is; that too is an error of the model.
Model compile_or_fail(const spec::Spec& spec) {
  const std::string file = spec.files.empty() ? "" : spec.files.front();
  try {
    return compile::compile(spec);
  } catch (const std::bad_alloc&) {
    throw Error({file, 0, 0, ""}, "not enough memory for the model");
  } catch (const std::length_error&) {
    throw Error({file, 0, 0, ""}, "not enough memory for the model");
  }
}

}  // namespace

Model load_file(const std::string& path, const LoadOptions& options) {
  return compile_or_fail(io::read_mjcf_file(path, options));
}

Model load_string(std::string_view xml, const LoadOptions& options, const std::string& name) {
  return compile_or_fail(io::read_mjcf(xml, options, name));
}

}  // namespace thew
