#include "picture.h"

#include <algorithm>

namespace thew::viewer {

namespace {

float narrow(double value) {
  return static_cast<float>(value);
}

void quaternion_of(const double* mat, float* quat) {
  scene::Geom geom{};
  for (int i = 0; i < 9; ++i) geom.mat[i] = narrow(mat[i]);
  const Shape shape = shape_of(geom);
  std::copy_n(shape.place.quat, 4, quat);
}

void add_cameras(const Model& model, const Data& data, std::vector<float>& cameras) {
  for (int i = 0; i < model.ncam; ++i) {
    float place[7];
    for (int k = 0; k < 3; ++k) place[k] = narrow(data.cam_xpos.row(i)[k]);
    quaternion_of(data.cam_xmat.row(i), place + 3);
    cameras.insert(cameras.end(), place, place + 7);
  }
  for (int i = 0; i < model.ncam; ++i) cameras.push_back(narrow(model.cam_fovy.values()[i]));
}

bool has(const scene::Scene& scene, GeomType type) {
  return std::any_of(scene.geoms.begin(), scene.geoms.end(),
                     [&](const scene::Geom& geom) { return geom.type == static_cast<int>(type); });
}

// What the scene has of the skins and flexes that are shown.
void add_soft(const scene::Option& option, const scene::Scene& scene, Soft& soft) {
  if (has(scene, GeomType::Skin)) {
    soft.skin = scene.skinvert;
    soft.skin.insert(soft.skin.end(), scene.skinnormal.begin(), scene.skinnormal.end());
  }
  if (!has(scene, GeomType::Flex)) return;
  const std::uint32_t flags[] = {scene.flexvertopt, scene.flexedgeopt, scene.flexfaceopt,
                                 scene.flexskinopt};
  soft.flex = scene.flexvert;
  for (std::size_t k = 0; k < 4; ++k) soft.flex_shown |= (flags[k] != 0 ? 1u : 0u) << k;
  soft.flex_layer = static_cast<std::uint32_t>(option.flex_layer);
}

}  // namespace

void draw(const World& world, const scene::Option& option, const scene::Perturb* perturb,
          const std::vector<scene::Geom>& extra, scene::Scene& scene, Picture& picture) {
  constexpr int kAll = static_cast<int>(CatBit::All);
  const Model& model = world.model();
  const Data& data = world.data();
  scene::Camera camera = scene::free_camera(model);
  scene::update(model, data, option, perturb, camera, kAll, scene);
  scene.geoms.insert(scene.geoms.end(), extra.begin(), extra.end());
  add_shapes(scene, picture.shapes, picture.labels);
  add_lamps(scene, picture.lamps);
  add_soft(option, scene, picture.soft);
  add_cameras(model, data, picture.cameras);
}

void draw_ghost(const Model& model, const Data& ghost, const scene::Option& option,
                scene::Scene& scene, Picture& picture) {
  constexpr int kMoves = static_cast<int>(CatBit::Dynamic);
  std::vector<Label> ignored;
  scene.geoms.clear();
  scene::add_geoms(model, ghost, option, nullptr, kMoves, scene);
  add_shapes(scene, picture.ghost, ignored);
  if (has(scene, GeomType::Flex)) scene::update_flexes(model, ghost, option, scene);
  if (has(scene, GeomType::Skin)) scene::update_skins(model, ghost, option, scene);
  add_soft(option, scene, picture.ghost_soft);
}

}  // namespace thew::viewer
