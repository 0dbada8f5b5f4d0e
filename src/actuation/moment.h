#pragma once

// Moments of actuators that act on sites and bodies: dense rows, one entry per dof, which the
// caller packs.

#include <thew/data.h>

#include "math/vec3.h"

namespace thew::actuation {

/// Three numbers of actuator_gear from `adr` on.
template <class T>
math::Vec3<T> gear3(const Model& m, const BasicData<T>& d, int adr) {
  return {param(d, m.actuator_gear, adr), param(d, m.actuator_gear, adr + 1),
          param(d, m.actuator_gear, adr + 2)};
}

/// Length of a site transmission, and its moment added to `row`: the gear is a wrench in the frame
/// of the site, or of the reference site if there is one. Without one the length is zero.
template <class T>
T site_moment(const Model& model, const BasicData<T>& data, int actuator, T* row);

/// Length of a slider-crank, and its moment added to `row`.
template <class T>
T slider_crank_moment(const Model& model, const BasicData<T>& data, int actuator, T* row);

/// The moment of a body that sticks to what it touches, added to `row`: against the mean of all its
/// contact normals.
template <class T>
void adhesion_moment(const Model& model, const BasicData<T>& data, int body, T* row);

/// Rotation vector of a site relative to its reference site.
template <class T>
void relative_rotation(const Model& model, const BasicData<T>& data, int actuator, T length[3]);

/// The moment about axis k of the site, relative to its reference site, added to `row`.
template <class T>
void rotation_moment(const Model& model, const BasicData<T>& data, int actuator, int k, T* row);

}  // namespace thew::actuation
