// The features of geoms that sheets meet, and gaps between features.

#include "collision/sheet_scene.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "collision/segments.h"
#include "collision/signed_distance.h"
#include "collision/views.h"
#include "element/simplex.h"
#include "model/lane_types.h"
#include "model/sheets.h"

namespace thew::collision {

using namespace math;

namespace {

constexpr double kCoincident = 1e-15;

// Two points and how far they are apart; coincident ones have no direction.
SheetGap between(const Vec3d& a, const Vec3d& b) {
  const Vec3d way = a - b;
  const double length = norm(way);
  const Vec3d normal = length < kCoincident ? Vec3d{0, 0, 0} : way * (1 / length);
  return {length, normal, {0, 0, 0, 0}};
}

// Of a point to a triangle, whose corners have the weights from `first` on.
SheetGap to_triangle(const Vec3d& p, const Vec3d* corner, int first) {
  double w[element::kSimplexCorners];
  element::nearest_weights(corner, 3, p, w);
  SheetGap gap = between(p, element::weighted_point(corner, 3, w));
  for (int i = 0; i < first; ++i) gap.weight[i] = 1;
  for (int i = 0; i < 3; ++i) gap.weight[first + i] = -w[i];
  return gap;
}

int corner_count(const Model& m, int geom) {
  switch (static_cast<GeomType>(m.geom_type[geom])) {
    case GeomType::Sphere:
      return 1;
    case GeomType::Capsule:
      return 2;
    case GeomType::Box:
      return 8;
    case GeomType::Mesh:
      return m.mesh_vertnum[m.geom_dataid[geom]];
    default:
      return 0;
  }
}

int edge_count(const Model& m, int geom) {
  switch (static_cast<GeomType>(m.geom_type[geom])) {
    case GeomType::Capsule:
      return 1;
    case GeomType::Box:
      return 12;
    case GeomType::Mesh: {
      const int mesh = m.geom_dataid[geom], first = m.mesh_polyadr[mesh];
      const auto* sides = m.mesh_polyvertnum.data() + first;
      int sum = 0;
      for (int i = 0; i < m.mesh_polynum[mesh]; ++i) sum += sides[i];
      return sum;
    }
    default:
      return 0;
  }
}

bool meets_sheets(const Model& m, const SheetPoints& points, int geom) {
  const auto meets = [&](int f) {
    return model::is_kept_apart(m, f, geom) &&
           ((m.flex_contype[f] & m.geom_conaffinity[geom]) != 0 ||
            (m.geom_contype[geom] & m.flex_conaffinity[f]) != 0);
  };
  return std::any_of(points.flexes.begin(), points.flexes.end(), meets);
}

}  // namespace

template <class T>
SheetScene<T>::SheetScene(const Model& m, const BasicData<T>& d, const SheetPoints& points,
                          Memory& memory)
    : m_(m), d_(d), points_(points) {
  for (int g = 0; g < m.ngeom; ++g) {
    if (!meets_sheets(m, points, g)) continue;
    corners_.room += corner_count(m, g);
    edges_.room += edge_count(m, g);
  }
  corners_.item = memory.take<GeomCorner>(corners_.room);
  edges_.item = memory.take<GeomEdge>(edges_.room);
  owned_ = memory.take<std::uint8_t>(m.nflexelem);
  Memory scratch = memory;
  bool* const taken = scratch.take<bool>(std::max(m.nflexvert, m.nflexedge));
  if (scratch.full()) {
    memory.set_full();
    return;
  }
  for (int g = 0; g < m.ngeom; ++g) {
    if (meets_sheets(m, points, g)) add_features(g);
  }
  for (const int flex : points.flexes) share_features(flex, taken);
}

// The first triangle that has a feature owns it.
template <class T>
void SheetScene<T>::share_features(int flex, bool* taken) {
  const int elements = m_.flex_elemnum[flex];
  std::fill_n(owned_ + m_.flex_elemadr[flex], elements, std::uint8_t{0});
  const auto share = [&](const int* feature, int count, int shift) {
    std::fill_n(taken, count, false);
    for (int i = 0; i < 3 * elements; ++i) {
      if (std::exchange(taken[feature[i]], true)) continue;
      owned_[m_.flex_elemadr[flex] + i / 3] |= static_cast<std::uint8_t>(1 << (shift + i % 3));
    }
  };
  share(m_.flex_elem.data() + m_.flex_elemdataadr[flex], m_.flex_vertnum[flex], 0);
  share(m_.flex_elemedge.data() + m_.flex_elemedgeadr[flex], m_.flex_edgenum[flex], 3);
}

template <class T>
void SheetScene<T>::add_features(int geom) {
  const Placed<double> at = placed(m_, d_, geom, 0);
  const auto world = [&](const Vec3d& own) { return at.pos + at.rot * own; };
  const auto add_edge = [&](const Vec3d& a, const Vec3d& b, double radius) {
    edges_.add({{world(a), world(b)}, radius, geom});
  };
  const auto type = static_cast<GeomType>(m_.geom_type[geom]);
  if (type == GeomType::Sphere) corners_.add({at.pos, at.size.x, geom});
  if (type == GeomType::Capsule) {
    const Vec3d end = {0, 0, at.size.y};
    for (const Vec3d& own : {-end, end}) corners_.add({world(own), at.size.x, geom});
    add_edge(-end, end, at.size.x);
  }
  if (type == GeomType::Box) {
    const auto corner = [&](int i) {
      return Vec3d{(i & 1) != 0 ? at.size.x : -at.size.x, (i & 2) != 0 ? at.size.y : -at.size.y,
                   (i & 4) != 0 ? at.size.z : -at.size.z};
    };
    for (int i = 0; i < 8; ++i) {
      corners_.add({world(corner(i)), 0, geom});
      for (const int bit : {1, 2, 4}) {
        if ((i & bit) == 0) add_edge(corner(i), corner(i | bit), 0);
      }
    }
  }
  if (type != GeomType::Mesh) return;
  const MeshView mesh = mesh_view(m_, m_.geom_dataid[geom]);
  const auto vertex = [&](int i) {
    const float* v = mesh.vert + 3 * std::int64_t{i};
    return Vec3d{double{v[0]}, double{v[1]}, double{v[2]}};
  };
  for (int i = 0; i < mesh.vertices; ++i) corners_.add({world(vertex(i)), 0, geom});
  for (int p = 0; p < mesh.polygons; ++p) {
    const int* side = mesh.poly_vert + mesh.poly_vert_adr[p];
    const int sides = mesh.poly_vert_num[p];
    for (int i = 0; i < sides; ++i) {
      const int a = side[i], b = side[(i + 1) % sides];
      if (a < b) add_edge(vertex(a), vertex(b), 0);  // from one of its two polygons
    }
  }
}

template <class T>
SheetGap SheetScene<T>::to_geom(int geom, const Vec3d& x) const {
  const Placed<double> at = placed(m_, d_, geom, 0);
  const auto type = static_cast<GeomType>(m_.geom_type[geom]);
  if (type == GeomType::Plane) {
    const Vec3d normal = at.rot.column_z();
    return {dot(normal, x - at.pos), normal, {1, 0, 0, 0}};
  }
  Shape shape = {.type = type, .at = at};
  MeshView mesh;
  if (type == GeomType::Mesh) {
    mesh = mesh_view(m_, m_.geom_dataid[geom]);
    shape.mesh = &mesh;
  }
  const SurfaceDistance surface = signed_distance(shape, plain_unrotate(at.rot, x - at.pos));
  return {surface.distance, at.rot * surface.normal, {1, 0, 0, 0}};
}

// With the pair's points at these places.
template <class T>
SheetGap SheetScene<T>::gap_at(const SheetPair& pair, const Vec3d* corner) const {
  switch (pair.kind) {
    case SheetPairKind::VertexTriangle:
      return to_triangle(corner[0], corner + 1, 1);
    case SheetPairKind::VertexGeom:
      return to_geom(pair.geom, corner[0]);
    case SheetPairKind::CornerTriangle: {
      const GeomCorner& own = corners_[pair.feature];
      SheetGap gap = to_triangle(own.at, corner, 0);
      gap.distance -= own.radius;
      return gap;
    }
    default:
      break;
  }
  const bool of_geom = pair.kind == SheetPairKind::GeomEdgeEdge;
  const Vec3d* first = of_geom ? edges_[pair.feature].end : corner;
  const Vec3d* second = of_geom ? corner : corner + 2;
  const NearestOfSegments near = nearest_of_segments(first, second);
  SheetGap gap = between(near.first, near.second);
  const double s = near.share[0], t = near.share[1];
  const double shares[4] = {1 - s, s, t - 1, -t};
  std::copy_n(shares + (of_geom ? 2 : 0), pair.count, gap.weight);
  if (of_geom) gap.distance -= edges_[pair.feature].radius;
  return gap;
}

template <class T>
SheetGap SheetScene<T>::gap(const SheetPair& pair, const Vec3d* x) const {
  Vec3d corner[4];
  for (int i = 0; i < pair.count; ++i) corner[i] = x[pair.point[i]];
  return gap_at(pair, corner);
}

template <class T>
double SheetScene<T>::band(const SheetPair& pair) const {
  double least = sheet::kBand;
  for (int i = 0; i < pair.count; ++i) least = math::min(least, points_.radius[pair.point[i]]);
  return least;
}

// How fast the gap can close at most. Motion that all points of one sheet share closes none.
template <class T>
double SheetScene<T>::closing(const SheetPair& pair, const Vec3d* way) const {
  const bool alone =
      pair.between_sheets() && points_.flex[pair.point[0]] == points_.flex[pair.point[3]];
  Vec3d shared = {0, 0, 0};
  if (alone) shared = (way[0] + way[1] + way[2] + way[3]) * 0.25;
  double most[2] = {0, 0};
  for (int i = 0; i < pair.count; ++i) {
    const bool first = pair.kind == SheetPairKind::VertexTriangle ? i == 0 : i < 2;
    double& side = most[pair.between_sheets() && !first ? 1 : 0];
    side = math::max(side, norm(way[i] - shared));
  }
  return most[0] + most[1];
}

// Conservative advancement: steps that no gap can close in, until little is left of it.
template <class T>
double SheetScene<T>::time_of(const SheetPair& pair, double gap, double closing, const Vec3d* begin,
                              const Vec3d* way) const {
  constexpr int kMost = 32;
  constexpr double kClose = 1e-9;
  double t = 0;
  for (int i = 0; i < kMost; ++i) {
    Vec3d corner[4];
    for (int k = 0; k < pair.count; ++k) corner[k] = axpy(t, way[k], begin[k]);
    const double room = gap_at(pair, corner).distance - 0.2 * gap;
    if (room <= kClose * gap) break;
    t += room / closing;
    if (t >= 1) return 1;
  }
  return t;
}

template <class T>
double SheetScene<T>::advance(const BoundedList<SheetPair>& pairs, const double* gap,
                              const Vec3d* x, const Vec3d* to, double* time) const {
  constexpr double kStill = 1e-12;
  double least = 1;
  for (int i = 0; i < pairs.count; ++i) {
    const SheetPair& pair = pairs[i];
    Vec3d begin[4], way[4];
    for (int k = 0; k < pair.count; ++k) {
      const int p = pair.point[k];
      begin[k] = x[p];
      way[k] = points_.moves(p) ? to[p] - x[p] : Vec3d{0, 0, 0};
    }
    time[i] = 2;
    const double speed = closing(pair, way);
    if (speed < kStill || gap[i] <= 0 || speed <= 0.8 * gap[i]) continue;
    time[i] = time_of(pair, gap[i], speed, begin, way);
    least = math::min(least, time[i]);
  }
  return least;
}

#define THEW_INSTANTIATE(T) template class SheetScene<T>
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::collision
