#include "render/shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thew::render {

namespace {

constexpr float kPi = std::numbers::pi_v<float>;

float azimuth(int slice, int slices) {
  return 2 * kPi * static_cast<float>(slice) / static_cast<float>(slices);
}

float part(int i, int n) {
  return static_cast<float>(i) / static_cast<float>(n);
}

// Joins rows of `columns` + 1 vertices each, from `first` on, by quads seen counter-clockwise
// when rows go up.
void join_rows(Triangles& t, std::uint32_t first, int columns, int rows) {
  const auto width = static_cast<std::uint32_t>(columns) + 1;
  for (std::uint32_t r = 0; r < static_cast<std::uint32_t>(rows); ++r) {
    for (std::uint32_t c = 0; c + 1 < width; ++c) {
      const std::uint32_t a = first + r * width + c, b = a + 1, d = a + width, e = d + 1;
      t.indices.insert(t.indices.end(), {a, b, e, a, e, d});
    }
  }
}

// Rows of a sphere from one elevation to another [rad], its centre moved to `centre`; `v0` and `v1`
// are the places in the texture of the lowest and highest row.
void add_sphere(Triangles& t, int slices, int rows, float low, float high, float centre, float v0,
                float v1) {
  const auto first = static_cast<std::uint32_t>(t.vertices.size());
  for (int r = 0; r <= rows; ++r) {
    const float elevation = low + (high - low) * part(r, rows);
    const float radius = std::cos(elevation), z = std::sin(elevation);
    for (int s = 0; s <= slices; ++s) {
      const float a = azimuth(s, slices), x = std::cos(a) * radius, y = std::sin(a) * radius;
      t.vertices.push_back(
          {{x, y, z + centre}, {x, y, z}, {part(s, slices), v0 + (v1 - v0) * part(r, rows)}});
    }
  }
  join_rows(t, first, slices, rows);
}

// A disk at height z that faces up or down.
void add_disk(Triangles& t, int slices, float z, float up) {
  const auto centre = static_cast<std::uint32_t>(t.vertices.size());
  t.vertices.push_back({{0, 0, z}, {0, 0, up}, {0.5f, 0.5f}});
  for (int s = 0; s <= slices; ++s) {
    const float a = azimuth(s, slices), x = std::cos(a), y = std::sin(a);
    t.vertices.push_back({{x, y, z}, {0, 0, up}, {0.5f + 0.5f * x, 0.5f + 0.5f * y}});
  }
  for (int s = 0; s < slices; ++s) {
    const std::uint32_t a = centre + 1 + static_cast<std::uint32_t>(s), b = a + 1;
    t.indices.insert(t.indices.end(), {centre, up > 0 ? a : b, up > 0 ? b : a});
  }
}

}  // namespace

void Triangles::close(std::uint32_t corners) {
  const auto first = static_cast<std::uint32_t>(vertices.size()) - corners;
  for (std::uint32_t i = 2; i < corners; ++i) {
    indices.insert(indices.end(), {first, first + i - 1, first + i});
  }
}

Triangles make_sphere(int slices, int stacks) {
  Triangles t;
  add_sphere(t, slices, 2 * (stacks / 2), -kPi / 2, kPi / 2, 0, 1, 0);
  return t;
}

Triangles make_dome(int sign, int slices, int stacks) {
  Triangles t;
  const float low = sign > 0 ? 0 : -kPi / 2;
  add_sphere(t, slices, stacks / 2, low, low + kPi / 2, static_cast<float>(sign), 1, 0);
  return t;
}

Triangles make_cylinder(int slices, bool closed) {
  Triangles t;
  for (int row = 0; row < 2; ++row) {
    for (int s = 0; s <= slices; ++s) {
      const float a = azimuth(s, slices), x = std::cos(a), y = std::sin(a);
      const float z = row == 0 ? -1.0f : 1.0f;
      t.vertices.push_back({{x, y, z}, {x, y, 0}, {part(s, slices), (1 - z) / 2}});
    }
  }
  join_rows(t, 0, slices, 1);
  if (closed) {
    add_disk(t, slices, -1, -1);
    add_disk(t, slices, 1, 1);
  }
  return t;
}

