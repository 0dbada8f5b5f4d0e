#include <thew/load.h>

#include "compile/spec.h"
#include "io/read.h"

namespace thew {

Model load_file(const std::string& path, const LoadOptions& options) {
  return compile::compile(io::read_mjcf_file(path, options));
}

Model load_string(std::string_view xml, const LoadOptions& options, const std::string& name) {
  return compile::compile(io::read_mjcf(xml, options, name));
}

}  // namespace thew
