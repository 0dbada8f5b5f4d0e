// Meshes: known masses and inertias, what happens to the numbers of a file on the way to the Model,
// built-in shapes, and primitives in place of meshes.

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "compile/build.h"
#include "compile/mesh/build.h"
#include "compile/spec_names.h"

namespace thew::compile::testing {
namespace {

constexpr double kDensity = 1000;

Vec3 row(const Array<field::Real>& values, int i) {
  return {values.row(i)[0], values.row(i)[1], values.row(i)[2]};
}

void expect_near(const Vec3& a, const Vec3& b, double tolerance) {
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], tolerance) << "coordinate " << k;
}

Vec3 vertex(const Model& m, int i) {
  const float* v = m.mesh_vert.row(i);
  return {v[0], v[1], v[2]};
}

// A vertex of the file's frame again.
Vec3 restored(const Model& m, int i) {
  const double* q = m.mesh_quat.row(0);
  return row(m.mesh_pos, 0) + rotate({q[0], q[1], q[2], q[3]}, vertex(m, i));
}

TEST(Mesh, CubeWithoutTriangles) {
  const Model m = compile(one_mesh(box_points({1, 2, 3})));
  EXPECT_NEAR(m.body_mass.values()[1], 6 * kDensity, 1e-9);
  // Axes are sorted by inertia, the largest first: here x, y, z.
  expect_near(row(m.body_inertia.values(), 1), {500 * 13, 500 * 10, 500 * 5}, 1e-9);
  expect_near(row(m.mesh_pos, 0), {0.5, 1, 1.5}, 1e-15);
  expect_near(row(m.geom_pos.values(), 0), {0.5, 1, 1.5}, 1e-15);
  expect_near(row(m.geom_size.values(), 0), {0.5, 1, 1.5}, 1e-15);
  EXPECT_NEAR(m.geom_rbound.values()[0], std::sqrt(0.25 + 1 + 2.25), 1e-15);
  EXPECT_EQ(m.nmeshface, 12);
  EXPECT_EQ(m.mesh_graph[0], 8);
  EXPECT_EQ(m.mesh_graph[1], 12);
  EXPECT_EQ(m.mesh_polynum[0], 6);
  EXPECT_EQ(m.npolygonmax, 4);
  EXPECT_EQ(m.nmeshdegmax, 3);
  EXPECT_EQ(m.geom_dataid[0], 0);
}

// A corner of a cube: about its centre 3/80 V on the diagonal of the second moments and -1/80 V
// beside it, so V/10 about (1, 1, 1) and V/16 about the axes normal to it.
TEST(Mesh, TetrahedronIsExact) {
  for (const MeshInertia kind : {MeshInertia::Legacy, MeshInertia::Convex, MeshInertia::Exact}) {
    Spec spec = one_mesh(tetrahedron());
    spec.meshes[0].inertia = kind;
    const Model m = compile(spec);
    const double mass = kDensity / 6;
    EXPECT_NEAR(m.body_mass.values()[1], mass, 1e-12);
    expect_near(row(m.body_inertia.values(), 1), {mass / 10, mass / 16, mass / 16}, 1e-12);
    expect_near(row(m.body_ipos.values(), 1), {0.25, 0.25, 0.25}, 1e-15);
    // The first principal axis is the diagonal.
    const double* q = m.mesh_quat.row(0);
    const Vec3 axis = rotate({q[0], q[1], q[2], q[3]}, {1, 0, 0});
    EXPECT_NEAR(std::abs(axis[0] + axis[1] + axis[2]), std::sqrt(3.0), 1e-12);
  }
}

TEST(Mesh, ShellOfACube) {
  Spec spec = one_mesh(box_points({2, 2, 2}));
  spec.meshes[0].inertia = MeshInertia::Shell;
  const Model m = compile(spec);
  const double mass = 24 * kDensity;
  EXPECT_NEAR(m.body_mass.values()[1], mass, 1e-9);
  // Two of six faces turn as plates about their centre (a^2/6), four stand off by a/2.
  const double inertia = mass * (2.0 / 6 * (4.0 / 6) + 4.0 / 6 * (4.0 / 12 + 1));
  expect_near(row(m.body_inertia.values(), 1), {inertia, inertia, inertia}, 1e-8);
}

