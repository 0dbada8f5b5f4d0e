// Rods that bend and twist. flex_bending has a record for each vertex between two segments (see
// compile/flex/rod.cc); `plastic` has tangent and director of each segment at the last step, all
// zero before the first one, and behind them the twist between the directors of neighbours.

#include "deformable/rod.h"

#include <algorithm>

#include "deformable/vertices.h"
#include "element/rod.h"
#include "math/dual.h"
#include "model/lane_types.h"

namespace thew::deformable {

using namespace math;
using element::RodBend, element::RodFrame;

namespace {

constexpr int kRecord = 10, kFrame = 6;

// A rod's records, segments and hinges.
class Rod {
 public:
  Rod(const Model& model, int f)
      : m(model), view(model, f), record_(model.flex_bending.data() + model.flex_bendingadr[f]) {
    const std::int64_t room = (m.nflexbending - m.flex_bendingadr[f] - 1) / kRecord;
    const std::int64_t kept = (m.nplastic - m.flex_plasticadr[f] - kFrame) / (kFrame + 1);
    bends = static_cast<int>(
        std::max<std::int64_t>(0, std::min({std::int64_t{as_index(*record_++)}, room, kept})));
    for (int k = 0; k < 3; ++k) size_[k] = 2 * m.flex_size.row(f)[k];
  }

  int segments() const { return bends + 1; }
  const double* bend(int i) const { return record_ + kRecord * std::int64_t{i}; }
  /// The first or second end of a segment.
  int end(int segment, int which) const {
    const double* r = segment == 0 ? bend(0) : bend(segment - 1) + 1;
    const int vertex = as_index(r[which]);
    return vertex < 0 || vertex >= vertices() ? 0 : vertex;
  }
  /// Whether one body carries both ends, so that it turns the segment too.
  bool is_clamped(int segment) const { return hinge(segment) < 0; }
  /// The hinge of its twist, or -1.
  int hinge(int segment) const {
    if (segment > 0) return checked(as_index(bend(segment - 1)[7]));
    if (view.body(end(0, 0)) == view.body(end(0, 1))) return -1;
    return checked(as_index(bend(0)[7]) - 1);
  }
  bool is_turned() const { return bend(0)[9] < 0; }
  /// From the first to the second end, at rest.
  Vec3<double> rest_way(int segment) const {
    const double *a = m.flex_vert0.row(view.first_vertex + end(segment, 0)),
                 *b = m.flex_vert0.row(view.first_vertex + end(segment, 1));
    return {(b[0] - a[0]) * size_[0], (b[1] - a[1]) * size_[1], (b[2] - a[2]) * size_[2]};
  }

  const Model& m;
  FlexView view;
  int bends = 0;

 private:
  int vertices() const { return static_cast<int>(m.nflexvert) - view.first_vertex; }
  int checked(int joint) const {
    return joint >= 0 && joint < m.njnt && m.jnt_type[joint] == static_cast<int>(JointType::Hinge)
               ? joint
               : -1;
  }

  const double* record_;
  double size_[3];
};

template <class T>
Vec3<T> unit(const Vec3<T>& v) {
  return v * (T(1) / norm(v));
}

template <class T>
Vec3<T> converted(const Vec3<double>& v) {
  return {T(v.x), T(v.y), T(v.z)};
}

// How a body has turned since qpos0, where each body is as its frame in the parent's says.
template <class T>
Mat3<T> turn_since_rest(const Model& m, const BasicData<T>& d, int body) {
  Quat<double> rest = {1, 0, 0, 0};
  for (int b = body; b > 0; b = m.body_parentid[b]) {
    const double* q = m.body_quat.values().data() + 4 * std::int64_t{b};
    rest = load4(q) * rest;
  }
  const Mat3<double> r = to_matrix(normalized(rest));
  const Mat3<T> back = {T(r.xx), T(r.yx), T(r.zx), T(r.xy), T(r.yy),
                        T(r.zy), T(r.xz), T(r.yz), T(r.zz)};
  return load9(d.xmat.row(body)) * back;
}

// Walks along a rod, with the frames of its segments at rest and now.
template <class T>
class Walk {
 public:
  Walk(const Rod& rod, const BasicData<T>& d, int f)
      : rod_(rod), d_(d), kept_(d.plastic.data() + rod.m.flex_plasticadr[f]) {
    next();
  }

