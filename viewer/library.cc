#include "library.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "bytes.h"
#include "model_blob.h"

namespace thew::viewer {

namespace fs = std::filesystem;

namespace {

std::string extension(const std::string& path) {
  std::string end = fs::path(path).extension().string();
  for (char& c : end) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return end;
}

bool is_model_file(const std::string& path) {
  static constexpr std::array<std::string_view, 5> kEnds = {".xml", ".urdf", ".mjcf", ".thew",
                                                            ".mjb"};
  return std::find(kEnds.begin(), kEnds.end(), extension(path)) != kEnds.end();
}

Model compile(const Source& source) {
  if (source.kind == Source::Kind::File) return load_file(source.name, source.options);
  LoadOptions options = source.options;
  if (source.kind == Source::Kind::Text) return load_string(source.text, options, source.name);
  // Dropped files see one another and nothing of this machine. Names in the model are relative to
  // its own folder.
  options.allow_files = false;
  const std::string folder = fs::path(source.name).parent_path().generic_string();
  for (const auto& [path, content] : source.files) {
    options.assets[path] = content;
    const fs::path relative = fs::path(path).lexically_relative(folder.empty() ? "." : folder);
    options.assets[relative.generic_string()] = content;
  }
  return load_string(source.files.at(source.name), options, source.name);
}

std::string nth_line(std::istream& text, int line) {
  std::string content;
  for (int i = 0; i < line; ++i) {
    if (!std::getline(text, content)) return "";
  }
  if (content.size() > 400) content.resize(400);
  return content;
}

// The line that an error is about, "" where it is not to be had.
std::string excerpt(const Error& error, const Source& source) {
  if (error.line() <= 0) return "";
  if (source.kind == Source::Kind::File) {
    std::ifstream file(error.file().empty() ? source.name : error.file());
    return nth_line(file, error.line());
  }
  const auto found = source.files.find(error.file().empty() ? source.name : error.file());
  std::istringstream text(found != source.files.end() ? found->second : source.text);
  return nth_line(text, error.line());
}

bool is_inside(const std::string& path) {
  const fs::path given(path);
  if (path.empty() || path.size() > 1000 || given.is_absolute()) return false;
  if (path.find('\\') != path.npos || path.find('\0') != path.npos) return false;
  return std::none_of(given.begin(), given.end(),
                      [](const fs::path& part) { return part == ".."; });
}

void copy_entries(const double* from, double* to, int count) {
  std::copy_n(from, count, to);
}

// Pairs of objects with the same name.
template <class Pair>
void by_name(const Model& before, const Model& after, ObjectType type, Pair&& pair) {
  const std::int64_t count = object_count(before, type);
  for (int i = 0; i < count; ++i) {
    const char* name = id_to_name(before, type, i);
    // Objects without names are the same where their numbers are, if no number changed.
    int there = name[0] != '\0' ? name_to_id(after, type, name) : -1;
    if (name[0] == '\0' && count == object_count(after, type)) {
      const char* other = id_to_name(after, type, i);
      if (other != nullptr && other[0] == '\0') there = i;
    }
    if (there >= 0) pair(i, there);
  }
}

constexpr int kQposWidth[] = {7, 4, 1, 1}, kDofWidth[] = {6, 3, 1, 1};

}  // namespace

Loaded load(const Source& source) {
  Loaded loaded;
  loaded.model = std::make_shared<const Model>(compile(source));
  const std::string name = loaded.model->modelname;
  loaded.name = name.empty() ? fs::path(source.name).stem().string() : name;
  loaded.source = source.name;
  loaded.blob = encode_model(*loaded.model, loaded.name, source.name);
  loaded.hash = content_hash(loaded.blob);
  return loaded;
}

Loaded wrap(std::shared_ptr<const Model> model, const std::string& name) {
  Loaded loaded{std::move(model), name, name, "", ""};
  if (loaded.name.empty()) loaded.name = loaded.model->modelname;
  loaded.blob = encode_model(*loaded.model, loaded.name, name);
  loaded.hash = content_hash(loaded.blob);
  return loaded;
}

Json trouble_json(const Error& error, const Source& source) {
  const std::string line = excerpt(error, source);
  const bool dropped = source.kind == Source::Kind::Dropped;
  const int caret = line.empty() || error.column() <= 0 ? -1 : error.column() - 1;
  return {{"type", "trouble"},
          {"file", error.file().empty() ? source.name : error.file()},
          {"line", error.line()},
          {"column", error.column()},
          {"element", error.element()},
          {"fault", error.fault()},
          {"hint", error.hint()},
          {"excerpt", line},
          {"caret", caret < static_cast<int>(line.size()) ? caret : -1},
          {"source", dropped ? "drop" : "file"}};
}

Files read_drop(std::string_view body) {
  constexpr std::size_t kMostFiles = 5000;
  Reader reader(body);
  std::uint32_t length = 0;
  std::string_view text;
  if (!reader.read(length) || !reader.take(length, text)) throw Error({}, "the drop is cut short");
  const Json list = Json::parse(text, nullptr, false);
  if (!list.is_array() || list.empty() || list.size() > kMostFiles) {
    throw Error({}, "the drop has no list of files, or too many");
  }
  Files files;
  for (const Json& entry : list) {
    if (!entry.is_object() || !entry.contains("path") || !entry["path"].is_string() ||
        !entry.contains("bytes") || !entry["bytes"].is_number_unsigned()) {
      throw Error({}, "a file of the drop lacks its path or length");
    }
    const auto path = entry["path"].get<std::string>();
    if (!is_inside(path)) throw Error({}, "a path of the drop leads outside: \"" + path + "\"");
    std::string_view content;
    if (!reader.take(entry["bytes"].get<std::size_t>(), content))
      throw Error({}, "the drop is cut short");
    files[fs::path(path).lexically_normal().generic_string()] = std::string(content);
  }
  return files;
}

std::string main_file(const Files& files, const std::string& wanted) {
  if (!wanted.empty()) {
    if (files.count(wanted) == 0) throw Error({}, "no dropped file is named \"" + wanted + "\"");
    return wanted;
  }
  std::vector<std::string> models;
  for (const auto& [path, content] : files) {
    if (is_model_file(path)) models.push_back(path);
  }
  if (models.empty())
    throw Error({}, "there is no model among the dropped files",
                "an .xml, .urdf, .thew or .mjb file is one");
  if (models.size() == 1) return models[0];
  for (const std::string& path : models) {
    if (fs::path(path).filename() == "scene.xml") return path;
  }
  for (const std::string& path : models) {
    const std::string name = fs::path(path).filename().string();
    const bool included = std::any_of(models.begin(), models.end(), [&](const std::string& other) {
      return other != path && files.at(other).find(name) != std::string::npos;
    });
    if (!included) return path;
  }
  return models[0];
}

void carry_by_name(const Model& before, const Data& from, const Model& after, Data& to) {
  to.time = from.time;
  by_name(before, after, ObjectType::Joint, [&](int i, int j) {
    const int type = before.jnt_type[i];
    if (type != after.jnt_type[j]) return;
    copy_entries(from.qpos.data() + before.jnt_qposadr[i], to.qpos.data() + after.jnt_qposadr[j],
                 kQposWidth[type]);
    copy_entries(from.qvel.data() + before.jnt_dofadr[i], to.qvel.data() + after.jnt_dofadr[j],
                 kDofWidth[type]);
  });
  by_name(before, after, ObjectType::Actuator, [&](int i, int j) {
    if (before.actuator_ctrlnum[i] == after.actuator_ctrlnum[j]) {
      copy_entries(from.ctrl.data() + before.actuator_ctrladr[i],
                   to.ctrl.data() + after.actuator_ctrladr[j], before.actuator_ctrlnum[i]);
    }
    if (before.actuator_actnum[i] == after.actuator_actnum[j] && before.actuator_actnum[i] > 0) {
      copy_entries(from.act.data() + before.actuator_actadr[i],
                   to.act.data() + after.actuator_actadr[j], before.actuator_actnum[i]);
    }
  });
  by_name(before, after, ObjectType::Body, [&](int i, int j) {
    const int a = before.body_mocapid[i], b = after.body_mocapid[j];
    if (a < 0 || b < 0) return;
    copy_entries(from.mocap_pos.row(a), to.mocap_pos.row(b), 3);
    copy_entries(from.mocap_quat.row(a), to.mocap_quat.row(b), 4);
  });
}

FileWatch::FileWatch(const std::string& path) : folder_(fs::absolute(path).parent_path()) {
  known_ = seen_ = look();
}

FileWatch::Stamps FileWatch::look() const {
  static constexpr std::array<std::string_view, 14> kEnds = {
      ".xml",  ".urdf", ".mjcf", ".obj", ".stl", ".msh", ".ply",
      ".gltf", ".glb",  ".png",  ".ktx", ".skn", ".bin", ".hf"};
  Stamps stamps;
  std::error_code error;
  std::size_t visited = 0;  // a model may lie in a folder with a million other files
  fs::recursive_directory_iterator entry(folder_, fs::directory_options::skip_permission_denied,
                                         error);
  for (; !error && entry != fs::recursive_directory_iterator() && stamps.size() < kMost;
       entry.increment(error)) {
    if (++visited > 10 * kMost) break;
    if (entry.depth() > 4) entry.disable_recursion_pending();
    const std::string path = entry->path().string();
    if (std::find(kEnds.begin(), kEnds.end(), extension(path)) == kEnds.end()) continue;
    std::error_code gone;
    const auto time = entry->last_write_time(gone);
    const auto size = gone ? 0 : entry->file_size(gone);
    if (!gone) stamps[path] = {time, size};
  }
  return stamps;
}

bool FileWatch::changed() {
  Stamps now = look();
  const bool rests = now == seen_;
  seen_ = std::move(now);
  if (!rests || seen_ == known_) return false;
  known_ = seen_;
  return true;
}

}  // namespace thew::viewer