TEST(Mesh, SphereIsNearlyABall) {
  Spec spec = builtin(MeshBuiltin::Sphere, {4});
  spec.meshes[0].scale = {0.5, 0.5, 0.5};
  const Model m = compile(spec);
  EXPECT_EQ(m.nmeshvert, 2 + 10 * 256);
  EXPECT_EQ(m.nmeshface, 20 * 256);
  const double ball = 4.0 / 3 * kPi * 0.125 * kDensity;
  EXPECT_LT(m.body_mass.values()[1], ball);
  EXPECT_NEAR(m.body_mass.values()[1], ball, 4e-3 * ball);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(m.body_inertia.values().row(1)[k] / m.body_mass.values()[1], 0.4 * 0.25, 4e-4);
  }
  for (int i = 0; i < m.nmeshvert; ++i) {
    const Vec3 v = vertex(m, i);
    EXPECT_NEAR(std::sqrt(dot(v, v)), 0.5, 1e-6);
    const float* n = m.mesh_normal.row(i);
    EXPECT_NEAR(dot(v, {n[0], n[1], n[2]}), 0.5, 1e-3);
  }
}

TEST(Mesh, TorusIsNearlyPappus) {
  Spec spec = builtin(MeshBuiltin::Supertorus, {80, 0.25, 1, 1});
  spec.meshes[0].inertia = MeshInertia::Exact;
  const double exact = compile(spec).body_mass[1];
  EXPECT_NEAR(exact, 2 * kPi * kPi * 0.0625 * kDensity, 3e-3 * exact);
  // Absolute volumes count the space between the arms several times.
  spec.meshes[0].inertia = MeshInertia::Legacy;
  EXPECT_GT(compile(spec).body_mass[1], 1.5 * exact);
  spec.meshes[0].inertia = MeshInertia::Convex;
  EXPECT_GT(compile(spec).body_mass[1], 1.5 * exact);
}

// Vertices in the Model are those of the file, moved.
TEST(Mesh, FrameLeadsBackToTheFile) {
  const std::vector<double> points = random_points(40);
  const Model m = compile(one_mesh(points));
  for (int i = 0; i < 40; ++i) {
    expect_near(restored(m, i), {points[3 * i], points[3 * i + 1], points[3 * i + 2]}, 1e-6);
  }
  // Hence products of inertia about the new axes vanish: the body's frame is the geom's.
  for (int k = 0; k < 4; ++k)
    EXPECT_EQ(m.body_iquat.values().row(1)[k], m.geom_quat.values().row(0)[k]);
}

TEST(Mesh, ReferenceFrameIsTakenOffBeforeScaling) {
  Spec spec = one_mesh(tetrahedron());
  spec.meshes[0].refpos = {1, 2, 3};
  spec.meshes[0].refquat = {1, 0, 0, 1};  // a quarter turn about z
  spec.meshes[0].scale = {2, 3, 4};
  const Model m = compile(spec);
  expect_near(restored(m, 0), {2 * -2, 3 * 1, 4 * -3}, 1e-5);
  expect_near(row(m.mesh_scale, 0), {2, 3, 4}, 0);
}

TEST(Mesh, MirrorTurnsTrianglesAround) {
  for (const MeshInertia kind : {MeshInertia::Legacy, MeshInertia::Convex, MeshInertia::Exact}) {
    Spec spec = one_mesh(tetrahedron(), {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3});
    spec.meshes[0].inertia = kind;
    spec.meshes[0].scale = {-1, 1, 1};
    const Model m = compile(spec);
    EXPECT_NEAR(m.body_mass.values()[1], kDensity / 6, 1e-12);
    expect_near(row(m.body_ipos.values(), 1), {-0.25, 0.25, 0.25}, 1e-15);
    for (int f = 0; f < m.nmeshface; ++f) {
      const int* v = m.mesh_face.row(f);
      const Vec3 a = vertex(m, v[0]);
      EXPECT_GT(dot(a, cross(vertex(m, v[1]) - a, vertex(m, v[2]) - a)), 0);
    }
    for (int p = 0; p < m.nmeshpoly; ++p) {
      EXPECT_GT(dot(row(m.mesh_polynormal, p), vertex(m, m.mesh_polyvert[m.mesh_polyvertadr[p]])),
                0);
    }
  }
}

TEST(Mesh, RepeatedPointsDoNotMatter) {
  std::vector<double> points = tetrahedron();
  for (int i = 0; i < 6; ++i) points.push_back(points[i]);
  const Model m = compile(one_mesh(points));
  EXPECT_EQ(m.nmeshvert, 6);
  EXPECT_EQ(m.nmeshface, 4);
  EXPECT_NEAR(m.body_mass.values()[1], kDensity / 6, 1e-12);
}

