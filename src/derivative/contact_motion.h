#pragma once

// How contacts move with their geoms: distance, point, normal and the direction that the shapes
// give to the first tangent.

#include <vector>

#include <thew/data.h>
#include <thew/workspace.h>

#include "math/spatial.h"

namespace thew::derivative {

/// What a twist of the second geom relative to the first does, column by column: three rotations
/// about the contact point, then three translations, along the axes of the world.
struct ContactMotion {
  bool closed = false;  ///< the columns are there: the pair has a closed form
  double dist[6] = {}, point[6][3] = {}, normal[6][3] = {}, tangent[6][3] = {};
  double wish[3] = {};  ///< where the first tangent shall point; zero: no preference
};

/// Of all contacts that are excluded no further than this (model/contact_exclude.h): at first,
/// those that make rows. Pairs in closed form run on dual numbers.
std::vector<ContactMotion> contact_motions(const Model& m, const Data& d, Workspace<double>& w,
                                           int excluded);

/// What one twist does.
struct PointChange {
  double dist = 0;
  math::Vec3<double> point{0, 0, 0}, normal{0, 0, 0}, tangent{0, 0, 0};
};

/// From the columns; for other pairs the contact is found again with the second shape moved a
/// little both ways along the twist itself: where faces lie flush, points are not linear in it.
PointChange point_change(const Model& m, const Data& d, Workspace<double>& w, int contact,
                         const ContactMotion& motion, const double twist[6]);

/// What a dof does, whose axis is given at the point of the contact, and which moves the first body
/// (sign -1), the second (+1) or both (0).
PointChange change_along(const Model& m, const Data& d, Workspace<double>& w, int contact,
                         const ContactMotion& motion, const math::Motion<double>& axis, int sign);

/// Derivative of the contact frame (axes as rows) where normal and wish change.
void frame_change(const double* frame, const math::Vec3<double>& normal,
                  const math::Vec3<double>& wish, const math::Vec3<double>& wish_change,
                  double change[9]);

}  // namespace thew::derivative
