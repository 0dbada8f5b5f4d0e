// Which features of sheets and geoms come near one another in a step.

#include <algorithm>
#include <type_traits>

#include "collision/body_filter.h"
#include "collision/flex_tree.h"
#include "collision/sheet_scene.h"
#include "model/lane_types.h"
#include "model/sheets.h"

namespace thew::collision {

using namespace math;

namespace {

bool bits_meet(int type1, int affinity1, int type2, int affinity2) {
  return (type1 & affinity2) != 0 || (type2 & affinity1) != 0;
}

// How far two sides of a pair are apart along an axis, at least.
class SideBox {
 public:
  SideBox(const Vec3d& a, const Vec3d& b)
      : low_{math::min(a.x, b.x), math::min(a.y, b.y), math::min(a.z, b.z)},
        high_{math::max(a.x, b.x), math::max(a.y, b.y), math::max(a.z, b.z)} {}

  void include(const Vec3d& p) {
    low_ = {math::min(low_.x, p.x), math::min(low_.y, p.y), math::min(low_.z, p.z)};
    high_ = {math::max(high_.x, p.x), math::max(high_.y, p.y), math::max(high_.z, p.z)};
  }
  bool is_apart(const SideBox& o, double far) const {
    return (o.low_.x - high_.x > far) | (low_.x - o.high_.x > far) | (o.low_.y - high_.y > far) |
           (low_.y - o.high_.y > far) | (o.low_.z - high_.z > far) | (low_.z - o.high_.z > far);
  }
  Vec3d middle() const { return (low_ + high_) * 0.5; }
  Vec3d half() const { return (high_ - low_) * 0.5; }

 private:
  Vec3d low_, high_;
};

template <class T>
class SheetSearch {
 public:
  SheetSearch(const SheetScene<T>& scene, const Vec3d* from, const Vec3d* to, double drift,
              Memory& memory, BoundedList<SheetPair>& found)
      : scene_(scene),
        m_(scene.model()),
        points_(scene.points()),
        filter_(m_),
        from_(from),
        to_(to),
        drift_(drift),
        found_(found),
        travel_(memory.take<double>(points_.count)),
        sweep_(memory.take<double>(m_.nflex)),
        seen_(memory.take<int>(m_.nflexedge)) {
    if (memory.full()) return;
    std::fill_n(seen_, m_.nflexedge, 0);
    for (const int f : points_.flexes) sweep_[f] = 0;
    for (int i = 0; i < points_.count; ++i) {
      travel_[i] = norm(to[i] - from[i]);
      double& most = sweep_[points_.flex[i]];
      most = math::max(most, travel_[i]);
    }
  }

  void vertices_with_geoms() {
    for (int g = 0; g < m_.ngeom; ++g) {
      for (const int f : points_.flexes) {
        if (meets(f, g)) vertices_with_geom(f, g);
      }
    }
  }

  void features_with(int flex) {
    const Tree<T> tree(m_, scene_.data(), flex);
    const double far = band_of(flex, flex) + sweep_[flex];
    for (int c = 0; c < scene_.corners().count; ++c) {
      const GeomCorner& corner = scene_.corners()[c];
      if (!meets(flex, corner.geom)) continue;
      each_near(tree, {corner.at, corner.at}, far + corner.radius, [&](int e) {
        int v[3];
        corners(flex, e, v);
        add({SheetPairKind::CornerTriangle, corner.geom, c, 3, {v[0], v[1], v[2], -1}});
      });
    }
    for (int c = 0; c < scene_.edges().count; ++c) {
      const GeomEdge& edge = scene_.edges()[c];
      if (!meets(flex, edge.geom)) continue;
      each_near_edge(flex, tree, {edge.end[0], edge.end[1]}, far + edge.radius, [&](int e) {
        int end[2];
        ends(flex, e, end);
        add({SheetPairKind::GeomEdgeEdge, edge.geom, c, 2, {end[0], end[1], -1, -1}});
      });
    }
  }

  // Of triangles that are near one another, the features that each of them owns.
  void triangles_with(int f, int g) {
    if (!touches(f, g)) return;
    const Tree<T> tree(m_, scene_.data(), g);
    const double around = points_.radius[points_.first[f]] + band_of(f, g) + sweep_[g];
    for (int e = 0; e < m_.flex_elemnum[f]; ++e) {
      int v[3];
      corners(f, e, v);
      SideBox box(from_[v[0]], from_[v[1]]);
      box.include(from_[v[2]]);
      const double travel = math::max(travel_[v[0]], math::max(travel_[v[1]], travel_[v[2]]));
      each_near(tree, box, around + travel, [&](int other) {
        if (f != g || other > e) two_triangles(f, e, v, g, other);
      });
    }
  }

