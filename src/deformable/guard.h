#pragma once

// Contacts while positions are projected. The solver of constraints has pushed vertices apart as
// points; what holds them together may push them in again. A guard keeps the distance at a contact
// from getting less than zero, or than it was as the step began, and brakes sliding by what that
// takes. Guarded is what flexes of this sort touch that is of this sort too, or does not move;
// others would have to be pushed back (constraint/material.h).

#include <bit>

#include "base/share.h"
#include "deformable/cloud.h"
#include "deformable/twist.h"
#include "model/contact_exclude.h"
#include "model/contact_side.h"

namespace thew::deformable {

/// One contact: the distance has changed by the sum of weights times displacements along n.
template <class T>
struct Guard {
  static constexpr int kMost = 2 * element::kSimplexCorners;

  Four<T> normal;  ///< and zero
  T least;         ///< of the weighted sum of positions along the normal
  T friction;      ///< coefficient of sliding
  T mobility;      ///< sum of squared weights times inverse masses
  T yields;        ///< one over that
  T pressed;       ///< sum of its multipliers in this part of the step
  int count;
  int vertex[kMost];
  T weight[kMost];

  void project(Cloud<T>& cloud) {
    if (!(mobility > T(0))) return;
    Four<T> at(T(0));
    for (int i = 0; i < count; ++i) {
      at = fma(Four<T>(weight[i]), cloud.begin[vertex[i]] + cloud.moved[vertex[i]], at);
    }
    const T depth = least - sum(normal * at);
    if (depth > T(0)) {
      const T change = depth * yields;
      pressed = pressed + change;
      push(cloud, normal, change);
    }
    if (!(friction * pressed > T(0))) return;
    Four<T> way(T(0));
    for (int i = 0; i < count; ++i) {
      way = fma(Four<T>(weight[i]), cloud.moved[vertex[i]], way);
    }
    const Four<T> slid = fma(normal, Four<T>(-sum(normal * way)), way);
    const T square = sum(slid * slid), most = friction * pressed * mobility;
    if (!(square > T(0))) return;
    push(cloud, slid, square <= most * most ? -yields : -most / math::sqrt(square) * yields);
  }

  void weigh(const Cloud<T>& cloud) {
    mobility = T(0);
    for (int i = 0; i < count; ++i) {
      mobility = fma(weight[i] * weight[i], cloud.weight(vertex[i]), mobility);
    }
    yields = mobility > T(0) ? T(1) / mobility : T(0);
  }

 private:
  static T sum(const Four<T>& a) { return a[0] + a[1] + a[2]; }

  void push(Cloud<T>& cloud, const Four<T>& way, const T& by) const {
    for (int i = 0; i < count; ++i) {
      const int v = vertex[i];
      cloud.moved[v] = fma(way, Four<T>(by * weight[i] * cloud.weight(v)), cloud.moved[v]);
    }
  }
};

/// The guards of this step, by colours: those of one have no vertex in common (greedily, in the
/// order of the contacts), but for the last, of the few for which there was none.
template <class T>
class Guards {
 public:
  Guards(const Model& m, const BasicData<T>& d, Memory& memory) {
    int count = 0;
    for (int i = 0; i < d.ncon; ++i) count += is_guarded(m, d, i);
    guard_ = memory.take<Guard<T>>(count);
    const int* const contact = sort(m, d, count, memory);
    if (contact == nullptr) return;
    base::share(count, kToShare, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t k = first; k < last; ++k) guard_[k] = guard_of(m, d, contact[k]);
    });
  }

  /// Once the cloud has begun.
  void weigh(const Cloud<T>& cloud) {
    for (int i = 0; i < end_[kColours]; ++i) guard_[i].weigh(cloud);
  }
  void start() {
    for (int i = 0; i < end_[kColours]; ++i) guard_[i].pressed = T(0);
  }
  void project(Cloud<T>& cloud) {
    for (int k = 0, begin = 0; k <= kColours; begin = end_[k++]) {
      const std::int64_t count = end_[k] - begin;
      base::share(count, k < kColours ? kToShare : count,
                  [&](std::int64_t first, std::int64_t last) {
                    for (std::int64_t i = first; i < last; ++i) guard_[begin + i].project(cloud);
                  });
    }
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

  // Calls visit(vertex) for the vertices that a contact guards.
  template <class Visit>
  static void each_vertex(const Model& m, const BasicData<T>& d, int i, Visit visit) {
    for (int side = 0; side < 2; ++side) {
      if (!is_soft(m, d, i, side)) continue;
      const int flex = d.contact.flex.row(i)[side], first = m.flex_vertadr[flex];
      if (const int vert = d.contact.vert.row(i)[side]; vert >= 0) {
        visit(first + vert);
        continue;
      }
      const FlexView view(m, flex);
      const int* const corner = view.element(d.contact.elem.row(i)[side]);
      for (int k = 0; k <= view.dim; ++k) visit(first + corner[k]);
    }
  }

  // The contacts by colour; null without memory.
  const int* sort(const Model& m, const BasicData<T>& d, int count, Memory& memory) {
    int* const contact = memory.take<int>(count);
    int* const colour = memory.take<int>(d.ncon);
    auto* const taken = memory.take<std::uint64_t>(m.nflexvert);  // colours of vertices
    if (memory.full()) return nullptr;
    std::fill_n(taken, m.nflexvert, std::uint64_t{0});
    for (int i = 0; i < d.ncon; ++i) {
      if (!is_guarded(m, d, i)) continue;
      std::uint64_t used = 0;
      each_vertex(m, d, i, [&](int v) { used |= taken[v]; });
      colour[i] = std::countr_one(used);  // 64 where all are
      ++end_[colour[i]];
      if (colour[i] == kColours) continue;
      each_vertex(m, d, i, [&](int v) { taken[v] |= std::uint64_t{1} << colour[i]; });
    }
    int next[kColours + 1];
    for (int k = 0, sum = 0; k <= kColours; ++k) {
      next[k] = sum;
      end_[k] = sum += end_[k];
    }
    for (int i = 0; i < d.ncon; ++i) {
      if (is_guarded(m, d, i)) contact[next[colour[i]]++] = i;
    }
    return contact;
  }

  static Guard<T> guard_of(const Model& m, const BasicData<T>& d, int i) {
    Guard<T> guard;
    const math::Vec3<T> normal = math::load3(d.contact.frame.row(i));
    guard.normal = four(normal, T(0));
    guard.friction = d.contact.dim[i] > 1 && !rolls(m, d, i) ? d.contact.friction.row(i)[0] : T(0);
    guard.count = 0;
    T at(0);
    for (int side = 0; side < 2; ++side) {
      if (!is_soft(m, d, i, side)) continue;
      const thew::detail::Corners corners = thew::detail::contact_corners(m, d, i, side);
      for (int k = 0; k < corners.count; ++k) {
        const T weight = T(side == 0 ? -corners.weight[k] : corners.weight[k]);
        const math::Vec3<T> x = math::load3(d.flexvert_xpos.row(corners.vertex[k]));
        at = math::fma(weight, dot(normal, x), at);
        guard.vertex[guard.count] = corners.vertex[k];
        guard.weight[guard.count++] = weight;
      }
    }
    guard.least = at - math::max(d.contact.dist[i], T(0));
    return guard;
  }

  static constexpr int kColours = 64;
  static constexpr std::int64_t kToShare = 600;
  Guard<T>* guard_ = nullptr;
  int end_[kColours + 1] = {};  // of each colour
};

}  // namespace thew::deformable
