#include "io/read.h"

#include <cstdlib>
#include <utility>

#include "base/fault.h"
#include "io/read_model.h"
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
  model.spec.warnings = std::move(session.warnings);
  model.spec.ignore_unsupported = session.ignore_unsupported;
  return std::move(model.spec);
}

}  // namespace

spec::Spec read_file(const std::string& path, const LoadOptions& options) {
  xml::Session session(options, fs::path(path).parent_path());
  std::optional<File> file;
  try {
    file = session.files.read(path);
  } catch (const base::Fault& fault) {
    throw Error({path, 0, 0, ""}, fault.what, fault.hint);
  }
  if (!file) throw Error({path, 0, 0, ""}, "the file was not found");
  return read(session, *file, path, fs::path(path).parent_path());
}

spec::Spec read_text(std::string_view xml, const LoadOptions& options, const std::string& name) {
  xml::Session session(options);
  return read(session, {"", std::string(xml)}, name);
}

}  // namespace thew::io
