// Deformable bodies. A flexcomp is carried out at once, so that what is made of it can be named by
// others, copied and attached.

#include <algorithm>
#include <utility>

#include "io/decode.h"
#include "io/file_name.h"
#include "io/mesh/gmsh.h"
#include "io/mesh/read.h"
#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"
#include "spec/flexcomp/flexcomp.h"

namespace thew::io::mjcf {

namespace {

const Element& flex_row() {
  return *schema().find_child("deformable")->element->find_child("flex")->element;
}

const Element& flexcomp_row() {
  return *schema().find_child("worldbody")->element->find_child("flexcomp")->element;
}

// The settings that <flex> and <flexcomp> have in elements of their own.
template <class T>
void read_properties(const Node& child, const Element& row, T& flex) {
  const Element& element = *row.find_child(child.name())->element;
  if (child.name() == "xpbd") return read_attributes(child, element, &flex.xpbd.emplace());
  const bool common = child.name() == "contact" || child.name() == "elasticity";
  read_attributes(child, element,
                  common ? static_cast<void*>(static_cast<spec::FlexProperties*>(&flex)) : &flex);
}

// One number is for stretching and bending alike where both are possible.
void complete_yield(const Node& child, bool bends, spec::FlexProperties& flex) {
  const char* const text = child.get("yield");
  if (bends && text != nullptr && words(text).size() == 1)
    flex.stressyield[1] = flex.stressyield[0];
}

}  // namespace

void Reader::read_flex(const Node& node) {
  if (leaves_out_unsupported(node, ObjectType::Flex)) return;
  spec::Flex flex;
  start(node, flex);
  read_attributes(node, flex_row(), &flex);
  for (const Node& child : node.children) {
    read_properties(child, flex_row(), flex);
    complete_yield(child, flex.dim == 2 && flex.order == 0, flex);
  }
  model_.spec.flexes.push_back(std::move(flex));
}

void Reader::read_flexcomp(const Node& node, const Place& place) {
  if (leaves_out_unsupported(node, ObjectType::Flex)) return;
  spec::Flexcomp flexcomp;
  start(node, flexcomp);
  flexcomp.frame = place.frame;
  read_attributes(node, flexcomp_row(), &flexcomp);
  for (const Node& child : node.children) {
    if (child.name() == "plugin") {
      read_plugin_use(child, flexcomp.plugin);
    } else {
      read_properties(child, flexcomp_row(), flexcomp);
      const bool flat = flexcomp.type == spec::FlexcompType::Square ||
                        flexcomp.type == spec::FlexcompType::Disc || flexcomp.dim == 2;
      const bool interpolated = flexcomp.dof == spec::FlexcompDof::Trilinear ||
                                flexcomp.dof == spec::FlexcompDof::Quadratic;
      complete_yield(child, flat && !interpolated, flexcomp);
    }
  }
  if (flexcomp.plugin) fail(node, "no plugin acts on deformable bodies");
  read_flexcomp_files(node, flexcomp);
  at(node, [&] {
    spec::expand(
        model_.spec, place.body, flexcomp, [&](spec::Element& element) { start(node, element); },
        session_.options.limits);
  });
}

void Reader::read_flexcomp_files(const Node& node, spec::Flexcomp& flexcomp) {
  spec::Spec& spec = model_.spec;
  const bool carries = flexcomp.xpbd && !flexcomp.xpbd->skin.empty();
  if ((!flexcomp.meshname.empty() || carries) && !session_.options.read_assets) {
    decode_meshes(spec, session_.options);  // its points are needed now
  }
  if (flexcomp.file.empty()) return;
  const std::filesystem::path path = asset_path(node, spec.compilers[0].meshdir, flexcomp.file);
  const File file = read_asset_file(node, path);
  try {
    flexcomp.data = mesh::read_flex(file.text, flexcomp.file, flexcomp.type);
  } catch (const base::Fault& fault) {
    throw Error({path.string(), fault.line, 0, node.label()}, fault.what, fault.hint);
  }
  flexcomp.file = written_path(path);
}

}  // namespace thew::io::mjcf
