#pragma once

#include "element/convex/heightfield.h"
#include "element/pair/plane_mesh.h"
#include "element/pair/simplex.h"
#include "element/probe.h"
#include "element/probe/pair.h"
#include "element/round_normal.h"

namespace thew::element::probe {

/// General convex shapes, in double whatever the precision of the numbers around them: decisions
/// are those of the CPU.
struct ConvexPairs {
  static constexpr int kInputs = 20, kPoints = 4, kOutputs = 7 * kPoints * 11 + 4;
  static constexpr double kLow[kInputs] = {-0.1, -0.1, -0.1, 0.6, -1, -1, -1, 0.3, 0.3, 0.3,
                                           0.4,  -0.2, 0.2,  0.6, -1, -1, -1, 0.3, 0.3, 0.3};
  static constexpr double kHigh[kInputs] = {0.1, 0.1, 0.1, 1, 1, 1, 1, 0.4, 0.4, 0.4,
                                            0.6, 0.2, 0.4, 1, 1, 1, 1, 0.4, 0.4, 0.4};
  static constexpr int kIterations = 20;
  static constexpr std::size_t kBytes = 40000;

  /// A tetrahedron with its polygons, and the graph of its hull.
  struct Tetrahedron {
    float vert[12] = {1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1};
    int poly_vert_adr[4] = {0, 3, 6, 9}, poly_vert_num[4] = {3, 3, 3, 3};
    int poly_vert[12] = {0, 1, 3, 0, 2, 1, 0, 3, 2, 1, 2, 3};
    int vert_poly_adr[4] = {0, 3, 6, 9}, vert_poly_num[4] = {3, 3, 3, 3};
    int vert_poly[12] = {0, 1, 2, 0, 1, 3, 1, 2, 3, 0, 2, 3};
    double poly_normal[12];
    int graph[26] = {4,  4, 0, 4, 8,  12, 0, 1, 2,  3, 1, 2, 3,
                     -1, 0, 2, 3, -1, 0,  1, 3, -1, 0, 1, 2, -1};
    int extrema[27];

    THEW_HD Tetrahedron() {
      const double s = 0.57735026918962576451;
      const double normal[12] = {s, -s, s, -s, s, s, s, s, -s, -s, -s, -s};
      for (int i = 0; i < 12; ++i) poly_normal[i] = normal[i];
      for (int i = 0; i < 27; ++i) extrema[i] = i % 4;
    }
    THEW_HD MeshView view() const {
      MeshView mesh;
      mesh.vertices = mesh.polygons = 4;
      mesh.vert = vert, mesh.graph = graph, mesh.extrema = extrema;
      mesh.poly_normal = poly_normal;
      mesh.poly_vert_adr = poly_vert_adr, mesh.poly_vert_num = poly_vert_num;
      mesh.poly_vert = poly_vert;
      mesh.vert_poly_adr = vert_poly_adr, mesh.vert_poly_num = vert_poly_num;
      mesh.vert_poly = vert_poly;
      return mesh;
    }
  };

