// Which bounding boxes a search for contacts visits, where viewers want to know: MuJoCo's search,
// pair by pair of bodies and flexes and down both trees at once. The search for contacts itself
// takes other ways (middle.cc).

#include "collision/visited.h"

#include <algorithm>
#include <limits>

#include "collision/body_filter.h"
#include "collision/parameters.h"
#include "collision/views.h"
#include "math/eigen3.h"
#include "model/lane_types.h"
#include "model/sleep.h"

namespace thew::collision {

using namespace math;

namespace {

using Vector = Vec3<double>;
using Matrix = Mat3<double>;

constexpr double kEndless = 1e10;  // half size of the box around a plane [m]

/// A box, and how its frame stands in the world.
struct TurnedBox {
  Vector centre;  ///< in the world
  double half[3];
  Vector axis[3];

  bool has_end(int k) const { return half[k] < kEndless; }
  bool is_endless() const { return !has_end(0) && !has_end(1) && !has_end(2); }
  bool has_all_ends() const { return has_end(0) && has_end(1) && has_end(2); }
  double reach(const Vector& n) const {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += abs(half[k] * dot(axis[k], n));
    return sum;
  }
};

TurnedBox turned(const double* box, const Vector& pos, const Matrix& rot) {
  return {rot * load3(box) + pos,
          {box[3], box[4], box[5]},
          {rot.column_x(), rot.column_y(), rot.column_z()}};
}

/// Whether no normal of a side of one of them separates two boxes.
bool meet(const TurnedBox& a, const TurnedBox& b, double margin) {
  if (a.is_endless() || b.is_endless()) return true;
  for (const TurnedBox* own : {&a, &b}) {
    const TurnedBox& other = own == &a ? b : a;
    if (!other.has_all_ends()) continue;
    for (const Vector& n : own->axis) {
      const double apart = abs(dot(b.centre, n) - dot(a.centre, n));
      if (a.reach(n) + b.reach(n) + margin < apart) return false;
    }
  }
  return true;
}

/// Sides of a box along the axes of a frame.
struct Interval {
  double low[3], high[3];

  void include(const Interval& other) {
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], other.low[k]);
      high[k] = std::max(high[k], other.high[k]);
    }
  }
  bool meets(const Interval& other) const {
    for (int k = 0; k < 3; ++k) {
      if (low[k] > other.high[k] || other.low[k] > high[k]) return false;
    }
    return true;
  }
};

constexpr double kMost = std::numeric_limits<double>::max();
constexpr Interval kNothing = {{kMost, kMost, kMost}, {-kMost, -kMost, -kMost}};

/// The search. Members are bodies, then flexes, by one number.
template <class T>
class Visit {
 public:
  Visit(const Model& m, BasicData<T>& d)
      : m_(m), d_(d), filter_(m), members_(static_cast<int>(m.nbody + m.nflex)) {}

  void run() {
    std::fill(d_.bvh_active.begin(), d_.bvh_active.end(), false);
    find_frame();
    for (int a = 0; a < members_; ++a) {
      if (!can_touch(a)) continue;
      const bool always = meets_all(a);
      const Interval bounds = a > 0 ? bounds_of(a) : kNothing;
      for (int b = a + 1; b < members_; ++b) {
        if (!can_touch(b)) continue;
        if (always || meets_all(b) || bounds.meets(bounds_of(b))) visit(a, b);
      }
    }
    for (int f = 0; f < m_.nflex; ++f) visit_itself(f);
  }

 private:
  bool is_body(int member) const { return member < m_.nbody; }
  int flex_of(int member) const { return member - static_cast<int>(m_.nbody); }
  int type_of(int member) const {
    return is_body(member) ? m_.body_contype[member] : m_.flex_contype[flex_of(member)];
  }
  int affinity_of(int member) const {
    return is_body(member) ? m_.body_conaffinity[member] : m_.flex_conaffinity[flex_of(member)];
  }
  bool can_touch(int member) const { return (type_of(member) | affinity_of(member)) != 0; }
  bool overrides() const { return has(m_.opt.enableflags, EnableBit::Override); }
  double margin(double own) const { return overrides() ? m_.opt.o_margin : own; }

  // The world, and what stands still and has a plane, are tested with everything.
  bool meets_all(int member) const {
    if (!is_body(member)) return false;
    const int first = m_.body_geomadr[member], count = m_.body_geomnum[member];
    if (member == 0) return count > 0;
    if (m_.body_dofnum[m_.body_weldid[member]] != 0) return false;
    for (int g = first; g < first + count; ++g) {
      if (m_.geom_type[g] == static_cast<int>(GeomType::Plane)) return true;
    }
    return false;
  }

