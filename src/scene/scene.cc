#include <thew/scene.h>

#include "scene/flexes.h"
#include "scene/shapes.h"

namespace thew::scene {

namespace {

template <class Flag, int count, std::size_t n>
void set_flags(std::uint8_t (&flags)[count], const Flag (&on)[n]) {
  for (std::uint8_t& flag : flags) flag = 0;
  for (const Flag flag : on) flags[static_cast<int>(flag)] = 1;
}

}  // namespace

Option::Option() {
  set_flags(flags, {VisFlag::Texture, VisFlag::Tendon, VisFlag::Rangefinder, VisFlag::Pertobj,
                    VisFlag::Static, VisFlag::Skin, VisFlag::Flexedge, VisFlag::Flexskin});
}

Scene::Scene() {
  set_flags(flags, {RndFlag::Shadow, RndFlag::Reflection, RndFlag::Skybox, RndFlag::Haze,
                    RndFlag::CullFace, RndFlag::PostProcessing});
}

Scene::Scene(const Model& model, int most) : Scene() {
  maxgeom = most > 0 ? most : 0;
  lights.reserve(kMaxLights);
  skinvert.resize(static_cast<std::size_t>(3 * model.nskinvert));
  skinnormal.resize(skinvert.size());
  skinvertadr.assign(model.skin_vertadr.begin(), model.skin_vertadr.end());
  skinvertnum.assign(model.skin_vertnum.begin(), model.skin_vertnum.end());
  skinfacenum.assign(model.skin_facenum.begin(), model.skin_facenum.end());
  make_flexes(model, *this);
}

void add_geoms(const Model& model, const Data& data, const Option& option, const Perturb* perturb,
               int categories, Scene& scene) {
  const Perturb nothing;
  Shapes shapes(model, data, option, perturb ? *perturb : nothing, categories, scene);
  add_flexes(shapes);
  add_skins(shapes);
  add_model_geoms(shapes);
  add_sites(shapes);
  add_tendons(shapes);
  add_slider_cranks(shapes);
  if (!shapes.shows(CatBit::Decor)) return;
  add_geom_frames(shapes);
  add_site_frames(shapes);
  add_body_boxes(shapes);
  add_flex_boxes(shapes);
  add_mesh_boxes(shapes);
  add_octree_boxes(shapes);
  add_tactile(shapes);
  add_inertias(shapes);
  add_perturbation(shapes);
  add_body_frames(shapes);
  add_selected_point(shapes);
  add_body_labels(shapes);
  add_joints(shapes);
  add_actuators(shapes);
  add_island_labels(shapes);
  add_cameras(shapes);
  add_lights(shapes);
  add_centers_of_mass(shapes);
  add_connections(shapes);
  add_rangefinders(shapes);
  add_applied_forces(shapes);
  add_equalities(shapes);
  add_contacts(shapes);
}

void update(const Model& model, const Data& data, const Option& option, const Perturb* perturb,
            Camera& camera, int categories, Scene& scene) {
  scene.geoms.clear();
  const Perturb nothing;
  Shapes shapes(model, data, option, perturb ? *perturb : nothing, categories, scene);
  add_field_searches(shapes);
  // Before the camera moves, as in MuJoCo: planes without end follow the camera one call behind.
  add_geoms(model, data, option, perturb, categories, scene);
  update_camera(model, data, camera, scene);
  make_lights(model, data, scene);
  if (shows_flexes(option)) update_flexes(model, data, option, scene);
  if (option.flags[static_cast<int>(VisFlag::Skin)]) update_skins(model, data, option, scene);
}

}  // namespace thew::scene