  template <class T>
  THEW_HD static Placed<double> exact(const T* x) {
    double copy[10];
    for (int i = 0; i < 10; ++i) copy[i] = double(x[i]);
    return placed_at(copy);
  }
  template <class T>
  THEW_HD static void put(Results<T>& out, const Point<double>* points, int count) {
    for (int i = 0; i < kPoints; ++i) {
      const bool there = i < count;
      const Point<double> none{};
      const Point<double>& p = there ? points[i] : none;
      const double values[7] = {p.dist,     p.pos.x,    p.pos.y,   p.pos.z,
                                p.normal.x, p.normal.y, p.normal.z};
      for (const double value : values) out << T(value);
    }
  }

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    using namespace convex;
    Results<T> out{y};
    alignas(8) std::byte bytes[kBytes];
    const ConvexMemory memory = {bytes, convex_memory(3, 3, kIterations) <= kBytes ? kBytes : 0};
    const ConvexOptions options = {1e-6, kIterations, true};
    const Tetrahedron solid;
    const MeshView mesh = solid.view();
    const Placed<double> at_a = exact(x), at_b = exact(x + 10);
    Convex a{}, b{};
    a.pos = at_a.pos, a.rot = at_a.rot, a.size = at_a.size, a.mesh = &mesh;
    b.pos = at_b.pos, b.rot = at_b.rot, b.size = at_b.size, b.mesh = &mesh;
    Point<double> points[kMaxPoints];
    const Kind kinds[6][2] = {{Kind::Box, Kind::Cylinder},     {Kind::Ellipsoid, Kind::Box},
                              {Kind::Capsule, Kind::Cylinder}, {Kind::Mesh, Kind::Hull},
                              {Kind::Sphere, Kind::Mesh},      {Kind::Cylinder, Kind::Cylinder}};
    for (const auto& kind : kinds) {
      a.kind = kind[0], b.kind = kind[1];
      put(out, points, convex_convex(a, b, 0.02, options, memory, points));
    }
    a.kind = Kind::Box;
    Vec3d on_a{}, on_b{};
    out << T(convex_distance(a, b, 0.5, options, memory, on_a, on_b)) << T(on_a.x) << T(on_b.x);
    const Vec3d corners[6] = {{-1, -1, -1},  {1, -1, -1},  {0, 1, -1},
                              {-1, -1, 0.2}, {1, -1, 0.2}, {0, 1, 0.2}};
    const bool touches = convex_point(prism_of(corners), a, 0.02, options, memory, points[0]);
    put(out, points, touches ? 1 : 0);
    a.kind = Kind::Capsule;
    const bool near = core_point(prism_of(corners), a, 0.02, options, memory, points[0]);
    put(out, points, near ? 1 : 0);
    a.kind = Kind::Box;
    Convex hull = hull_of(corners, 6);
    out << T(support(hull, Vec3d{0, 0, 1}).z);
    const Vec3d floor = {0, 0, -0.2}, up = {0, 0, 1};
    put(out, points, plane_manifold(floor, up, a, 0.1, memory, points));
    b.kind = Kind::Hull;
    const Placed<double> plane = {floor, math::identity3<double>(), {}};
    put(out, points, plane_mesh(plane, b, 0.1, points));
    const float heights[6] = {0, 0.5f, 1, 1, 0.25f, 0};
    const HeightView hills = {2, 3, heights, {1, 1, 0.3}, 0.5};
    put(out, points, heightfield_contacts(hills, a, 0.02, options, memory, points));
  }
};

/// Primitives with triangles and tetrahedra, in double for the same reason.
struct SimplexPairs {
  static constexpr int kInputs = 10, kOutputs = 7 * ConvexPairs::kPoints * 3 + 4 + 8;
  static constexpr double kLow[kInputs] = {-0.1, -0.1, 0.2, 0.6, -1, -1, -1, 0.3, 0.3, 0.3};
  static constexpr double kHigh[kInputs] = {0.1, 0.1, 0.4, 1, 1, 1, 1, 0.4, 0.4, 0.4};

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const Placed<double> at = ConvexPairs::exact(x);
    const Vec3<double> corner[4] = {{-1, -1, 0}, {1, -1, 0.1}, {0, 1, 0}, {0, 0, -1}};
    const Skinned triangle = {corner, 3, 0.02};
    Point<double> points[kMaxPoints];
    ConvexPairs::put(out, points, sphere_triangle(at, triangle, 0.01, points));
    ConvexPairs::put(out, points, capsule_triangle(at, triangle, 0.01, points));
    ConvexPairs::put(out, points, box_triangle(at, triangle, 0.01, points));
    double weight[kSimplexCorners];
    nearest_weights(corner, 4, at.pos, weight);
    const Vec3<double> nearest = weighted_point(corner, 4, weight);
    out << T(weight[0]) << T(nearest.x) << T(nearest.y) << T(nearest.z);
    Vec3<double> normal = {0.6, 0, 0.8};
    out << T(side_normal(at.size, at.pos, normal) ? 1 : 0);
    out << T(normal.x) << T(normal.y) << T(normal.z);
    out << T(ellipsoid_normal(at.size, at.pos, normal) ? 1 : 0);
    out << T(normal.x) << T(normal.y) << T(normal.z);
  }
};

}  // namespace thew::element::probe