TEST(Mesh, NormalsOfSharpEdgesAreLeftOutUnlessSmooth) {
  Spec spec = one_mesh(box_points({1, 1, 1}));
  spec.meshes[0].smoothnormal = true;
  const Model smooth = compile(spec);
  for (int i = 0; i < 8; ++i) {
    const float* n = smooth.mesh_normal.row(i);
    EXPECT_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-6);
    for (int k = 0; k < 3; ++k) EXPECT_GT(n[k] * vertex(smooth, i)[k], 0);
  }
}

TEST(Mesh, GivenNormalsStretchAsCovectors) {
  const double h = std::sqrt(0.5);
  Spec spec = one_mesh(box_points({1, 1, 1}));
  MeshData data = *spec.meshes[0].data;
  for (int i = 0; i < 8; ++i) data.normal.insert(data.normal.end(), {h, h, 0});
  spec.meshes[0].data = std::make_shared<MeshData>(data);
  spec.meshes[0].scale = {2, 1, 1};
  const Model m = compile(spec);
  // The plane x + y = 0 becomes x/2 + y = 0.
  const double* q = m.mesh_quat.row(0);
  const float* n = m.mesh_normal.row(0);
  const Vec3 back = rotate({q[0], q[1], q[2], q[3]}, {n[0], n[1], n[2]});
  expect_near(back, {1 / std::sqrt(5.0), 2 / std::sqrt(5.0), 0}, 1e-6);
}

TEST(Mesh, NormalsPerVertexMayBeSeveral) {
  const Model m = compile(builtin(MeshBuiltin::Wedge, {4, 3, 60, 40, 0}));
  EXPECT_EQ(m.nmeshvert, 12);
  EXPECT_EQ(m.nmeshnormal, 36);
  for (int i = 0; i < 3 * m.nmeshface; ++i) {
    EXPECT_EQ(m.mesh_facenormal[i], 3 * m.mesh_face[i]);
  }
}

TEST(Mesh, HullOnlyWhereItIsNeeded) {
  Spec spec = one_mesh(tetrahedron(), {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3});
  Geom& geom = spec.world.bodies[0].geoms[0];
  geom.name = "g";
  geom.contype = geom.conaffinity = 0;
  EXPECT_EQ(compile(spec).mesh_graphadr[0], -1);
  EXPECT_EQ(compile(spec).mesh_polynum[0], 0);

  spec.meshes[0].inertia = MeshInertia::Convex;
  EXPECT_EQ(compile(spec).mesh_graphadr[0], 0);
  spec.meshes[0].inertia = MeshInertia::Legacy;

  add_geom(spec.world, GeomType::Sphere, {0.1, 0, 0}, "ball");
  Pair& pair = spec.pairs.emplace_back();
  pair.geomname1 = "ball";
  pair.geomname2 = "g";
  EXPECT_EQ(compile(spec).mesh_graphadr[0], 0);
  spec.pairs.clear();

  Site& site = add_site(spec.world, "s", {1, 2, 3});
  site.type = GeomType::Mesh;
  site.meshname = "m";
  const Model m = compile(spec);
  EXPECT_EQ(m.mesh_graphadr[0], 0);
  EXPECT_EQ(m.site_dataid[0], 0);
  expect_near(row(m.site_pos.values(), 0), {1, 2, 3},
              0);  // sites are not moved by the mesh's frame
  expect_near(row(m.site_size.values(), 0), row(m.geom_size.values(), 1), 0);
}

TEST(Mesh, MaterialOfTheMeshIsTheSecondChoice) {
  Spec spec = one_mesh(tetrahedron());
  for (const char* name : {"a", "b"}) spec.materials.emplace_back().name = name;
  EXPECT_EQ(compile(spec).geom_matid[0], -1);
  spec.meshes[0].material = "b";
  EXPECT_EQ(compile(spec).geom_matid[0], 1);
  spec.world.bodies[0].geoms[0].material = "a";
  EXPECT_EQ(compile(spec).geom_matid[0], 0);
}

