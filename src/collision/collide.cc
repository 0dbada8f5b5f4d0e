// The collision stage: pairs of geoms that may touch, their contacts, and the contacts' numbers.

#include <algorithm>
#include <limits>
#include <utility>

#include <thew/callback.h>
#include <thew/collision.h>

#include "collision/contact_list.h"
#include "collision/flex.h"
#include "collision/narrow.h"
#include "collision/reach.h"
#include "collision/search.h"
#include "collision/speculative.h"
#include "collision/views.h"
#include "collision/visited.h"
#include "model/as_compiled.h"
#include "model/contact_slot.h"
#include "model/lane_types.h"
#include "model/pair_signature.h"
#include "model/sleep.h"
#include "model/timer.h"
#include "model/warning.h"

namespace thew::collision {

using namespace math;

namespace {

// Whether two bodies need not be looked at: neither of them moves by itself.
template <class T>
bool both_rest(const Model& m, const BasicData<T>& d, int body1, int body2) {
  if constexpr (kLanes<T> > 1) {
    return false;
  } else {
    if (!sleep::any_asleep(m, d)) return false;
    const auto is_asleep = [&](int b) { return sleep::state_of_body(d, b) == SleepState::Asleep; };
    const auto rests = [&](int b) { return is_asleep(b) || m.body_weldid[b] == 0; };
    return rests(body1) && rests(body2) && (is_asleep(body1) || is_asleep(body2));
  }
}

// Counts a warning for pairs that found no room; there will be room for `wanted` in the next step.
template <class T>
void note_lost(BasicData<T>& d, Workspace<T>& w, std::int64_t wanted) {
  w.want_pairs(wanted);
  constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  raise(d, Warning::Contactfull, static_cast<int>(std::min(wanted, kMost)), MaskOf<T>(true));
}

// All pairs of geoms to be tested, in the order of contacts: by bodies, explicit pairs first.
template <class T>
int find_pairs(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  const bool swept = speculates(m);
  if (swept) sweep_geoms(m, d, w);
  geom_boxes(m, d, w);
  const Box* box = reinterpret_cast<const Box*>(w.geom_box.data());
  const std::int64_t found = body_pairs(m, box, w.body_box.data(), w.body_order.data(),
                                        w.body_pair.data(), w.body_pair.rows());
  const std::int64_t bodies = std::min(found, w.body_pair.rows());
  GeomPair* const list = reinterpret_cast<GeomPair*>(w.geom_pair.data());
  GeomPair* const end = list + w.geom_pair.rows();
  GeomPair* next = list;
  std::int64_t lost = 0;
  int explicit_pair = 0;
  const auto add_explicit = [&](std::int64_t until) {
    for (;
         explicit_pair < m.npair && model::pair_signature(m.pair_signature[explicit_pair]) <= until;
         ++explicit_pair) {
      int a = m.pair_geom1[explicit_pair], b = m.pair_geom2[explicit_pair];
      if (both_rest(m, d, m.geom_bodyid[a], m.geom_bodyid[b])) continue;
      if (m.geom_type[a] > m.geom_type[b]) std::swap(a, b);
      if (!flag_pose(d, a) || !flag_pose(d, b)) continue;
      if (next < end) {
        *next++ = {a, b, explicit_pair};
      } else {
        ++lost;
      }
    }
  };
  for (std::int64_t i = 0; i < bodies; ++i) {
    const int body1 = static_cast<int>(w.body_pair[i] >> 32);
    const int body2 = static_cast<int>(w.body_pair[i] & 0xffffffff);
    const std::int64_t signature = model::pair_signature(body1, body2);
    if (explicit_pair < m.npair) add_explicit(signature - 1);
    const int first = explicit_pair;
    if (explicit_pair < m.npair) add_explicit(signature);
    if (both_rest(m, d, body1, body2)) continue;
    const double* xipos = nullptr;
    const double* ximat = nullptr;
    if constexpr (std::is_same_v<T, double>) {
      // Trees know nothing of the way that geoms move in the step.
      xipos = swept ? nullptr : d.xipos.data();
      ximat = d.ximat.data();
    }
    const bool fast = swept && (is_fast(m, d, w, body1) || is_fast(m, d, w, body2));
    next =
        geom_pairs(m, xipos, ximat, box, body1, body2, first, explicit_pair, fast, next, end, lost);
  }
  add_explicit(std::numeric_limits<std::int64_t>::max());
  if (found > bodies || lost > 0) note_lost(d, w, std::max(found, next - list + lost));
  return static_cast<int>(next - list);
}

// Whether the bounding spheres (or a plane and a sphere) come close enough, in each lane.
template <class T>
MaskOf<T> spheres_meet(const Model& m, const BasicData<T>& d, int a, int b, const T& reach) {
  const T radius_a = param(d, m.geom_rbound, a), radius_b = param(d, m.geom_rbound, b);
  const Vec3<T> way = load3(d.geom_xpos.row(b)) - load3(d.geom_xpos.row(a));
  if (m.geom_type[a] == static_cast<int>(GeomType::Plane)) {
    const T* rot = d.geom_xmat.row(a);
    const Vec3<T> normal = {rot[2], rot[5], rot[8]};
    return (!(dot(way, normal) > reach + radius_b)) | (!(radius_b > T(0)));
  }
  const T bound = radius_a + radius_b + reach;
  return (!(dot(way, way) > bound * bound)) | (!((radius_a > T(0)) & (radius_b > T(0))));
}

// Whether they do at some time of the step.
template <class T>
MaskOf<T> swept_spheres_meet(const Model& m, const BasicData<T>& d, const Workspace<T>& w, int a,
                             int b, const T& reach) {
  const T radius_a = param(d, m.geom_rbound, a), radius_b = param(d, m.geom_rbound, b);
  const Vec3<T> way = load3(d.geom_xpos.row(b)) - load3(d.geom_xpos.row(a));
  const Vec3<T> shift = sweep_of(w, b).shift - sweep_of(w, a).shift;
  if (m.geom_type[a] == static_cast<int>(GeomType::Plane)) {
    const Vec3<T> normal = load9(d.geom_xmat.row(a)).column_z();
    return !(dot(way, normal) + min(dot(shift, normal), T(0)) > reach + radius_b);
  }
  const T square = dot(shift, shift), along = -dot(way, shift);
  const T time = clamp(along / select(square > T(0), square, T(1)), T(0), T(1));
  const Vec3<T> nearest = axpy(time, shift, way);
  const T bound = radius_a + radius_b + reach;
  return !(dot(nearest, nearest) > bound * bound);
}

// How the two surfaces slide by themselves, second less first, in the contact frame.
template <class T>
Vec3<T> surface_velocity(const Model& m, const BasicData<T>& d, const GeomPair& pair,
                         const Vec3<T>& at, const Mat3<T>& frame) {
  Vec3<T> linear = {T(0), T(0), T(0)}, angular = linear;
  for (const int geom : {pair.geom1, pair.geom2}) {
    const T sign(geom == pair.geom1 ? -1.0 : 1.0);
    T own[6];
    for (int k = 0; k < 6; ++k) own[k] = param(d, m.geom_surfacevel, 6 * geom + k);
    const Mat3<T> rot = load9(d.geom_xmat.row(geom));
    const Vec3<T> turn = rot * load3(own + 3);
    const Vec3<T> slide = rot * load3(own) + cross(turn, at - load3(d.geom_xpos.row(geom)));
    linear = axpy(sign, slide, linear);
    angular = axpy(sign, turn, angular);
  }
  const Vec3<T> along = frame * linear;
  return {along.y, along.z, (frame * angular).x};
}

// Whether the surface of a geom slides along itself.
template <class T>
bool slides(const Model& m, const BasicData<T>& d, int geom) {
  if (!m.flg_surfacevel && are_as_compiled(d, m.geom_surfacevel)) return false;
  for (int k = 0; k < 6; ++k) {
    if (any(param(d, m.geom_surfacevel, 6 * geom + k) != T(0))) return true;
  }
  return false;
}

template <class T>
void write_contact(const Model& m, BasicData<T>& d, const GeomPair& pair,
                   const ContactParameters<T>& p, const Point<T>& point, const Mat3<T>& frame,
                   bool expected) {
  ContactColumns<T>& c = d.contact;
  const int i = append_contact(m, d, p, point, frame);
  c.geom1[i] = c.geom.row(i)[0] = pair.geom1;
  c.geom2[i] = c.geom.row(i)[1] = pair.geom2;
  if (slides(m, d, pair.geom1) || slides(m, d, pair.geom2)) {
    store(c.surfacevel.row(i), surface_velocity(m, d, pair, point.pos, frame));
  }
  if constexpr (kLanes<T> == 1) {
    exclude::mark_gap(c, i, expected);
  } else if (expected) {
    c.exclude[i] = model::kExpected;
  }
}

// A slot that is a point in no lane yet.
template <class T>
Point<T> absent_point() {
  const Vec3<T> zero = {T(0), T(0), T(0)};
  return {T(kAbsent), zero, {T(1), T(0), T(0)}, zero};
}

template <class T>
void set_lane(Vec3<T>& v, int k, const Vec3<double>& value) {
  math::set_lane(v.x, k, static_cast<OneOf<T>>(value.x));
  math::set_lane(v.y, k, static_cast<OneOf<T>>(value.y));
  math::set_lane(v.z, k, static_cast<OneOf<T>>(value.z));
}
template <class T>
void set_lane(Point<T>& point, int k, const Point<double>& value) {
  math::set_lane(point.dist, k, static_cast<OneOf<T>>(value.dist));
  set_lane(point.pos, k, value.pos);
  set_lane(point.normal, k, value.normal);
  set_lane(point.tangent, k, value.tangent);
}

template <class T>
LocalBox local_box(const Model& m, const BasicData<T>& d, int geom, int k) {
  double v[6];
  for (int i = 0; i < 6; ++i) v[i] = lane(param(d, m.geom_aabb, 6 * geom + i), k);
  return {load3(v), load3(v + 3)};
}

// Whether two geoms are surely farther apart than `reach` in a lane: by the boxes around them,
// turned with them, then by how far hulls reach. Points of distance fields may lie outside of the
// box around the surface.
template <class T>
bool surely_apart(const Model& m, const BasicData<T>& d, const GeomPair& pair, double reach,
                  int k) {
  const auto type1 = static_cast<GeomType>(m.geom_type[pair.geom1]);
  const auto type2 = static_cast<GeomType>(m.geom_type[pair.geom2]);
  if (type1 == GeomType::Hfield || type2 == GeomType::Sdf) return false;
  const auto boxed = [&](int geom) {
    return BoxedGeom{geom, placed(m, d, geom, k), local_box(m, d, geom, k)};
  };
  const BoxedGeom a = boxed(pair.geom1), b = boxed(pair.geom2);
  if (type1 != GeomType::Plane && boxes_apart(a.at, a.box, b.at, b.box, reach)) return true;
  return type2 == GeomType::Mesh && reaches_apart(m, a, b, reach);
}

// One world at a time, for shapes without closed form. The slots of all lanes are joined by their
// index.
template <class T>
int general_points(const Model& m, const BasicData<T>& d, Workspace<T>& w, const GeomPair& pair,
                   GeneralPair function, const ContactParameters<T>& p, const MaskOf<T>& near,
                   Point<T>* points) {
  int slots = 0;
  for (int k = 0; k < kLanes<T>; ++k) {
    const double reach = lane(p.margin + p.gap, k);
    if (!lane(near, k) || surely_apart(m, d, pair, reach, k)) continue;
    Point<double> own[kMaxPoints];
    const GeomShape a(m, d, pair.geom1, k), b(m, d, pair.geom2, k);
    const PairSettings settings = pair_settings(m, w, reach);
    if (field_watcher) field_watcher->meet(pair.geom1, pair.geom2);
    const int n = function(a.shape, b.shape, settings, own);
    if constexpr (kLanes<T> > 1) {
      for (; slots < n; ++slots) points[slots] = absent_point<T>();
    }
    for (int i = 0; i < n; ++i) set_lane(points[i], k, own[i]);
    if constexpr (kLanes<T> == 1) return n;
  }
  return slots;
}

// The contacts that the pair has now.
template <class T>
int present_points(const Model& m, const BasicData<T>& d, Workspace<T>& w, const GeomPair& pair,
                   const ContactParameters<T>& p, Point<T>* points) {
  const MaskOf<T> near = spheres_meet(m, d, pair.geom1, pair.geom2, p.margin + p.gap);
  if (none(near)) return 0;
  const GeomType type1 = static_cast<GeomType>(m.geom_type[pair.geom1]);
  const GeomType type2 = static_cast<GeomType>(m.geom_type[pair.geom2]);
  if (const auto analytic = analytic_pair<T>(type1, type2)) {
    return analytic(placed(m, d, pair.geom1), placed(m, d, pair.geom2), p.margin + p.gap, points);
  }
  const auto general = general_pair(type1, type2);
  return general ? general_points(m, d, w, pair, general, p, near, points) : 0;
}

// In worlds where the pair does not touch, the contacts that it will have in this step take the
// place of those in the gap. Returns how many slots of `expected` were filled.
template <class T>
int expected_points(const Model& m, BasicData<T>& d, Workspace<T>& w, const GeomPair& pair,
                    const ContactParameters<T>& p, Point<T>* points, int count,
                    Point<T>* expected) {
  const MaskOf<T> near = swept_spheres_meet(m, d, w, pair.geom1, pair.geom2, p.margin + p.gap);
  int slots = 0;
  for (int k = 0; k < kLanes<T>; ++k) {
    const auto touches = [&](const Point<T>& x) { return lane(x.dist, k) < lane(p.margin, k); };
    if (!lane(near, k) || std::any_of(points, points + count, touches)) continue;
    Point<double> own[kSpeculativePoints];
    const int n = speculate(m, d, w, pair, p, k, own);
    if (n == 0) continue;
    for (; slots < n; ++slots) expected[slots] = absent_point<T>();
    for (int i = 0; i < n; ++i) set_lane(expected[i], k, own[i]);
    for (int i = 0; i < count; ++i) math::set_lane(points[i].dist, k, OneOf<T>(kAbsent));
  }
  return slots;
}

// Takes out points that are not finite: those of geoms without a pose.
template <class T>
void drop_unsound(BasicData<T>& d, const GeomPair& pair, Point<T>& point) {
  const T sum = point.dist + (point.pos.x + point.pos.y + point.pos.z) +
                (point.normal.x + point.normal.y + point.normal.z);
  const MaskOf<T> unsound = !(sum - sum == T(0));
  if (none(unsound)) return;
  point.dist = select(unsound, T(kAbsent), point.dist);
  raise(d, Warning::Badqpos, pair.geom1, unsound);
}

template <class T>
void write_contacts(const Model& m, BasicData<T>& d, Workspace<T>& w, const GeomPair& pair,
                    const ContactParameters<T>& p, Point<T>* points, int count, bool expected) {
  PointFrames<T> frames;
  for (int i = 0; i < count; ++i) {
    drop_unsound(d, pair, points[i]);
    if (none(points[i].dist < T(kAbsent))) continue;
    write_contact(m, d, pair, p, points[i], frames.of(points[i]), expected);
  }
  make_room(d, w);
}

template <class T>
void test_pair(const Model& m, BasicData<T>& d, Workspace<T>& w, const GeomPair& pair) {
  ContactParameters<T> p;
  find_reach(m, d, pair.geom1, pair.geom2, pair.pair, p);
  Point<T> points[kMaxPoints];
  const int count = present_points(m, d, w, pair, p, points);
  const bool may_come =
      speculates(m) && any(swept_spheres_meet(m, d, w, pair.geom1, pair.geom2, p.margin + p.gap));
  if (count == 0 && !may_come) return;
  find_parameters(m, d, pair.geom1, pair.geom2, pair.pair, p);
  if (may_come) {
    Point<T> expected[kSpeculativePoints];
    const int more = expected_points(m, d, w, pair, p, points, count, expected);
    write_contacts(m, d, w, pair, p, expected, more, true);
  }
  write_contacts(m, d, w, pair, p, points, count, false);
}

// The user's function that refuses pairs, or null; worlds in lanes have none.
template <class T>
auto contact_filter(const BasicData<T>& d) {
  if constexpr (kCallsUser<T>) {
    return callback(callbacks.contact_filter, d);
  } else {
    return nullptr;
  }
}

// Contacts of flexes stand between those of geoms: after those of a body with later bodies come its
// own with flexes, and in the end those of flexes with one another.
template <class T>
class FlexTurns {
 public:
  FlexTurns(const Model& m, BasicData<T>& d, Workspace<T>& w) : m_(m), d_(d), w_(w) {}

