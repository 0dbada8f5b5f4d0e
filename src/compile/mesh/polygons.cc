// Flat sides of convex hulls: triangles whose normals agree are merged into polygons.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "compile/mesh/hash_order.h"
#include "compile/mesh/hull.h"
#include "compile/spec_names.h"
#include "math/functions.h"

namespace thew::compile {

namespace {

Vec3 point(std::span<const double> points, int i) {
  return {points[3 * i], points[3 * i + 1], points[3 * i + 2]};
}

// A direction rounded to a grid of azimuth and polar angle, in steps of kAngle.
using Direction = std::pair<double, double>;
constexpr double kAngle = 0.01;  // rad

// Which of them comes first in the Model is decided by this hash of the two numbers.
std::uint64_t hash(const Direction& d) {
  const auto azimuth = std::bit_cast<std::uint64_t>(d.first + 0.0);  // + 0: of either zero
  const auto polar = std::bit_cast<std::uint64_t>(d.second + 0.0);
  return azimuth ^ (polar + 0x9e3779b9 + (azimuth << 6) + (azimuth >> 2));
}

using Triangle = std::array<int, 3>;
using Path = std::vector<int>;

std::uint64_t pair_key(int a, int b) {
  return static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint32_t>(b);
}

// Triangles of one direction; they need not touch, so they form islands. An island bears the number
// of its first triangle.
class Patch {
 public:
  explicit Patch(const std::vector<Triangle>& triangles)
      : triangles_(triangles), parent_(triangles.size()), start_(triangles.size(), -1) {
    std::iota(parent_.begin(), parent_.end(), 0);
    join_neighbours();
    find_border();
  }

  // Corners of each island, in order around it. Of a border with several loops, the one of the
  // first edge; none where loops touch so that following it does not lead back.
  std::vector<Path> outlines() {
    std::vector<Path> paths;
    for (const int edge : start_) {
      if (edge < 0) continue;
      const int island = find(edge / 3), from = corner(edge);
      Path path = {from};
      for (int to = corner(edge, 1); to != from; to = next_.at(pair_key(island, to))) {
        path.push_back(to);
        if (path.size() > next_.size()) break;
      }
      if (path.size() >= 3 && path.size() <= next_.size()) paths.push_back(std::move(path));
    }
    return paths;
  }

 private:
  // Edge 3 t + k of triangle t begins at its corner k.
  int corner(int edge, int further = 0) const {
    return triangles_[edge / 3][(edge % 3 + further) % 3];
  }
  int edge_count() const { return 3 * static_cast<int>(triangles_.size()); }

  int find(int t) {
    while (parent_[t] != t) t = parent_[t] = parent_[parent_[t]];
    return t;
  }

  void join_neighbours() {
    for (int e = 0; e < edge_count(); ++e) owner_[pair_key(corner(e), corner(e, 1))] = e / 3;
    for (int e = 0; e < edge_count(); ++e) {
      const auto twin = owner_.find(pair_key(corner(e, 1), corner(e)));
      if (twin == owner_.end()) continue;
      const auto [first, second] = std::minmax({find(e / 3), find(twin->second)});
      parent_[second] = first;
    }
  }

  // The border is what no two triangles share.
  void find_border() {
    for (int e = 0; e < edge_count(); ++e) {
      if (owner_.contains(pair_key(corner(e, 1), corner(e)))) continue;
      const int island = find(e / 3);
      if (start_[island] < 0) start_[island] = e;
      next_.try_emplace(pair_key(island, corner(e)), corner(e, 1));
    }
  }

