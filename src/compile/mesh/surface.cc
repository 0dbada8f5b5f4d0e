// Surfaces of distance fields in closed form, by marching cubes.

#include <cmath>

#include "collision/sdf/formula.h"
#include "compile/draft.h"
#include "compile/mesh/cubes.h"

namespace thew::compile {

namespace {

constexpr double kCells = 300;  // along the three axes together

struct Edge {
  int axis;
  int offset[3];  ///< of its lower end, from the lowest corner of the cell
};
constexpr Edge kEdges[12] = {{0, {0, 0, 0}}, {0, {0, 1, 0}}, {0, {0, 0, 1}}, {0, {0, 1, 1}},
                             {1, {0, 0, 0}}, {1, {1, 0, 0}}, {1, {0, 0, 1}}, {1, {1, 0, 1}},
                             {2, {0, 0, 0}}, {2, {1, 0, 0}}, {2, {0, 1, 0}}, {2, {1, 1, 0}}};

using Vec3f = std::array<float, 3>;

// Distances on a grid, and the surface between those of different sign. Coordinates are those of
// the grid: cells have unit size.
class Marcher {
 public:
  Marcher(const PluginDraft& plugin, const Vec3& half) : half_(half) {
    const double total = half[0] + half[1] + half[2];
    for (int k = 0; k < 3; ++k) n_[k] = static_cast<int>(std::floor(kCells / total * half[k])) + 1;
    value_.resize(static_cast<std::size_t>(n_[0]) * n_[1] * n_[2]);
    vertex_at_.resize(static_cast<std::size_t>(n_[0]) * n_[1] * 2);
    const collision::Formula& formula = collision::kFormula[plugin.formula];
    for (int z = 0; z < n_[2]; ++z)
      for (int y = 0; y < n_[1]; ++y)
        for (int x = 0; x < n_[0]; ++x) {
          const math::Vec3d p = {place(0, x), place(1, y), place(2, z)};
          value_[number(x, y, z)] = static_cast<float>(formula.distance(p, plugin.number.data()));
        }
  }

  MeshData run() {
    for (int z = 0; z + 1 < n_[2]; ++z)
      for (int y = 0; y + 1 < n_[1]; ++y)
        for (int x = 0; x + 1 < n_[0]; ++x) visit({x, y, z});
    return result();
  }

 private:
  double place(int axis, double i) const {
    return 2 * half_[axis] * i / (n_[axis] - 1) - half_[axis];
  }
  std::size_t number(int x, int y, int z) const {
    return (static_cast<std::size_t>(z) * n_[1] + y) * n_[0] + x;
  }
  // The vertices on the three edges that begin at a point; those of two layers are kept.
  std::array<int, 3>& vertices_at(const std::array<int, 3>& p) {
    return vertex_at_[number(p[0], p[1], p[2] % 2)];
  }

  void visit(const std::array<int, 3>& cell) {
    const auto [x, y, z] = cell;
    int inside = 0;
    for (int i = 0; i < 8; ++i) {
      if (value_[number(x + (i & 1), y + (i >> 1 & 1), z + (i >> 2))] < 0) inside |= 1 << i;
    }
    if (inside == 0 || inside == 255) return;
    int corner[12];
    for (int e = 0; e < 12; ++e) corner[e] = find_vertex(cell, kEdges[e]);
    for (const char* c = kCubeTriangles[inside]; *c != 0; c += 3) {
      add_triangle(corner[digit(c[0])], corner[digit(c[1])], corner[digit(c[2])]);
    }
  }
  static int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

  // Where the surface crosses an edge. The first cell that has the edge makes the vertex.
  int find_vertex(const std::array<int, 3>& cell, const Edge& edge) {
    std::array<int, 3> from;
    bool is_first = true;
    for (int k = 0; k < 3; ++k) {
      from[k] = cell[k] + edge.offset[k];
      is_first = is_first && (k == edge.axis || edge.offset[k] == 1 || cell[k] == 0);
    }
    int& vertex = vertices_at(from)[edge.axis];
    if (!is_first) return vertex;
    std::array<int, 3> to = from;
    ++to[edge.axis];
    const float a = value_[number(from[0], from[1], from[2])];
    const float b = value_[number(to[0], to[1], to[2])];
    if ((a < 0) == (b < 0)) return vertex;
    Vec3f p = {static_cast<float>(from[0]), static_cast<float>(from[1]),
               static_cast<float>(from[2])};
    p[edge.axis] += a / (a - b);
    vertex = static_cast<int>(vertex_.size());
    vertex_.push_back(p);
    normal_.push_back({0, 0, 0});
    return vertex;
  }

  void add_triangle(int a, int b, int c) {
    face_.insert(face_.end(), {a, b, c});
    Vec3f u, v;
    for (int k = 0; k < 3; ++k) {
      u[k] = vertex_[c][k] - vertex_[b][k];
      v[k] = vertex_[a][k] - vertex_[b][k];
    }
    const Vec3f n = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                     u[0] * v[1] - u[1] * v[0]};
    for (const int i : {a, b, c}) {
      for (int k = 0; k < 3; ++k) normal_[i][k] += n[k];
    }
  }

  MeshData result() const {
    MeshData data;
    for (const Vec3f& p : vertex_) {
      for (int k = 0; k < 3; ++k) {
        data.vertex.push_back(2 * half_[k] * static_cast<double>(p[k]) / (n_[k] - 1) - half_[k]);
      }
    }
    for (const Vec3f& n : normal_) {
      const float length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      for (int k = 0; k < 3; ++k) {
        data.normal.push_back(length > 0 ? static_cast<double>(n[k] / length) : 0);
      }
    }
    data.face = face_;
    return data;
  }

  Vec3 half_;
  int n_[3];
  std::vector<float> value_;
  std::vector<std::array<int, 3>> vertex_at_;
  std::vector<Vec3f> vertex_, normal_;
  std::vector<int> face_;
};

}  // namespace

MeshData make_surface(const PluginDraft& plugin) {
  const auto half = collision::kFormula[plugin.formula].half_box(plugin.number.data());
  return Marcher(plugin, {half.x, half.y, half.z}).run();
}

}  // namespace thew::compile
