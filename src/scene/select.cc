// What is under the mouse: the first thing on the ray through a point of the window.

#include <algorithm>

#include <thew/ray.h>

#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

struct Ray {
  double origin[3], direction[3];
};

Ray ray_through(const Scene& scene, double aspect, double x, double y) {
  const GlCamera camera = average(scene.camera[0], scene.camera[1]);
  const CameraFrame frame = camera_in_model(scene);
  const Vector forward = load3(frame.forward), up = load3(frame.up), right = load3(frame.right);
  const double height = double{camera.frustum_top} - camera.frustum_bottom;
  const double above = camera.frustum_bottom + y * height;
  const double width =
      camera.frustum_width > 0 ? double{camera.frustum_width} : 0.5 * aspect * height;
  const double beside = camera.frustum_center + (2 * x - 1) * width;
  const Vector offset = up * above + right * beside;
  Ray ray = {};
  if (camera.orthographic) {
    store(ray.origin, load3(frame.pos) + offset);
    store(ray.direction, forward);
  } else {
    const Vector way = axpy(double{camera.frustum_near}, forward, offset);
    store(ray.origin, load3(frame.pos));
    store(ray.direction, way * (1 / std::max(kMinVal, norm(way))));
  }
  return ray;
}

// The body that moves a vertex of a skin most.
int strongest_bone(const Model& m, int skin, int vertex) {
  float most = -1;
  int body = -1;
  const int first = m.skin_boneadr[skin], end = first + m.skin_bonenum[skin];
  for (int bone = first; bone < end; ++bone) {
    for (int k = 0; k < m.skin_bonevertnum[bone]; ++k) {
      const int at = m.skin_bonevertadr[bone] + k;
      if (m.skin_bonevertid[at] != vertex || m.skin_bonevertweight[at] <= most) continue;
      most = m.skin_bonevertweight[at];
      body = m.skin_bonebodyid[bone];
    }
  }
  return body;
}

// The nearest skin on the ray, and its distance; a vertex stands for the point.
double select_skin(const Model& m, const Scene& scene, const Ray& ray, Selection& found) {
  double nearest = -1;
  if (scene.skinvert.size() != static_cast<std::size_t>(3 * m.nskinvert)) return nearest;
  for (int i = 0; i < m.nskin; ++i) {
    const float* vert = scene.skinvert.data() + 3 * std::ptrdiff_t{m.skin_vertadr[i]};
    int vertex = -1;
    const auto hit = collision::ray_skin(m.skin_facenum[i], m.skin_face.row(m.skin_faceadr[i]),
                                         vert, ray.origin, ray.direction, &vertex);
    if (hit.distance < 0 || vertex < 0 || (nearest >= 0 && hit.distance >= nearest)) continue;
    nearest = hit.distance;
    found = {};
    found.skin = i;
    found.body = strongest_bone(m, i, vertex);
    std::copy_n(vert + 3 * vertex, 3, found.point);
  }
  return nearest;
}

}  // namespace

Selection select(const Model& model, const Data& data, const Option& option, double aspect,
                 double x, double y, const Scene& scene) {
  const Ray ray = ray_through(scene, aspect, x, y);
  collision::RayFilter filter;
  filter.groups = option.geomgroup;
  filter.include_static = option.flags[static_cast<int>(VisFlag::Static)] != 0;
  const auto hit = collision::ray(model, data, ray.origin, ray.direction, filter);
  Selection found;
  const bool skins = option.flags[static_cast<int>(VisFlag::Skin)] != 0;
  const double distance = skins ? select_skin(model, scene, ray, found) : -1;
  if (hit.distance < 0 || (distance >= 0 && distance < hit.distance)) return found;
  found = {};
  found.geom = hit.geom;
  found.body = model.geom_bodyid[hit.geom];
  store(found.point, axpy(hit.distance, load3(ray.direction), load3(ray.origin)));
  return found;
}

}  // namespace thew::scene
