#pragma once

// The second kernel of a step: contacts of pairs of geoms, in the order of the list of pairs.

#include "element/pair/box_box.h"
#include "element/pair/capsule.h"
#include "element/pair/capsule_box.h"
#include "element/pair/frame.h"
#include "element/pair/plane.h"
#include "element/pair/sphere.h"
#include "gpu/convex.h"
#include "gpu/smooth.h"

namespace thew::gpu {

namespace detail {

/// The points of a pair. `convex`: it may be one of shapes without a closed form.
template <bool convex, class T>
struct Points {
  static constexpr int kMost = convex ? element::kMaxPoints : 8;
  element::Point<T> point[kMost];
  int count;
};

/// Margin and gap of a pair together.
template <class T>
THEW_STAGE T reach_of(const CollideWorld<T>& w, int pair) {
  const auto& m = w.m;
  const int a = m.tables.pair_geom1[pair], b = m.tables.pair_geom2[pair],
            named = m.tables.pair_explicit[pair];
  const T margin = has(m.opt.enableflags, EnableBit::Override) ? m.opt.o_margin
                   : named >= 0 ? w.own(m.pair_margin, named)
                                : w.own(m.geom_margin, a) + w.own(m.geom_margin, b);
  const T gap = named >= 0 ? w.own(m.pair_gap, named) : w.own(m.geom_gap, a) + w.own(m.geom_gap, b);
  return margin + gap;
}

/// Whether the bounding spheres (or a plane and a sphere) come close enough.
template <class T>
THEW_STAGE bool spheres_meet(const CollideWorld<T>& w, int pair) {
  using namespace math;
  const auto& m = w.m;
  const int a = m.tables.pair_geom1[pair], b = m.tables.pair_geom2[pair];
  const T radius_a = w.own(m.geom_rbound, a), radius_b = w.own(m.geom_rbound, b);
  const T reach = reach_of(w, pair);
  const Vec3<T> way = load3(w.s.xpos + 3 * b) - load3(w.s.xpos + 3 * a);
  if (m.geom_type[a] == static_cast<int>(GeomType::Plane)) {
    const T* rot = w.row(w.rows.geom_xmat) + 9 * a;
    const Vec3<T> normal = {rot[2], rot[5], rot[8]};
    return !(dot(way, normal) > reach + radius_b) || !(radius_b > T(0));
  }
  const T bound = radius_a + radius_b + reach;
  return !(dot(way, way) > bound * bound) || !(radius_a > T(0) && radius_b > T(0));
}

/// Boxes with boxes or capsules, which iterate: in double, whatever the precision.
THEW_CALL int touch_box(const element::Placed<double> a, const element::Placed<double> b,
                        bool boxes, double reach, element::Point<double>* points) {
  return boxes ? element::box_box(a, b, reach, points) : element::capsule_box(a, b, reach, points);
}
/// The points of such a pair or of one without a closed form.
template <bool convex, class T>
THEW_STAGE int touch_slowly(const CollideWorld<T>& w, int a, int b, const T& reach, int slot,
                            element::Point<T>* points) {
  element::Point<double> found[Points<convex, T>::kMost];
  const auto first = static_cast<GeomType>(w.m.geom_type[a]),
             second = static_cast<GeomType>(w.m.geom_type[b]);
  int count;
  if (convex && is_convex_pair(first, second)) {
    count = touch_convex(w, a, b, static_cast<double>(reach), slot, found);
  } else {
    count = touch_box(placed<double>(w, a), placed<double>(w, b), first == GeomType::Box,
                      static_cast<double>(reach), found);
  }
  const auto narrow = [](const math::Vec3<double>& v) {
    return math::Vec3<T>{T(v.x), T(v.y), T(v.z)};
  };
  THEW_ROLLED
  for (int i = 0; i < count; ++i) {
    points[i] = {T(found[i].dist), narrow(found[i].pos), narrow(found[i].normal),
                 narrow(found[i].tangent)};
  }
  return count;
}

/// The points of two geoms, by their types, which ascend.
template <bool convex, class T>
THEW_STAGE int touch(const CollideWorld<T>& w, int a, int b, const T& reach, int slot,
                     element::Point<T>* points) {
  using namespace element;
  const auto& m = w.m;
  const auto first = static_cast<GeomType>(m.geom_type[a]),
             second = static_cast<GeomType>(m.geom_type[b]);
  const bool boxes =
      second == GeomType::Box && (first == GeomType::Box || first == GeomType::Capsule);
  if (boxes || (convex && is_convex_pair(first, second)))
    return touch_slowly<convex>(w, a, b, reach, slot, points);
  const Placed<T> x = placed<T>(w, a), y = placed<T>(w, b);
  if (first == GeomType::Plane) {
    switch (second) {
      case GeomType::Sphere:
        return plane_sphere(x, y, reach, points);
      case GeomType::Capsule:
        return plane_capsule(x, y, reach, points);
      case GeomType::Ellipsoid:
        return plane_ellipsoid(x, y, reach, points);
      case GeomType::Cylinder:
        return plane_cylinder(x, y, reach, points);
      case GeomType::Box:
        return plane_box(x, y, reach, points);
      default:
        return 0;
    }
  }
  if (first == GeomType::Sphere) {
    switch (second) {
      case GeomType::Sphere:
        return sphere_sphere(x, y, reach, points);
      case GeomType::Capsule:
        return sphere_capsule(x, y, reach, points);
      case GeomType::Cylinder:
        return sphere_cylinder(x, y, reach, points);
      case GeomType::Box:
        return sphere_box(x, y, reach, points);
      default:
        return 0;
    }
  }
  return capsule_capsule(x, y, reach, points);
}

/// The points of a pair that are sound and no farther apart than `most`.
template <bool convex, class T>
THEW_STAGE Points<convex, T> find_points(const CollideWorld<T>& w, int pair, int slot,
                                         const T& most) {
  Points<convex, T> found;
  const auto& t = w.m.tables;
  const int count = touch<convex>(w, t.pair_geom1[pair], t.pair_geom2[pair], reach_of(w, pair),
                                  slot, found.point);
  found.count = 0;
  THEW_ROLLED
  for (int i = 0; i < count; ++i) {
    const element::Point<T> p = found.point[i];
    const T sum = p.dist + (p.pos.x + p.pos.y + p.pos.z) + (p.normal.x + p.normal.y + p.normal.z);
    if (sum - sum == T(0) && p.dist < most) found.point[found.count++] = p;
  }
  return found;
}

}  // namespace detail

/// `convex`: some pairs are of shapes without a closed form.
template <bool convex, class Team, class T>
THEW_STAGE void collide(const Team& team, const DeviceModel<T>& m, const DeviceWorlds<T>& worlds,
                        std::uint32_t world, T* memory) {
  using namespace math;
  if (m.tables.npairs == 0 || is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  const CollideWorld<T> w(m, worlds, world, memory);
  const T* xpos = w.row(worlds.geom_xpos);
  team.copy(3 * m.ngeom, xpos, w.s.xpos);
  const int near = team.scan(
      m.tables.npairs, [&](int pair) { return detail::spheres_meet(w, pair) ? 1 : 0; },
      [&](int pair, int place, int count) {
        if (count > 0) w.s.candidate[place] = pair;
      });
  int *pairs = w.row(worlds.contact_pair), *number = w.row(worlds.ncon);
  T *dist = w.row(worlds.contact_dist), *pos = w.row(worlds.contact_pos),
    *frame = w.row(worlds.contact_frame);
  const int most = m.tables.nslots;
  // Where there are more contacts than places, the deepest stay: the limit of their distance is
  // found by halving.
  constexpr int kRounds = 60;
  T limit = T(element::kAbsent), low = T(-10), high = T(10);
  int found = 0, total = 0;
  THEW_ROLLED
  for (int round = 0;; ++round) {
    using Points = detail::Points<convex, T>;
    found = team.template collect<Points>(
        near,
        [&](int k) {
          return detail::find_points<convex>(w, w.s.candidate[k], k % Team::kSize, limit);
        },
        [&](int k, int place, const Points& points) {
          THEW_ROLLED
          for (int i = 0; i < points.count && place + i < most; ++i) {
            const element::Point<T>& point = points.point[i];
            const int slot = place + i;
            pairs[slot] = w.s.candidate[k];
            dist[slot] = point.dist;
            store(pos + 3 * slot, point.pos);
            store(frame + 9 * slot, element::contact_frame(point.normal, point.tangent));
          }
        });
    if (round == 0) total = found;
    if (total <= most || round == kRounds) break;
    if (round > 0) (found > most ? high : low) = limit;
    limit = round + 1 == kRounds ? high : T(0.5) * (low + high);
  }
  team.once([&] {
    number[0] = found < most ? found : most;
    if (total > most) ++w.row(worlds.warning_number)[static_cast<int>(Warning::Contactfull)];
  });
}

}  // namespace thew::gpu
