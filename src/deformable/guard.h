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

/// The guards of this step, by colours: those of one have no vertex in common (greedily, in the
/// order of the contacts), but for the last, of the few for which there was none. Those of a colour
/// are moved a block at a time where they are of as many vertices, with the bits of one by one;
/// their numbers stand in blocks of as many guards (deformable/walk.h).
template <class T>
class Guards {
 public:
  Guards(const Model& m, const BasicData<T>& d, Memory& memory) {
    const int* const contact = sort(m, d, memory);
    number_ = memory.take<T>(std::int64_t{end_[kColours]} * kColumns);
    vertex_ = memory.take<int>(std::int64_t{end_[kColours]} * kMost);
    count_ = memory.take<int>(end_[kColours]);
    if (memory.full()) return;
    // What fills up a block moves nothing.
    std::fill_n(number_, std::int64_t{end_[kColours]} * kColumns, T(0));
    std::fill_n(count_, end_[kColours], 0);
    base::share(end_[kColours], kToShare, [&](std::int64_t first, std::int64_t last) {
      for (auto i = static_cast<int>(first); i < last; ++i) fill(m, d, contact[i], i);
    });
  }

  /// Once the cloud has begun.
  void weigh(const Cloud<T>& cloud) {
    for (int i = 0; i < end_[kColours]; ++i) {
      const Some<T> guard = {numbers(i), vertex_ + kMost * i, count_[i]};
      T mobility(0);
      for (int k = 0; k < guard.count; ++k) {
        const T weight = guard[kWeight + k];
        mobility = math::fma(weight * weight, cloud.weight(guard.vertex[k]), mobility);
      }
      guard.put(kMobility, mobility);
      guard.put(kYields, mobility > T(0) ? T(1) / mobility : T(0));
    }
  }
  void start() {
    for (int i = 0; i < end_[kColours]; i += kBlock) {
      AtOnce<T>(T(0)).store(numbers(i) + kBlock * kPressed);
    }
  }
  void project(Cloud<T>& cloud) const {
    for (int k = 0, begin = 0; k < used_; begin = end_[k++]) {
      base::share((end_[k] - begin) / kBlock, kToShare / kBlock,
                  [&](std::int64_t first, std::int64_t last) {
                    for (std::int64_t b = first; b < last; ++b) {
                      project_block(cloud, begin + kBlock * static_cast<int>(b));
                    }
                  });
    }
    for (int i = end_[kColours - 1]; i < end_[kColours]; ++i) project<T>(cloud, i);
  }

 private:
  static constexpr int kMost = 2 * element::kSimplexCorners;  // vertices
  // What is known of a guard. The distance changes by the sum of weights times displacements along
  // the normal.
  enum Column {
    kNormal,
    kLeast = kNormal + 3,  // of the weighted sum of positions along the normal
    kFriction,             // coefficient of sliding
    kMobility,             // sum of squared weights times inverse masses
    kYields,               // one over that
    kPressed,              // sum of its multipliers in this part of the step
    kWeight,
    kColumns = kWeight + kMost
  };

  T* numbers(int i) const { return entry_at<T>(number_, kColumns, i, 0); }

  void project_block(const Cloud<T>& shared, int i) const {
    const Cloud<T> cloud = shared;  // where its tables are changes with no push
    const int* const count = count_ + i;
    if (are_alike(count, kBlock)) return project<AtOnce<T>>(cloud, i);
    for (int k = 0; k < kBlock; k += 4) {
      if (are_alike(count + k, 4)) {
        project<Four<T>>(cloud, i + k);
      } else {
        for (int own = i + k; own < i + k + 4; ++own) project<T>(cloud, own);
      }
    }
  }

  // Whether guards have as many vertices.
  static bool are_alike(const int* count, int guards) {
    bool alike = true;
    for (int k = 1; k < guards; ++k) alike &= count[k] == count[0];
    return alike;
  }

  // One guard, or some of a block from there on.
  template <class S>
  THEW_INLINE void project(const Cloud<T>& cloud, int i) const {
    const Some<S> guard = {numbers(i), vertex_ + kMost * i, count_[i]};
    const auto now = [&](int v) THEW_INLINE_LAMBDA { return cloud.begin[v] + cloud.moved[v]; };
    const auto way = [&](int v) THEW_INLINE_LAMBDA { return cloud.moved[v]; };
    const math::Vec3<S> normal = {guard[kNormal], guard[kNormal + 1], guard[kNormal + 2]};
    const S depth = guard[kLeast] - dot(normal, guard.weighted(now));
    const S yields = guard[kYields], none(T(0));
    S pressed = guard[kPressed];
    if (const auto deep = depth > none; any(deep)) {
      const S change = select(deep, depth * yields, none);
      pressed = pressed + change;
      guard.put(kPressed, pressed);
      guard.push(cloud, normal * change);
    }
    const S most = guard[kFriction] * pressed * guard[kMobility];
    if (!any(most > none)) return;
    const math::Vec3<S> moved = guard.weighted(way);
    const math::Vec3<S> slid = axpy(-dot(normal, moved), normal, moved);
    const S square = dot(slid, slid);
    const auto sticks = square <= most * most;
    S share = -yields;
    if (!all(sticks)) {
      share = share * select(sticks, S(T(1)), most / sqrt(select(sticks, S(T(1)), square)));
    }
    guard.push(cloud, slid * select(most > none, share, none));
  }

