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

  void vertices_with_geoms(double reach) {
    for (int g = 0; g < m_.ngeom; ++g) {
      for (const int f : points_.flexes) {
        if (meets(f, g)) vertices_with_geom(f, g, reach);
      }
    }
  }

  void features_with(int flex, double reach) {
    const Tree<T> tree(m_, scene_.data(), flex);
    const double far = reach + sweep_[flex];
    for (int c = 0; c < scene_.corners().count; ++c) {
      const GeomCorner& corner = scene_.corners()[c];
      if (!meets(flex, corner.geom)) continue;
      each_near(tree, corner.at, corner.at, far + corner.radius, [&](int e) {
        const int* v = triangle(flex, e);
        const int at = points_.first[flex];
        add({SheetPairKind::CornerTriangle,
             corner.geom,
             c,
             3,
             {at + v[0], at + v[1], at + v[2], -1}},
            far);
      });
    }
    for (int c = 0; c < scene_.edges().count; ++c) {
      const GeomEdge& edge = scene_.edges()[c];
      if (!meets(flex, edge.geom)) continue;
      each_near_edge(flex, tree, edge.end[0], edge.end[1], far + edge.radius, [&](int e) {
        int end[2];
        ends(flex, e, end);
        add({SheetPairKind::GeomEdgeEdge, edge.geom, c, 2, {end[0], end[1], -1, -1}}, far);
      });
    }
  }

  void vertices_with(int flex) {
    const Tree<T> tree(m_, scene_.data(), flex);
    const int at = points_.first[flex];
    for (int i = 0; i < points_.count; ++i) {
      if (!touches(points_.flex[i], flex)) continue;
      const double far = reach_of(i, flex) + travel_[i];
      each_near(tree, from_[i], from_[i], far + points_.radius[i], [&](int e) {
        const int* v = triangle(flex, e);
        const int a = at + v[0], b = at + v[1], c = at + v[2];
        if (i == a || i == b || i == c) return;
        add({SheetPairKind::VertexTriangle, -1, -1, 4, {i, a, b, c}}, far);
      });
    }
  }

  // Edges of a sheet that is not behind it in the list.
  void edges_with(int other, int flex) {
    if (!touches(other, flex)) return;
    const Tree<T> tree(m_, scene_.data(), flex);
    for (int e = 0; e < m_.flex_edgenum[other]; ++e) {
      int a[2];
      ends(other, e, a);
      const double far = reach_of(a[0], flex) + math::max(travel_[a[0]], travel_[a[1]]);
      const double around = far + points_.radius[a[0]];
      each_near_edge(flex, tree, from_[a[0]], from_[a[1]], around, [&](int near) {
        if (other == flex && near <= e) return;
        int b[2];
        ends(flex, near, b);
        if (a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1]) return;
        add({SheetPairKind::EdgeEdge, -1, -1, 4, {a[0], a[1], b[0], b[1]}}, far);
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

  const int* triangle(int flex, int e) const {
    return m_.flex_elem.data() + m_.flex_elemdataadr[flex] + 3 * std::int64_t{e};
  }
  void ends(int flex, int e, int* end) const {
    const int* own = m_.flex_edge.row(m_.flex_edgeadr[flex] + e);
    for (int k = 0; k < 2; ++k) end[k] = points_.first[flex] + own[k];
  }

  // How far the two sheets' own thickness lets one see the other, with the sweep of the second.
  double reach_of(int point, int flex) const {
    const double thinner = math::min(points_.radius[point], double{m_.flex_radius[flex]});
    return 3 * math::min(sheet::kBand, thinner) + sweep_[flex];
  }

  // The elements whose boxes, which have their skin, are near the box around two points.
  template <class Visit>
  void each_near(const Tree<T>& tree, const Vec3d& a, const Vec3d& b, double reach,
                 const Visit& visit) const {
    const Vec3d middle = (a + b) * 0.5, half = (a - b) * 0.5;
    const T box[6] = {T(middle.x),    T(middle.y),    T(middle.z),
                      T(abs(half.x)), T(abs(half.y)), T(abs(half.z))};
    constexpr double kRounding = std::is_same_v<T, float> ? 1e-5 : 0;
    tree.near(box, reach + drift_ + kRounding, [&](int node) { visit(tree.element(node)); });
  }

  // Their edges, each once.
  template <class Visit>
  void each_near_edge(int flex, const Tree<T>& tree, const Vec3d& a, const Vec3d& b, double reach,
                      const Visit& visit) {
    ++query_;
    const int* edge = m_.flex_elemedge.data() + m_.flex_elemedgeadr[flex];
    each_near(tree, a, b, reach, [&](int element) {
      for (int k = 0; k < 3; ++k) {
        const int e = edge[3 * std::int64_t{element} + k];
        int& seen = seen_[m_.flex_edgeadr[flex] + e];
        if (seen == query_) continue;
        seen = query_;
        visit(e);
      }
    });
  }

  void vertices_with_geom(int flex, int geom, double reach) {
    const auto type = static_cast<GeomType>(m_.geom_type[geom]);
    const double sphere = lane(param(scene_.data(), m_.geom_rbound, geom), 0);
    const Vec3d centre = to_double(scene_.data().geom_xpos.row(geom));
    const int first = points_.first[flex], end = first + m_.flex_vertnum[flex];
    for (int i = first; i < end; ++i) {
      if (!points_.moves(i)) continue;
      const double far = reach + travel_[i];
      if (type != GeomType::Plane && norm(from_[i] - centre) > sphere + far + points_.radius[i]) {
        continue;
      }
      add({SheetPairKind::VertexGeom, geom, -1, 1, {i, -1, -1, -1}}, far);
    }
  }

  static Vec3d to_double(const T* x) {
    return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
  }

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

  void add(const SheetPair& pair, double reach) {
    const SheetGap gap = scene_.gap(pair, from_);
    const bool sheets = pair.between_sheets();
    const int second = pair.kind == SheetPairKind::VertexTriangle ? 1 : 2;
    double skin = points_.radius[pair.point[0]];
    if (sheets) skin += points_.radius[pair.point[second]];
    if (gap.distance >= skin + reach || (sheets && gap.distance <= 0)) return;
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
void SheetScene<T>::find(const Vec3d* from, const Vec3d* to, double drift, double reach,
                         double feature_reach, Memory memory, BoundedList<SheetPair>& found) const {
  found.count = 0;
  if (has(m_.opt.disableflags, DisableBit::Contact) ||
      has(m_.opt.disableflags, DisableBit::Constraint)) {
    return;
  }
  SheetSearch<T> search(*this, from, to, drift, memory, found);
  if (memory.full()) return void(++found.lost);
  search.vertices_with_geoms(reach);
  for (const int flex : points_.flexes) {
    search.features_with(flex, feature_reach);
    search.vertices_with(flex);
    for (const int other : points_.flexes) {
      if (other <= flex) search.edges_with(other, flex);
    }
  }
}

#define THEW_INSTANTIATE(T)                                                                     \
  template void SheetScene<T>::find(const Vec3d*, const Vec3d*, double, double, double, Memory, \
                                    BoundedList<SheetPair>&) const
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
