// Meshes and height fields, with their files.

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/mesh/read.h"
#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

namespace fs = std::filesystem;

namespace {

// A model that reads more than this asks for the same files again and again.
constexpr std::int64_t kMostAssetBytes = std::int64_t{4} << 30;

const Element& asset_element(std::string_view name) {
  return *schema().find_child("asset")->element->find_child(name)->element;
}

// Folders may be written the way of either system.
std::string file_name(std::string_view path) {
  return std::string(path.substr(std::min(path.find_last_of("/\\") + 1, path.size())));
}

// What a file without a name is called: its file name without the extension.
std::string stem(std::string_view path) {
  const std::string name = file_name(path);
  return name.substr(0, name.find_last_of('.'));
}

template <class T>
void complete(std::vector<T>& from_file, std::vector<T> from_text, std::string_view what) {
  if (from_text.empty()) return;
  if (!from_file.empty()) throw Fault{std::string(what) + " is given by the file already"};
  from_file = std::move(from_text);
}

std::vector<double> widen(const std::vector<float>& list) {
  return {list.begin(), list.end()};
}

// Adds what the XML says to what the file says.
void complete(compile::MeshData& data, MeshText& text) {
  complete(data.vertex, widen(text.vertex), "vertex");
  complete(data.normal, widen(text.normal), "normal");
  complete(data.texcoord, widen(text.texcoord), "texcoord");
  complete(data.face, std::move(text.face), "face");
}

}  // namespace

File Reader::read_asset_file(const Node& node, const std::string& folder, const std::string& name) {
  const bool strip = model_.spec.compilers[0].strippath;
  const fs::path path = fs::path(folder) / (strip ? file_name(name) : name);
  std::optional<File> file;
  try {
    file = session_.files.read(folder_ / path);
    if (!file) file = session_.files.read(path);
  } catch (const Fault& fault) {
    fail_at(node, "file", fault.what, fault.hint);
  }
  if (!file) fail_at(node, "file", "file \"" + path.string() + "\" was not found");
  session_.asset_bytes += static_cast<std::int64_t>(file->text.size());
  if (session_.asset_bytes > kMostAssetBytes) {
    fail_at(node, "file", "the meshes and images of the model have more than 4 GiB");
  }
  return std::move(*file);
}

void Reader::read_mesh(const Node& node) {
  const int number = class_of(node, 0);
  MeshText text{defaults(number).mesh, {}, {}, {}, {}};
  start(node, text);
  read_attributes(node, asset_element("mesh"), &text);
  text.classname = defaults(number).name;
  if (text.name.empty()) text.name = stem(text.file);
  if (text.name.empty()) fail(node, "a mesh needs a name or a file");
  if (!node.children.empty()) return leave_out(node, ObjectType::Mesh, "<plugin> of a mesh");
  if (text.builtin != MeshBuiltin::None) {
    if (!node.has("params")) fail(node, "a built-in shape needs params");
  } else {
    text.data = read_mesh_data(node, text);
  }
  model_.spec.meshes.push_back(std::move(text));
}

std::shared_ptr<const compile::MeshData> Reader::read_mesh_data(const Node& node, MeshText& text) {
  auto data = std::make_shared<compile::MeshData>();
  std::string where;
  try {
    if (!text.file.empty()) {
      const File file = read_asset_file(node, model_.spec.compilers[0].meshdir, text.file);
      where = file.path.string();
      std::vector<std::string> warnings;
      *data = mesh::read(file.text, text.file, text.content_type, &warnings);
      for (const std::string& warning : warnings) {
        session_.warnings.push_back(describe(node, "\"" + where + "\": " + warning));
      }
    }
    complete(*data, text);
    mesh::check(*data);
  } catch (const Fault& fault) {
    if (where.empty()) fail(node, fault.what, fault.hint);
    throw Error({where, fault.line, 0, node.label()}, fault.what, fault.hint);
  }
  return data;
}

void Reader::read_height_field(const Node& node) {
  compile::HeightField field;
  start(node, field);
  read_attributes(node, asset_element("hfield"), &field);
  if (field.name.empty()) field.name = stem(field.file);
  if (field.name.empty()) fail(node, "a height field needs a name or a file");
  if (std::any_of(field.size.begin(), field.size.end(), [](double x) { return x <= 0; })) {
    fail_at(node, "size", "the four sizes must be positive");
  }
  if (!field.file.empty()) return leave_out(node, ObjectType::Hfield, "<hfield file>");
  if (field.nrow < 2 || field.ncol < 2) {
    fail(node, "a height field has at least 2 rows and 2 columns");
  }
  const auto columns = static_cast<std::size_t>(field.ncol);
  auto& heights = field.elevation;
  if (!heights.empty() && heights.size() != static_cast<std::size_t>(field.nrow) * columns) {
    fail_at(node, "elevation", "there are not as many heights as rows times columns");
  }
  // The text starts with the row of the largest y.
  std::reverse(heights.begin(), heights.end());
  for (auto row = heights.begin(); row != heights.end(); row += field.ncol) {
    std::reverse(row, row + field.ncol);
  }
  model_.spec.hfields.push_back(std::move(field));
}

}  // namespace thew::io::mjcf
