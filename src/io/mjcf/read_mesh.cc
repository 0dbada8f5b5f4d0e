// Meshes, with their files.

#include <utility>

#include "io/file_name.h"
#include "io/mesh/read.h"
#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

namespace fs = std::filesystem;

namespace {

const Element& mesh_row() {
  return *schema().find_child("asset")->element->find_child("mesh")->element;
}

template <class T>
void complete(std::vector<T>& from_file, std::vector<T> from_text, std::string_view what) {
  if (from_text.empty()) return;
  if (!from_file.empty()) throw base::Fault{std::string(what) + " is given by the file already"};
  from_file = std::move(from_text);
}

std::vector<double> widen(const std::vector<float>& list) {
  return {list.begin(), list.end()};
}

// Adds what the XML says to what the file says.
void complete(spec::MeshData& data, const spec::MeshData& added) {
  complete(data.vertex, added.vertex, "vertex");
  complete(data.normal, added.normal, "normal");
  complete(data.texcoord, added.texcoord, "texcoord");
  complete(data.face, added.face, "face");
}

}  // namespace

void Reader::read_mesh(const Node& node) {
  const int number = class_of(node, 0);
  MeshText text{defaults(number).mesh, {}, {}, {}, {}};
  start(node, text);
  read_attributes(node, mesh_row(), &text);
  text.classname = defaults(number).name;
  if (text.name.empty()) text.name = stem(text.file);
  if (text.name.empty()) fail(node, "a mesh needs a name or a file");
  for (const Node& child : node.children) {
    if (!read_plugin_use(child, text.plugin)) {
      return leave_out(node, ObjectType::Mesh, "<plugin> of a mesh");
    }
  }
  if (text.plugin) {
    // It makes the mesh.
  } else if (text.builtin != MeshBuiltin::None) {
    if (!node.has("params")) fail(node, "a built-in shape needs params");
  } else {
    text.data = read_mesh_data(node, text);
  }
  model_.spec.meshes.push_back(std::move(text));
}

std::shared_ptr<const spec::MeshData> Reader::read_mesh_data(const Node& node, MeshText& text) {
  auto data = std::make_shared<spec::MeshData>();
  std::string where;
  try {
    if (!text.file.empty()) {
      const fs::path path = asset_path(model_.spec.compilers[0].meshdir, text.file);
      where = path.string();
      const File file = read_asset_file(node, path);
      std::vector<std::string> warnings;
      *data = mesh::read(file.text, text.file, text.content_type, &warnings);
      for (const std::string& warning : warnings) {
        session_.warnings.push_back(describe(node, "\"" + where + "\": " + warning));
      }
      text.file = written_path(path);
    }
    const spec::MeshData added = {
        widen(text.vertex), widen(text.normal), widen(text.texcoord), text.face, {}, {}};
    complete(*data, added);
    mesh::check(*data);
    const bool adds =
        node.has("vertex") || node.has("normal") || node.has("texcoord") || node.has("face");
    if (adds && !where.empty()) text.added = std::make_shared<const spec::MeshData>(added);
  } catch (const base::Fault& fault) {
    if (where.empty()) fail(node, fault.what, fault.hint);
    throw Error({where, fault.line, 0, node.label()}, fault.what, fault.hint);
  }
  return data;
}

}  // namespace thew::io::mjcf
