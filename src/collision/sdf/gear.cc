#include "collision/sdf/gear.h"

#include "collision/sdf/combine.h"
#include "math/functions.h"

namespace thew::collision {
namespace {

constexpr double kPi = 3.14159265358979323846;

double modulo(double x, double y) {
  return x - y * math::floor(x / y);
}

// Unions and intersections with a fillet of size k.
double unite_smoothly(double a, double b, double k) {
  double h = 0.5 + 0.5 * (b - a) / k;
  h = h < 0 ? 0 : h > 1 ? 1 : h;
  return b * (1 - h) + a * h - k * h * (1 - h);
}
double intersect_smoothly(double a, double b, double k) {
  return subtract(intersect(a, b), unite_smoothly(subtract(a, b), subtract(b, a), k));
}

// The radii of a gear of diameter D with N teeth. The diametral pitch is N / D; teeth reach 1 /
// pitch above the pitch circle and are 2.2 / pitch high.
struct Wheel {
  explicit Wheel(const double* number) {
    const double diameter = number[1], teeth = number[2];
    const double pressure = 3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551;  // [rad]
    const double per_length = teeth / diameter;
    const double arc = kPi / per_length;
    radius = diameter / 2;
    outer = (diameter + 2 * (1 / per_length)) / 2;
    height = 2.2 / per_length;
    inner = number[4] >= 0 ? number[4] / 2 : outer - height - 0.14 * diameter;
    base = diameter * math::cos(pressure) / 2;
    stride = arc / radius;
  }
  double radius, outer, height, inner;
  double base;    ///< of the circle that the flanks unwind from
  double stride;  ///< angle from tooth to tooth
};

// Both flanks of the teeth, involutes of the base circle: a point at rho on the tangent that meets
// the circle at angle t is sqrt(rho^2 - base^2) - base t away from it along that tangent.
double teeth(const Wheel& w, double rho, double azimuth) {
  const double involute = math::acos(w.base / w.radius);
  const double shift = w.stride / 2 - 2 * (math::tan(involute) - involute);
  const double left = modulo(azimuth + shift / 2, w.stride) - shift / 2;
  const double right = modulo(-azimuth - shift + shift / 2, w.stride) - shift / 2;
  double to_left = -1e6, to_right = -1e6;
  if (w.base < rho) {
    const double angle = math::acos(w.base / rho);
    const double tangent = math::sqrt(rho * rho - w.base * w.base);
    to_left = tangent - w.base * (left + angle);
    to_right = tangent - w.base * (right + angle);
  }
  const double walls = intersect(left - (w.stride - shift), right - (w.stride - shift));
  return intersect(walls, intersect(to_left, to_right));
}

double outline(const Vec3d& p, const double* number) {
  const Wheel w(number);
  const double rho = math::sqrt(p.x * p.x + p.y * p.y);
  if (w.inner - rho > 0) return w.inner - rho;
  if (w.outer - rho < -0.2) return rho - w.outer;
  double cogs = teeth(w, rho, math::atan2(p.y, p.x) + number[0]);
  cogs = intersect_smoothly(rho - w.outer, cogs, 0.0035 * number[1]);
  cogs = unite_smoothly(rho - (w.outer - w.height), cogs, w.base - w.outer + w.height);
  return subtract(cogs, rho - w.inner);
}

}  // namespace

double gear(const Vec3d& p, const double* number) {
  const double flat = outline(p, number), along = math::abs(p.z) - number[3] / 2;
  const double x = flat > 0 ? flat : 0, z = along > 0 ? along : 0;
  const double inside = intersect(flat, along);
  return (inside < 0 ? inside : 0) + math::sqrt(x * x + z * z);
}

}  // namespace thew::collision