 private:
  bool meets(int flex, int geom) const {
    return model::is_kept_apart(m_, flex, geom) &&
           bits_meet(m_.flex_contype[flex], m_.flex_conaffinity[flex], m_.geom_contype[geom],
                     m_.geom_conaffinity[geom]);
  }
  bool touches(int f, int g) const {
    if (f == g) {
      return m_.flex_selfcollide[f] != static_cast<int>(FlexSelf::None) &&
             (m_.flex_contype[f] & m_.flex_conaffinity[f]) != 0;
    }
    return bits_meet(m_.flex_contype[f], m_.flex_conaffinity[f], m_.flex_contype[g],
                     m_.flex_conaffinity[g]);
  }

  void corners(int flex, int e, int* v) const {
    const int* own = m_.flex_elem.data() + m_.flex_elemdataadr[flex] + 3 * std::int64_t{e};
    for (int k = 0; k < 3; ++k) v[k] = points_.first[flex] + own[k];
  }
  const int* edges(int flex, int e) const {
    return m_.flex_elemedge.data() + m_.flex_elemedgeadr[flex] + 3 * std::int64_t{e};
  }
  void ends(int flex, int e, int* end) const {
    const int* own = m_.flex_edge.row(m_.flex_edgeadr[flex] + e);
    for (int k = 0; k < 2; ++k) end[k] = points_.first[flex] + own[k];
  }
  double band_of(int f, int g) const {
    return math::min(sheet::kBand, math::min(double{m_.flex_radius[f]}, double{m_.flex_radius[g]}));
  }

  // The elements whose boxes, which have their skin, are near a box.
  template <class Visit>
  void each_near(const Tree<T>& tree, const SideBox& side, double reach, const Visit& visit) const {
    const Vec3d middle = side.middle(), half = side.half();
    const T box[6] = {T(middle.x), T(middle.y), T(middle.z), T(half.x), T(half.y), T(half.z)};
    constexpr double kRounding = std::is_same_v<T, float> ? 1e-5 : 0;
    tree.near(box, reach + drift_ + kRounding, [&](int node) { visit(tree.element(node)); });
  }

  // Their edges, each once.
  template <class Visit>
  void each_near_edge(int flex, const Tree<T>& tree, const SideBox& side, double reach,
                      const Visit& visit) {
    ++query_;
    each_near(tree, side, reach, [&](int element) {
      for (int k = 0; k < 3; ++k) {
        const int e = edges(flex, element)[k];
        int& seen = seen_[m_.flex_edgeadr[flex] + e];
        if (seen == query_) continue;
        seen = query_;
        visit(e);
      }
    });
  }

  void vertices_with_geom(int flex, int geom) {
    const auto type = static_cast<GeomType>(m_.geom_type[geom]);
    const double sphere = lane(param(scene_.data(), m_.geom_rbound, geom), 0);
    const Vec3d centre = to_double(scene_.data().geom_xpos.row(geom));
    const int first = points_.first[flex], end = first + m_.flex_vertnum[flex];
    const double skin = double{m_.flex_radius[flex]} + band_of(flex, flex);
    for (int i = first; i < end; ++i) {
      if (!points_.moves(i)) continue;
      const bool far =
          type != GeomType::Plane && norm(from_[i] - centre) > sphere + skin + travel_[i];
      if (!far) add({SheetPairKind::VertexGeom, geom, -1, 1, {i, -1, -1, -1}});
    }
  }

  static Vec3d to_double(const T* x) {
    return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
  }

  void two_triangles(int f, int e, const int* v, int g, int other) {
    int u[3];
    corners(g, other, u);
    const unsigned own = scene_.owned(f, e), others = scene_.owned(g, other);
    for (int k = 0; k < 3; ++k) {
      if ((own >> k & 1) != 0) vertex_triangle(v[k], u);
      if ((others >> k & 1) != 0) vertex_triangle(u[k], v);
    }
    for (int i = 0; i < 3; ++i) {
      if ((own >> (3 + i) & 1) == 0) continue;
      for (int k = 0; k < 3; ++k) {
        if ((others >> (3 + k) & 1) != 0) edge_edge(f, edges(f, e)[i], g, edges(g, other)[k]);
      }
    }
  }

