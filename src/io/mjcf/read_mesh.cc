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

std::vector<double> widen(const std::vector<float>& list) {
  return {list.begin(), list.end()};
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
  std::shared_ptr<const spec::MeshData> data;
  std::string where;
  try {
    if (!text.file.empty()) {
      const fs::path path = asset_path(node, model_.spec.compilers[0].meshdir, text.file);
      where = path.string();
      if (session_.options.read_assets) {
        const File file = read_asset_file(node, path);
        const auto read = mesh::read(file.text, text.file, text.content_type);
        for (const std::string& warning : read->warnings) {
          session_.warnings.push_back(describe(node, "\"" + where + "\": " + warning));
        }
        data = {read, &read->data};
      }
      text.file = written_path(path);
      text.located = true;
    }
    const spec::MeshData added = {
        widen(text.vertex), widen(text.normal), widen(text.texcoord), text.face, {}, {}, {}};
    const bool adds =
        node.has("vertex") || node.has("normal") || node.has("texcoord") || node.has("face");
    if (adds && !where.empty()) text.added = std::make_shared<const spec::MeshData>(added);
    if (!where.empty() && !session_.options.read_assets) return nullptr;
    if (adds || !data) {
      auto both = std::make_shared<spec::MeshData>(data ? *data : spec::MeshData{});
      mesh::complete(*both, added);
      data = std::move(both);
    }
    mesh::check(*data, session_.options.limits.faces);
  } catch (const base::Fault& fault) {
    if (where.empty()) fail(node, fault.what, fault.hint);
    throw Error({where, fault.line, 0, node.label()}, fault.what, fault.hint);
  }
  return data;
}

}  // namespace thew::io::mjcf
