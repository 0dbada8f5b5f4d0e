#include <thew/save.h>

#include "io/mjcf/write.h"
#include "io/read.h"

namespace thew {

std::string rewrite_file(const std::string& path, const LoadOptions& options,
                         const std::string& folder) {
  return io::mjcf::to_xml(io::read_file(path, options), folder);
}

std::string rewrite_string(std::string_view xml, const LoadOptions& options,
                           const std::string& name, const std::string& folder) {
  return io::mjcf::to_xml(io::read_text(xml, options, name), folder);
}

}  // namespace thew