  void before(const GeomPair& pair) {
    if (m_.nflex > 0) until(std::min(m_.geom_bodyid[pair.geom1], m_.geom_bodyid[pair.geom2]));
  }
  void finish() {
    if (m_.nflex == 0) return;
    until(static_cast<int>(m_.nbody));
    if constexpr (kLanes<T> == 1) flexes_with_flexes(m_, d_, w_);
  }

 private:
  void until(int body) {
    if constexpr (kLanes<T> == 1) {
      for (; next_ < body; ++next_) body_with_flexes(m_, d_, w_, next_);
    }
  }

  const Model& m_;
  BasicData<T>& d_;
  Workspace<T>& w_;
  int next_ = 0;
};

template <class T>
void test_all(const Model& m, BasicData<T>& d, Workspace<T>& w, int pairs) {
  const GeomPair* list = reinterpret_cast<const GeomPair*>(w.geom_pair.data());
  const auto refuses = contact_filter(d);
  FlexTurns<T> flexes(m, d, w);
  for (int i = 0; i < pairs; ++i) {
    flexes.before(list[i]);
    if constexpr (kCallsUser<T>) {
      const GeomPair& pair = list[i];
      if (refuses && pair.pair < 0 && refuses(m, d, pair.geom1, pair.geom2)) continue;
    }
    test_pair(m, d, w, list[i]);
  }
  flexes.finish();
  drop_shallow(d, w);
}

// The same, with marks at the boxes that were visited where viewers want them.
template <class T>
void test_pairs(const Model& m, BasicData<T>& d, Workspace<T>& w, int pairs) {
  if constexpr (kLanes<T> == 1) {
    if (m.vis.global_.bvactive != 0) {
      mark_visited(m, d);
      MeshMarks<T> marks(m, d);
      const Watching watching(marks);
      return test_all(m, d, w, pairs);
    }
  }
  test_all(m, d, w, pairs);
}

// Whether there are two bodies with geoms, pairs that are named, or flexes.
bool can_touch(const Model& m) {
  int carriers = m.npair > 0 || m.nflex > 0 ? 2 : 0;
  for (int body = 0; body < m.nbody && carriers < 2; ++body) carriers += m.body_geomnum[body] > 0;
  return carriers == 2;
}

}  // namespace

template <class T>
void collide(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  d.ncon = 0;
  if (has(m.opt.disableflags, DisableBit::Constraint) ||
      has(m.opt.disableflags, DisableBit::Contact) || !can_touch(m)) {
    return;
  }
  timed(d, Timer::PosCollision, [&] {
    const int pairs = timed(d, Timer::ColBroad, [&] { return find_pairs(m, d, w); });
    timed(d, Timer::ColNarrow, [&] { test_pairs(m, d, w, pairs); });
  });
  d.maxuse_con = std::max(d.maxuse_con, d.ncon);
}

#define THEW_INSTANTIATE(T) template void collide(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
