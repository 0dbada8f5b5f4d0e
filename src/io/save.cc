#include <thew/save.h>

#include "io/mjcf/write.h"
#include "model/mjb.h"

namespace thew {

std::string to_xml(const spec::Spec& spec, const std::string& folder) {
  return io::mjcf::to_xml(spec, folder);
}

std::string to_mjb(const Model& model) {
  return model::write_mjb(model);
}

std::string rewrite_file(const std::string& path, const LoadOptions& options,
                         const std::string& folder) {
  return to_xml(read_file(path, options), folder);
}

std::string rewrite_string(std::string_view xml, const LoadOptions& options,
                           const std::string& name, const std::string& folder) {
  return to_xml(read_string(xml, options, name), folder);
}

}  // namespace thew
