// Signed distances of geoms.

#include <algorithm>
#include <utility>

#include <thew/distance.h>

#include "collision/sdf/field.h"
#include "collision/sdf/octree.h"
#include "collision/triangle_mesh.h"
#include "collision/views.h"
#include "model/contact_slot.h"
#include "model/lane_types.h"

namespace thew::collision {

using namespace math;

namespace {

bool is_convex(const Shape& shape) {
  return shape.type >= GeomType::Sphere && shape.type <= GeomType::Mesh && !has_triangles(shape);
}

// Pairs whose distance the general algorithm gives: the others have closed forms of their own.
bool by_support(const Shape& a, const Shape& b) {
  return is_convex(a) && is_convex(b) && !analytic_pair<double>(a.type, b.type) &&
         !(a.type == GeomType::Capsule && b.type == GeomType::Box);
}

// The nearest contact within `limit` of two shapes in ascending order of types.
bool nearest_contact(const Shape& a, const Shape& b, const PairSettings& settings,
                     Point<double>& nearest) {
  Point<double> points[kMaxPoints];
  int count = 0;
  if (const auto analytic = analytic_pair<double>(a.type, b.type)) {
    count = analytic(a.at, b.at, settings.margin, points);
  } else if (const auto general = general_pair(a.type, b.type)) {
    count = general(a, b, settings, points);
  }
  bool found = false;
  for (int i = 0; i < count; ++i) {
    if (!(points[i].dist < (found ? nearest.dist : settings.margin))) continue;
    nearest = points[i];
    found = true;
  }
  return found;
}

}  // namespace

template <class T>
double geom_distance(const Model& m, const BasicData<T>& d, Workspace<T>& w, int geom1, int geom2,
                     double limit, double* from_to, int k) {
  Vec3<double> from = {0, 0, 0}, to = {0, 0, 0};
  double distance = limit;
  const GeomShape first(m, d, geom1, k), second(m, d, geom2, k);
  const bool swapped = first.shape.type > second.shape.type;
  const Shape& a = swapped ? second.shape : first.shape;
  const Shape& b = swapped ? first.shape : second.shape;
  const PairSettings settings = pair_settings(m, w, limit);
  Point<double> nearest;
  if (by_support(a, b)) {
    distance = convex_distance(first.shape, second.shape, limit, settings.convex, settings.memory,
                               from, to);
    if (!(distance < limit)) from = to = {0, 0, 0};
  } else if (nearest_contact(a, b, settings, nearest)) {
    distance = nearest.dist;
    const double half = swapped ? -0.5 * distance : 0.5 * distance;
    from = axpy(-half, nearest.normal, nearest.pos);
    to = axpy(half, nearest.normal, nearest.pos);
  }
  if (from_to) {
    store(from_to, from);
    store(from_to + 3, to);
  }
  return distance;
}

template <class T>
double point_distance(const Model& m, const BasicData<T>& d, int geom, const double* point) {
  const GeomShape at(m, d, geom, 0);
  const Vec3d local = multiply_transposed(at.shape.at.rot, load3(point) - at.shape.at.pos);
  if (at.shape.type == GeomType::Mesh) {
    FieldView field;
    return field_view(m, geom, field) ? octree_distance(field, local) : model::kAbsentDistance;
  }
  const bool unknown = at.shape.type == GeomType::Hfield ||
                       (at.shape.type == GeomType::Sdf && at.shape.field == nullptr);
  return unknown ? model::kAbsentDistance : field_distance(at.shape, local);
}

#define THEW_INSTANTIATE(T)                                                                 \
  template double geom_distance(const Model&, const BasicData<T>&, Workspace<T>&, int, int, \
                                double, double*, int)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

#undef THEW_INSTANTIATE
#define THEW_INSTANTIATE(T) \
  template double point_distance(const Model&, const BasicData<T>&, int, const double*)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
