#include <new>
#include <stdexcept>

#include <thew/load.h>

#include "compile/compile.h"
#include "io/read.h"

namespace thew {

namespace {

// Reads and compiles. A model can ask for more memory than there is; that too is an error of the
// model. Where reading knows the place, it has said so already.
template <class Read>
Model load(const std::string& name, const Read& read) {
  try {
    return compile::compile(read());
  } catch (const std::bad_alloc&) {
    throw Error({name, 0, 0, ""}, "not enough memory for the model");
  } catch (const std::length_error&) {
    throw Error({name, 0, 0, ""}, "not enough memory for the model");
  }
}

}  // namespace

Model load_file(const std::string& path, const LoadOptions& options) {
  return load(path, [&] { return io::read_file(path, options); });
}

Model load_string(std::string_view xml, const LoadOptions& options, const std::string& name) {
  return load(name, [&] { return io::read_text(xml, options, name); });
}

}  // namespace thew
