#pragma once

#include <string>

#include <thew/load.h>
#include <thew/scene.h>
#include <thew/step.h>

namespace thew::test {

/// A world with what is to be seen of it.
struct Seen {
  explicit Seen(const std::string& inside, int maxgeom = 1000)
      : model(load_string("<mujoco>" + inside + "</mujoco>")), data(model), scene(model, maxgeom) {
    forward(model, data);
    camera = scene::free_camera(model);
  }
  void update(int categories = static_cast<int>(CatBit::All)) {
    scene::update(model, data, option, &perturb, camera, categories, scene);
  }
  void show(VisFlag flag, bool on = true) { option.flags[static_cast<int>(flag)] = on; }
  void label(LabelType label) { option.label = static_cast<int>(label); }
  /// The shapes that show objects of a type.
  std::vector<scene::Geom> of(ObjectType type) const {
    std::vector<scene::Geom> found;
    for (const scene::Geom& geom : scene.geoms) {
      if (geom.objtype == static_cast<int>(type)) found.push_back(geom);
    }
    return found;
  }

  Model model;
  Data data;
  scene::Option option;
  scene::Perturb perturb;
  scene::Camera camera;
  scene::Scene scene;
};

}  // namespace thew::test
