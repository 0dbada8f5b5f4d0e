#include "collision/sdf/octree.h"

#include "collision/sdf/difference.h"

namespace thew::collision {
namespace {

constexpr double kInside = 1e-6;  // points from outside are put this far into the box
constexpr int kMostLevels = 100;

// A coordinate moved into an interval around `centre`, and by how much.
double move_inside(double& x, double centre, double half) {
  const double r = x - centre, beyond = math::abs(r) - half;
  if (beyond >= 0) x -= r > 0 ? beyond + kInside : -(beyond + kInside);
  return beyond;
}

// Distance of a point to the box of the octree, 0 inside; the point is moved into it.
double move_into_box(const double* box, Vec3d& p) {
  Vec3d inside = p;
  const double x = move_inside(inside.x, box[0], box[3]), y = move_inside(inside.y, box[1], box[4]),
               z = move_inside(inside.z, box[2], box[5]);
  if (x <= 0 && y <= 0 && z <= 0) return 0;
  p = inside;
  const double square = (x >= 0 ? x * x : 0) + (y >= 0 ? y * y : 0) + (z >= 0 ? z * z : 0);
  return math::sqrt(square);
}

// A leaf and where a point is in it, each coordinate from 0 to 1.
struct Place {
  int node;
  Vec3d at;
};

double width(const double* box, int axis) {
  return box[axis] + box[axis + 3] - (box[axis] - box[axis + 3]);
}
double fraction(const double* box, int axis, double x) {
  return (x - (box[axis] - box[axis + 3])) / width(box, axis);
}

bool is_leaf(const int* child) {
  for (int i = 0; i < 8; ++i) {
    if (child[i] >= 0) return false;
  }
  return true;
}

Place find_leaf(const FieldView& field, const Vec3d& p) {
  Place place{0, {}};
  for (int level = 0; level < kMostLevels; ++level) {
    const double* box = field.box + 6 * std::int64_t{place.node};
    place.at = {fraction(box, 0, p.x), fraction(box, 1, p.y), fraction(box, 2, p.z)};
    const int* child = field.child + 8 * std::int64_t{place.node};
    if (is_leaf(child)) break;
    const int next =
        child[(place.at.x < 0.5 ? 0 : 1) + (place.at.y < 0.5 ? 0 : 2) + (place.at.z < 0.5 ? 0 : 4)];
    if (next < 0) break;
    place.node = next;
  }
  return place;
}

double weight(int corner, int axis_bit, double at) {
  return corner & axis_bit ? at : 1 - at;
}
double slope(int corner, int axis_bit) {
  return corner & axis_bit ? 1 : -1;
}

}  // namespace

double octree_distance(const FieldView& field, const Vec3d& p) {
  Vec3d inside = p;
  const double to_box = move_into_box(field.box, inside);
  const Place place = find_leaf(field, inside);
  const double* corner = field.corner + 8 * std::int64_t{place.node};
  double sum = 0;
  for (int i = 0; i < 8; ++i) {
    sum +=
        weight(i, 1, place.at.x) * weight(i, 2, place.at.y) * weight(i, 4, place.at.z) * corner[i];
  }
  return to_box > 0 ? sum + to_box : sum;
}

Vec3d octree_gradient(const FieldView& field, const Vec3d& p) {
  Vec3d inside = p;
  if (move_into_box(field.box, inside) > 0) {
    const auto distance = [&](const Vec3d& x) { return octree_distance(field, x); };
    return difference_gradient(distance, p, distance(p));
  }
  const Place place = find_leaf(field, p);
  const double* corner = field.corner + 8 * std::int64_t{place.node};
  Vec3d sum{};
  for (int i = 0; i < 8; ++i) {
    const double x = weight(i, 1, place.at.x), y = weight(i, 2, place.at.y),
                 z = weight(i, 4, place.at.z);
    sum.x += slope(i, 1) * y * z * corner[i];
    sum.y += x * slope(i, 2) * z * corner[i];
    sum.z += x * y * slope(i, 4) * corner[i];
  }
  const double* box = field.box + 6 * std::int64_t{place.node};
  return {sum.x / width(box, 0), sum.y / width(box, 1), sum.z / width(box, 2)};
}

}  // namespace thew::collision
