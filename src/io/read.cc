#include "io/read.h"

#include <cstdlib>
#include <utility>

#include "base/fault.h"
#include "io/archive.h"
#include "io/file_name.h"
#include "io/mesh/read.h"
#include "io/read_model.h"
#include "io/zip.h"
#include "spec/keys.h"

namespace thew::io {

namespace fs = std::filesystem;

namespace {

bool environment_ignores() {
  const char* const value = std::getenv("THEW_IGNORE_UNSUPPORTED");
  return value != nullptr && std::string_view(value) == "1";
}

spec::Spec read(xml::Session& session, const File& file, const std::string& name,
                const fs::path& folder = {}) {
  session.ignore_unsupported |= environment_ignores();
  session.models.push_back(file.path);
  ReadModel model = read_model(session, file, name, folder);
  spec::put_together(model);
  model.spec.files = std::move(session.file_names);
  model.spec.modelfiledir = folder.generic_string();
  model.spec.warnings = std::move(session.warnings);
  model.spec.ignore_unsupported = session.ignore_unsupported;
  return std::move(model.spec);
}

spec::Spec read_archive(const File& file, const std::string& path, const LoadOptions& options) {
  try {
    const Archive archive = open_archive(file.text, path, options);
    return read_text(archive.text, archive.options, path + "/" + archive.name);
  } catch (const base::Fault& fault) {
    throw Error({path, 0, 0, ""}, fault.what, fault.hint);
  }
}

}  // namespace

File open_file(const std::string& path, const LoadOptions& options) {
  LoadOptions open;
  open.limits = options.limits;
  std::optional<File> file;
  try {
    // The caller names the file, so only those that it names are bound.
    file = Files(options).read_given(path);
    if (!file) file = Files(open).read(path);
  } catch (const base::Fault& fault) {
    throw Error({path, 0, 0, ""}, fault.what, fault.hint);
  }
  if (!file) throw Error({path, 0, 0, ""}, "the file was not found");
  return std::move(*file);
}

spec::Spec read_opened(const File& file, const std::string& path, const LoadOptions& options) {
  if (is_zip(file.text)) return read_archive(file, path, options);
  xml::Session session(options);
  return read(session, file, path, fs::path(path).parent_path());
}

spec::Spec read_mesh_alone(const File& file, const std::string& path, const LoadOptions& options) {
  spec::Spec spec;
  spec.defaults.emplace_back().name = "main";
  spec.world.name = "world";
  spec::Mesh& mesh = spec.meshes.emplace_back();
  mesh.name = stem(path);
  mesh.file = path;
  mesh.located = true;
  try {
    const auto read = mesh::read(file.text, path, "");
    mesh::check(read->data, options.limits.faces);
    mesh.data = {read, &read->data};
    spec.warnings = read->warnings;
  } catch (const base::Fault& fault) {
    throw Error({path, fault.line, 0, "mesh"}, fault.what, fault.hint);
  }
  return spec;
}

spec::Spec read_file(const std::string& path, const LoadOptions& options) {
  return read_opened(open_file(path, options), path, options);
}

spec::Spec read_text(std::string_view xml, const LoadOptions& options, const std::string& name) {
  xml::Session session(options);
  return read(session, {"", std::string(xml)}, name);
}

}  // namespace thew::io
