#include "collision/sdf/descent.h"

#include "collision/sdf/watcher.h"

namespace thew::collision {
namespace {

constexpr double kTiny = 1e-15;

bool is_usable(const Vec3d& g) {
  return math::abs(g.x) <= kNoDescent && math::abs(g.y) <= kNoDescent &&
         math::abs(g.z) <= kNoDescent;
}

Vec3d unit(const Vec3d& a) {
  const double norm = plain_norm(a);
  return norm < kTiny ? Vec3d{1, 0, 0} : a * (1 / norm);
}

double larger(double a, double b) {
  return a > b ? a : b;
}

double combine(Objective objective, double a, double b) {
  switch (objective) {
    case Objective::Overlap:
      return a + b + math::abs(larger(a, b));
    case Objective::Intersection:
      return larger(a, b);
    default:
      return a - b;
  }
}

}  // namespace

FieldPair::FieldPair(const Shape& a, const Shape& b) : a_(a), b_(b), seen_by_b_(motion(a, b)) {}

double FieldPair::value(Objective objective, const Vec3d& p) const {
  return combine(objective, field_distance(a_, p), field_distance(b_, seen_by_b_(p)));
}

FieldSample FieldPair::sample(Objective objective, const Vec3d& p) const {
  const FieldSample a = field_sample(a_, p);
  FieldSample b = field_sample(b_, seen_by_b_(p));
  b.gradient = plain_unrotate(seen_by_b_.rot, b.gradient);
  const double value = combine(objective, a.distance, b.distance);
  const bool a_larger = a.distance > b.distance;
  if (field_watcher) show(objective, p, a_larger);
  switch (objective) {
    case Objective::Overlap: {
      const double sign = larger(a.distance, b.distance) > 0 ? 1 : -1;
      return {value, plain_axpy(sign, a_larger ? a.gradient : b.gradient, a.gradient + b.gradient)};
    }
    case Objective::Intersection:
      return {value, a_larger ? a.gradient : b.gradient};
    default:
      return {value, unit(unit(a.gradient) - unit(b.gradient))};
  }
}

// Whose gradients a sample is made of.
void FieldPair::show(Objective objective, const Vec3d& p, bool a_larger) const {
  const bool both = objective != Objective::Intersection;
  if (both || a_larger) field_watcher->sample(true, p);
  if (b_.field && (both || !a_larger)) field_watcher->sample(false, seen_by_b_(p));
}

// Armijo's rule: a step of length alpha along -g must lower the value by at least c alpha |g|^2.
double FieldPair::descend(Objective objective, int steps, Vec3d& p) const {
  constexpr double kDecrease = 0.1, kShorter = 0.5, kShortest = 1e-4;
  double now = kNoDescent;
  for (int step = 0; step < steps; ++step) {
    const Vec3d start = p;
    const FieldSample before = sample(objective, start);
    if (!is_usable(before.gradient)) return kNoDescent;
    double alpha = 2, wanted = -kDecrease * alpha * plain_dot(before.gradient, before.gradient);
    do {
      alpha *= kShorter;
      wanted *= kShorter;
      p = plain_axpy(-alpha, before.gradient, start);
      now = value(objective, p);
    } while (alpha > kShortest && now - before.distance > wanted);
    if (before.distance < now) {
      p = start;
      return before.distance;
    }
  }
  return now;
}

}  // namespace thew::collision
