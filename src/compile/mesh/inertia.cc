// Volume, centre of mass and inertia of the space inside triangles, or of the triangles alone.
//
// Each triangle is the base of a pyramid whose tip is a common point; volumes are signed by the
// side from which the tip sees the triangle, so that the sum is exact for any closed surface
// (O'Rourke, Computational Geometry in C, 1.3.8). The kind "legacy" takes absolute volumes.

#include "compile/draft.h"

namespace thew::compile {

namespace {

struct Triangle {
  Vec3 a, b, c;
  Vec3 centre;
  Vec3 normal;  // unit
  double area;  // 0 for what is too small to have a normal
};

Triangle triangle(std::span<const double> vert, std::span<const int> face, std::size_t i,
                  const Vec3& origin) {
  Triangle t;
  t.a = corner(vert, face[3 * i]) - origin;
  t.b = corner(vert, face[3 * i + 1]) - origin;
  t.c = corner(vert, face[3 * i + 2]) - origin;
  for (int k = 0; k < 3; ++k) t.centre[k] = (t.a[k] + t.b[k] + t.c[k]) / 3;
  t.normal = cross(t.b - t.a, t.c - t.a);
  const double length = std::sqrt(dot(t.normal, t.normal));
  if (length < kMinVal) {
    t.area = 0;
    return t;
  }
  for (double& x : t.normal) x /= length;
  t.area = 0.5 * length;
  return t;
}

// What a triangle adds: its area for a shell, else the volume of its pyramid.
double amount(const Triangle& t, const Vec3& tip, MeshInertia kind) {
  if (kind == MeshInertia::Shell) return t.area;
  const double volume = dot(t.centre - tip, t.normal) * t.area / 3;
  return kind == MeshInertia::Legacy ? std::abs(volume) : volume;
}

struct Centred {
  double amount = 0;
  Vec3 centre = {};
};

Centred mean(double amount, const Vec3& moment) {
  if (amount < kMinVal) return {amount, moment};
  return {amount, {moment[0] / amount, moment[1] / amount, moment[2] / amount}};
}

Centred area(std::span<const double> vert, std::span<const int> face) {
  double total = 0;
  Vec3 moment = {};
  for (std::size_t i = 0; i < face.size() / 3; ++i) {
    const Triangle t = triangle(vert, face, i, {});
    moment = moment + t.area * t.centre;
    total += t.area;
  }
  return mean(total, moment);
}

// Centres of pyramids are a quarter of the way from the base to the tip.
Centred pyramids(std::span<const double> vert, std::span<const int> face, const Vec3& tip,
                 MeshInertia kind) {
  double total = 0;
  Vec3 moment = {};
  for (std::size_t i = 0; i < face.size() / 3; ++i) {
    const Triangle t = triangle(vert, face, i, {});
    const double part = amount(t, tip, kind);
    total += part;
    for (int k = 0; k < 3; ++k) moment[k] += part * (t.centre[k] * 3.0 / 4.0 + tip[k] / 4.0);
  }
  return mean(total, moment);
}

// Second moments of pyramids with their tips in `centre`, or of triangles:
// P_jk = V/20 (2 (a_j a_k + b_j b_k + c_j c_k) + a_j b_k + ... over the pairs), with 12 in place of
// 20 for triangles.
MassProperties turn(std::span<const double> vert, std::span<const int> face, const Vec3& centre,
                    MeshInertia kind) {
  constexpr int kPairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  const double divisor = kind == MeshInertia::Shell ? 12 : 20;
  MassProperties result;
  result.centre = centre;
  Vec6 p = {};
  for (std::size_t i = 0; i < face.size() / 3; ++i) {
    const Triangle t = triangle(vert, face, i, centre);
    const double part = amount(t, {}, kind);
    result.amount += part;
    for (int n = 0; n < 6; ++n) {
      const auto [j, k] = kPairs[n];
      p[n] +=
          part / divisor *
          (2 * (t.a[j] * t.a[k] + t.b[j] * t.b[k] + t.c[j] * t.c[k]) + t.a[j] * t.b[k] +
           t.a[k] * t.b[j] + t.a[j] * t.c[k] + t.a[k] * t.c[j] + t.b[j] * t.c[k] + t.b[k] * t.c[j]);
    }
  }
  const auto [xx, yy, zz, xy, xz, yz] = p;
  result.inertia = {yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy};
  return result;
}

}  // namespace

MassProperties weigh(const Draft& draft, const MeshDraft& mesh, const CompiledMesh& made) {
  const Surface& surface = made.surface;
  const Centred shell = area(surface.vert, surface.face);
  if (!(shell.amount >= kMinVal)) {
    draft.fail(*mesh.spec, "mesh", "the area of its surface is too small");
  }
  const std::span<const int> face =
      mesh.kind == MeshInertia::Convex ? made.hull.faces() : std::span<const int>(surface.face);
  const Centred inside = pyramids(surface.vert, face, shell.centre, mesh.kind);
  if (inside.amount < 0) {
    draft.fail(*mesh.spec, "mesh", "its volume is negative: the triangles face inwards",
               "turn them around, or use inertia=\"convex\" or \"shell\"");
  }
  if (!(inside.amount >= kMinVal)) {
    draft.fail(*mesh.spec, "mesh", "its volume is too small",
               "inertia=\"shell\" weighs the surface instead");
  }
  return turn(surface.vert, face, inside.centre, mesh.kind);
}

}  // namespace thew::compile
