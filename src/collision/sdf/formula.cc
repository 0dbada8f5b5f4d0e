#include "collision/sdf/formula.h"

#include "collision/sdf/gear.h"
#include "collision/sdf/screw.h"

namespace thew::collision {
namespace {

double length(double x, double y) {
  return math::sqrt(x * x + y * y);
}

// A ring around z: radii of the circle in the middle and of the tube.
double torus(const Vec3d& p, const double* number) {
  return length(length(p.x, p.y) - number[0], p.z) - number[1];
}
Vec3d torus_gradient(const Vec3d& p, const double* number) {
  const double r = length(p.x, p.y), from_circle = r - number[0];
  const double tube = length(from_circle, p.z), norm = tube > 1e-15 ? tube : 1e-15;
  return {from_circle * (p.x / r) / norm, from_circle * (p.y / r) / norm, p.z / norm};
}
Vec3d torus_box(const double* number) {
  const double r = number[0] + number[1];
  return {r, r, number[1]};
}

// A sphere cut off above a height, with a wall to both sides of the surface: height, radius and
// half the thickness. Above the cone through the rim, the rim is nearest.
double bowl(const Vec3d& p, const double* number) {
  const double height = number[0], radius = number[1];
  const double width = math::sqrt(radius * radius - height * height);
  const double r = length(p.x, p.y);
  const bool rim = height * r < width * p.z;
  return (rim ? length(r - width, p.z - height) : math::abs(length(r, p.z) - radius)) - number[2];
}
Vec3d bowl_box(const double* number) {
  const double r = number[1] + number[2];
  return {r, r, r};
}

Vec3d screw_box(const double*) {
  return {0.6, 0.6, 1};
}
Vec3d gear_box(const double* number) {
  const double r = number[1] / 2 * 1.25;
  return {r, r, number[3] / 2 * 1.1};
}

}  // namespace

const Formula kFormula[kFormulas] = {
    {"mujoco.sdf.bolt", 1, {"radius"}, {0.26}, bolt, screw_box},
    {"mujoco.sdf.bowl", 3, {"height", "radius", "thickness"}, {0.4, 1, 0.02}, bowl, bowl_box},
    {"mujoco.sdf.gear",
     5,
     {"alpha", "diameter", "teeth", "thickness", "innerdiameter"},
     {0, 2.8, 25, 0.2, -1},
     gear,
     gear_box},
    {"mujoco.sdf.nut", 1, {"radius"}, {0.26}, nut, screw_box},
    {"mujoco.sdf.torus",
     2,
     {"radius1", "radius2"},
     {0.35, 0.15},
     torus,
     torus_box,
     torus_gradient}};

int find_formula(std::string_view plugin) {
  for (int i = 0; i < kFormulas; ++i) {
    if (plugin == kFormula[i].plugin) return i;
  }
  return -1;
}

}  // namespace thew::collision
