#pragma once

#include <cstdint>
#include <vector>

#include <thew/model.h>

// Triangles of everything that is drawn, before they go to OpenGL. Those of the primitives have
// size 1 and as many sides as MuJoCo's, so that silhouettes are the same.

namespace thew::render {

struct Vertex {
  float position[3];
  float normal[3];
  float texture[2];  ///< place in the texture
};

struct Triangles {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;

  /// Adds the polygon of the last `corners` vertices, seen counter-clockwise.
  void close(std::uint32_t corners);
};

Triangles make_sphere(int slices, int stacks);
/// Half of a sphere around z = sign: on top of (sign 1) or below (sign -1) an open cylinder.
Triangles make_dome(int sign, int slices, int stacks);
/// From z = -1 to 1.
Triangles make_cylinder(int slices, bool closed);
/// From its disk at z = 0 to its tip at z = 1.
Triangles make_cone(int slices);
Triangles make_box();
/// The square from -1 to 1.
Triangles make_plane();
Triangles make_line_box();
/// A ring around the horizon that narrows by `depth` downward; `texture[0]` is its opacity.
Triangles make_haze(int slices, float depth);

/// The numbered plane among those of the model, with its size; endless ones reach beyond the far
/// plane of cameras.
Triangles make_model_plane(const Model& model, int geom);
Triangles make_mesh(const Model& model, int mesh);
Triangles make_hull(const Model& model, int mesh);
Triangles make_hfield(const Model& model, int hfield);

}  // namespace thew::render
