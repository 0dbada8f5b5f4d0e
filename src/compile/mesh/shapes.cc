// Built-in shapes of meshes, of about unit size. The order of vertices and triangles is that of the
// reference, and so is the rounding to floats on the way.

#include "compile/mesh/shapes.h"

#include <algorithm>
#include <map>

#include "math/functions.h"

namespace thew::compile {

namespace {

void add_vertex(MeshData& data, const Vec3& p) {
  for (const double x : p) data.vertex.push_back(static_cast<float>(x));
}

void add_face(MeshData& data, int a, int b, int c) {
  data.face.insert(data.face.end(), {a, b, c});
}

// Splits each triangle of a sphere into four, with the new corners moved out to the sphere.
class Subdivision {
 public:
  explicit Subdivision(MeshData& data) : data_(data) {}

  void run() {
    const std::vector<int> old = std::move(data_.face);
    data_.face.clear();
    for (std::size_t i = 0; i < old.size(); i += 3) {
      const int a = old[i], b = old[i + 1], c = old[i + 2];
      const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      add_face(data_, a, ab, ca);
      add_face(data_, b, bc, ab);
      add_face(data_, c, ca, bc);
      add_face(data_, ab, bc, ca);
    }
  }

 private:
  int middle(int a, int b) {
    const int count = static_cast<int>(data_.vertex.size() / 3);
    const auto [entry, is_new] = middles_.try_emplace(std::minmax(a, b), count);
    if (!is_new) return entry->second;
    std::array<float, 3> p;
    for (int k = 0; k < 3; ++k) {
      p[k] = (coordinate(a, k) + coordinate(b, k)) / 2;
    }
    const float length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    for (const float x : p) data_.vertex.push_back(x / length);
    return count;
  }

  float coordinate(int vertex, int k) const {
    return static_cast<float>(data_.vertex[3 * vertex + k]);
  }

