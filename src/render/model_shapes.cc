// Triangles of the meshes, hulls and height fields of a model.
#include <cstring>
#include <unordered_map>

#include "render/matrix.h"
#include "render/shapes.h"

namespace thew::render {

namespace {

Vec3 face_normal(const float* a, const float* b, const float* c) {
  return unit(cross(sub(vec3(b), vec3(a)), sub(vec3(c), vec3(a))));
}

// Adds vertices, each different one once.
class Collector {
 public:
  void add(const Vertex& vertex) {
    const auto next = static_cast<std::uint32_t>(triangles_.vertices.size());
    const auto [found, is_new] = known_.try_emplace(vertex, next);
    if (is_new) triangles_.vertices.push_back(vertex);
    triangles_.indices.push_back(found->second);
  }
  Triangles take() { return std::move(triangles_); }

 private:
  struct Hash {
    std::size_t operator()(const Vertex& v) const {
      std::uint64_t h = 1469598103934665603ull;
      std::uint32_t words[sizeof(Vertex) / 4];
      std::memcpy(words, &v, sizeof(v));
      for (const std::uint32_t word : words) h = (h ^ word) * 1099511628211ull;
      return h ^ (h >> 29);
    }
  };
  struct Same {
    bool operator()(const Vertex& a, const Vertex& b) const {
      return std::memcmp(&a, &b, sizeof(Vertex)) == 0;
    }
  };
  Triangles triangles_;
  std::unordered_map<Vertex, std::uint32_t, Hash, Same> known_;
};

Vertex make_vertex(const float* position, const Vec3& normal, const float* texture) {
  Vertex v = {};
  for (int k = 0; k < 3; ++k) {
    v.position[k] = position[k];
    v.normal[k] = normal[k];
  }
  for (int k = 0; k < 2 && texture != nullptr; ++k) v.texture[k] = texture[k];
  return v;
}

// A wall of a height field from its edge down to its base.
void add_wall(Triangles& t, const Vec3& from, const Vec3& to, float base, const Vec3& normal) {
  const float corners[4][3] = {{from[0], from[1], base},
                               {to[0], to[1], base},
                               {to[0], to[1], to[2]},
                               {from[0], from[1], from[2]}};
  for (const auto& corner : corners) t.vertices.push_back(make_vertex(corner, normal, nullptr));
  t.close(4);
}

}  // namespace

Triangles make_mesh(const Model& model, int mesh) {
  Collector collector;
  const float* vert = model.mesh_vert.data() + 3 * std::int64_t{model.mesh_vertadr[mesh]};
  const float* normals = model.mesh_normal.data() + 3 * std::int64_t{model.mesh_normaladr[mesh]};
  const int texture_begin = model.mesh_texcoordadr[mesh];
  const std::int64_t first = model.mesh_faceadr[mesh];
  for (std::int64_t face = first; face < first + model.mesh_facenum[mesh]; ++face) {
    const float* corner[3];
    for (int k = 0; k < 3; ++k) corner[k] = vert + 3 * std::int64_t{model.mesh_face[3 * face + k]};
    const Vec3 flat = face_normal(corner[0], corner[1], corner[2]);
    for (int k = 0; k < 3; ++k) {
      Vec3 normal = vec3(normals + 3 * std::int64_t{model.mesh_facenormal[3 * face + k]});
      const float* texture = nullptr;
      if (texture_begin >= 0) {
        texture = model.mesh_texcoord.data() +
                  2 * (std::int64_t{texture_begin} + model.mesh_facetexcoord[3 * face + k]);
      } else if (dot(normal, flat) < 0.8f) {
        normal = flat;  // across a sharp edge nothing is smooth
      }
      collector.add(make_vertex(corner[k], normal, texture));
    }
  }
  return collector.take();
}

Triangles make_hull(const Model& model, int mesh) {
  Triangles t;
  const int begin = model.mesh_graphadr[mesh];
  if (begin < 0) return t;
  const std::int32_t* graph = model.mesh_graph.data() + begin;
  const std::int64_t vertices = graph[0], faces = graph[1];
  const std::int32_t* face = graph + 2 + 3 * vertices + 3 * faces;
  const float* vert = model.mesh_vert.data() + 3 * std::int64_t{model.mesh_vertadr[mesh]};
  for (std::int64_t i = 0; i < faces; ++i, face += 3) {
    const float* corner[3];
    for (int k = 0; k < 3; ++k) corner[k] = vert + 3 * std::int64_t{face[k]};
    const Vec3 normal = face_normal(corner[0], corner[1], corner[2]);
    for (const float* c : corner) t.vertices.push_back(make_vertex(c, normal, nullptr));
    t.close(3);
  }
  return t;
}

Triangles make_hfield(const Model& model, int hfield) {
  Triangles t;
  const int rows = model.hfield_nrow[hfield], columns = model.hfield_ncol[hfield];
  const float* data = model.hfield_data.data() + model.hfield_adr[hfield];
  float size[4];
  for (int k = 0; k < 4; ++k) size[k] = static_cast<float>(model.hfield_size[4 * hfield + k]);
  const auto point = [&](int r, int c) -> Vec3 {
    const float x = 2 * static_cast<float>(c) / static_cast<float>(columns - 1) - 1;
    const float y = 2 * static_cast<float>(r) / static_cast<float>(rows - 1) - 1;
    return {size[0] * x, size[1] * y, size[2] * data[std::int64_t{r} * columns + c]};
  };
  const auto triangle = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 normal = face_normal(a.data(), b.data(), c.data());
    for (const Vec3* p : {&a, &b, &c})
      t.vertices.push_back(make_vertex(p->data(), normal, nullptr));
    t.close(3);
  };
  for (int r = 0; r + 1 < rows; ++r) {
    for (int c = 0; c + 1 < columns; ++c) {
      triangle(point(r + 1, c), point(r, c), point(r + 1, c + 1));
      triangle(point(r, c), point(r, c + 1), point(r + 1, c + 1));
    }
  }
  const float base = -size[3];
  for (int r = 0; r + 1 < rows; ++r) {
    add_wall(t, point(r + 1, 0), point(r, 0), base, {-1, 0, 0});
    add_wall(t, point(r, columns - 1), point(r + 1, columns - 1), base, {1, 0, 0});
  }
  for (int c = 0; c + 1 < columns; ++c) {
    add_wall(t, point(0, c), point(0, c + 1), base, {0, -1, 0});
    add_wall(t, point(rows - 1, c + 1), point(rows - 1, c), base, {0, 1, 0});
  }
  const float x = size[0], y = size[1];
  const float bottom[4][3] = {{-x, -y, base}, {-x, y, base}, {x, y, base}, {x, -y, base}};
  for (const auto& corner : bottom) t.vertices.push_back(make_vertex(corner, {0, 0, -1}, nullptr));
  t.close(4);
  return t;
}

}  // namespace thew::render
