// Shapes of flexes: one for each flex and material.

#include "scene/flexes.h"

#include <algorithm>

#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

// The first body of a flex that can move, or -1.
int moving_body(const Model& m, int flex) {
  const bool nodes = m.flex_interp[flex] != 0;
  const int first = nodes ? m.flex_nodeadr[flex] : m.flex_vertadr[flex];
  const int count = nodes ? m.flex_nodenum[flex] : m.flex_vertnum[flex];
  for (int k = first; k < first + count; ++k) {
    const int body = nodes ? m.flex_nodebodyid[k] : m.flex_vertbodyid[k];
    if (m.body_treeid[body] >= 0) return body;
  }
  return -1;
}

// The most triangles that a flex is shown by.
int most_faces(const Model& m, int flex) {
  const int elements = m.flex_elemnum[flex], shells = m.flex_shellnum[flex];
  if (m.flex_dim[flex] == 1) return 0;
  if (m.flex_dim[flex] == 2) return 2 * shells + 2 * elements;
  std::vector<int> layers;  // elements in each
  for (int e = 0; e < elements; ++e) {
    const auto layer = static_cast<std::size_t>(m.flex_elemlayer[m.flex_elemadr[flex] + e]);
    if (layers.size() <= layer) layers.resize(layer + 1);
    ++layers[layer];
  }
  const int most = layers.empty() ? 0 : *std::max_element(layers.begin(), layers.end());
  return std::max(shells, 4 * most);
}

Geom flex_geom(const Shapes& shapes, int i, int material) {
  const Model& m = shapes.m;
  Geom geom = begin_geom(ObjectType::Flex, i, CatBit::Dynamic);
  geom.type = static_cast<int>(GeomType::Flex);
  geom.size[0] = static_cast<float>(m.flex_radius[i]);
  set_pos(geom, load3(shapes.d.flexvert_xpos.row(m.flex_vertadr[i])));
  set_material(shapes, geom, material, m.flex_rgba.row(i));
  const int body = shapes.shows(VisFlag::Island) ? moving_body(m, i) : -1;
  if (body >= 0) color_by_island(shapes, geom, body);
  if (m.flex_texcoordadr[i] >= 0) {
    geom.texcoord = 1;
  } else {
    geom.matid = -1;
  }
  if (shapes.perturb.flexselect == i) set_selected(shapes, geom);
  return geom;
}

}  // namespace

bool shows_flexes(const Option& option) {
  const VisFlag flags[] = {VisFlag::Flexvert, VisFlag::Flexedge, VisFlag::Flexface,
                           VisFlag::Flexskin};
  return std::any_of(std::begin(flags), std::end(flags),
                     [&](VisFlag flag) { return option.flags[static_cast<int>(flag)] != 0; });
}

void make_flexes(const Model& model, Scene& scene) {
  const auto copy = [](const auto& from, std::vector<int>& to) {
    to.assign(from.begin(), from.end());
  };
  copy(model.flex_vertadr, scene.flexvertadr);
  copy(model.flex_vertnum, scene.flexvertnum);
  copy(model.flex_edgeadr, scene.flexedgeadr);
  copy(model.flex_edgenum, scene.flexedgenum);
  copy(model.flex_edge, scene.flexedge);
  scene.flexvert.assign(static_cast<std::size_t>(3 * model.nflexvert), 0);
  int faces = 0;
  scene.flexfaceadr.clear();
  scene.flexfacenum.clear();
  scene.flexfaceused.assign(static_cast<std::size_t>(model.nflex), 0);
  for (int i = 0; i < model.nflex; ++i) {
    scene.flexfaceadr.push_back(faces);
    scene.flexfacenum.push_back(most_faces(model, i));
    faces += scene.flexfacenum.back();
  }
  const auto count = static_cast<std::size_t>(faces);
  scene.flexface.assign(9 * count, 0);
  scene.flexnormal.assign(9 * count, 0);
  scene.flextexcoord.assign(6 * count, 0);
}

void add_flexes(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(CatBit::Dynamic) || !shows_flexes(shapes.option)) return;
  for (int i = 0; i < m.nflex; ++i) {
    if (!in_group(shapes.option.flexgroup, m.flex_group[i])) continue;
    const std::vector<FlexSlice> slices = slices_of(m, shapes.option, i);
    for (std::size_t k = 0; k < slices.size(); ++k) {
      Geom geom = flex_geom(shapes, i, slices[k].material);
      if (slices.size() > 1) {
        geom.dataid = static_cast<int>(k);
        geom.size[1] = static_cast<float>(slices[k].first);
        geom.size[2] = static_cast<float>(slices[k].count);
      }
      if (geom.rgba[3] == 0) continue;
      if (k == 0 && shapes.labels(LabelType::Flex)) set_label(shapes, geom, ObjectType::Flex, i);
      shapes.add(geom);
    }
  }
}

}  // namespace thew::scene