  const std::vector<Triangle>& triangles_;
  std::unordered_map<std::uint64_t, int> owner_;  // by ends of an edge: its triangle
  std::unordered_map<std::uint64_t, int> next_;   // by island and vertex of a border: the next one
  std::vector<int> parent_;                       // by triangle: one of its island, itself at last
  std::vector<int> start_;                        // by island: the first edge of its border, or -1
};

bool direction(const Vec3& a, const Vec3& b, const Vec3& c, Direction& d) {
  Vec3 n = cross(b - a, c - a);
  const double size = std::sqrt(dot(n, n));
  if (size < kMinVal) return false;
  for (double& x : n) x = x / size + 0.0;  // no negative zero, which atan2 would see
  if (std::abs(n[2]) > 1 - 1e-7) {
    d = {0, n[2] < 0 ? std::round(kPi / kAngle) : 0};
  } else {
    d = {std::round(math::atan2(n[1], n[0]) / kAngle), std::round(math::acos(n[2]) / kAngle)};
  }
  return true;
}

// For each vertex, the polygons that have it as a corner.
void map_vertices(Polygons& polygons, int vertices) {
  std::vector<std::vector<int>> around(vertices);
  for (std::size_t p = 0; p < polygons.vertadr.size(); ++p) {
    for (int k = 0; k < polygons.vertnum[p]; ++k) {
      around[polygons.vert[polygons.vertadr[p] + k]].push_back(static_cast<int>(p));
    }
  }
  for (const std::vector<int>& list : around) {
    polygons.mapadr.push_back(static_cast<int>(polygons.map.size()));
    polygons.mapnum.push_back(static_cast<int>(list.size()));
    polygons.map.insert(polygons.map.end(), list.begin(), list.end());
  }
}

}  // namespace

Polygons merge_polygons(const Hull& hull, std::span<const double> points) {
  std::map<Direction, int> index;
  std::vector<std::vector<Triangle>> sides;
  std::vector<std::uint64_t> hashes;
  const std::span<const int> faces = hull.faces();
  for (std::size_t f = 0; f < faces.size(); f += 3) {
    const Triangle face = {faces[f], faces[f + 1], faces[f + 2]};
    Direction d;
    if (!direction(point(points, face[0]), point(points, face[1]), point(points, face[2]), d)) {
      continue;
    }
    const auto [entry, is_new] = index.try_emplace(d, static_cast<int>(sides.size()));
    if (is_new) {
      sides.emplace_back();
      hashes.push_back(hash(d));
    }
    sides[entry->second].push_back(face);
  }
  Polygons polygons;
  const auto add = [&](const auto& path) {
    polygons.vertadr.push_back(static_cast<int>(polygons.vert.size()));
    polygons.vertnum.push_back(static_cast<int>(path.size()));
    polygons.vert.insert(polygons.vert.end(), path.begin(), path.end());
  };
  for (const int i : hash_order(hashes)) {
    if (sides[i].size() == 1) {
      add(sides[i][0]);  // most sides are one triangle
      continue;
    }
    for (const Path& path : Patch(sides[i]).outlines()) add(path);
  }
  map_vertices(polygons, static_cast<int>(points.size() / 3));
  return polygons;
}

void mirror(Hull& hull, Polygons& polygons) {
  const auto start = hull.graph.end() - 3 * hull.face_count();
  for (auto face = start; face != hull.graph.end(); face += 3) std::swap(face[1], face[2]);
  for (std::size_t p = 0; p < polygons.vertadr.size(); ++p) {
    const auto first = polygons.vert.begin() + polygons.vertadr[p];
    std::reverse(first + 1, first + polygons.vertnum[p]);
  }
}

// Newell's method: twice the vector area of the outline, the sum of the cross products of
// consecutive corners seen from the first. A side without area looks along x, as in MuJoCo.
void find_normals(Polygons& polygons, std::span<const double> points) {
  polygons.normal.clear();
  for (std::size_t p = 0; p < polygons.vertadr.size(); ++p) {
    const int* corner = &polygons.vert[polygons.vertadr[p]];
    const int count = polygons.vertnum[p];
    Vec3 n = {};
    for (int k = 0; k < count; ++k) {
      const Vec3 a = point(points, corner[k]), b = point(points, corner[(k + 1) % count]);
      n[0] += (a[1] - b[1]) * (a[2] + b[2]);
      n[1] += (a[2] - b[2]) * (a[0] + b[0]);
      n[2] += (a[0] - b[0]) * (a[1] + b[1]);
    }
    const double size = std::sqrt(dot(n, n));
    for (double& x : n) x /= size;
    if (size < kTiny) n = {1, 0, 0};
    polygons.normal.insert(polygons.normal.end(), n.begin(), n.end());
  }
}

}  // namespace thew::compile
