#pragma once

// Specs with one mesh "m" that a free body has for a geom.

#include <random>
#include <utility>
#include <vector>

#include "compile/build.h"

namespace thew::compile::testing {

inline Spec free_mesh_geom() {
  Spec spec;
  spec.meshes.emplace_back().name = "m";
  Body& body = add_body(spec.world, "b");
  add_joint(body, JointType::Free);
  add_geom(body, GeomType::Mesh, {}).meshname = "m";
  return spec;
}

inline Spec one_mesh(std::vector<double> vertex, std::vector<int> face = {}) {
  Spec spec = free_mesh_geom();
  MeshData data;
  data.vertex = std::move(vertex);
  data.face = std::move(face);
  spec.meshes[0].data = std::make_shared<MeshData>(std::move(data));
  return spec;
}

inline Spec builtin(MeshBuiltin shape, std::vector<double> params) {
  Spec spec = free_mesh_geom();
  spec.meshes[0].builtin = shape;
  spec.meshes[0].params = std::move(params);
  return spec;
}

inline std::vector<double> tetrahedron() {
  return {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
}

/// Corners of a box with one corner in the origin.
inline std::vector<double> box_points(const Vec3& size) {
  std::vector<double> points;
  for (const double x : {0.0, size[0]}) {
    for (const double y : {0.0, size[1]}) {
      for (const double z : {0.0, size[2]}) points.insert(points.end(), {x, y, z});
    }
  }
  return points;
}

inline std::vector<double> random_points(int count) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(-1, 2);
  std::vector<double> points(static_cast<std::size_t>(3 * count));
  for (double& x : points) x = uniform(generator);
  return points;
}

}  // namespace thew::compile::testing
