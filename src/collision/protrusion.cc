// How far a convex body reaches out of another: the largest signed distance of its points. The
// signed distance of a convex solid is a convex function, largest at extreme points: corners are
// tried one by one, and on curved surfaces the point farthest along the gradient is never lower
// than the one before, so that a few climbs from all sides find the top.

#include <algorithm>
#include <limits>

#include <thew/distance.h>

#include "collision/signed_distance.h"
#include "collision/views.h"
#include "element/convex/support.h"
#include "math/quat.h"
#include "model/lane_types.h"

namespace thew::collision {

using namespace math;

namespace {

constexpr int kFirstSteps = 8, kLastSteps = 300;

class Climb {
 public:
  Climb(const Shape& body, const Shape& solid) : body_(body), solid_(solid) {}

  double top() {
    const Vec3d& size = body_.at.size;
    switch (body_.type) {
      case GeomType::Sphere:
        return distance({0, 0, 0}).distance + size.x;
      case GeomType::Capsule:
        return std::max(distance({0, 0, size.y}).distance, distance({0, 0, -size.y}).distance) +
               size.x;
      case GeomType::Box:
        return top_of_box();
      case GeomType::Mesh:
        return top_of_mesh();
      default:
        return top_of_curved();
    }
  }

 private:
  // Of a point in the frame of the body; the normal is in the world.
  SurfaceDistance distance(const Vec3d& local) const {
    return distance_of(body_.at.rot * local + body_.at.pos);
  }
  SurfaceDistance distance_of(const Vec3d& point) const {
    SurfaceDistance d =
        signed_distance(solid_, multiply_transposed(solid_.at.rot, point - solid_.at.pos));
    d.normal = solid_.at.rot * d.normal;
    return d;
  }

  double top_of_box() const {
    double top = -std::numeric_limits<double>::max();
    const Vec3d& half = body_.at.size;
    for (int i = 0; i < 8; ++i) {
      const Vec3d corner = {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                            i & 4 ? half.z : -half.z};
      top = std::max(top, distance(corner).distance);
    }
    return top;
  }

  double top_of_mesh() const {
    double top = -std::numeric_limits<double>::max();
    for (int i = 0; i < body_.mesh->vertices; ++i) {
      const float* v = body_.mesh->vert + 3 * i;
      top = std::max(top, distance({double{v[0]}, double{v[1]}, double{v[2]}}).distance);
    }
    return top;
  }

  // Climbs from the point that is farthest along `normal`; leaves there where it ended.
  double climb(Vec3d& normal, int steps) {
    Convex set = convex_of(body_);
    double top = -std::numeric_limits<double>::max();
    for (int i = 0; i < steps; ++i) {
      const SurfaceDistance d = distance_of(support(set, normal));
      if (!(d.distance > top)) break;
      top = d.distance;
      normal = d.normal;
    }
    return top;
  }

  // From the 26 directions of a grid in the frames of both.
  double top_of_curved() {
    double top = -std::numeric_limits<double>::max();
    Vec3d best = {0, 0, 1};
    for (const Mat3d* frame : {&body_.at.rot, &solid_.at.rot}) {
      for (int i = 0; i < 27; ++i) {
        const Vec3d grid = {i % 3 - 1.0, i / 3 % 3 - 1.0, i / 9 - 1.0};
        if (i == 13) continue;
        Vec3d normal = (*frame * grid) * (1 / norm(grid));
        const double found = climb(normal, kFirstSteps);
        if (found > top) top = found, best = normal;
      }
    }
    return std::max(top, climb(best, kLastSteps));
  }

  const Shape& body_;
  const Shape& solid_;
};

// The shape of a site in one lane.
struct SiteShape {
  template <class T>
  SiteShape(const Model& m, const BasicData<T>& d, int site, int k) {
    double numbers[15];
    for (int i = 0; i < 3; ++i) {
      numbers[i] = lane(d.site_xpos.row(site)[i], k);
      numbers[3 + i] = lane(param(d, m.site_size, 3 * site + i), k);
    }
    for (int i = 0; i < 9; ++i) numbers[6 + i] = lane(d.site_xmat.row(site)[i], k);
    shape.type = static_cast<GeomType>(m.site_type[site]);
    shape.at = {load3(numbers), load9(numbers + 6), load3(numbers + 3)};
    if (shape.type == GeomType::Mesh && m.site_dataid[site] >= 0) {
      // Vertices are about the mesh's centre of mass; the site is placed like the file's vertices.
      const int id = m.site_dataid[site];
      shape.at.pos = shape.at.pos + shape.at.rot * load3(m.mesh_pos.row(id));
      shape.at.rot = shape.at.rot * to_matrix(load4(m.mesh_quat.row(id)));
      mesh = mesh_view(m, id);
      shape.mesh = &mesh;
    }
  }
  SiteShape(const SiteShape&) = delete;

  Shape shape;
  MeshView mesh;
};

}  // namespace

template <class T>
double protrusion(const Model& m, const BasicData<T>& d, ObjectType type, int id, int site, int k) {
  const SiteShape solid(m, d, site, k);
  if (type == ObjectType::Site) {
    const SiteShape body(m, d, id, k);
    return Climb(body.shape, solid.shape).top();
  }
  const GeomShape body(m, d, id, k);
  return Climb(body.shape, solid.shape).top();
}

template <class T>
double site_distance(const Model& m, const BasicData<T>& d, int site, const double* point, int k) {
  const SiteShape solid(m, d, site, k);
  const Placed<double>& at = solid.shape.at;
  return signed_distance(solid.shape, multiply_transposed(at.rot, load3(point) - at.pos)).distance;
}

#define THEW_INSTANTIATE(T)                                                                 \
  template double protrusion(const Model&, const BasicData<T>&, ObjectType, int, int, int); \
  template double site_distance(const Model&, const BasicData<T>&, int, const double*, int)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
