// What is under the mouse: the first thing on the ray through a point of the window.

#include <algorithm>

#include <thew/ray.h>

#include "model/flex_grid.h"
#include "scene/flexes.h"
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

// The node that moves a vertex of an interpolated flex most, as a number of the flex.
int strongest_node(const Model& m, int flex, int vertex) {
  const FlexGrid grid(m, flex);
  int node[element::kCellNodes], found = -1;
  double weight[element::kCellNodes], most = 0;
  const int v = m.flex_vertadr[flex] + vertex;
  grid.find_in(m.flex_vertcell[v], load3(m.flex_vert0.row(v)), node, weight);
  for (int k = 0; k < grid.nodes_of_cell(); ++k) {
    const int body = m.flex_nodebodyid[m.flex_nodeadr[flex] + node[k]];
    if (m.flex_interp[flex] < 0 && m.body_dofnum[body] == 0) continue;  // inside of a shell
    if (weight[k] <= most) continue;
    most = weight[k];
    found = node[k];
  }
  return found;
}

// What is held where a flex is taken at a vertex: a body, and where it is.
void take_flex(const Model& m, const Data& d, int flex, int vertex, Selection& found) {
  const int node = m.flex_interp[flex] != 0 ? strongest_node(m, flex, vertex) : -1;
  found = {};
  found.flex = flex;
  found.vertex = vertex;
  if (node < 0) {
    found.body = m.flex_vertbodyid[m.flex_vertadr[flex] + vertex];
    store(found.point, load3(d.flexvert_xpos.row(m.flex_vertadr[flex] + vertex)));
  } else {
    found.body = m.flex_nodebodyid[m.flex_nodeadr[flex] + node];
    store(found.point, node_position(m, d, flex, node));
  }
}

// The nearest flex on the ray, and its distance.
double select_flex(const Model& m, const Data& d, const Option& option, const Ray& ray,
                   Selection& found) {
  const auto shows = [&](VisFlag flag) { return option.flags[static_cast<int>(flag)] != 0; };
  const collision::FlexLook look = {shows(VisFlag::Flexvert), shows(VisFlag::Flexedge),
                                    shows(VisFlag::Flexface), shows(VisFlag::Flexskin),
                                    option.flex_layer};
  double nearest = -1;
  for (int i = 0; i < m.nflex; ++i) {
    int vertex = -1;
    const auto hit = collision::ray_flex(m, d, i, look, ray.origin, ray.direction, &vertex);
    if (vertex < 0 || (nearest >= 0 && hit.distance >= nearest)) continue;
    nearest = hit.distance;
    take_flex(m, d, i, vertex, found);
  }
  return nearest;
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

Selection select(const Model& model, const Data& data, const Option& option, const double origin[3],
                 const double direction[3], const Scene& scene) {
  Ray ray;
  std::copy_n(origin, 3, ray.origin);
  std::copy_n(direction, 3, ray.direction);
  collision::RayFilter filter;
  filter.groups = option.geomgroup;
  filter.include_static = option.flags[static_cast<int>(VisFlag::Static)] != 0;
  const auto hit = collision::ray(model, data, origin, direction, filter);
  Selection found, flex, skin;
  double nearest = hit.distance;
  if (hit.distance >= 0) {
    found.geom = hit.geom;
    found.body = model.geom_bodyid[hit.geom];
    std::copy_n(hit.normal, 3, found.normal);
    store(found.point, axpy(hit.distance, load3(direction), load3(origin)));
  }
  const auto offer = [&](double distance, const Selection& other) {
    if (distance < 0 || (nearest >= 0 && distance >= nearest)) return;
    nearest = distance;
    found = other;
  };
  offer(select_flex(model, data, option, ray, flex), flex);
  if (option.flags[static_cast<int>(VisFlag::Skin)] != 0) {
    offer(select_skin(model, scene, ray, skin), skin);
  }
  return found;
}

Selection select(const Model& model, const Data& data, const Option& option, double aspect,
                 double x, double y, const Scene& scene) {
  const Ray ray = ray_through(scene, aspect, x, y);
  return select(model, data, option, ray.origin, ray.direction, scene);
}

}  // namespace thew::scene