  MeshData& data_;
  std::map<std::pair<int, int>, int> middles_;
};

// Powers of cosine and sine that keep the sign: the bulges of superquadrics.
double bulge(double x, double exponent) {
  return std::copysign(math::pow(std::abs(x), exponent), x);
}
double bulge_cos(double angle, double exponent) {
  return bulge(math::cos(angle), exponent);
}
double bulge_sin(double angle, double exponent) {
  return bulge(math::sin(angle), exponent);
}

// Borders of n bins from -half to half [rad]; gamma makes those in the middle finer.
std::vector<double> bin_borders(int n, double half, double gamma) {
  std::vector<double> borders;
  double x = -1;
  for (int i = 0; i <= n; ++i, x += 2.0 / n) {
    const double fine = gamma == 0 ? x : gamma * math::pow(x, 5.0) + (1 - gamma) * x;
    borders.push_back(fine * (half * kPi / 180));
  }
  return borders;
}

void add_normal(MeshData& data, const Vec3& n) {
  for (const double x : n) data.normal.push_back(static_cast<float>(x));
}

}  // namespace

MeshData make_sphere(int subdivisions) {
  // An icosahedron: three golden rectangles, one in each coordinate plane.
  const auto golden = static_cast<float>((1 + std::sqrt(5.0)) / 2);
  const double length = std::sqrt(1.0 + golden * golden);
  MeshData data;
  for (int plane = 0; plane < 3; ++plane) {
    for (const int far : {1, -1}) {
      for (const int near : {-1, 1}) {
        Vec3 p = {};
        p[plane] = near;
        p[(plane + 1) % 3] = static_cast<double>(far) * golden;
        for (double& x : p) x /= length;
        add_vertex(data, p);
      }
    }
  }
  data.face = {0, 11, 5,  0, 5,  1, 0, 1, 7, 0, 7,  10, 0, 10, 11, 1, 5, 9, 5, 11,
               4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3,  9,  4, 3,  4,  2, 3, 2, 6, 3,
               6, 8,  3,  8, 9,  4, 9, 5, 2, 4, 11, 6,  2, 10, 8,  6, 7, 9, 8, 1};
  for (int i = 0; i < subdivisions; ++i) Subdivision(data).run();
  return data;
}

// Rings of 4, 8, 12... points from the pole to the equator, each projected from a square, and a
// cap below.
MeshData make_hemisphere(int resolution) {
  const int rings = resolution + 1;
  constexpr Vec3 kPole = {0, 0, 1};
  constexpr Vec3 kEquator[4] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
  MeshData data;
  add_vertex(data, kPole);
  for (int ring = 1; ring <= rings; ++ring) {
    const double factor = static_cast<double>(ring) / rings;
    for (int side = 0; side < 4; ++side) {
      const Vec3 start = kPole + factor * (kEquator[side] - kPole);
      const Vec3 end = kPole + factor * (kEquator[(side + 1) % 4] - kPole);
      for (int i = 0; i < ring; ++i) {
        Vec3 p;
        for (int k = 0; k < 3; ++k) p[k] = start[k] + i * ((end[k] - start[k]) / ring);
        const double length = std::sqrt(dot(p, p));
        for (double& x : p) x /= length;
        add_vertex(data, p);
      }
    }
  }
  const int centre = static_cast<int>(data.vertex.size() / 3);
  add_vertex(data, {});
  for (int k = 0; k < 4; ++k) add_face(data, 0, k + 1, (k + 1) % 4 + 1);
  for (int ring = 1; ring < rings; ++ring) {
    const int inner = 2 * ring * (ring - 1) + 1, outer = inner + 4 * ring;
    const auto in = [=](int i) { return inner + i % (4 * ring); };
    const auto out = [=](int i) { return outer + i % (4 * ring + 4); };
    for (int side = 0; side < 4; ++side) {
      for (int i = 0; i <= ring; ++i) {
        const int from = i + ring * side, to = i + (ring + 1) * side;
        add_face(data, in(from), out(to), out(to + 1));
        if (i < ring) add_face(data, in(from), out(to + 1), in(from + 1));
      }
    }
  }
  const int last = 2 * rings * (rings - 1) + 1;
  for (int i = 0; i < 4 * rings; ++i)
    add_face(data, last + i, centre, last + (i + 1) % (4 * rings));
  return data;
}

// A polygon below and one above, or a tip; the triangles are those of the hull.
MeshData make_cone(int n, double radius) {
  MeshData data;
  const auto angle = [n](int i) { return 2 * i * kPi / n; };
  for (int i = 0; i < n; ++i) add_vertex(data, {math::cos(angle(i)), math::sin(angle(i)), -1});
  if (!(radius > 0)) {
    add_vertex(data, {0, 0, 1});
    return data;
  }
  for (int i = n; i < 2 * n; ++i) {
    add_vertex(data, {radius * math::cos(angle(i)), radius * math::sin(angle(i)), 1});
  }
  return data;
}

MeshData make_supersphere(int n, double east, double north) {
  MeshData data;
  add_vertex(data, {0, 0, -1});
  for (int i = 1; i < n; ++i) {
    const double v = -kPi / 2 + i * kPi / n;
    for (int j = 0; j < n; ++j) {
      const double u = -kPi + j * 2 * kPi / n;
      add_vertex(data, {bulge_cos(v, north) * bulge_cos(u, east),
                        bulge_cos(v, north) * bulge_sin(u, east), bulge_sin(v, north)});
    }
  }
  add_vertex(data, {0, 0, 1});
  const auto at = [n](int ring, int j) { return 1 + ring * n + j % n; };
  for (int j = 0; j < n; ++j) add_face(data, 0, at(0, j + 1), at(0, j));
  for (int i = 0; i < n - 2; ++i) {
    for (int j = 0; j < n; ++j) {
      add_face(data, at(i, j), at(i, j + 1), at(i + 1, j));
      add_face(data, at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
    }
  }
  const int pole = (n - 1) * n + 1;
  for (int j = 0; j < n; ++j) add_face(data, at(n - 2, j), at(n - 2, j + 1), pole);
  return data;
}

MeshData make_supertorus(int n, double radius, double minor, double major) {
  MeshData data;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const double u = 2 * kPi * i / n, v = 2 * kPi * j / n;
      const double reach = 1 + radius * bulge_cos(v, minor);
      add_vertex(data, {reach * bulge_cos(u, major), reach * bulge_sin(u, major),
                        radius * bulge_sin(v, minor)});
    }
  }
  const auto at = [n](int i, int j) { return i % n * n + j % n; };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      add_face(data, at(i, j), at(i + 1, j), at(i, j + 1));
      add_face(data, at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return data;
}

// Points of a spherical shell by azimuth and elevation, with a frame at each: the normal and the
// two tangents, which tactile sensors measure along.
MeshData make_wedge(int columns, int rows, double wide, double high, double gamma) {
  const std::vector<double> x = bin_borders(columns, wide, gamma);
  const std::vector<double> y = bin_borders(rows, high, gamma);
  MeshData data;
  for (int i = 0; i < columns; ++i) {
    for (int j = 0; j < rows; ++j) {
      const double a = 0.5 * (x[i + 1] + x[i]), e = 0.5 * (y[j + 1] + y[j]);
      const double ca = math::cos(a), sa = math::sin(a), ce = math::cos(e), se = math::sin(e);
      Vec3 along = {ce * ca, 0, ce * sa}, up = {-se * sa, ce, se * ca};
      normalise(along);
      normalise(up);
      add_vertex(data, {ce * sa, se, -ce * ca});
      add_normal(data, cross(up, along));
      add_normal(data, along);
      add_normal(data, up);
    }
  }
  return data;
}

// Centres of the cells of a square at z = -1, with a frame at each as above.
MeshData make_plate(int columns, int rows) {
  MeshData data;
  for (int i = 0; i < columns; ++i) {
    for (int j = 0; j < rows; ++j) {
      add_vertex(data, {-1 + (i + 0.5) * (2.0 / columns), -1 + (j + 0.5) * (2.0 / rows), -1});
      for (int k = 0; k < 3; ++k)
        add_normal(data, {k == 0 ? 1.0 : 0, k == 1 ? 1.0 : 0, k == 2 ? 1.0 : 0});
      if (i == 0 || j == 0) continue;
      const int here = i * rows + j;
      add_face(data, here - rows - 1, here - 1, here - rows);
      add_face(data, here, here - rows, here - 1);
    }
  }
  return data;
}

}  // namespace thew::compile