Triangles make_cone(int slices) {
  Triangles t;
  const float slope = std::sqrt(0.5f);
  for (int row = 0; row < 2; ++row) {
    for (int s = 0; s <= slices; ++s) {
      const float a = azimuth(s, slices), x = std::cos(a), y = std::sin(a);
      const float r = row == 0 ? 1.0f : 0.0f;
      t.vertices.push_back(
          {{r * x, r * y, 1 - r}, {slope * x, slope * y, slope}, {part(s, slices), r}});
    }
  }
  join_rows(t, 0, slices, 1);
  add_disk(t, slices, 0, -1);
  return t;
}

Triangles make_box() {
  Triangles t;
  for (int axis = 0; axis < 3; ++axis) {
    // The two other axes, in the order in which textures lie on this side.
    const int across = axis == 0 ? 1 : 0, up = axis == 2 ? 1 : 2;
    for (const float side : {-1.0f, 1.0f}) {
      const bool flipped = (side > 0) == (axis == 1);
      for (int corner = 0; corner < 4; ++corner) {
        const float a = (corner == 1 || corner == 2) != flipped ? 1.0f : -1.0f;
        const float b = corner >= 2 ? 1.0f : -1.0f;
        Vertex v = {};
        v.position[axis] = side;
        v.position[across] = a;
        v.position[up] = b;
        v.normal[axis] = side;
        v.texture[0] = (a + 1) / 2;
        v.texture[1] = (1 - b) / 2;
        t.vertices.push_back(v);
      }
      t.close(4);
    }
  }
  return t;
}

Triangles make_plane() {
  Triangles t;
  t.vertices = {{{-1, -1, 0}, {0, 0, 1}, {0, 1}},
                {{1, -1, 0}, {0, 0, 1}, {1, 1}},
                {{1, 1, 0}, {0, 0, 1}, {1, 0}},
                {{-1, 1, 0}, {0, 0, 1}, {0, 0}}};
  t.close(4);
  return t;
}

Triangles make_line_box() {
  Triangles t;
  for (int corner = 0; corner < 8; ++corner) {
    Vertex v = {};
    for (int k = 0; k < 3; ++k) v.position[k] = (corner >> k & 1) != 0 ? 1.0f : -1.0f;
    t.vertices.push_back(v);
  }
  for (std::uint32_t corner = 0; corner < 8; ++corner) {
    for (std::uint32_t bit = 1; bit < 8; bit *= 2) {
      if ((corner & bit) == 0) t.indices.insert(t.indices.end(), {corner, corner | bit});
    }
  }
  return t;
}

Triangles make_haze(int slices, float depth) {
  Triangles t;
  // Opacity is full where the ring meets a line at 45 degrees from the horizon's edge.
  const float alpha = std::atan2(1.0f, depth), beta = 0.75f * kPi - alpha;
  const float middle = std::sqrt(0.5f) * depth * std::sin(alpha) / std::sin(beta);
  const float heights[] = {0, middle, 1};
  for (int row = 0; row < 3; ++row) {
    const float h = heights[row], r = 1 - depth * (1 - h);
    for (int s = 0; s <= slices; ++s) {
      const float a = azimuth(s, slices);
      t.vertices.push_back(
          {{r * std::cos(a), r * std::sin(a), h}, {0, 0, 1}, {row == 1 ? 1.0f : 0.0f, 0}});
    }
  }
  join_rows(t, 0, slices, 2);
  return t;
}

Triangles make_model_plane(const Model& model, int geom) {
  Triangles t = make_plane();
  const double far = model.vis.map.zfar * model.stat.extent;
  const double* size = &model.geom_size.values()[3 * geom];
  for (int k = 0; k < 2; ++k) {
    const bool endless = !(size[k] > 0);
    double half = size[k];
    if (endless) {
      // Scenes move endless planes along with the camera by whole tiles of their texture.
      const int material = model.geom_matid[geom];
      const double repeat = material >= 0 ? model.mat_texrepeat[2 * material + k] : 0;
      half = 1.05 * far + (repeat > 0 ? 2 / repeat : 2.1 * far / 198);
    }
    for (Vertex& v : t.vertices) {
      v.position[k] *= static_cast<float>(half);
      const float sign = k == 0 ? 1.0f : -1.0f;
      if (endless) v.texture[k] = 0.5f * sign * v.position[k];
    }
  }
  return t;
}

}  // namespace thew::render