  // Bounds are along the axes in which the places of geoms and vertices vary most.
  void find_frame() {
    Vector mean = {0, 0, 0};
    int count = 0;
    each_place([&](const Vector& p) {
      mean = mean + p;
      ++count;
    });
    if (count == 0) return;
    mean = mean * (1.0 / count);
    std::array<double, 9> covariance = {};
    each_place([&](const Vector& p) {
      const double way[3] = {p.x - mean.x, p.y - mean.y, p.z - mean.z};
      for (std::size_t k = 0; k < 9; ++k) covariance[k] += way[k / 3] * way[k % 3] / count;
    });
    const auto quat = eigen3(covariance).quat;
    const Matrix turn = to_matrix(Quat<double>{quat[0], quat[1], quat[2], quat[3]});
    frame_[0] = turn.column_x(), frame_[1] = turn.column_y(), frame_[2] = turn.column_z();
  }

  template <class Use>
  void each_place(Use&& use) const {
    for (int g = 0; g < m_.ngeom; ++g) {
      if (m_.geom_bodyid[g] != 0) use(vector(d_.geom_xpos.row(g)));
    }
    for (int v = 0; v < m_.nflexvert; ++v) {
      if (m_.flex_vertbodyid[v] != 0) use(vector(d_.flexvert_xpos.row(v)));
    }
  }

  Interval bounds_of(int member) const {
    Interval all = kNothing;
    if (is_body(member)) {
      const int first = m_.body_geomadr[member];
      for (int g = first; g < first + m_.body_geomnum[member]; ++g) all.include(bounds_of_geom(g));
      return all;
    }
    const int flex = flex_of(member), first = m_.flex_vertadr[flex];
    const double own = m_.flex_margin[flex] + m_.flex_gap[flex];
    const double wide = m_.flex_radius[flex] + (overrides() ? 0.5 * m_.opt.o_margin : own);
    for (int v = first; v < first + m_.flex_vertnum[flex]; ++v) {
      Interval one;
      for (int k = 0; k < 3; ++k) {
        const double at = dot(frame_[k], vector(d_.flexvert_xpos.row(v)));
        one.low[k] = at - wide;
        one.high[k] = at + wide;
      }
      all.include(one);
    }
    return all;
  }

  Interval bounds_of_geom(int g) const {
    const GeomSurface<T> surface{m_, d_, g};
    const double own = lane(surface.margin() + surface.gap(), 0);
    const double wide = overrides() ? 0.5 * m_.opt.o_margin : own;
    const double radius = lane(param(d_, m_.geom_rbound, g), 0);
    const TurnedBox box = box_of_geom(g);
    const Vector pos = vector(d_.geom_xpos.row(g));
    Interval one;
    for (int k = 0; k < 3; ++k) {
      const double middle = dot(box.centre, frame_[k]), half = box.reach(frame_[k]);
      const double at = dot(pos, frame_[k]);
      one.low[k] = std::max(at - radius, middle - half) - wide;
      one.high[k] = std::min(at + radius, middle + half) + wide;
    }
    return one;
  }

  static Vector vector(const T* x) { return {lane(x[0], 0), lane(x[1], 0), lane(x[2], 0)}; }

  TurnedBox box_of_geom(int g) const {
    double box[6];
    for (int k = 0; k < 6; ++k) box[k] = lane(param(d_, m_.geom_aabb, 6 * g + k), 0);
    const Placed<double> at = placed(m_, d_, g, 0);
    return turned(box, at.pos, at.rot);
  }

  int root_of(int member) const {
    return is_body(member) ? m_.body_bvhadr[member] : m_.flex_bvhadr[flex_of(member)];
  }

  // Numbers of the box of a node.
  void numbers_of(int member, int node, double* box) const {
    if (is_body(member)) {
      std::copy_n(m_.bvh_aabb.row(node), 6, box);
    } else {
      const T* dynamic = d_.bvh_aabb_dyn.row(node - m_.nbvhstatic);
      for (int k = 0; k < 6; ++k) box[k] = lane(dynamic[k], 0);
    }
  }

  TurnedBox box_of(int member, int node) const {
    double box[6];
    numbers_of(member, node, box);
    if (!is_body(member)) return turned(box, {0, 0, 0}, identity3<double>());
    double rot[9];
    for (int k = 0; k < 9; ++k) rot[k] = lane(d_.ximat.row(member)[k], 0);
    return turned(box, vector(d_.xipos.row(member)), load9(rot));
  }

  bool is_asleep(int member) const {
    return is_body(member) && sleep::any_asleep(m_, d_) &&
           sleep::state_of_body(d_, member) == SleepState::Asleep;
  }

  // Whether two members may touch, as far as their kinds say.
  bool may_touch(int a, int b) const {
    if ((type_of(a) & affinity_of(b)) == 0 && (type_of(b) & affinity_of(a)) == 0) return false;
    if (!is_body(b)) return true;
    if (!filter_.pass(a, b)) return false;
    const auto rests = [&](int body) { return is_asleep(body) || m_.body_weldid[body] == 0; };
    return !(rests(a) && rests(b) && (is_asleep(a) || is_asleep(b)));
  }

  void visit(int a, int b) {
    if (has(m_.opt.disableflags, DisableBit::Midphase) || !may_touch(a, b)) return;
    if (is_body(b) && m_.body_geomnum[a] == 1 && m_.body_geomnum[b] == 1) return;
    if (root_of(a) >= 0 && root_of(b) >= 0) descend(a, root_of(a), b, root_of(b));
  }

