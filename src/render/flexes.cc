// Flexes as OpenGL draws them: triangles, rods for edges, balls for vertices.
#include <algorithm>
#include <numeric>

#include "render/assets.h"

namespace thew::render {

namespace {

// Whether numbers that users may write name what there is.
bool fits(const scene::Scene& scene, std::size_t i) {
  const auto within = [i](const std::vector<int>& first, const std::vector<int>& count,
                          std::size_t size) {
    if (i >= first.size() || i >= count.size() || first[i] < 0 || count[i] < 0) return false;
    return static_cast<std::size_t>(first[i]) + static_cast<std::size_t>(count[i]) <= size;
  };
  const std::size_t faces = std::min(scene.flexface.size() / 9, scene.flexnormal.size() / 9);
  return within(scene.flexfaceadr, scene.flexfacenum,
                std::min(faces, scene.flextexcoord.size() / 6)) &&
         within(scene.flexvertadr, scene.flexvertnum, scene.flexvert.size() / 3) &&
         within(scene.flexedgeadr, scene.flexedgenum, scene.flexedge.size() / 2);
}

const float* vertex_of(const scene::Scene& scene, std::size_t flex, int vertex) {
  return &scene.flexvert[3 * static_cast<std::size_t>(scene.flexvertadr[flex] + vertex)];
}

// Where the cylinder of an edge is.
Mat4 rod_between(const float* a, const float* b, float radius) {
  const double from[3] = {a[0], a[1], a[2]}, to[3] = {b[0], b[1], b[2]};
  scene::Geom rod = {};
  connect(rod, GeomType::Cylinder, double{radius}, from, to);
  return pose(rod.pos, rod.mat) * scaling(radius, radius, rod.size[2]);
}

void list_edges(const scene::Scene& scene, std::size_t i, float radius, std::vector<Mat4>& rods) {
  for (int e = scene.flexedgeadr[i]; e < scene.flexedgeadr[i] + scene.flexedgenum[i]; ++e) {
    const int* end = &scene.flexedge[2 * static_cast<std::size_t>(e)];
    const auto exists = [&](int v) { return v >= 0 && v < scene.flexvertnum[i]; };
    if (!exists(end[0]) || !exists(end[1])) continue;
    rods.push_back(rod_between(vertex_of(scene, i, end[0]), vertex_of(scene, i, end[1]), radius));
  }
}

// Room for as many triangles as the scene may have.
void reserve(const Gl& gl, FlexShape& flex, int faces) {
  if (flex.capacity == faces) return;
  Triangles t;
  t.vertices.resize(3 * static_cast<std::size_t>(faces));
  t.indices.resize(t.vertices.size());
  std::iota(t.indices.begin(), t.indices.end(), 0u);
  flex.faces = Shape(gl, t);
  flex.capacity = faces;
}

void copy_faces(const scene::Scene& scene, std::size_t i, FlexShape& flex) {
  const auto first = 3 * static_cast<std::size_t>(scene.flexfaceadr[i]);
  flex.corners.resize(3 * static_cast<std::size_t>(flex.used));
  for (std::size_t k = 0; k < flex.corners.size(); ++k) {
    Vertex& corner = flex.corners[k];
    std::copy_n(&scene.flexface[3 * (first + k)], 3, corner.position);
    std::copy_n(&scene.flexnormal[3 * (first + k)], 3, corner.normal);
    std::copy_n(&scene.flextexcoord[2 * (first + k)], 2, corner.texture);
  }
}

// The radius of a flex, as its shapes in the scene have it; 0 where there are none.
float radius_of(const scene::Scene& scene, std::size_t flex) {
  for (const scene::Geom& geom : scene.geoms) {
    const bool is_flex = geom.type == static_cast<int>(GeomType::Flex);
    if (is_flex && geom.objid == static_cast<int>(flex)) return geom.size[0];
  }
  return 0;
}

}  // namespace

void Assets::upload_flexes(const scene::Scene& scene) {
  flexes.resize(scene.flexfaceused.size());
  for (std::size_t i = 0; i < flexes.size(); ++i) {
    FlexShape& flex = flexes[i];
    flex.used = 0;
    flex.rods.clear();
    flex.balls.clear();
    if (!fits(scene, i)) continue;
    flex.used = std::clamp(scene.flexfaceused[i], 0, scene.flexfacenum[i]);
    reserve(gl_, flex, scene.flexfacenum[i]);
    if (flex.used > 0) {
      copy_faces(scene, i, flex);
      flex.faces.upload_vertices(gl_, flex.corners);
    }
    const float radius = radius_of(scene, i);
    const bool hidden = scene.flexskinopt != 0 && flex.used > 0;  // by the skin
    if (hidden || !(radius > 0)) continue;
    if (scene.flexedgeopt != 0) list_edges(scene, i, radius, flex.rods);
    for (int v = 0; scene.flexvertopt != 0 && v < scene.flexvertnum[i]; ++v) {
      flex.balls.push_back(vec3(vertex_of(scene, i, v)));
    }
  }
}

}  // namespace thew::render
