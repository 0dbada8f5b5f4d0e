// Flat sides of convex hulls: triangles whose normals agree are merged into polygons.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <utility>

#include "compile/hash_order.h"
#include "compile/hull.h"
#include "compile/vector.h"

namespace thew::compile {

namespace {

Vec3 point(std::span<const double> points, int i) {
  return {points[3 * i], points[3 * i + 1], points[3 * i + 2]};
}

// A direction rounded to a grid of azimuth and polar angle, in steps of kAngle.
using Direction = std::pair<double, double>;
constexpr double kAngle = 0.01;  // rad

// Which of them comes first in the Model is decided by the reference's hash of the two numbers.
std::uint64_t hash(const Direction& d) {
  return std::bit_cast<std::uint64_t>(d.first + 0.0) ^ std::bit_cast<std::uint64_t>(d.second + 0.0);
}

struct Edge {
  int from, to, island;
};

// The border of triangles of one direction; they need not touch, so it is made of islands.
class Outline {
 public:
  // Adds a triangle: edges it shares with the border vanish, the others join it.
  void add(const std::array<int, 3>& triangle) {
    std::array<bool, 3> shared = {};
    int island = -1;
    for (int k = 0; k < 3; ++k) {
      const int from = triangle[k], to = triangle[(k + 1) % 3];
      const auto twin = std::find_if(edges_.begin(), edges_.end(),
                                     [=](const Edge& e) { return e.from == to && e.to == from; });
      if (twin == edges_.end()) continue;
      shared[k] = true;
      const int other = twin->island;
      edges_.erase(twin);
      island = island < 0 || island == other ? other : unite(island, other);
    }
    if (island < 0) island = islands_++;
    for (int k = 0; k < 3; ++k) {
      if (!shared[k]) edges_.push_back({triangle[k], triangle[(k + 1) % 3], island});
    }
  }

  // Corners of each island, in order around it.
  std::vector<std::vector<int>> trace() const {
    if (edges_.size() == 3) return {{edges_[0].from, edges_[1].from, edges_[2].from}};
    std::vector<std::vector<int>> paths;
    for (int island = 0; island < islands_; ++island) {
      std::vector<int> path = trace(island);
      if (path.size() >= 3) paths.push_back(std::move(path));
    }
    return paths;
  }

 private:
  // Makes one island of two and closes the gap in their numbers.
  int unite(int a, int b) {
    const auto [kept, gone] = std::minmax(a, b);
    for (Edge& e : edges_) {
      if (e.island == gone) {
        e.island = kept;
      } else if (e.island > gone) {
        --e.island;
      }
    }
    --islands_;
    return kept;
  }

  // Follows the edges from the first one until they close; empty if they do not.
  std::vector<int> trace(int island) const {
    const auto first = std::find_if(edges_.begin(), edges_.end(),
                                    [=](const Edge& e) { return e.island == island; });
    if (first == edges_.end()) return {};
    std::vector<int> path = {first->from};
    int next = first->to;
    while (next != path[0]) {
      if (path.size() > edges_.size()) return {};
      path.push_back(next);
      const auto edge = std::find_if(edges_.begin(), edges_.end(), [=](const Edge& e) {
        return e.island == island && e.from == next;
      });
      if (edge == edges_.end()) return {};
      next = edge->to;
    }
    return path;
  }

  std::vector<Edge> edges_;
  int islands_ = 0;
};

bool direction(const Vec3& a, const Vec3& b, const Vec3& c, Direction& d) {
  Vec3 n = cross(b - a, c - a);
  const double size = std::sqrt(dot(n, n));
  if (size < kTiny) return false;
  for (double& x : n) x = x / size + 0.0;  // no negative zero, which atan2 would see
  if (std::abs(n[2]) > 1 - 1e-7) {
    d = {0, n[2] < 0 ? std::round(kPi / kAngle) : 0};
  } else {
    d = {std::round(std::atan2(n[1], n[0]) / kAngle), std::round(std::acos(n[2]) / kAngle)};
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
  std::vector<Outline> outlines;
  std::vector<std::uint64_t> hashes;
  const std::span<const int> faces = hull.faces();
  for (std::size_t f = 0; f < faces.size(); f += 3) {
    const std::array<int, 3> face = {faces[f], faces[f + 1], faces[f + 2]};
    Direction d;
    if (!direction(point(points, face[0]), point(points, face[1]), point(points, face[2]), d)) {
      continue;
    }
    const auto [entry, is_new] = index.try_emplace(d, static_cast<int>(outlines.size()));
    if (is_new) {
      outlines.emplace_back();
      hashes.push_back(hash(d));
    }
    outlines[entry->second].add(face);
  }
  Polygons polygons;
  for (const int i : hash_order(hashes)) {
    for (const std::vector<int>& path : outlines[i].trace()) {
      polygons.vertadr.push_back(static_cast<int>(polygons.vert.size()));
      polygons.vertnum.push_back(static_cast<int>(path.size()));
      polygons.vert.insert(polygons.vert.end(), path.begin(), path.end());
    }
  }
  map_vertices(polygons, static_cast<int>(points.size() / 3));
  return polygons;
}

// Newell's method: twice the vector area of the outline, the sum of the cross products of
// consecutive corners seen from the first.
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
    for (const double x : n) polygons.normal.push_back(x / size);
  }
}

}  // namespace thew::compile
