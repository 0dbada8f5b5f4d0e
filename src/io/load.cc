#include <algorithm>
#include <new>
#include <stdexcept>

#include <thew/load.h>

#include "base/cache.h"
#include "base/fault.h"
#include "compile/compile.h"
#include "io/binary.h"
#include "io/decode.h"
#include "io/mesh/read.h"
#include "io/mjcf/conflicts.h"
#include "io/read.h"
#include "spec/flexcomp/flexcomp.h"

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

// What comes of a text, unless it is a binary model.
template <class Read>
spec::Spec describe(std::string_view content, const std::string& name, const Read& read) {
  if (io::is_binary(content)) {
    throw Error({name, 0, 0, ""}, "a binary model has no description that could be edited");
  }
  return within_memory(name, read);
}

}  // namespace

spec::Spec read_file(const std::string& path, const LoadOptions& options) {
  const io::File file = within_memory(path, [&] { return io::open_file(path, options); });
  if (io::mesh::is_mesh_name(path)) {
    return within_memory(path, [&] { return io::read_mesh_alone(file, path, options); });
  }
  return describe(file.text, path, [&] { return io::read_opened(file, path, options); });
}

spec::Spec read_string(std::string_view xml, const LoadOptions& options, const std::string& name) {
  return describe(xml, name, [&] { return io::read_text(xml, options, name); });
}

Model compile_spec(const spec::Spec& spec, const Limits& limits) {
  const std::string name = spec.files.empty() ? "" : spec.files[0];
  return within_memory(name, [&] { return compile::compile(spec, limits); });
}

Model compile_spec(spec::Spec spec, const LoadOptions& options, CompileTimes* times) {
  CompileTimes taken;
  const io::Stopwatch watch;
  const std::string name = spec.files.empty() ? "" : spec.files[0];
  Model model = within_memory(name, [&] {
    io::decode_assets(spec, options, taken);
    return compile::compile(spec, options.limits);
  });
  taken.total = watch.seconds();
  if (times != nullptr) *times = taken;
  return model;
}

void read_meshes(spec::Spec& spec, const LoadOptions& options) {
  io::decode_meshes(spec, options);
}

spec::Flex& make_flex(spec::Spec& spec, spec::Body& body, const spec::Flexcomp& recipe,
                      const LoadOptions& options) {
  spec::Flexcomp read = recipe;
  const bool carries = recipe.xpbd && !recipe.xpbd->skin.empty();
  if (!recipe.meshname.empty() || carries) io::decode_meshes(spec, options);
  io::decode_flexcomp(spec, read, options);
  try {
    return spec::expand(spec, body, read, [](spec::Element&) {}, options.limits);
  } catch (const base::Fault& fault) {
    throw Error({"", 0, 0, "flexcomp \"" + recipe.name + "\""}, fault.what, fault.hint);
  }
}

std::vector<std::string> merge_options(spec::Spec& outer, const spec::Spec& inner) {
  try {
    return io::mjcf::resolve_conflicts(outer, inner);
  } catch (const base::Fault& fault) {
    throw Error({}, fault.what, fault.hint);
  }
}

Model load_file(const std::string& path, const LoadOptions& options) {
  return within_memory(path, [&] {
    if (!options.assets.contains(path)) {
      const auto bytes = io::open_binary(path, options.limits.file_bytes);
      const auto* const start = bytes ? reinterpret_cast<const char*>(bytes->data()) : nullptr;
      if (bytes) return io::read_binary({start, bytes->bytes()}, path);
    }
    const io::File file = io::open_file(path, options);
    if (io::is_binary(file.text)) return io::read_binary(file.text, path);
    return compile::compile(io::read_opened(file, path, options), options.limits);
  });
}

Model load_string(std::string_view content, const LoadOptions& options, const std::string& name) {
  return within_memory(name, [&] {
    if (io::is_binary(content)) return io::read_binary(content, name);
    return compile::compile(io::read_text(content, options, name), options.limits);
  });
}

std::int64_t asset_cache_bytes() {
  return static_cast<std::int64_t>(base::asset_cache().bytes());
}

std::int64_t asset_cache_capacity() {
  return static_cast<std::int64_t>(base::asset_cache().capacity());
}

void set_asset_cache_capacity(std::int64_t bytes) {
  base::asset_cache().set_capacity(static_cast<std::size_t>(std::max<std::int64_t>(bytes, 0)));
}

void clear_asset_cache() {
  base::asset_cache().clear();
}

}  // namespace thew
