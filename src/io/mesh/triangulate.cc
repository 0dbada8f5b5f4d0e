#include "io/mesh/triangulate.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "base/fault.h"

namespace thew::io::mesh {

namespace {

constexpr std::int64_t kMostEffort = 1'000'000'000;  // tests of a point in a triangle: seconds

struct Flat {
  float x, y;
};

Point minus(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

float square(const Point& a) {
  return a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
}

// The two axes to look along: those most parallel to the first corner that is not straight.
std::array<std::size_t, 2> find_axes(std::span<const Point> polygon) {
  constexpr float kTiny = std::numeric_limits<float>::epsilon();
  const std::size_t n = polygon.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Point a = minus(polygon[(i + 1) % n], polygon[i]);
    const Point b = minus(polygon[(i + 2) % n], polygon[(i + 1) % n]);
    const float x = std::abs(a[1] * b[2] - a[2] * b[1]);
    const float y = std::abs(a[2] * b[0] - a[0] * b[2]);
    const float z = std::abs(a[0] * b[1] - a[1] * b[0]);
    if (!(x > kTiny || y > kTiny || z > kTiny)) continue;
    if (x > y && x > z) return {1, 2};
    return z > x && z > y ? std::array<std::size_t, 2>{0, 1} : std::array<std::size_t, 2>{0, 2};
  }
  return {1, 2};
}

// Even-odd rule: how many edges a ray along x meets.
bool is_inside(const std::array<Flat, 3>& t, const Flat& p) {
  bool inside = false;
  for (std::size_t i = 0; i < 3; ++i) {
    const Flat& a = t[i];
    const Flat& b = t[(i + 2) % 3];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) {
      inside = !inside;
    }
  }
  return inside;
}

// Whether a corner turns against the side on which its first edge has the origin. For polygons
// around the origin this finds reflex corners; for others it may skip an ear, and the reference
// does the same.
bool turns_away(const std::array<Flat, 3>& t) {
  const float turn = (t[1].x - t[0].x) * (t[2].y - t[1].y) - (t[1].y - t[0].y) * (t[2].x - t[1].x);
  const float side = (t[0].x * t[1].y - t[0].y * t[1].x) * 0.5f;
  return turn * side < 0;
}

}  // namespace

void Triangulator::cut(std::span<const Point> polygon,
                       std::vector<std::array<std::size_t, 3>>& triangles) {
  if (polygon.size() < 3) return;
  if (polygon.size() == 3) {
    triangles.push_back({0, 1, 2});
  } else if (polygon.size() > 4) {
    cut_ears(polygon, triangles);
  } else if (square(minus(polygon[2], polygon[0])) < square(minus(polygon[3], polygon[1]))) {
    triangles.insert(triangles.end(), {{0, 1, 2}, {0, 2, 3}});
  } else {
    triangles.insert(triangles.end(), {{0, 1, 3}, {1, 2, 3}});
  }
}

void Triangulator::cut_ears(std::span<const Point> polygon,
                            std::vector<std::array<std::size_t, 3>>& triangles) {
  const auto [u, v] = find_axes(polygon);
  const auto flat = [&, u = u, v = v](std::size_t i) { return Flat{polygon[i][u], polygon[i][v]}; };
  std::vector<std::size_t> rest(polygon.size());
  std::iota(rest.begin(), rest.end(), std::size_t{0});
  std::size_t start = 0;               // where an ear is sought
  std::size_t tries = polygon.size();  // left until the next ear, or else the rest is abandoned
  bool shrank = false;
  while (rest.size() > 3 && tries > 0) {
    const std::size_t n = rest.size();
    start %= n;
    tries = shrank ? n : tries - 1;
    effort_ += static_cast<std::int64_t>(n);
    if (effort_ > kMostEffort) throw base::Fault{"the polygons have too many corners"};
    const std::array ear = {rest[start], rest[(start + 1) % n], rest[(start + 2) % n]};
    const std::array corners = {flat(ear[0]), flat(ear[1]), flat(ear[2])};
    shrank = !turns_away(corners);
    for (std::size_t k = 3; shrank && k < n; ++k) {
      shrank = !is_inside(corners, flat(rest[(start + k) % n]));
    }
    if (!shrank) {
      ++start;
      continue;
    }
    triangles.push_back(ear);
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>((start + 1) % n));
  }
  if (rest.size() == 3) triangles.push_back({rest[0], rest[1], rest[2]});
}

}  // namespace thew::io::mesh
