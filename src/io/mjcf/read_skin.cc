// Skins, with their files.

#include <utility>

#include "io/file_name.h"
#include "io/mesh/skn.h"
#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

namespace fs = std::filesystem;

namespace {

const Element& skin_row() {
  return *schema().find_child("deformable")->element->find_child("skin")->element;
}

}  // namespace

void Reader::read_skin(const Node& node) {
  spec::Skin skin;
  start(node, skin);
  read_attributes(node, skin_row(), &skin);
  for (const Node& child : node.children) {
    at(child, [&] { session_.count(1); });
    read_attributes(child, *skin_row().find_child("bone")->element, &skin.bones.emplace_back());
  }
  if (!skin.file.empty()) {
    if (skin.name.empty()) skin.name = stem(skin.file);
    read_skin_file(node, skin);
  }
  model_.spec.skins.push_back(std::move(skin));
}

void Reader::read_skin_file(const Node& node, spec::Skin& skin) {
  if (!skin.vert.empty() || !skin.texcoord.empty() || !skin.face.empty() || !skin.bones.empty()) {
    fail(node, "a skin is either in a file or written here");
  }
  if (extension(skin.file) != ".skn") {
    fail_at(node, "file", "unknown format of skins: \"" + extension(skin.file) + "\"",
            "skins are .skn files");
  }
  const fs::path path = asset_path(model_.spec.compilers[0].meshdir, skin.file);
  const File file = read_asset_file(node, path);
  try {
    mesh::read_skn(file.text, skin);
  } catch (const base::Fault& fault) {
    throw Error({path.string(), 0, 0, node.label()}, fault.what, fault.hint);
  }
  skin.file = written_path(path);
}

}  // namespace thew::io::mjcf
