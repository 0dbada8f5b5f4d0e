// Elasticity of triangles and tetrahedra.
//
// The Green strain of a simplex is linear in the squared lengths of its edges: E = sum (L^2 - L0^2)
// B_e, with B_e the symmetric product of the normals of the two faces that do not have edge e. The
// energy V (mu tr E^2 + lambda/2 tr^2 E) is then a quadratic form of L^2 - L0^2, whose upper
// triangle is stored.

#include <algorithm>
#include <cmath>

#include "compile/flex/flex.h"

namespace thew::compile {

namespace {

using Tensor = Mat3;

constexpr int kStride2D = 21, kStride3D = 24;
constexpr int kEdgePairs = 21;  // of a tetrahedron, each edge with itself included
constexpr int kThickness = 6;  // where the first triangle has that of a flex that yields in bending

Tensor symmetric_product(const Vec3& a, const Vec3& b, double scale) {
  Tensor t;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) t[3 * i + j] = (a[i] * b[j] + b[i] * a[j]) * scale;
  }
  return t;
}

double trace(const Tensor& t) {
  return t[0] + t[4] + t[8];
}

double trace_of_product(const Tensor& a, const Tensor& b) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) sum += a[3 * i + j] * b[3 * j + i];
  }
  return sum;
}

void store(const std::vector<Tensor>& basis, double mu, double lambda, double* out) {
  for (std::size_t i = 0; i < basis.size(); ++i) {
    for (std::size_t j = i; j < basis.size(); ++j) {
      *out++ = mu * trace_of_product(basis[i], basis[j]) +
               lambda / 2 * trace(basis[i]) * trace(basis[j]);
    }
  }
}

// With e_i the edge against corner i and n the unit normal, n x e_i is 2A times the gradient of
// that corner's barycentric coordinate.
void store_triangle(const Vec3 (&x)[3], double young, double poisson, double thickness,
                    double* out) {
  const Vec3 edge[3] = {x[2] - x[1], x[0] - x[2], x[1] - x[0]};
  Vec3 normal = cross(edge[0], edge[1]);
  const double area = normalise(normal) / 2;
  if (!(area > 0)) return;
  std::vector<Tensor> basis;
  for (int e = 0; e < 3; ++e) {
    const Vec3 left = cross(normal, edge[(e + 1) % 3]), right = cross(normal, edge[(e + 2) % 3]);
    basis.push_back(symmetric_product(left, right, -1 / (8 * area * area)));
  }
  const double volume = area * thickness;
  store(basis, young / (2 * (1 + poisson)) * volume,
        young * poisson / (1 - poisson * poisson) * volume, out);
}

// The stable Neo-Hookean law (Smith et al., "Stable Neo-Hookean flesh simulation", 2018) without
// its logarithm, mu tr E - mu (J - 1) + (lambda + mu)/2 (J - 1)^2 with J the ratio of volumes. As
// J^2 = det(1 + 2E), it is mu (tr E^2 - tr^2 E) - 4 mu det E + (lambda/2 + mu) (J - 1)^2. The first
// part is the quadratic form; then come the factor of the determinant of the change of the edges'
// products (8 (6v)^2 det E), that of (J - 1)^2, and 1/(6v).
void store_neo_hookean(const std::vector<Tensor>& basis, double mu, double lambda, double volume,
                       double* out) {
  const double size = std::abs(volume);
  store(basis, mu * size, -2 * mu * size, out);
  out[kEdgePairs] = -mu * size / (72 * volume * volume);
  out[kEdgePairs + 1] = (lambda / 2 + mu) * size;
  out[kEdgePairs + 2] = 1 / (6 * volume);
}

void store_tetrahedron(const Vec3 (&x)[4], const Flex& spec, double* out) {
  // Twice the area normal of each face, by the corner it does not have; inwards or outwards alike.
  const Vec3 face[4] = {cross(x[2] - x[1], x[3] - x[1]), cross(x[3] - x[0], x[2] - x[0]),
                        cross(x[1] - x[0], x[3] - x[0]), cross(x[2] - x[0], x[1] - x[0])};
  const double volume = dot(cross(x[1] - x[0], x[2] - x[0]), x[3] - x[0]) / 6;
  if (volume == 0) return;
  static constexpr int kEdge[6][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}};
  std::vector<Tensor> basis;
  for (const auto& [a, b] : kEdge) {
    basis.push_back(symmetric_product(face[a], face[b], -1 / (72 * volume * volume)));
  }
  const double size = std::abs(volume), mu = spec.young / (2 * (1 + spec.poisson));
  const double lambda = spec.young * spec.poisson / ((1 + spec.poisson) * (1 - 2 * spec.poisson));
  if (spec.elastic3d != 0) return store_neo_hookean(basis, mu, lambda, volume, out);
  store(basis, mu * size, lambda * size, out);
}

