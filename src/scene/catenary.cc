#include "scene/catenary.h"

#include <cmath>

#include <thew/constants.h>

namespace thew::scene {

using namespace math;

namespace {

using Point = Vec3<double>;

// A rope y = a cosh(x / a) of length s between points h apart and v above one another has
// sqrt(s^2 - v^2) = 2 a sinh(h / 2a). With b = a / h this is solved by Newton's method in the form
//   1 / sqrt(2 b sinh(1 / 2b) - 1) = 1 / sqrt(sqrt(s^2 - v^2) / h - 1),
// whose left side is almost linear in b (https://math.stackexchange.com/a/1002996).
double flatness(double h, double v, double length) {
  constexpr double kTolerance = 1e-9;
  const double wanted = 1 / std::sqrt(std::sqrt(length * length - v * v) / h - 1);
  const auto residual = [wanted](double b) {
    return 1 / std::sqrt(2 * b * std::sinh(0.5 / b) - 1) - wanted;
  };
  double b = wanted / std::sqrt(24.0);
  for (int i = 0; i < 50; ++i) {
    const double a = 0.5 / b, now = residual(b);
    if (std::abs(now) < kTolerance) break;
    const double slope =
        (a * std::cosh(a) - std::sinh(a)) * std::pow(2 * b * std::sinh(a) - 1, -1.5);
    double step = -now / slope;
    for (int k = 0; k < 10 && !(std::abs(residual(b + step)) < std::abs(now)); ++k) step *= 0.5;
    b += step;
  }
  return b;
}

}  // namespace

std::vector<Point> catenary(const Point& from, const Point& to, const Point& gravity, double length,
                            int count) {
  const Point way = to - from;
  if (norm(way) > length) return {from, to};
  const double pull = norm(gravity);
  const Point up = pull < kMinVal ? Point{0, 0, 1} : gravity * (-1 / pull);
  const double v = dot(way, up);
  const Point level = axpy(-v, up, way);
  const double h = norm(level);
  const Point across = h < kMinVal ? Point{0, 0, 0} : level * (1 / h);
  if (length > 100 * h) {
    const double down = -0.5 * (std::sqrt(length * length - h * h) - v);
    return {from, axpy(h * down / (2 * down - v), across, axpy(down, up, from)), to};
  }
  const double a = flatness(h, v, length) * h;
  const double lowest = 0.5 * (h - a * std::log((length + v) / (length - v)));
  const double depth = a * std::cosh(lowest / a);
  std::vector<Point> points = {from};
  for (int i = 1; i < count - 1; ++i) {
    const double x = i * h / count;
    points.push_back(axpy(a * std::cosh((x - lowest) / a) - depth, up, axpy(x, across, from)));
  }
  points.push_back(to);
  return points;
}

}  // namespace thew::scene
