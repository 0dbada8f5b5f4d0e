// Where a ray meets a flex, in what of it is drawn.

#include <algorithm>

#include <thew/ray.h>

#include "collision/ray/hit.h"
#include "collision/ray/triangle.h"

namespace thew::collision {

using namespace math;

namespace {

using Vector = Vec3<double>;

/// A flex at a moment, and the nearest hit so far.
class FlexRay {
 public:
  FlexRay(const Model& m, const Data& d, int flex, const Ray<double>& ray)
      : m_(m), flex_(flex), vert_(d.flexvert_xpos.row(m.flex_vertadr[flex])), ray_(ray) {}

  void meet(const FlexLook& look) {
    const int dim = m_.flex_dim[flex_];
    const bool skin = dim > 1 && look.skin;
    if (!meets_box()) return;
    if (look.edges || skin) {
      meet_edges();
    } else if (look.vertices) {
      meet_vertices();
    }
    if (skin || (dim > 1 && look.faces)) meet_elements(look);
  }

  const Hit<double>& best() const { return best_; }
  int vertex() const { return vertex_; }

 private:
  Vector at(int v) const { return load3(vert_ + 3 * v); }
  double radius() const { return m_.flex_radius[flex_]; }

  // Whether the ray meets the box around all vertices.
  bool meets_box() const {
    Vector low = at(0), high = low;
    for (int v = 1; v < m_.flex_vertnum[flex_]; ++v) {
      const Vector p = at(v);
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const Vector wide = {radius(), radius(), radius()};
    const Placed<double> box = {(low + high) * 0.5, identity3<double>(), (high - low) * 0.5 + wide};
    return ray_box(box, ray_).distance >= 0;
  }

  // Takes a hit that is nearer, and of the corners the one nearest to it.
  void offer(const Hit<double>& hit, const int* corner, int corners) {
    if (!(hit.distance >= 0) || (best_.distance >= 0 && hit.distance >= best_.distance)) return;
    best_ = hit;
    const Vector point = axpy(hit.distance, ray_.direction, ray_.origin);
    const auto apart = [&](int v) { return norm(at(v) - point); };
    vertex_ = *std::min_element(corner, corner + corners,
                                [&](int a, int b) { return apart(a) < apart(b); });
  }

  void meet_edges() {
    for (int e = 0; e < m_.flex_edgenum[flex_]; ++e) {
      const int* end = m_.flex_edge.row(m_.flex_edgeadr[flex_] + e);
      const Vector a = at(end[0]), b = at(end[1]), way = b - a;
      const double length = norm(way);
      const Vector z = length > kMinVal ? way * (1 / length) : Vector{0, 0, 1};
      const Vector aside = abs(z.x) < 0.5 ? Vector{1, 0, 0} : Vector{0, 1, 0};
      const Vector across = cross(z, aside), x = across * (1 / norm(across)), y = cross(z, x);
      const Matrix rot = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
      const int nearest_first[2] = {end[1], end[0]};  // of two that are equally near the second
      offer(ray_capsule<double>({(a + b) * 0.5, rot, {radius(), 0.5 * length, 0}}, ray_),
            nearest_first, 2);
    }
  }

  void meet_vertices() {
    for (int v = 0; v < m_.flex_vertnum[flex_]; ++v) {
      offer(ray_sphere<double>({at(v), identity3<double>(), {radius(), 0, 0}}, ray_), &v, 1);
    }
  }

  void meet_elements(const FlexLook& look) {
    constexpr int kSides[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    const TriangleRay triangles(ray_);
    const int dim = m_.flex_dim[flex_], layer = look.skin ? 0 : look.layer;
    for (int e = 0; e < m_.flex_elemnum[flex_]; ++e) {
      if (dim == 3 && m_.flex_elemlayer[m_.flex_elemadr[flex_] + e] != layer) continue;
      const int* v = m_.flex_elem.data() + m_.flex_elemdataadr[flex_] + e * (dim + 1);
      for (int side = 0; side < (dim == 2 ? 1 : 4); ++side) {
        const int* k = kSides[side];
        const int corner[3] = {v[k[0]], v[k[1]], v[k[2]]};
        Hit<double> hit = triangles.hit(at(corner[0]), at(corner[1]), at(corner[2]));
        const double size = norm(hit.normal);
        if (size > 0) hit.normal = hit.normal * (1 / size);
        offer(hit, corner, 3);
      }
    }
  }

  using Matrix = Mat3<double>;
  const Model& m_;
  int flex_;
  const double* vert_;
  Ray<double> ray_;
  Hit<double> best_;
  int vertex_ = -1;
};

}  // namespace

RayHit<double> ray_flex(const Model& m, const Data& d, int flex, const FlexLook& look,
                        const double* origin, const double* direction, int* vertex) {
  FlexRay ray(m, d, flex, {load3(origin), load3(direction)});
  ray.meet(look);
  RayHit<double> result;
  result.distance = ray.best().distance;
  store(result.normal, ray.best().normal);
  result.geom = -1;
  if (vertex) *vertex = ray.vertex();
  return result;
}

}  // namespace thew::collision
