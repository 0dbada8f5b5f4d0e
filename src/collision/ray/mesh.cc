#include <limits>

#include "collision/ray/hit.h"
#include "collision/ray/surface.h"
#include "collision/ray/triangle.h"

namespace thew::collision {

using namespace math;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Vec3<double> corner(const float* vert, int i) {
  return {vert[3 * i], vert[3 * i + 1], vert[3 * i + 2]};
}

// Where the ray enters a box (centre and half sizes), 0 inside it, infinite where it never does.
// Boxes are a little wider than they say: they were made before the vertices became floats, and
// flat ones count too.
class BoxTest {
 public:
  explicit BoxTest(const Ray<double>& ray)
      : p_{ray.origin.x, ray.origin.y, ray.origin.z},
        inverse_{1 / ray.direction.x, 1 / ray.direction.y, 1 / ray.direction.z} {}

  double enter(const double* box) const {
    double in = 0, out = kInfinity;
    for (int k = 0; k < 3; ++k) {
      constexpr double kFloat = 1.2e-7, kDouble = 1e-14;
      const double way = box[k] - p_[k];
      const double half = box[3 + k] + kFloat * (box[3 + k] + abs(box[k])) + kDouble * abs(p_[k]);
      const double a = (way - half) * inverse_[k], b = (way + half) * inverse_[k];
      // Along the slab a and b are infinite: of equal sign outside of it.
      in = max(in, min(a, b));
      out = min(out, max(a, b));
    }
    return in <= out ? in : kInfinity;
  }

 private:
  double p_[3], inverse_[3];
};

Vec3<double> unit_or_zero(const Vec3<double>& v) {
  const double length = norm(v);
  return length > 0 ? v * (1 / length) : Vec3<double>{0, 0, 0};
}

}  // namespace

Hit<double> ray_mesh(const MeshView& mesh, const Placed<double>& at, const Ray<double>& ray) {
  Hit<double> best;
  const Ray<double> local = to_local(at, ray);
  if (mesh.faces == 0 || !mesh.bvh_box || !(dot(local.direction, local.direction) > 0)) return best;
  const TriangleRay triangles(local);
  const BoxTest boxes(local);
  constexpr int kDeepest = 64;  // trees are split in the middle
  struct Waiting {
    int node;
    double enter;
  } stack[kDeepest];
  int size = 0;
  const auto wait = [&](int node) {
    if (node < 0 || size == kDeepest) return;
    const double enter = boxes.enter(mesh.bvh_box + 6 * node);
    if (enter < kInfinity) stack[size++] = {node, enter};
  };
  wait(0);
  while (size > 0) {
    const auto [node, enter] = stack[--size];
    if (best.distance >= 0 && enter > best.distance) continue;
    const int face = mesh.bvh_node[node];
    if (face >= 0) {
      const int* v = mesh.face + 3 * face;
      best = nearer(best, triangles.hit(corner(mesh.vert, v[0]), corner(mesh.vert, v[1]),
                                        corner(mesh.vert, v[2])));
      continue;
    }
    const int below = size;
    wait(mesh.bvh_child[2 * node]);
    wait(mesh.bvh_child[2 * node + 1]);
    // The nearer child first.
    if (size == below + 2 && stack[below].enter < stack[below + 1].enter) {
      std::swap(stack[below], stack[below + 1]);
    }
  }
  best.normal = at.rot * unit_or_zero(best.normal);
  return best;
}

Hit<double> ray_triangles(int faces, const int* face, const float* vert, const Ray<double>& ray,
                          int& vertex) {
  Hit<double> best;
  vertex = -1;
  if (!(dot(ray.direction, ray.direction) > 0)) return best;
  const TriangleRay triangles(ray);
  int found = -1;
  for (int i = 0; i < faces; ++i) {
    const int* v = face + 3 * i;
    const Hit<double> hit =
        triangles.hit(corner(vert, v[0]), corner(vert, v[1]), corner(vert, v[2]));
    if (hit.distance >= 0 && (best.distance < 0 || hit.distance < best.distance)) {
      best = hit;
      found = i;
    }
  }
  if (found < 0) return best;
  const Vec3<double> point = axpy(best.distance, ray.direction, ray.origin);
  double least = kInfinity;
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> way = corner(vert, face[3 * found + k]) - point;
    if (dot(way, way) < least) {
      least = dot(way, way);
      vertex = face[3 * found + k];
    }
  }
  best.normal = unit_or_zero(best.normal);
  return best;
}

}  // namespace thew::collision
