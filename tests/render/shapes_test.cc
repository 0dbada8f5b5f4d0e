#include "render/shapes.h"

#include <gtest/gtest.h>

#include "render/letters.h"
#include "render/matrix.h"

namespace thew::render {
namespace {

// Triangles seen counter-clockwise from outside, with normals of length 1 that point outside.
void expect_outward(const Triangles& t, const char* name) {
  ASSERT_EQ(t.indices.size() % 3, 0u) << name;
  for (std::size_t i = 0; i < t.indices.size(); i += 3) {
    const Vertex* v[3];
    for (std::size_t k = 0; k < 3; ++k) v[k] = &t.vertices.at(t.indices[i + k]);
    const Vec3 a = vec3(v[0]->position), b = vec3(v[1]->position), c = vec3(v[2]->position);
    const Vec3 side = cross(sub(b, a), sub(c, a));
    if (dot(side, side) < 1e-12f) continue;  // at a pole
    for (const Vertex* vertex : v) {
      const Vec3 n = vec3(vertex->normal);
      EXPECT_NEAR(dot(n, n), 1, 1e-5) << name;
      EXPECT_GT(dot(unit(side), n), 0.3f) << name;
    }
  }
}

TEST(Shapes, FaceOutward) {
  expect_outward(make_sphere(28, 16), "sphere");
  expect_outward(make_dome(1, 28, 16), "top");
  expect_outward(make_dome(-1, 28, 16), "bottom");
  expect_outward(make_cylinder(28, true), "cylinder");
  expect_outward(make_cylinder(28, false), "tube");
  expect_outward(make_cone(28), "cone");
  expect_outward(make_box(), "box");
  expect_outward(make_plane(), "plane");
}

TEST(Letters, StayOnTheirGrid) {
  for (char c = ' '; c <= '~'; ++c) {
    const std::string_view strokes = strokes_of(c);
    std::size_t digits = 0;
    for (std::size_t i = 0; i <= strokes.size(); ++i) {
      if (i == strokes.size() || strokes[i] == ' ') {
        EXPECT_TRUE(digits % 2 == 0 && (digits >= 4 || strokes.empty())) << c;
        digits = 0;
        continue;
      }
      const int most = digits % 2 == 0 ? 4 : 8;
      EXPECT_TRUE(strokes[i] >= '0' && strokes[i] <= '0' + most) << c;
      ++digits;
    }
  }
}

TEST(Matrices, MirrorsLeaveTheirPlaneInPlace) {
  const Vec3 n = unit({1, 2, 3}), p = {0.5f, -1, 2};
  const Mat4 m = mirror(p, n);
  const Vec3 on = transform(m, p), off = transform(m, {p[0] + n[0], p[1] + n[1], p[2] + n[2]});
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(on[k], p[k], 1e-5);
    EXPECT_NEAR(off[k], p[k] - n[k], 1e-5);
  }
}

}  // namespace
}  // namespace thew::render
