// Which function finds the contacts of which two shapes.

#include "collision/narrow.h"

#include "collision/pair/capsule.h"
#include "collision/pair/plane.h"
#include "collision/pair/sphere.h"
#include "model/lane_types.h"

namespace thew::collision {

namespace {

constexpr GeneralPair none = nullptr;

// clang-format off
constexpr GeneralPair kGeneral[kShapes][kShapes] = {
    //              plane hfield sphere capsule ellipsoid cylinder box     mesh        sdf
    /* plane     */ {none, none, none,  none,   none,     none,    none,   none,       none},
    /* hfield    */ {none, none, none,  none,   none,     none,    none,   none,       none},
    /* sphere    */ {none, none, none,  none,   none,     none,    none,   none,       none},
    /* capsule   */ {none, none, none,  none,   none,     none,    none,   none,       none},
    /* ellipsoid */ {none, none, none,  none,   none,     none,    none,   none,       none},
    /* cylinder  */ {none, none, none,  none,   none,     none,    none,   none,       none},
    /* box       */ {none, none, none,  none,   none,     none,    none,   none,       none},
    /* mesh      */ {none, none, none,  none,   none,     none,    none,   none,       none},
    /* sdf       */ {none, none, none,  none,   none,     none,    none,   none,       none}};
// clang-format on

}  // namespace

GeneralPair general_pair(GeomType a, GeomType b) {
  return kGeneral[static_cast<int>(a)][static_cast<int>(b)];
}

template <class T>
AnalyticPair<T> analytic_pair(GeomType a, GeomType b) {
  constexpr AnalyticPair<T> null = nullptr;
  // clang-format off
  static constexpr AnalyticPair<T> kAnalytic[kShapes][kShapes] = {
      //              plane hfield sphere        capsule          ellipsoid        cylinder        box
      /* plane     */ {null, null, plane_sphere,  plane_capsule,   plane_ellipsoid, plane_cylinder,  plane_box,   null, null},
      /* hfield    */ {null, null, null,          null,            null,            null,            null,        null, null},
      /* sphere    */ {null, null, sphere_sphere, sphere_capsule,  null,            sphere_cylinder, sphere_box,  null, null},
      /* capsule   */ {null, null, null,          capsule_capsule, null,            null,            null, null, null}};
  // clang-format on
  return kAnalytic[static_cast<int>(a)][static_cast<int>(b)];
}

template AnalyticPair<double> analytic_pair<double>(GeomType, GeomType);
template AnalyticPair<Pack4> analytic_pair<Pack4>(GeomType, GeomType);

}  // namespace thew::collision
