#include "collision/flex_element.h"

#include "collision/heightfield.h"
#include "element/pair/capsule.h"
#include "element/pair/capsule_box.h"
#include "element/pair/sphere.h"
#include "element/round_normal.h"

namespace thew::collision {

using namespace math;

namespace {

// General shapes: GJK and EPA, one point.
int convex_points(const Convex& a, const Convex& b, const PairSettings& settings,
                  Point<double>* points) {
  return convex_point(a, b, settings.margin, settings.convex, settings.memory, *points) ? 1 : 0;
}

// The overlap of a flat element with a round shape has no good direction of its own.
void take_round_normal(const Shape& geom, Point<double>& point) {
  const Vec3<double> at = multiply_transposed(geom.at.rot, point.pos - geom.at.pos);
  Vec3<double> normal = multiply_transposed(geom.at.rot, point.normal);
  const bool better =
      geom.type == GeomType::Cylinder
          ? element::side_normal(geom.at.size, at, normal)
          : geom.type == GeomType::Ellipsoid && element::ellipsoid_normal(geom.at.size, at, normal);
  if (better) point.normal = geom.at.rot * normal;
}

int geom_segment(const Shape& geom, const Element& element, const PairSettings& settings,
                 Point<double>* points) {
  const double margin = settings.margin;
  switch (geom.type) {
    case GeomType::Sphere:
      return element::sphere_capsule(geom.at, element.capsule(), margin, points);
    case GeomType::Capsule:
      return element::capsule_capsule(geom.at, element.capsule(), margin, points);
    case GeomType::Box: {
      const int count = element::capsule_box(element.capsule(), geom.at, margin, points);
      for (int i = 0; i < count; ++i) points[i].normal = -points[i].normal;
      return count;
    }
    default:
      return convex_points(convex_of(geom), element.convex(), settings, points);
  }
}

int geom_triangle(const Shape& geom, const Element& element, const PairSettings& settings,
                  Point<double>* points) {
  switch (geom.type) {
    case GeomType::Sphere:
      return element::sphere_triangle(geom.at, element.skinned(), settings.margin, points);
    case GeomType::Capsule:
      return element::capsule_triangle(geom.at, element.skinned(), settings.margin, points);
    case GeomType::Box:
      return element::box_triangle(geom.at, element.skinned(), settings.margin, points);
    default: {
      const int count = convex_points(convex_of(geom), element.convex(), settings, points);
      if (count > 0) take_round_normal(geom, points[0]);
      return count;
    }
  }
}

}  // namespace

bool share_body(const Model& m, int flex1, int e1, int flex2, int e2) {
  const int corners1 = m.flex_dim[flex1] + 1, corners2 = m.flex_dim[flex2] + 1;
  const int* first = m.flex_elem.data() + m.flex_elemdataadr[flex1] + std::int64_t{e1} * corners1;
  const int* second = m.flex_elem.data() + m.flex_elemdataadr[flex2] + std::int64_t{e2} * corners2;
  const int* body1 = m.flex_vertbodyid.data() + m.flex_vertadr[flex1];
  const int* body2 = m.flex_vertbodyid.data() + m.flex_vertadr[flex2];
  bool shared = false;
  for (int i = 0; i < corners1; ++i) {
    const int body = body1[first[i]];
    for (int j = 0; j < corners2; ++j) shared |= body >= 0 && body2[second[j]] == body;
  }
  return shared;
}

int geom_element(const Shape& geom, const Element& element, const PairSettings& settings,
                 Point<double>* points) {
  if (geom.type == GeomType::Hfield) {
    if (geom.height == nullptr) return 0;
    Vec3<double> corner[element::kSimplexCorners];
    return heightfield_set(geom, element.convex_from(geom.at, corner), settings.margin,
                           settings.convex, settings.memory, points);
  }
  if (element.dim() == 1) return geom_segment(geom, element, settings, points);
  if (element.dim() == 2) return geom_triangle(geom, element, settings, points);
  if (geom.type != GeomType::Sphere && geom.type != GeomType::Capsule) {
    return convex_points(convex_of(geom), element.convex(), settings, points);
  }
  const bool found = core_point(convex_of(geom), element.convex(), settings.margin, settings.convex,
                                settings.memory, points[0]);
  return found ? 1 : 0;
}

int two_elements(const Element& a, const Element& b, const PairSettings& settings,
                 Point<double>* points) {
  if (a.dim() == 1 && b.dim() == 1) {
    return element::capsule_capsule(a.capsule(), b.capsule(), settings.margin, points);
  }
  return convex_points(a.convex(), b.convex(), settings, points);
}

}  // namespace thew::collision
