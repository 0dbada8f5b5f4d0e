#include "collision/sdf/field.h"

#include "collision/ray/hit.h"
#include "collision/ray/surface.h"

namespace thew::collision {

// Sphere tracing (Hart 1996): the ball around a point with the distance as radius is free of
// surface, so that the ray may advance by that much.
Hit<double> ray_field(const Shape& shape, const Ray<double>& ray) {
  constexpr int kSteps = 40;
  constexpr double kOnSurface = 1e-7, kFar = 1e6;
  if (ray_box(shape.at, ray).distance < 0) return {};
  const Ray<double> local = to_local(shape.at, ray);
  const double speed = plain_norm(local.direction);
  if (!(speed > 0)) return {};
  const Vec3d direction = local.direction * (1 / speed);
  double way = 0;
  for (int step = 0; step < kSteps; ++step) {
    const double free = math::abs(field_distance(shape, plain_axpy(way, direction, local.origin)));
    if (!(free <= kFar)) return {};
    way += free;
    if (free >= kOnSurface) continue;
    const Vec3d up = field_sample(shape, plain_axpy(way, direction, local.origin)).gradient;
    const double norm = plain_norm(up);
    return {way / speed, norm > 0 ? plain_rotate(shape.at.rot, up * (1 / norm)) : Vec3d{0, 0, 0}};
  }
  return {};
}

}  // namespace thew::collision