double cotangent(const Vec3& at, const Vec3& a, const Vec3& b) {
  const Vec3 u = a - at, v = b - at, n = cross(u, v);
  return dot(u, v) / std::sqrt(dot(n, n));
}

double area(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = cross(b - a, c - a);
  return std::sqrt(dot(n, n)) / 2;
}

// Quadratic curvature energy of the edge x0 x1 between triangles with x2 and x3 (Wardetzky et al.,
// "Discrete quadratic curvature energies", 2007): (D/A) c c', c the cotangent weights, scaled by
// the cosine of the angle of rest, and a cubic term for curved sheets (Garg et al., "Cubic
// shells").
void store_hinge(const Vec3 (&x)[4], double rigidity, double* out) {
  const double a1 = cotangent(x[0], x[1], x[2]), a2 = cotangent(x[0], x[3], x[1]);
  const double a3 = cotangent(x[1], x[2], x[0]), a4 = cotangent(x[1], x[0], x[3]);
  const double c[4] = {a3 + a4, a1 + a2, -(a1 + a3), -(a2 + a4)};
  const double scale = rigidity / (area(x[0], x[1], x[2]) + area(x[1], x[0], x[3]));
  const Vec3 along = x[1] - x[0];
  const double square = dot(along, along);
  // Heights of the two triangles over the edge, towards it.
  const Vec3 h1 = -a3 * (x[2] - x[0]) + -a1 * (x[2] - x[1]);
  const Vec3 h2 = -a4 * (x[3] - x[0]) + -a2 * (x[3] - x[1]);
  const double cosine = -dot(h1, h2) / square;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) out[4 * i + j] = c[i] * c[j] * cosine * scale;
  }
  const double twist = dot(cross(along, x[2] - x[0]), x[3] - x[0]);
  out[16] = -twist * scale * (c[2] * c[3]) * (c[2] * c[3]) / (square * square);
}

}  // namespace

void set_stiffness(FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  if (!(spec.young > 0) || flex.interpolated() || spec.dim == 1) return;
  const int stride = spec.dim == 2 ? kStride2D : kStride3D;
  flex.stiffness.assign(static_cast<std::size_t>(stride) * flex.elements(), 0);
  for (int e = 0; e < flex.elements(); ++e) {
    const int* v = flex.elem.data() + e * (spec.dim + 1);
    double* out = flex.stiffness.data() + static_cast<std::ptrdiff_t>(stride) * e;
    const auto at = [&](int k) { return flex.vertpos[v[k]]; };
    if (spec.dim == 3) {
      store_tetrahedron({at(0), at(1), at(2), at(3)}, spec, out);
    } else if (spec.elastic2d >= 2 && spec.thickness > 0) {
      store_triangle({at(0), at(1), at(2)}, spec.young, spec.poisson, spec.thickness, out);
    }
  }
  const bool bends = spec.dim == 2 && (spec.elastic2d == 1 || spec.elastic2d == 3);
  if (bends && spec.stressyield[1] > 0) flex.stiffness[kThickness] = spec.thickness;
}

void set_bending(FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  const bool bends = spec.elastic2d == 1 || spec.elastic2d == 3;
  if (!(spec.young > 0) || flex.interpolated() || spec.dim != 2 || !bends) return;
  const double t = spec.thickness;
  const double rigidity = spec.young * t * t * t / (12 * (1 - spec.poisson * spec.poisson));
  flex.bending.assign(17 * flex.edge.size(), 0);
  for (std::size_t e = 0; e < flex.edge.size(); ++e) {
    if (flex.flap[e][1] < 0) continue;
    const auto at = [&](int v) { return flex.vertpos[v]; };
    store_hinge(
        {at(flex.edge[e][0]), at(flex.edge[e][1]), at(flex.flap[e][0]), at(flex.flap[e][1])},
        rigidity, flex.bending.data() + 17 * e);
  }
}

}  // namespace thew::compile
