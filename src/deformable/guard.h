#pragma once

// Contacts while positions are projected. The solver of constraints has pushed vertices apart as
// points; what holds them together may push them in again. A guard keeps the distance at a contact
// from getting less than zero, or than it was as the step began, and brakes sliding by what that
// takes. Guarded is what flexes of this sort touch that is of this sort too, or does not move;
// others would have to be pushed back (constraint/material.h).

#include "deformable/cloud.h"
#include "deformable/twist.h"
#include "model/contact_exclude.h"
#include "model/contact_side.h"

namespace thew::deformable {

/// One contact: the distance has changed by the sum of weights times displacements along n.
template <class T>
struct Guard {
  static constexpr int kMost = 2 * element::kSimplexCorners;

  math::Vec3<T> normal;
  T least;     ///< of the weighted sum of positions along the normal
  T friction;  ///< coefficient of sliding
  T pressed;   ///< sum of its multipliers in this part of the step
  int count;
  int vertex[kMost];
  T weight[kMost];

  void project(Cloud<T>& cloud) {
    using math::Vec3;
    Vec3<T> at = {T(0), T(0), T(0)}, way = at;
    T mobility(0);
    for (int i = 0; i < count; ++i) {
      const int v = vertex[i];
      at = axpy(weight[i], cloud.at(v), at);
      way = axpy(weight[i], cloud.way(v), way);
      mobility = fma(weight[i] * weight[i], cloud.weight(v), mobility);
    }
    if (!(mobility > T(0))) return;
    const T depth = least - dot(normal, at);
    if (depth > T(0)) {
      const T change = depth / mobility;
      pressed = pressed + change;
      push(cloud, normal * change);
      way = way + normal * depth;
    }
    if (!(friction * pressed > T(0))) return;
    const Vec3<T> slid = way - normal * dot(normal, way);
    const T far = norm(slid), most = friction * pressed * mobility;
    if (far > T(0)) push(cloud, slid * (-math::min(T(1), most / far) / mobility));
  }

 private:
  void push(Cloud<T>& cloud, const math::Vec3<T>& by) const {
    for (int i = 0; i < count; ++i) {
      const int v = vertex[i];
      cloud.shift(v, by * (weight[i] * cloud.weight(v)));
    }
  }
};

/// The guards of this step, in the order of the contacts.
template <class T>
class Guards {
 public:
  Guards(const Model& m, const BasicData<T>& d, Memory& memory) {
    int count = 0;
    for (int i = 0; i < d.ncon; ++i) count += is_guarded(m, d, i);
    guard_ = memory.take<Guard<T>>(count);
    if (guard_ == nullptr) return;
    for (int i = 0; i < d.ncon; ++i) {
      if (is_guarded(m, d, i)) add(m, d, i);
    }
  }

  void start() {
    for (int i = 0; i < count_; ++i) guard_[i].pressed = T(0);
  }
  void project(Cloud<T>& cloud) {
    for (int i = 0; i < count_; ++i) guard_[i].project(cloud);
  }

 private:
  static bool is_soft(const Model& m, const BasicData<T>& d, int contact, int side) {
    const int flex = d.contact.flex.row(contact)[side];
    return d.contact.geom.row(contact)[side] < 0 && flex >= 0 && is_projected(m, flex);
  }
  static bool is_static(const Model& m, const BasicData<T>& d, int contact, int side) {
    const int geom = d.contact.geom.row(contact)[side];
    return geom >= 0 && m.body_treeid[m.geom_bodyid[geom]] < 0;
  }
  static bool is_guarded(const Model& m, const BasicData<T>& d, int i) {
    if (d.contact.exclude[i] != exclude::kNot) return false;
    const bool soft[2] = {is_soft(m, d, i, 0), is_soft(m, d, i, 1)};
    if (!soft[0] && !soft[1]) return false;
    return (soft[0] || is_static(m, d, i, 0)) && (soft[1] || is_static(m, d, i, 1));
  }

  // Chains that twist roll, by the forces that the solver found.
  static bool rolls(const Model& m, const BasicData<T>& d, int i) {
    const int* flex = d.contact.flex.row(i);
    return (flex[0] >= 0 && is_twisted(m, flex[0])) || (flex[1] >= 0 && is_twisted(m, flex[1]));
  }

  void add(const Model& m, const BasicData<T>& d, int i) {
    Guard<T>& guard = guard_[count_++];
    guard.normal = math::load3(d.contact.frame.row(i));
    guard.friction = d.contact.dim[i] > 1 && !rolls(m, d, i) ? d.contact.friction.row(i)[0] : T(0);
    guard.pressed = T(0);
    guard.count = 0;
    T at(0);
    for (int side = 0; side < 2; ++side) {
      if (!is_soft(m, d, i, side)) continue;
      const thew::detail::Corners corners = thew::detail::contact_corners(m, d, i, side);
      for (int k = 0; k < corners.count; ++k) {
        const T weight = T(side == 0 ? -corners.weight[k] : corners.weight[k]);
        const math::Vec3<T> x = math::load3(d.flexvert_xpos.row(corners.vertex[k]));
        at = math::fma(weight, dot(guard.normal, x), at);
        guard.vertex[guard.count] = corners.vertex[k];
        guard.weight[guard.count++] = weight;
      }
    }
    guard.least = at - math::max(d.contact.dist[i], T(0));
  }

  Guard<T>* guard_ = nullptr;
  int count_ = 0;
};

}  // namespace thew::deformable