  int segment = -1;
  RodFrame<double> rest;
  RodFrame<T> now;
  Vec3<T> way;

  /// The twist that was kept between the segment before and this one.
  T kept_twist() const { return kept_[kFrame * std::int64_t{rod_.segments()} + segment - 1]; }

  void next() {
    const RodFrame<double> rest_before = rest;
    const RodFrame<T> before = now;
    ++segment;
    rest.tangent = unit(rod_.rest_way(segment));
    rest = segment == 0 ? element::first_frame(rest.tangent, rod_.is_turned())
                        : element::carried(rest_before, rest.tangent);
    const FlexView& view = rod_.view;
    way = vertex_at(d_, view, rod_.end(segment, 1)) - vertex_at(d_, view, rod_.end(segment, 0));
    const Vec3<T> tangent = unit(way);
    const T* kept = kept_ + kFrame * std::int64_t{segment};
    if (rod_.is_clamped(segment)) {
      const Mat3<T> turn = turn_since_rest(rod_.m, d_, view.body(rod_.end(segment, 0)));
      now = {tangent, turn * converted<T>(rest.director)};
    } else if (kept[0] != T(0) || kept[1] != T(0) || kept[2] != T(0)) {
      now = element::carried<T>({load3(kept), load3(kept + 3)}, tangent);
    } else {
      now = element::carried<T>(
          segment == 0 ? RodFrame<T>{converted<T>(rest.tangent), converted<T>(rest.director)}
                       : before,
          tangent);
    }
  }

 private:
  const Rod& rod_;
  const BasicData<T>& d_;
  const T* kept_;
};

// The frame from which a segment's is carried along: derivatives see the way from there.
template <class T>
RodFrame<T> kept_frame(const Rod& rod, const BasicData<T>& d, int f, const Walk<T>& walk) {
  const T* kept = d.plastic.data() + rod.m.flex_plasticadr[f] + kFrame * std::int64_t{walk.segment};
  const bool none = kept[0] == T(0) && kept[1] == T(0) && kept[2] == T(0);
  if (none || rod.is_clamped(walk.segment)) return walk.now;
  return {load3(kept), load3(kept + 3)};
}

// Whole turns that keep the twist near to what it was.
template <class T>
T whole_turns(const T& twist, const T& kept) {
  constexpr double kTurn = 2 * 3.14159265358979323846;
  return T(kTurn) * floor((kept - twist) * T(1 / kTurn) + T(0.5));
}

// What one bend depends on: three points and two angles.
template <class T>
struct Bend {
  Vec3<T> x[3];
  T angle[2];
  RodFrame<T> kept[2];
  RodBend<T> rest[2];
  T turns;
  element::RodStiffness k;

