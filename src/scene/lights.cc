// Lights: those that shine, and the symbols that show where they are.

#include <algorithm>

#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

void copy_colors(Light& light, const float* ambient, const float* diffuse, const float* specular) {
  std::copy_n(ambient, 3, light.ambient);
  std::copy_n(diffuse, 3, light.diffuse);
  std::copy_n(specular, 3, light.specular);
}

Light headlight(const Model& m, const Scene& scene) {
  Light light = {};
  light.id = light.texid = -1;
  light.headlight = 1;
  light.type = static_cast<int>(LightType::Directional);
  light.bulbradius = 0.02F;
  light.range = 10;
  const CameraFrame head = camera_in_model(scene);
  std::copy_n(head.pos, 3, light.pos);
  std::copy_n(head.forward, 3, light.dir);
  const auto& colors = m.vis.headlight;
  copy_colors(light, colors.ambient, colors.diffuse, colors.specular);
  return light;
}

Light light_of(const Model& m, const Data& d, int i) {
  Light light = {};
  light.id = i;
  light.type = m.light_type[i];
  light.texid = m.light_texid[i];
  light.castshadow = m.light_castshadow[i] ? 1 : 0;
  light.bulbradius = m.light_bulbradius[i];
  light.intensity = m.light_intensity[i];
  light.range = m.light_range[i];
  if (light.type == static_cast<int>(LightType::Spot)) {
    std::copy_n(m.light_attenuation.row(i), 3, light.attenuation);
    light.exponent = m.light_exponent[i];
    light.cutoff = m.light_cutoff[i];
    light.softness = m.light_softness[i];
  }
  copy_colors(light, m.light_ambient.row(i), m.light_diffuse.row(i), m.light_specular.row(i));
  std::copy_n(d.light_xpos.row(i), 3, light.pos);
  std::copy_n(d.light_xdir.row(i), 3, light.dir);
  return light;
}

}  // namespace

void make_lights(const Model& model, const Data& data, Scene& scene) {
  scene.lights.clear();
  if (model.vis.headlight.active) scene.lights.push_back(headlight(model, scene));
  for (int i = 0; i < model.nlight && scene.lights.size() < kMaxLights; ++i) {
    if (model.light_active[i]) scene.lights.push_back(light_of(model, data, i));
  }
}

void add_lights(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(VisFlag::Light)) return;
  const double size = shapes.size * m.vis.scale.light;
  for (int i = 0; i < m.nlight; ++i) {
    const Vector pos = load3(shapes.d.light_xpos.row(i)), dir = load3(shapes.d.light_xdir.row(i));
    const Matrix mat = turn_z_to(dir);
    Geom geom = begin_decor(ObjectType::Light, i);
    geom.type = static_cast<int>(GeomType::Cylinder);
    geom.size[0] = geom.size[1] = static_cast<float>(0.8 * size);
    geom.size[2] = static_cast<float>(size);
    // Behind the light, so that the symbol throws no shadow.
    set_pos(geom, axpy(-size - 1e-4, dir, pos));
    set_mat(geom, mat);
    set_rgba(geom, m.vis.rgba.light);
    if (shapes.labels(LabelType::Light)) set_label(shapes, geom, ObjectType::Light, i);
    shapes.add(geom);
    if (shapes.frames(FrameLabel::Light)) add_frame(shapes, i, pos, mat);
  }
}

}  // namespace thew::scene
