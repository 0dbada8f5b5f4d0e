#include <new>
#include <stdexcept>

#include <thew/load.h>

#include "compile/compile.h"
#include "io/read.h"

namespace thew {

namespace {

// A model can ask for more memory than there is; that too is an error of the model. Where the work
// knows the place, it has said so already.
template <class Work>
auto within_memory(const std::string& name, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    throw Error({name, 0, 0, ""}, "not enough memory for the model");
  } catch (const std::length_error&) {
    throw Error({name, 0, 0, ""}, "not enough memory for the model");
  }
}

}  // namespace

spec::Spec read_file(const std::string& path, const LoadOptions& options) {
  return within_memory(path, [&] { return io::read_file(path, options); });
}

spec::Spec read_string(std::string_view xml, const LoadOptions& options, const std::string& name) {
  return within_memory(name, [&] { return io::read_text(xml, options, name); });
}

Model compile_spec(const spec::Spec& spec) {
  const std::string name = spec.files.empty() ? "" : spec.files[0];
  return within_memory(name, [&] { return compile::compile(spec); });
}

Model load_file(const std::string& path, const LoadOptions& options) {
  return compile_spec(read_file(path, options));
}

Model load_string(std::string_view xml, const LoadOptions& options, const std::string& name) {
  return compile_spec(read_string(xml, options, name));
}

}  // namespace thew