  /// Minus the derivative of the energy by number i of these, points first.
  T force(int i) const {
    using D = Dual<T>;
    const auto vector = [](const Vec3<T>& v) { return Vec3<D>{D(v.x), D(v.y), D(v.z)}; };
    Vec3<D> at[3];
    for (int p = 0; p < 3; ++p) at[p] = vector(x[p]);
    D by[2] = {D(angle[0]), D(angle[1])};
    if (i < 9) {
      Vec3<D>& p = at[i / 3];
      (i % 3 == 0 ? p.x : i % 3 == 1 ? p.y : p.z).slope = T(1);
    } else {
      by[i - 9].slope = T(1);
    }
    RodFrame<D> frame[2];
    RodBend<D> still[2];
    for (int s = 0; s < 2; ++s) {
      frame[s] = {vector(kept[s].tangent), vector(kept[s].director)};
      still[s] = {D(rest[s].first), D(rest[s].second)};
    }
    return -element::rod_energy(at, by, frame, still, D(turns), k).slope;
  }
};

// A torque about the tangent of a segment: on its hinge, or on the body that turns it.
template <class T>
void twist_segment(const Rod& rod, const BasicData<T>& d, int segment, const Vec3<T>& tangent,
                   const T& torque, T* result) {
  if (const int hinge = rod.hinge(segment); hinge >= 0) {
    T& own = result[rod.m.jnt_dofadr[hinge]];
    own = own + torque;
    return;
  }
  const int body = rod.view.body(rod.end(segment, 0));
  for (int i = dynamics::last_dof(rod.m, body); i >= 0; i = rod.m.dof_parentid[i]) {
    result[i] = result[i] + torque * dot(load3(d.cdof.row(i)), tangent);
  }
}

template <class T>
T angle_of(const Rod& rod, const BasicData<T>& d, int segment) {
  const int hinge = rod.hinge(segment);
  return hinge < 0 ? T(0) : d.qpos[rod.m.jnt_qposadr[hinge]];
}

}  // namespace

template <class T>
void add_rod(const Model& m, const BasicData<T>& d, int f, T* result) {
  const Rod rod(m, f);
  if (rod.bends == 0) return;
  Walk<T> walk(rod, d, f);
  for (int b = 0; b < rod.bends; ++b) {
    Bend<T> bend;
    const double* r = rod.bend(b);
    bend.k = {r[4] + r[5], r[4], r[8]};
    const Vec3<double> curved = element::rod_curvature(rod.rest_way(b), rod.rest_way(b + 1));
    RodFrame<T> now[2];
    for (int s = 0; s < 2; ++s) {
      if (s == 1) walk.next();
      now[s] = walk.now;
      bend.kept[s] = kept_frame(rod, d, f, walk);
      const RodBend<double> still = element::seen_by(walk.rest, 0.0, curved);
      bend.rest[s] = {T(still.first), T(still.second)};
      bend.angle[s] = angle_of(rod, d, b + s);
    }
    const int vertex[3] = {rod.end(b, 0), rod.end(b, 1), rod.end(b + 1, 1)};
    for (int p = 0; p < 3; ++p) bend.x[p] = vertex_at(d, rod.view, vertex[p]);
    bend.turns = whole_turns(element::twist_between(now[0], now[1]), walk.kept_twist());
    for (int p = 0; p < 3; ++p) {
      push(m, d, rod.view.body(vertex[p]), bend.x[p],
           Vec3<T>{bend.force(3 * p), bend.force(3 * p + 1), bend.force(3 * p + 2)}, result);
    }
    for (int s = 0; s < 2; ++s) {
      twist_segment(rod, d, b + s, now[s].tangent, bend.force(9 + s), result);
    }
  }
}

template <class T>
void keep_rods(const Model& m, BasicData<T>& d) {
  for (int f = 0; f < m.nflex; ++f) {
    if (!is_rod(m, f)) continue;
    const Rod rod(m, f);
    if (rod.bends == 0) continue;
    T* kept = d.plastic.data() + m.flex_plasticadr[f];
    Walk<T> walk(rod, d, f);
    for (int s = 0; s < rod.segments(); ++s) {
      const RodFrame<T> before = walk.now;
      if (s > 0) {
        walk.next();
        T& twist = kept[kFrame * std::int64_t{rod.segments()} + s - 1];
        const T now = element::twist_between(before, walk.now);
        twist = now + whole_turns(now, twist);
      }
      // The next segment is carried from where this one is now, or from its own frame: not from
      // what is written here.
      store(kept + kFrame * std::int64_t{s}, walk.now.tangent);
      store(kept + kFrame * std::int64_t{s} + 3, walk.now.director);
    }
  }
}

#define THEW_INSTANTIATE(T)                                          \
  template void add_rod(const Model&, const BasicData<T>&, int, T*); \
  template void keep_rods(const Model&, BasicData<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::deformable