  void vertex_triangle(int v, const int* u) {
    if (share_body(v, u[0]) || share_body(v, u[1]) || share_body(v, u[2])) return;
    const double skin = points_.radius[v] + points_.radius[u[0]];
    const double travel = math::max(travel_[u[0]], math::max(travel_[u[1]], travel_[u[2]]));
    SideBox box(from_[u[0]], from_[u[1]]);
    box.include(from_[u[2]]);
    const double far = skin + band_of(points_.flex[v], points_.flex[u[0]]) + travel + travel_[v];
    if (box.is_apart({from_[v], from_[v]}, far)) return;
    add({SheetPairKind::VertexTriangle, -1, -1, 4, {v, u[0], u[1], u[2]}});
  }

  // The first edge is that of the later sheet, or the one with the lesser number.
  void edge_edge(int f, int e, int g, int other) {
    int a[2], b[2];
    ends(f, e, a);
    ends(g, other, b);
    for (const int k : a) {
      if (share_body(k, b[0]) || share_body(k, b[1])) return;
    }
    const double travel =
        math::max(travel_[a[0]], travel_[a[1]]) + math::max(travel_[b[0]], travel_[b[1]]);
    const double far = points_.radius[a[0]] + points_.radius[b[0]] + band_of(f, g) + travel;
    const SideBox first(from_[a[0]], from_[a[1]]), second(from_[b[0]], from_[b[1]]);
    if (first.is_apart(second, far)) return;
    const bool turned = f == g && other < e;
    const int *p = turned ? b : a, *q = turned ? a : b;
    add({SheetPairKind::EdgeEdge, -1, -1, 4, {p[0], p[1], q[0], q[1]}});
  }

  // What is on one body does not touch, features with a common vertex among them.
  bool share_body(int a, int b) const { return points_.body[a] == points_.body[b]; }

  // Whether bodies let a pair touch.
  bool passes(const SheetPair& pair) const {
    if (pair.between_sheets()) return true;
    for (int i = 0; i < pair.count; ++i) {
      if (filter_.pass(points_.body[pair.point[i]], m_.geom_bodyid[pair.geom])) return true;
    }
    return false;
  }

  // How much nearer the sides of a pair can come.
  double approach(const SheetPair& pair) const {
    double most = 0;
    if (!pair.between_sheets()) {
      for (int i = 0; i < pair.count; ++i) most = math::max(most, travel_[pair.point[i]]);
      return most;
    }
    const int ends = pair.kind == SheetPairKind::VertexTriangle ? 1 : 2;
    for (int i = 0; i < ends; ++i) {
      for (int k = ends; k < 4; ++k) {
        const int a = pair.point[i], b = pair.point[k];
        most = math::max(most, norm((to_[b] - from_[b]) - (to_[a] - from_[a])));
      }
    }
    return most;
  }

  void add(const SheetPair& pair) {
    const SheetGap gap = scene_.gap(pair, from_);
    const bool sheets = pair.between_sheets();
    if (sheets && gap.distance <= 0) return;
    const int second = pair.kind == SheetPairKind::VertexTriangle ? 1 : 2;
    double skin = points_.radius[pair.point[0]];
    if (sheets) skin += points_.radius[pair.point[second]];
    if (gap.distance >= skin + scene_.band(pair) + approach(pair) || !passes(pair)) return;
    found_.add(pair);
  }

  const SheetScene<T>& scene_;
  const Model& m_;
  const SheetPoints& points_;
  BodyFilter filter_;
  const Vec3d *from_, *to_;
  double drift_;
  BoundedList<SheetPair>& found_;
  double *travel_, *sweep_;
  int* seen_;
  int query_ = 0;
};

}  // namespace

template <class T>
void SheetScene<T>::find(const Vec3d* from, const Vec3d* to, double drift, Memory memory,
                         BoundedList<SheetPair>& found) const {
  found.count = 0;
  if (has(m_.opt.disableflags, DisableBit::Contact) ||
      has(m_.opt.disableflags, DisableBit::Constraint)) {
    return;
  }
  SheetSearch<T> search(*this, from, to, drift, memory, found);
  if (memory.full()) return void(++found.lost);
  search.vertices_with_geoms();
  for (const int flex : points_.flexes) {
    search.features_with(flex);
    for (const int other : points_.flexes) {
      if (other <= flex) search.triangles_with(other, flex);
    }
  }
}

#define THEW_INSTANTIATE(T)                                                     \
  template void SheetScene<T>::find(const Vec3d*, const Vec3d*, double, Memory, \
                                    BoundedList<SheetPair>&) const
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
