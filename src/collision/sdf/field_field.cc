#include "collision/sdf.h"
#include "collision/sdf/descent.h"
#include "collision/sdf/found.h"
#include "collision/sdf/watcher.h"

namespace thew::collision {
namespace {

struct Bounds {
  Vec3d low, high;
};

Vec3d corner(const Shape& shape, int i) {
  const Vec3d &c = shape.box_centre, &h = shape.box_half;
  return {i & 1 ? c.x + h.x : c.x - h.x, i & 2 ? c.y + h.y : c.y - h.y,
          i & 4 ? c.z + h.z : c.z - h.z};
}

// What the boxes of two shapes have in common, along the axes of the first.
Bounds common_box(const Shape& a, const Shape& b) {
  const Vec3d &c = a.box_centre, &h = a.box_half;
  const Motion seen_by_a = motion(b, a);
  Bounds own{c - h, c + h}, other{{1e10, 1e10, 1e10}, {-1e10, -1e10, -1e10}};
  const auto least = [](double x, double y) { return x < y ? x : y; };
  const auto most = [](double x, double y) { return x > y ? x : y; };
  for (int i = 0; i < 8; ++i) {
    const Vec3d p = seen_by_a(corner(b, i));
    other.low = {least(other.low.x, p.x), least(other.low.y, p.y), least(other.low.z, p.z)};
    other.high = {most(other.high.x, p.x), most(other.high.y, p.y), most(other.high.z, p.z)};
  }
  return {
      {most(own.low.x, other.low.x), most(own.low.y, other.low.y), most(own.low.z, other.low.z)},
      {least(own.high.x, other.high.x), least(own.high.y, other.high.y),
       least(own.high.z, other.high.z)}};
}

}  // namespace

int field_field(const Shape& a, const Shape& b, const FieldOptions& options,
                Point<double>* points) {
  const auto [low, high] = common_box(a, b);
  if (!(high.x >= low.x && high.y >= low.y && high.z >= low.z)) return 0;
  const Vec3d size = high - low;
  const FieldPair pair(b, a);
  const Motion to_itself = motion(a, a), seen_by_b = motion(a, b);
  FoundPoints found(b, points);
  if (field_watcher) field_watcher->begin();
  for (int i = 0; i < options.starts && !found.is_full(); ++i) {
    const Vec3d start = {low.x + size.x * halton(i, 2), low.y + size.y * halton(i, 3),
                         low.z + size.z * halton(i, 5)};
    Vec3d p = seen_by_b(to_itself(start));
    if (field_watcher) field_watcher->start();
    pair.descend(Objective::Overlap, options.iterations, p);
    // Distances that are only bounds can end where nothing overlaps; one more step tells.
    const double dist = pair.descend(Objective::Intersection, 1, p);
    if (!(dist <= 0) || found.knows(p)) continue;
    found.add(p, dist, pair.sample(Objective::Middle, p).gradient);
  }
  return found.count();
}

}  // namespace thew::collision