TEST(Mesh, PrimitivesFitAMesh) {
  Spec spec = one_mesh(box_points({2, 4, 6}));
  Geom& geom = spec.world.bodies[0].geoms[0];
  geom.fitscale = 2;
  for (const bool bounds : {false, true}) {
    spec.compilers[0].fitaabb = bounds;
    geom.type = GeomType::Box;
    Model m = compile(spec);
    expect_near(row(m.geom_size.values(), 0), {2, 4, 6}, 1e-12);
    expect_near(row(m.geom_pos.values(), 0), {1, 2, 3}, 1e-12);
    EXPECT_EQ(m.geom_dataid[0], -1);
    geom.type = GeomType::Sphere;
    EXPECT_NEAR(compile(spec).geom_size[0], bounds ? 6 : 4, 1e-12);
    geom.type = GeomType::Capsule;
    m = compile(spec);
    EXPECT_NEAR(m.geom_size[0], bounds ? 4 : 3, 1e-12);
    EXPECT_NEAR(m.geom_size[1], bounds ? 2 : 4.5, 1e-12);
  }
}

// A surface that moves like a rigid body keeps doing so in the frame of the mesh.
TEST(Mesh, SurfaceVelocityMovesToTheMeshFrame) {
  Spec spec = one_mesh(box_points({2, 4, 6}));
  spec.world.bodies[0].geoms[0].surfacevel = {0, 0, 0, 0, 0, 1};
  const Model m = compile(spec);
  const double* v = m.geom_surfacevel.values().row(0);
  expect_near({v[0], v[1], v[2]}, {-2, 1, 0}, 1e-12);
  expect_near({v[3], v[4], v[5]}, {0, 0, 1}, 1e-12);
}

TEST(Mesh, NameIsThatOfTheFile) {
  Spec spec = one_mesh(tetrahedron());
  spec.meshes[0].name = "";
  spec.meshes[0].file = "folder/other\\link.v2.obj";
  spec.world.bodies[0].geoms[0].meshname = "link.v2";
  const Model m = compile(spec);
  EXPECT_STREQ(m.names.data() + m.name_meshadr[0], "link.v2");
  EXPECT_STREQ(m.paths.data() + m.mesh_pathadr[0], "folder/other\\link.v2.obj");
}

// Built-in shapes of solids are closed and face outwards.
TEST(MeshBuiltinShapes, SolidsAreClosed) {
  const std::pair<MeshBuiltin, std::vector<double>> shapes[] = {
      {MeshBuiltin::Sphere, {2}},
      {MeshBuiltin::Hemisphere, {3}},
      {MeshBuiltin::Supersphere, {9, 0.7, 1.3}},
      {MeshBuiltin::Supertorus, {9, 0.3, 1, 1}},
      {MeshBuiltin::Cone, {7, 0.4}},
      {MeshBuiltin::Cone, {5, 0}},
      {MeshBuiltin::Grid, {3, 4, 5, 0.1, 0.1, 0.1}},
      {MeshBuiltin::Box, {3, 4, 5, 0.1, 0.1, 0.1}},
      {MeshBuiltin::Cylinder, {3, 4, 5, 0.1, 0.1, 0.1}},
      {MeshBuiltin::Ellipsoid, {3, 4, 5, 0.1, 0.1, 0.1}},
  };
  for (const auto& [shape, params] : shapes) {
    Spec spec = builtin(shape, params);
    spec.meshes[0].inertia = MeshInertia::Exact;
    const Model m = compile(spec);
    std::set<std::pair<int, int>> edges;
    for (int f = 0; f < m.nmeshface; ++f) {
      const int* v = m.mesh_face.row(f);
      for (int k = 0; k < 3; ++k) edges.insert({v[k], v[(k + 1) % 3]});
    }
    for (const auto& [a, b] : edges) EXPECT_EQ(edges.count({b, a}), 1u) << static_cast<int>(shape);
  }
}

TEST(MeshBuiltinShapes, FlatOnesWeighTheirSurface) {
  for (const MeshBuiltin shape : {MeshBuiltin::Square, MeshBuiltin::Grid}) {
    std::vector<double> params = {3, 5, 1, 0.5, 0.25, 1};
    if (shape == MeshBuiltin::Grid) params.push_back(2);
    Spec spec = builtin(shape, params);
    Geom& geom = spec.world.bodies[0].geoms[0];
    geom.contype = geom.conaffinity = 0;
    EXPECT_NEAR(compile(spec).body_mass[1], kDensity, 1e-4);
  }
}

}  // namespace
}  // namespace thew::compile::testing
