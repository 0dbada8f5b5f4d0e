// Inertias of primitives against one another, and of bodies against what they are made of.

#include <cmath>

#include <gtest/gtest.h>

#include "compile/build.h"
#include "compile/stages.h"

namespace thew::compile::testing {
namespace {

constexpr GeomType kTypes[] = {GeomType::Sphere, GeomType::Capsule, GeomType::Cylinder,
                               GeomType::Ellipsoid, GeomType::Box};
constexpr Vec3 kSize = {0.3, 0.4, 0.5};

// The sizes of the same primitive with a surface that lies further out by `by`.
Vec3 grown(GeomType type, double by) {
  Vec3 size = kSize;
  size[0] += by;
  if (type != GeomType::Capsule) size[1] += by;
  size[2] += by;
  return size;
}

double mass(GeomType type, const Vec3& size) {
  return volume(type, size, GeomInertia::Volume);
}

class Primitive : public ::testing::TestWithParam<GeomType> {};

// A shell is the derivative of the solid with respect to its thickness (central difference).
TEST_P(Primitive, ShellIsTheSkinOfTheSolid) {
  const GeomType type = GetParam();
  const double h = 1e-5;
  const Vec3 out = grown(type, h), in = grown(type, -h);
  const double area = (mass(type, out) - mass(type, in)) / (2 * h);
  if (type != GeomType::Ellipsoid) {  // whose area is an approximation
    EXPECT_NEAR(volume(type, kSize, GeomInertia::Shell), area, 1e-8);
  }
  const Vec3 skin = inertia(type, kSize, GeomInertia::Shell, area);
  const Vec3 outer = inertia(type, out, GeomInertia::Volume, mass(type, out));
  const Vec3 inner = inertia(type, in, GeomInertia::Volume, mass(type, in));
  const double tolerance = type == GeomType::Ellipsoid ? 1e-5 : 1e-8;  // the shell has its own step
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(skin[k], (outer[k] - inner[k]) / (2 * h), tolerance);
}

INSTANTIATE_TEST_SUITE_P(All, Primitive, ::testing::ValuesIn(kTypes));

TEST(Primitives, KnownSolids) {
  EXPECT_NEAR(inertia(GeomType::Sphere, {2, 0, 0}, GeomInertia::Volume, 5)[0], 8, 1e-14);
  EXPECT_NEAR(inertia(GeomType::Box, {1, 2, 3}, GeomInertia::Volume, 3)[0], 13, 1e-14);
  EXPECT_NEAR(inertia(GeomType::Cylinder, {2, 1, 0}, GeomInertia::Volume, 3)[2], 6, 1e-14);
  // A capsule without a tube is a sphere, and one seen from far is a rod.
  EXPECT_NEAR(inertia(GeomType::Capsule, {1, 0, 0}, GeomInertia::Volume, 5)[0], 2, 1e-14);
  EXPECT_NEAR(inertia(GeomType::Capsule, {1e-9, 1, 0}, GeomInertia::Volume, 3)[0], 1, 1e-8);
}

// Two halves of a box weigh and turn like the whole.
TEST(BodyInertia, OfHalvesIsThatOfTheWhole) {
  Spec spec;
  Body& body = add_body(spec.world, "b");
  add_joint(body);
  for (const double side : {-1.0, 1.0}) {
    add_geom(body, GeomType::Box, {0.1, 0.2, 0.15}).pos = {1, 2, 3 + 0.15 * side};
  }
  const Model m = compile(spec);
  const Vec3 whole =
      inertia(GeomType::Box, {0.1, 0.2, 0.3}, GeomInertia::Volume, m.body_mass.values()[1]);
  EXPECT_NEAR(m.body_mass.values()[1], 48, 1e-12);
  EXPECT_NEAR(m.body_ipos.values().row(1)[2], 3, 1e-14);
  // Descending, so the axes of the body are turned.
  EXPECT_NEAR(m.body_inertia.values().row(1)[0], whole[0], 1e-13);
  EXPECT_NEAR(m.body_inertia.values().row(1)[1], whole[1], 1e-13);
  EXPECT_NEAR(m.body_inertia.values().row(1)[2], whole[2], 1e-13);
}

TEST(BodyInertia, OneGeomGivesItsFrame) {
  Spec spec = one_hinge();
  Geom& geom = spec.world.bodies[0].geoms[0];
  geom.pos = {1, 2, 3};
  geom.orientation.quat = {1, 2, 3, 4};
  const Model m = compile(spec);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(m.body_ipos.values().row(1)[k], m.geom_pos.values()[k]);
  for (int k = 0; k < 4; ++k) EXPECT_EQ(m.body_iquat.values().row(1)[k], m.geom_quat.values()[k]);
  EXPECT_EQ(m.geom_sameframe[0], static_cast<int>(SameFrame::Inertia));
}

TEST(BodyInertia, GroupsDecideWhichGeomsCount) {
  Spec spec = one_hinge();
  spec.compilers[0].inertiagrouprange = {0, 2};
  add_geom(spec.world.bodies[0], GeomType::Box, {1, 1, 1}).group = 3;
  EXPECT_NEAR(compile(spec).body_mass[1], 4000 * kPi * 0.001 / 3, 1e-13);
}

TEST(BodyInertia, WrittenOneWinsUnlessAskedOtherwise) {
  Spec spec = one_hinge();
  set_inertial(spec.world.bodies[0], 7, {1, 1, 1});
  EXPECT_EQ(compile(spec).body_mass[1], 7);
  spec.compilers[0].inertiafromgeom = InertiaFromGeom::True;
  EXPECT_NEAR(compile(spec).body_mass[1], 4000 * kPi * 0.001 / 3, 1e-13);
}

TEST(BodyInertia, TotalMassIsScaledTo) {
  Spec spec = one_hinge();
  add_geom(add_body(spec.world.bodies[0]));
  spec.compilers[0].settotalmass = 10;
  const Model m = compile(spec);
  EXPECT_NEAR(m.body_subtreemass.values()[0], 10, 1e-14);
  EXPECT_NEAR(m.body_mass.values()[1], 5, 1e-14);
}

TEST(BodyInertia, BalancedWhenAsked) {
  Spec spec = one_hinge();
  spec.compilers[0].balanceinertia = true;
  set_inertial(spec.world.bodies[0], 1, {1, 1, 4});
  for (int k = 0; k < 3; ++k) EXPECT_EQ(compile(spec).body_inertia.row(1)[k], 2);
}

// An aligned free body moves the same: its frame is that of its inertia, its parts stay where they
// were.
TEST(BodyInertia, AlignedFreeBodyKeepsItsParts) {
  Spec spec;
  Body& body = add_body(spec.world, "b", {1, 2, 3});
  body.orientation.quat = {1, 2, 3, 4};
  add_joint(body, JointType::Free);
  add_geom(body, GeomType::Box, {0.1, 0.2, 0.3}).pos = {0.5, 0.6, 0.7};
  add_geom(body).pos = {0, 0.1, 0};
  add_site(body, "s", {0.3, 0, 0});
  const auto world_pose = [](const Model& m, const double* pos) {
    Vec4 q;
    std::copy_n(m.body_quat.values().row(1), 4, q.begin());
    return Vec3{m.body_pos.values().row(1)[0], m.body_pos.values().row(1)[1],
                m.body_pos.values().row(1)[2]} +
           rotate(q, {pos[0], pos[1], pos[2]});
  };
  const Model plain = compile(spec);
  spec.compilers[0].alignfree = true;
  const Model aligned = compile(spec);
  EXPECT_EQ(aligned.body_sameframe[1], static_cast<int>(SameFrame::Body));
  EXPECT_EQ(aligned.body_simple[1], 1);
  EXPECT_EQ(plain.body_simple[1], 0);
  for (int g = 0; g < 2; ++g) {
    const Vec3 a = world_pose(plain, plain.geom_pos.values().row(g));
    const Vec3 b = world_pose(aligned, aligned.geom_pos.values().row(g));
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], 1e-14);
  }
  const Vec3 a = world_pose(plain, plain.site_pos.values().row(0));
  const Vec3 b = world_pose(aligned, aligned.site_pos.values().row(0));
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], 1e-14);
}

}  // namespace
}  // namespace thew::compile::testing
