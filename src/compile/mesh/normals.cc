// Normals of vertices, for shading.

#include "compile/mesh/mesh.h"

namespace thew::compile {

namespace {

struct FaceNormal {
  Vec3 unit;
  double weight;  // twice the area
};

FaceNormal face_normal(const Surface& surface, const int* face) {
  const Vec3 a = corner(surface.vert, face[0]);
  FaceNormal result;
  result.unit = cross(corner(surface.vert, face[1]) - a, corner(surface.vert, face[2]) - a);
  result.weight = normalise(result.unit);
  return result;
}

void add(std::vector<float>& sums, int vertex, const FaceNormal& normal) {
  for (int k = 0; k < 3; ++k) {
    float& sum = sums[3 * vertex + k];
    sum = static_cast<float>(sum + normal.unit[k] * normal.weight);
  }
}

// What triangles at sharp edges added to their vertices: those more than about 37 degrees away
// from the mean.
std::vector<float> sharp_parts(const Surface& surface, const std::vector<float>& sums) {
  constexpr double kSharp = 0.8;
  std::vector<float> parts(sums.size());
  for (int f = 0; f < surface.faces(); ++f) {
    const int* face = surface.face.data() + 3 * f;
    const FaceNormal normal = face_normal(surface, face);
    for (int j = 0; j < 3; ++j) {
      const float* sum = sums.data() + 3 * face[j];
      Vec3 mean = {sum[0], sum[1], sum[2]};
      normalise(mean);
      if (dot(normal.unit, mean) < kSharp) add(parts, face[j], normal);
    }
  }
  return parts;
}

}  // namespace

std::vector<float> vertex_normals(const Surface& surface, bool smooth) {
  std::vector<float> sums(surface.vert.size());
  for (int f = 0; f < surface.faces(); ++f) {
    const int* face = surface.face.data() + 3 * f;
    const FaceNormal normal = face_normal(surface, face);
    for (int j = 0; j < 3; ++j) add(sums, face[j], normal);
  }
  if (!smooth) {
    const std::vector<float> parts = sharp_parts(surface, sums);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] -= parts[i];
  }
  for (std::size_t i = 0; i < sums.size(); i += 3) {
    float* n = sums.data() + i;
    const float length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const bool has_length = length > kMinVal;
    for (int k = 0; k < 3; ++k) n[k] = has_length ? n[k] / length : static_cast<float>(k == 2);
  }
  return sums;
}

}  // namespace thew::compile
