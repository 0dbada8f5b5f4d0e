// Which function finds the contacts of which two shapes.

#include "collision/narrow.h"

#include "collision/heightfield.h"
#include "collision/triangle_mesh.h"
#include "element/pair/box_box.h"
#include "element/pair/capsule.h"
#include "element/pair/capsule_box.h"
#include "element/pair/plane.h"
#include "element/pair/plane_mesh.h"
#include "element/pair/sphere.h"
#include "math/dual.h"
#include "model/lane_types.h"

namespace thew::collision {

namespace {

int boxes(const Shape& a, const Shape& b, const PairSettings& settings, Point<double>* points) {
  return box_box(a.at, b.at, settings.margin, points);
}
int capsule_and_box(const Shape& a, const Shape& b, const PairSettings& settings,
                    Point<double>* points) {
  return capsule_box(a.at, b.at, settings.margin, points);
}
// At least one of two meshes, or the mesh of a pair, counts with its triangles: where both do, the
// one with more of them, and the other with its hull.
int triangles(const Shape& a, const Shape& b, const PairSettings& settings, Point<double>* points) {
  const bool first = has_triangles(a) && !(has_triangles(b) && b.mesh->faces > a.mesh->faces);
  const int count = triangles_convex(first ? a : b, first ? b : a, settings.margin, settings.convex,
                                     settings.memory, points);
  for (int i = 0; !first && i < count; ++i) points[i].normal = -points[i].normal;
  return count;
}
int convex(const Shape& a, const Shape& b, const PairSettings& settings, Point<double>* points) {
  if (has_triangles(a) || has_triangles(b)) return triangles(a, b, settings, points);
  return convex_convex(a, b, settings.margin, settings.convex, settings.memory, points);
}
int plane_hull(const Shape& a, const Shape& b, const PairSettings& settings,
               Point<double>* points) {
  return element::plane_mesh(a.at, convex_of(b), settings.margin, points);
}

int height(const Shape& a, const Shape& b, const PairSettings& settings, Point<double>* points) {
  return heightfield_convex(a, b, settings.margin, settings.convex, settings.memory, points);
}

int fields(const Shape& a, const Shape& b, const PairSettings& settings, Point<double>* points) {
  if (!b.field || (a.type == GeomType::Sdf && !a.field)) return 0;
  return field_field(a, b, settings.field, points);
}
int hull_field(const Shape& a, const Shape& b, const PairSettings& settings,
               Point<double>* points) {
  return b.field ? mesh_field(a, b, settings.field, points) : 0;
}

constexpr GeneralPair none = nullptr;

// clang-format off
constexpr GeneralPair kGeneral[kShapes][kShapes] = {
    //              plane hfield sphere capsule ellipsoid cylinder box              mesh        sdf
    /* plane     */ {none, none, none,  none,   none,     none,    none,            plane_hull, plane_hull},
    /* hfield    */ {none, none, height, height, height,   height,  height,          height,     none},
    /* sphere    */ {none, none, none,  none,   convex,   none,    none,            convex,     fields},
    /* capsule   */ {none, none, none,  none,   convex,   convex,  capsule_and_box, convex,     fields},
    /* ellipsoid */ {none, none, none,  none,   convex,   convex,  convex,          convex,     fields},
    /* cylinder  */ {none, none, none,  none,   none,     convex,  convex,          convex,     fields},
    /* box       */ {none, none, none,  none,   none,     none,    boxes,           convex,     fields},
    /* mesh      */ {none, none, none,  none,   none,     none,    none,            convex,     hull_field},
    /* sdf       */ {none, none, none,  none,   none,     none,    none,            none,       fields}};
// clang-format on

}  // namespace

GeneralPair general_pair(GeomType a, GeomType b) {
  return kGeneral[static_cast<int>(a)][static_cast<int>(b)];
}

template <class T>
AnalyticPair<T> analytic_pair(GeomType a, GeomType b) {
  using namespace element;
  constexpr AnalyticPair<T> null = nullptr;
  // clang-format off
  static constexpr AnalyticPair<T> kAnalytic[kShapes][kShapes] = {
      //              plane hfield sphere        capsule          ellipsoid        cylinder        box
      /* plane     */ {null, null, plane_sphere,  plane_capsule,   plane_ellipsoid, plane_cylinder,  plane_box,  null, null},
      /* hfield    */ {null, null, null,          null,            null,            null,            null,       null, null},
      /* sphere    */ {null, null, sphere_sphere, sphere_capsule,  null,            sphere_cylinder, sphere_box, null, null},
      /* capsule   */ {null, null, null,          capsule_capsule, null,            null,            null,       null, null}};
  // clang-format on
  return kAnalytic[static_cast<int>(a)][static_cast<int>(b)];
}

#define THEW_INSTANTIATE(T) template AnalyticPair<T> analytic_pair<T>(GeomType, GeomType)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)
#if !defined(THEW_WIDE_LANES)
THEW_INSTANTIATE(math::Dual<Pack4>);  // for derivatives
#endif

}  // namespace thew::collision