  // A flex that touches itself by its tree.
  void visit_itself(int f) {
    const auto how = static_cast<FlexSelf>(m_.flex_selfcollide[f]);
    const bool by_tree = how == FlexSelf::Bvh || (how == FlexSelf::Auto && m_.flex_dim[f] == 3);
    if (m_.flex_rigid[f] || (m_.flex_contype[f] & m_.flex_conaffinity[f]) == 0) return;
    if (by_tree) visit(static_cast<int>(m_.nbody) + f, static_cast<int>(m_.nbody) + f);
  }

  bool is_leaf(int node) const {
    const int* child = m_.bvh_child.row(node);
    return child[0] < 0 && child[1] < 0;
  }

  bool leaves_meet(int a, int node_a, int b, int node_b) const {
    if (!is_body(a)) return true;
    const int geom = m_.bvh_nodeid[node_a], other = m_.bvh_nodeid[node_b];
    if (is_body(b)) return geoms_meet(geom, other);
    const int flex = flex_of(b);
    if ((m_.geom_contype[geom] & m_.flex_conaffinity[flex]) == 0 &&
        (m_.flex_contype[flex] & m_.geom_conaffinity[geom]) == 0) {
      return false;
    }
    ContactParameters<T> p;
    find_reach(m_, GeomSurface<T>{m_, d_, geom}, FlexSurface<T>{m_, flex}, p);
    const double reach = lane(p.margin + p.gap, 0);
    const TurnedBox box = box_of(b, node_b);
    const double radius = lane(param(d_, m_.geom_rbound, geom), 0) + reach;
    const Vector way = vector(d_.geom_xpos.row(geom)) - box.centre;
    if (abs(way.x) > radius + box.half[0] || abs(way.y) > radius + box.half[1] ||
        abs(way.z) > radius + box.half[2]) {
      return false;
    }
    return meet(box_of_geom(geom), box, reach);
  }

  bool geoms_meet(int a, int b) const {
    ContactParameters<T> p;
    find_reach(m_, d_, a, b, -1, p);
    const double reach = lane(p.margin + p.gap, 0);
    const double radius_a = lane(param(d_, m_.geom_rbound, a), 0);
    const double radius_b = lane(param(d_, m_.geom_rbound, b), 0);
    const Vector way = vector(d_.geom_xpos.row(b)) - vector(d_.geom_xpos.row(a));
    const auto above = [&](int plane, double side, double radius) {
      if (m_.geom_type[plane] != static_cast<int>(GeomType::Plane) || !(radius > 0)) return false;
      const T* rot = d_.geom_xmat.row(plane);
      const Vector normal = {lane(rot[2], 0), lane(rot[5], 0), lane(rot[8], 0)};
      return side * dot(way, normal) > reach + radius;
    };
    if (radius_a > 0 && radius_b > 0) {
      const double bound = radius_a + radius_b + reach;
      if (dot(way, way) > bound * bound) return false;
    } else if (above(a, 1, radius_b) || above(b, -1, radius_a)) {
      return false;
    }
    return meet(box_of_geom(a), box_of_geom(b), reach);
  }

  bool nodes_meet(int a, int node_a, int b, int node_b) const {
    const auto own = [&](int member) {
      return is_body(member) ? m_.body_margin[member] : m_.flex_margin[flex_of(member)];
    };
    return meet(box_of(a, node_a), box_of(b, node_b), margin(own(a) + own(b)));
  }

  // A quarter of half the surface of a box: the larger one is opened first.
  double size_of(int member, int node) const {
    double box[6];
    numbers_of(member, node, box);
    return box[3] * box[4] + box[4] * box[5] + box[5] * box[3];
  }

  void descend(int a, int node_a, int b, int node_b) {
    if (a == b && node_a > node_b) return;
    const bool leaf_a = is_leaf(node_a), leaf_b = is_leaf(node_b), leaves = leaf_a && leaf_b;
    if (leaves ? !leaves_meet(a, node_a, b, node_b) : !nodes_meet(a, node_a, b, node_b)) return;
    d_.bvh_active[node_a] = d_.bvh_active[node_b] = true;
    if (leaves) return;
    const bool first = leaf_b || (!leaf_a && size_of(a, node_a) > size_of(b, node_b));
    const int member = first ? a : b, node = first ? node_a : node_b;
    for (int k = 0; k < 2; ++k) {
      const int child = m_.bvh_child.row(node)[k];
      if (child < 0) continue;
      const int next = root_of(member) + child;
      descend(a, first ? next : node_a, b, first ? node_b : next);
    }
  }

  const Model& m_;
  BasicData<T>& d_;
  BodyFilter filter_;
  int members_;
  Vector frame_[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
};

}  // namespace

template <class T>
void mark_visited(const Model& m, BasicData<T>& d) {
  Visit<T>(m, d).run();
}

#define THEW_INSTANTIATE(T) template void mark_visited(const Model&, BasicData<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
