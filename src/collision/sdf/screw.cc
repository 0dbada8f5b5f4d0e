#include "collision/sdf/screw.h"

#include "collision/sdf/combine.h"
#include "math/functions.h"

namespace thew::collision {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kTurns = 12;                      // of the thread, per unit of length
constexpr double kHalfRoot = 0.70710678118654757;  // surfaces at 45 degrees: sqrt(2) / 2
constexpr double kFlat = 0.5;                      // half the width of the hexagon
constexpr double kHead = 0.25;                     // half its height

// A thread: a triangle wave along z that winds around it.
double thread(const Vec3d& p, double azimuth, double beyond_radius) {
  const double turn = p.z * kTurns - azimuth / kPi / 2;
  const double wave = math::abs(turn - math::floor(turn) - 0.5);
  return (beyond_radius - wave / kTurns) * kHalfRoot;
}

// A hexagonal prism between z = -0.5 and z = 0 whose upper edges are cut by a cone.
double hexagon(const Vec3d& p, double azimuth, double beyond_radius) {
  constexpr double kSides = 6 / kPi / 2;  // per radian
  const double angle = -math::floor(azimuth * kSides + 0.5) / kSides;
  const double sin = math::sin(angle), cos = math::sin(angle + kPi * 0.5);
  const double side = cos * p.x - sin * p.y - kFlat;
  const double slice = intersect(side, math::abs(p.z + kHead) - kHead);
  return intersect(slice, (p.z + beyond_radius - 0.22) * kHalfRoot);
}

}  // namespace

double bolt(const Vec3d& p, const double* number) {
  const double beyond_radius = math::sqrt(p.x * p.x + p.y * p.y) - number[0];
  const double azimuth = math::atan2(p.y, p.x);
  const double rod = subtract(thread(p, azimuth, beyond_radius), 0.5 - math::abs(p.z + 0.5));
  const double cone = (p.z - beyond_radius) * kHalfRoot;
  return unite(subtract(rod, cone + kHalfRoot), hexagon(p, azimuth, beyond_radius));
}

double nut(const Vec3d& p, const double* number) {
  const double beyond_radius = math::sqrt(p.x * p.x + p.y * p.y) - number[0];
  const double azimuth = math::atan2(p.y, p.x);
  const double cone = (p.z - beyond_radius) * kHalfRoot;
  const double hole = unite(subtract(thread(p, azimuth, beyond_radius), cone + 0.5 * kHalfRoot),
                            -cone - 0.05 * kHalfRoot);
  return subtract(hexagon(p, azimuth, beyond_radius), hole);
}

}  // namespace thew::collision
