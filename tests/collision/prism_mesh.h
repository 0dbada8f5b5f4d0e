#pragma once

// A right prism as a convex mesh, with polygons and hull graph as the compiler makes them.

#include <cmath>
#include <vector>

#include "collision/shape.h"

namespace thew::collision::test {

/// A prism over a regular polygon around z; four corners at 45 degrees make a box.
class PrismMesh {
 public:
  PrismMesh(int corners, double radius, double half_height, double first_angle = 0) : n_(corners) {
    for (int cap = 0; cap < 2; ++cap) {
      for (int i = 0; i < n_; ++i) {
        const double angle = first_angle + 2 * 3.141592653589793 * i / n_;
        const double p[3] = {radius * std::cos(angle), radius * std::sin(angle),
                             cap == 0 ? -half_height : half_height};
        for (double x : p) vert_.push_back(static_cast<float>(x));
      }
    }
    add_polygons();
    add_graph();
    fill_view();
  }
  PrismMesh(const PrismMesh&) = delete;
  PrismMesh& operator=(const PrismMesh&) = delete;

  const MeshView* view() const { return &view_; }
  Shape shape(const Vec3<double>& pos, const Mat3<double>& rot) const {
    Shape s;
    s.type = GeomType::Mesh;
    s.at = {pos, rot, {1, 1, 1}};
    s.mesh = &view_;
    return s;
  }

 private:
  int bottom(int i) const { return i % n_; }
  int top(int i) const { return n_ + i % n_; }

  void add_polygon(const std::vector<int>& ring, const Vec3<double>& normal) {
    poly_adr_.push_back(static_cast<int>(poly_vert_.size()));
    poly_num_.push_back(static_cast<int>(ring.size()));
    poly_vert_.insert(poly_vert_.end(), ring.begin(), ring.end());
    normal_.insert(normal_.end(), {normal.x, normal.y, normal.z});
  }

  void add_polygons() {
    std::vector<int> low, high;
    for (int i = 0; i < n_; ++i) low.push_back(bottom(n_ - 1 - i)), high.push_back(top(i));
    add_polygon(low, {0, 0, -1});
    add_polygon(high, {0, 0, 1});
    for (int i = 0; i < n_; ++i) {
      const double x = double(vert_[3 * bottom(i)]) + double(vert_[3 * bottom(i + 1)]);
      const double y = double(vert_[3 * bottom(i) + 1]) + double(vert_[3 * bottom(i + 1) + 1]);
      const double norm = std::hypot(x, y);
      add_polygon({bottom(i), bottom(i + 1), top(i + 1), top(i)}, {x / norm, y / norm, 0});
    }
    const int polygons = static_cast<int>(poly_num_.size());
    for (int v = 0; v < 2 * n_; ++v) {
      map_adr_.push_back(static_cast<int>(map_.size()));
      for (int p = 0; p < polygons; ++p)
        for (int k = 0; k < poly_num_[p]; ++k)
          if (poly_vert_[poly_adr_[p] + k] == v) map_.push_back(p);
      map_num_.push_back(static_cast<int>(map_.size()) - map_adr_.back());
    }
  }

  // Each corner knows its two neighbours on the cap and the one on the other cap.
  void add_graph() {
    std::vector<int> first, id, edges;
    for (int v = 0; v < 2 * n_; ++v) {
      const int cap = v < n_ ? 0 : n_, i = v - cap;
      first.push_back(static_cast<int>(edges.size()));
      id.push_back(v);
      edges.insert(edges.end(),
                   {cap + (i + 1) % n_, cap + (i + n_ - 1) % n_, v < n_ ? v + n_ : v - n_, -1});
    }
    graph_ = {2 * n_, 4 * n_ - 4};
    graph_.insert(graph_.end(), first.begin(), first.end());
    graph_.insert(graph_.end(), id.begin(), id.end());
    graph_.insert(graph_.end(), edges.begin(), edges.end());
    extrema_.assign(27, 0);
  }

  void fill_view() {
    view_.vertices = 2 * n_;
    view_.vert = vert_.data();
    view_.graph = graph_.data();
    view_.extrema = extrema_.data();
    view_.polygons = static_cast<int>(poly_num_.size());
    view_.poly_normal = normal_.data();
    view_.poly_vert_adr = poly_adr_.data();
    view_.poly_vert_num = poly_num_.data();
    view_.poly_vert = poly_vert_.data();
    view_.vert_poly_adr = map_adr_.data();
    view_.vert_poly_num = map_num_.data();
    view_.vert_poly = map_.data();
  }

  int n_;
  std::vector<float> vert_;
  std::vector<int> graph_, extrema_, poly_adr_, poly_num_, poly_vert_, map_adr_, map_num_, map_;
  std::vector<double> normal_;
  MeshView view_;
};

}  // namespace thew::collision::test