  // One guard or a block of as many vertices: their numbers, and the vertices of the first.
  template <class S>
  struct Some {
    T* number;
    const int* vertex;
    int count;

    S operator[](int column) const {
      if constexpr (std::is_same_v<S, T>) return number[kBlock * column];
      if constexpr (!std::is_same_v<S, T>) return S::load(number + kBlock * column);
    }
    void put(int column, const S& value) const {
      if constexpr (std::is_same_v<S, T>) number[kBlock * column] = value;
      if constexpr (!std::is_same_v<S, T>) value.store(number + kBlock * column);
    }
    // The weighted sum of what at(vertex) has.
    template <class At>
    THEW_INLINE math::Vec3<S> weighted(At at) const {
      math::Vec3<S> sum = {S(T(0)), S(T(0)), S(T(0))}, x;
      S none;
      for (int k = 0; k < count; ++k) {
        load_points(at, vertex + k, kMost, x, none);
        sum = axpy((*this)[kWeight + k], x, sum);
      }
      return sum;
    }
    THEW_INLINE void push(const Cloud<T>& cloud, const math::Vec3<S>& by) const {
      constexpr int kTogether = math::lanes_v<S>;
      Four<T> row[kTogether];
      as_rows(by, row);
      for (int k = 0; k < count; ++k) {
        const T* const weight = number + kBlock * (kWeight + k);
#pragma GCC unroll 16
        for (int c = 0; c < kTogether; ++c) {
          cloud.shift(vertex[kMost * c + k], row[c] * Four<T>(weight[c]));
        }
      }
    }
  };

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

  // The only vertex that a contact guards against what stands, as where a sheet lies on the ground;
  // -1 for other contacts.
  static int lone_vertex(const Model& m, const BasicData<T>& d, int i) {
    const int geom = d.contact.geom.row(i)[0], vert = d.contact.vert.row(i)[1];
    if (geom < 0 || vert < 0 || m.body_treeid[m.geom_bodyid[geom]] >= 0) return -1;
    const int flex = d.contact.flex.row(i)[1];
    const bool guarded = d.contact.exclude[i] == exclude::kNot && is_projected(m, flex);
    return guarded ? m.flex_vertadr[flex] + vert : -1;
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

  // The contacts by colour, each colour in whole blocks: -1 where there is none. Null without
  // memory.
  const int* sort(const Model& m, const BasicData<T>& d, Memory& memory) {
    int* const colour = memory.take<int>(d.ncon);
    auto* const taken = memory.take<std::uint64_t>(m.nflexvert);  // colours of vertices
    if (memory.full()) return nullptr;
    std::fill_n(taken, m.nflexvert, std::uint64_t{0});
    for (int i = 0; i < d.ncon; ++i) {
      if (const int v = lone_vertex(m, d, i); v >= 0) {
        colour[i] = std::countr_one(taken[v]);
        ++end_[colour[i]];
        if (colour[i] < kColours) taken[v] |= std::uint64_t{1} << colour[i];
        continue;
      }
      colour[i] = -1;
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
      if (k < kColours && end_[k] > 0) used_ = k + 1;
      sum += kBlock * static_cast<int>(blocks_of(end_[k]));
      end_[k] = sum;
    }
    int* const contact = memory.take<int>(end_[kColours]);
    if (contact == nullptr) return nullptr;
    std::fill_n(contact, end_[kColours], -1);
    for (int i = 0; i < d.ncon; ++i) {
      if (colour[i] >= 0) contact[next[colour[i]]++] = i;
    }
    return contact;
  }

  void fill(const Model& m, const BasicData<T>& d, int contact, int i) const {
    if (contact < 0) return;
    const Some<T> guard = {numbers(i), nullptr, 0};
    int& count = count_[i];
    const T* const frame = d.contact.frame.row(contact);
    const math::Vec3<T> normal = math::load3(frame);
    for (int k = 0; k < 3; ++k) guard.put(kNormal + k, frame[k]);
    const bool slides = d.contact.dim[contact] > 1 && !rolls(m, d, contact);
    guard.put(kFriction, slides ? d.contact.friction.row(contact)[0] : T(0));
    T at(0);
    const int lone = lone_vertex(m, d, contact);
    if (lone >= 0) {
      at = dot(normal, math::load3(d.flexvert_xpos.row(lone)));
      vertex_[kMost * i] = lone;
      guard.put(kWeight + count++, T(1));
    }
    for (int side = 0; side < 2 && lone < 0; ++side) {
      if (!is_soft(m, d, contact, side)) continue;
      const thew::detail::Corners corners = thew::detail::contact_corners(m, d, contact, side);
      for (int k = 0; k < corners.count; ++k) {
        const T weight = T(side == 0 ? -corners.weight[k] : corners.weight[k]);
        const math::Vec3<T> x = math::load3(d.flexvert_xpos.row(corners.vertex[k]));
        at = math::fma(weight, dot(normal, x), at);
        vertex_[kMost * i + count] = corners.vertex[k];
        guard.put(kWeight + count++, weight);
      }
    }
    guard.put(kLeast, at - math::max(d.contact.dist[contact], T(0)));
  }

  static constexpr int kColours = 64;
  static constexpr std::int64_t kToShare = 600;
  T* number_ = nullptr;
  int *vertex_ = nullptr, *count_ = nullptr;
  int end_[kColours + 1] = {};  // of each colour
  int used_ = 0;                // colours
};

}  // namespace thew::deformable
