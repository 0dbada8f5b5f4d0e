#pragma once

// Rods whose segments have hinges for their twist. flex_bending has a record for each vertex
// between two segments (see compile/flex/rod.cc); `plastic` has tangent and director of each
// segment at the last step, all zero before the first one, and behind them the twist between the
// directors of neighbours.

#include <algorithm>

#include "deformable/rod.h"
#include "deformable/vertices.h"
#include "element/rod.h"
#include "math/quat.h"

namespace thew::deformable {

inline constexpr int kRecord = 10, kFrame = 6;

/// The records, segments and hinges of a chain.
class RodChain {
 public:
  RodChain(const Model& model, int f)
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
  /// The segment that is an element of the flex.
  int segment_of(int element) const {
    const int* corner = view.element(element);
    const auto matches = [&](int s) {
      const int a = end(s, 0), b = end(s, 1);
      return (a == corner[0] && b == corner[1]) || (a == corner[1] && b == corner[0]);
    };
    if (element < segments() && matches(element)) return element;
    for (int s = 0; s < segments(); ++s) {
      if (matches(s)) return s;
    }
    return 0;
  }
  /// The segment that begins with a vertex, or ends with the last one.
  int segment_at(int vertex) const {
    if (vertex < segments() && end(vertex, 0) == vertex) return vertex;
    for (int s = 0; s < segments(); ++s) {
      if (end(s, 0) == vertex) return s;
    }
    return bends;
  }
  bool is_turned() const { return bend(0)[9] < 0; }
  /// From the first to the second end, at rest.
  math::Vec3<double> rest_way(int segment) const {
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

/// Calls visit(joint) for the hinges of a flex's segments, if it has any.
template <class Visit>
void each_rod_hinge(const Model& m, int f, Visit visit) {
  if (!is_rod(m, f) || !is_chain(m, f)) return;
  const RodChain rod(m, f);
  for (int s = 0; s < rod.segments() && rod.bends > 0; ++s) {
    if (const int hinge = rod.hinge(s); hinge >= 0) visit(hinge);
  }
}

template <class T>
math::Vec3<T> unit(const math::Vec3<T>& v) {
  return v * (T(1) / norm(v));
}

template <class T>
math::Vec3<T> converted(const math::Vec3<double>& v) {
  return {T(v.x), T(v.y), T(v.z)};
}

/// How a body has turned since qpos0, where each body is as its frame in the parent's says.
template <class T>
math::Mat3<T> turn_since_rest(const Model& m, const BasicData<T>& d, int body) {
  math::Quat<double> rest = {1, 0, 0, 0};
  for (int b = body; b > 0; b = m.body_parentid[b]) {
    const double* q = m.body_quat.values().data() + 4 * std::int64_t{b};
    rest = math::load4(q) * rest;
  }
  const math::Mat3<double> r = math::to_matrix(normalized(rest));
  const math::Mat3<T> back = {T(r.xx), T(r.yx), T(r.zx), T(r.xy), T(r.yy),
                              T(r.zy), T(r.xz), T(r.yz), T(r.zz)};
  return math::load9(d.xmat.row(body)) * back;
}

/// The frames of a rod's segments at rest, where anybody asks for them.
class RestFrames {
 public:
  explicit RestFrames(const RodChain& rod) : rod_(rod) {}

  /// Of a segment that is not before the last one that was asked for.
  const element::RodFrame<double>& at(int segment) {
    while (segment_ < segment) {
      const math::Vec3<double> tangent = unit(rod_.rest_way(++segment_));
      frame_ = segment_ == 0 ? element::first_frame(tangent, rod_.is_turned())
                             : element::carried(frame_, tangent);
    }
    return frame_;
  }

 private:
  const RodChain& rod_;
  int segment_ = -1;
  element::RodFrame<double> frame_;
};

/// Walks along a rod, with the frames of its segments.
template <class T>
class RodWalk {
 public:
  RodWalk(const RodChain& rod, const BasicData<T>& d, int f)
      : rod_(rod), d_(d), kept_(d.plastic.data() + rod.m.flex_plasticadr[f]), rest_(rod) {
    next();
  }

  int segment = -1;
  element::RodFrame<T> now;
  math::Vec3<T> way;

  /// How far the material is turned against the frame: not where a body turns both.
  T angle() const {
    const int hinge = rod_.hinge(segment);
    return hinge < 0 ? T(0) : d_.qpos[rod_.m.jnt_qposadr[hinge]];
  }
  /// The tangent from which the frame was carried along.
  math::Vec3<T> kept_tangent() const {
    const T* kept = kept_ + kFrame * std::int64_t{segment};
    return rod_.is_clamped(segment) || !is_kept(kept) ? now.tangent : math::load3(kept);
  }
  /// The twist that was kept between the segment before and this one.
  T kept_twist() const { return kept_[kFrame * std::int64_t{rod_.segments()} + segment - 1]; }

  void next() {
    const element::RodFrame<T> before = now;
    ++segment;
    const FlexView& view = rod_.view;
    way = vertex_at(d_, view, rod_.end(segment, 1)) - vertex_at(d_, view, rod_.end(segment, 0));
    const math::Vec3<T> tangent = unit(way);
    const T* kept = kept_ + kFrame * std::int64_t{segment};
    if (rod_.is_clamped(segment)) {
      const math::Mat3<T> turn = turn_since_rest(rod_.m, d_, view.body(rod_.end(segment, 0)));
      now = {tangent, turn * converted<T>(rest_.at(segment).director)};
    } else if (is_kept(kept)) {
      now = element::carried<T>({math::load3(kept), math::load3(kept + 3)}, tangent);
    } else if (segment > 0) {
      now = element::carried<T>(before, tangent);
    } else {
      const element::RodFrame<double>& rest = rest_.at(0);
      now = element::carried<T>({converted<T>(rest.tangent), converted<T>(rest.director)}, tangent);
    }
  }

 private:
  static bool is_kept(const T* frame) {
    return frame[0] != T(0) || frame[1] != T(0) || frame[2] != T(0);
  }

  const RodChain& rod_;
  const BasicData<T>& d_;
  const T* kept_;
  RestFrames rest_;
};

/// Whole turns that keep the twist near to what it was.
template <class T>
T whole_turns(const T& twist, const T& kept) {
  constexpr double kTurn = 2 * 3.14159265358979323846;
  return T(kTurn) * floor((kept - twist) * T(1 / kTurn) + T(0.5));
}

/// Two segments beside one another: their ends, and what they store energy by.
template <class T>
struct ChainBend {
  int vertex[3];
  int segment;  ///< the first
  element::RodState<T> state;
  element::RodStiffness k;
};

/// A segment of a chain as its bends see it.
template <class T>
struct ChainSegment {
  element::RodFrame<T> frame;
  T angle;
  element::RodAxes<T> axes;
  math::Vec3<T> kept;

  explicit ChainSegment(const RodWalk<T>& walk)
      : frame(walk.now),
        angle(walk.angle()),
        axes(element::material_axes(frame, angle)),
        kept(walk.kept_tangent()) {}
};

/// Calls visit(bend) along a chain.
template <class T, class Visit>
void each_chain_bend(const RodChain& rod, const BasicData<T>& d, int f, Visit visit) {
  if (rod.bends == 0) return;
  RodWalk<T> walk(rod, d, f);
  RestFrames rest(rod);
  ChainSegment<T> first(walk);
  for (int b = 0; b < rod.bends; ++b) {
    walk.next();
    const ChainSegment<T> second(walk);
    const double* r = rod.bend(b);
    ChainBend<T> bend = {{rod.end(b, 0), rod.end(b, 1), rod.end(b + 1, 1)}, b, {}, {}};
    bend.k = {r[4] + r[5], r[4], r[8]};
    math::Vec3<T> x[3];
    for (int p = 0; p < 3; ++p) x[p] = vertex_at(d, rod.view, bend.vertex[p]);
    bend.state.joint = element::rod_joint(x);
    const math::Vec3<double> curved = element::rod_curvature(rod.rest_way(b), rod.rest_way(b + 1));
    const bool straight = curved.x == 0 && curved.y == 0 && curved.z == 0;
    for (int s = 0; s < 2; ++s) {
      const ChainSegment<T>& side = s == 0 ? first : second;
      bend.state.axes[s] = side.axes;
      bend.state.kept[s] = side.kept;
      if (straight) continue;
      const auto still = element::seen_along(element::material_axes(rest.at(b + s), 0.0), curved);
      bend.state.rest[s] = {T(still.first), T(still.second)};
    }
    const T carried = element::twist_between(first.frame, second.frame);
    bend.state.twist =
        second.angle - first.angle + carried + whole_turns(carried, walk.kept_twist());
    visit(bend);
    first = second;
  }
}

}  // namespace thew::deformable
