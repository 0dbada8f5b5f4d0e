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
    if (!read_skin_file(node, skin)) return;
  }
  model_.spec.skins.push_back(std::move(skin));
}

// False, with a warning, where the file cannot be read: nothing that moves depends on a skin.
bool Reader::read_skin_file(const Node& node, spec::Skin& skin) {
  if (!skin.vert.empty() || !skin.texcoord.empty() || !skin.face.empty() || !skin.bones.empty()) {
    fail(node, "a skin is either in a file or written here");
  }
  if (extension(skin.file) != ".skn") {
    fail_at(node, "file", "unknown format of skins: \"" + extension(skin.file) + "\"",
            "skins are .skn files");
  }
  const fs::path path = asset_path(node, model_.spec.compilers[0].meshdir, skin.file);
  if (session_.options.read_assets) {
    try {
      mesh::read_skn(find_asset_file(path).text, skin);
    } catch (const base::Refusal& refusal) {
      throw Error({path.string(), 0, 0, node.label()}, refusal.what, refusal.hint);
    } catch (const base::Fault& fault) {
      session_.warnings.push_back(
          describe(node, "\"" + path.string() + "\" is not shown: " + fault.what));
      return false;
    }
  }
  skin.file = written_path(path);
  skin.located = true;
  return true;
}

}  // namespace thew::io::mjcf
