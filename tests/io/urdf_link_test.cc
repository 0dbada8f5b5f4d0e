// Links of URDF: inertia, shapes, colours, and masses that are missing.

#include <cmath>

#include "io/urdf_support.h"

namespace thew::io::urdf {
namespace {

using spec::Rgba;
using spec::Vec3;
using spec::Vec6;

std::string shape(const std::string& kind, const std::string& geometry,
                  const std::string& more = "", const std::string& name = "") {
  const std::string named = name.empty() ? "" : " name=\"" + name + "\"";
  return "<" + kind + named + "><geometry>" + geometry + "</geometry>" + more + "</" + kind + ">";
}

const std::string kSphere = "<sphere radius=\".1\"/>";
const std::string kSeen = "<mujoco><compiler discardvisual=\"false\"/></mujoco>";

TEST(UrdfInertial, FullInertiaInItsFrame) {
  const auto spec = read(robot(link(
      "a",
      "<inertial><origin xyz=\"1 2 3\"/><mass value=\"4\"/>"
      "<inertia ixx=\"1\" iyy=\"2\" izz=\"2.5\" ixy=\".1\" ixz=\".2\" iyz=\".3\"/></inertial>")));
  const spec::Body& body = spec.world.bodies[0];
  EXPECT_TRUE(body.explicit_inertial);
  EXPECT_EQ(body.mass, 4);
  EXPECT_EQ(body.ipos, (Vec3{1, 2, 3}));
  EXPECT_EQ(body.fullinertia, (Vec6{1, 2, 2.5, .1, .2, .3}));
  EXPECT_TRUE(spec.warnings.empty()) << warnings(spec);
}

TEST(UrdfInertial, TheFrameTurnsTheInertia) {
  // A quarter about x swaps y and z.
  const Model model = load_string(robot(
      link("a", "") +
      link("b",
           "<inertial><origin rpy=\"1.5707963267948966 0 0\"/><mass value=\"1\"/>"
           "<inertia ixx=\"1\" iyy=\"2\" izz=\"2.5\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>") +
      joint("continuous")));
  const auto q = model.body_iquat.values().row(1);
  // The principal axis with the greatest inertia, the first one, is y or -y.
  EXPECT_NEAR(model.body_inertia.values().row(1)[0], 2.5, 1e-12);
  EXPECT_NEAR(std::abs(2 * (q[1] * q[2] + q[0] * q[3])), 1, 1e-12);
}

TEST(UrdfInertial, MissingProductsAreZero) {
  const auto spec = read(robot(link(
      "a", "<inertial><mass value=\"4\"/><inertia ixx=\"1\" iyy=\"2\" izz=\"2.5\"/></inertial>")));
  EXPECT_EQ(spec.world.bodies[0].fullinertia, (Vec6{1, 2, 2.5, 0, 0, 0}));
  EXPECT_CONTAINS(warnings(spec), "ixy, ixz, iyz missing: 0");
}

TEST(UrdfInertial, MissingParts) {
  EXPECT_CONTAINS(warnings(read(robot(link("a", "<inertial/>")))), "<mass> is missing");
  EXPECT_CONTAINS(warnings(read(robot(link("a", "<inertial/>")))), "<inertia> is missing");
  const std::string half = "<inertial><mass value=\"1\"/><inertia ixx=\"1\"/></inertial>";
  EXPECT_CONTAINS(refused(robot(link("a", half))).fault(), "\"iyy\" is missing");
}

TEST(UrdfInertial, TheFirstOfSeveralHolds) {
  const std::string other = "<inertial><mass value=\"7\"/></inertial>";
  const auto spec = read(robot(link("a", kInertial + other)));
  EXPECT_EQ(spec.world.bodies[0].mass, 2);
  EXPECT_CONTAINS(warnings(spec), "inertial: <inertial> occurs twice in <link>; the first holds");
}

TEST(UrdfInertial, AMovingLinkWithoutInertia) {
  const auto spec = read(robot(link("a", "") + link("b", "") + joint("continuous")));
  EXPECT_EQ(child(spec).mass, 1e-3);
  EXPECT_EQ(child(spec).inertia, (Vec3{1e-6, 1e-6, 1e-6}));
  EXPECT_EQ(spec.world.bodies[0].mass, 0);
  EXPECT_CONTAINS(warnings(spec), "link \"b\": it moves but has no mass or inertia");
}

TEST(UrdfInertial, AMovingLinkWithMassAndNoInertia) {
  const std::string zeros = " ixx=\"0\" iyy=\"0\" izz=\"0\" ixy=\"0\" ixz=\"1e-20\" iyz=\"0\"";
  const auto spec = read(robot(
      link("a") + link("b", "<inertial><mass value=\"3\"/><inertia" + zeros + "/></inertial>") +
      joint("continuous")));
  EXPECT_EQ(child(spec).mass, 3);
  EXPECT_EQ(child(spec).inertia, (Vec3{1e-6, 1e-6, 1e-6}));
}

std::string with_inertia(const std::string& inertia, const std::string& block = "") {
  return robot(block + link("a") +
               link("b", "<inertial><origin rpy=\"1 0 0\"/><mass value=\"3\"/><inertia " + inertia +
                             "/></inertial>") +
               joint("continuous"));
}

TEST(UrdfInertial, WhatNoBodyCanHaveIsEvenedOut) {
  const std::string flat = " ixy=\"0\" ixz=\"0\" iyz=\"0\"";
  const auto thin = read(with_inertia("ixx=\"1\" iyy=\"1\" izz=\"4\"" + flat));
  EXPECT_FALSE(child(thin).fullinertia);
  EXPECT_EQ(child(thin).inertia, (Vec3{2, 2, 2}));
  EXPECT_CONTAINS(warnings(thin), "exceeds the sum of the other two: 2 in all directions");
  const auto singular =
      read(with_inertia("ixx=\"3\" iyy=\"3\" izz=\"3\" ixy=\"3\" ixz=\"3\" iyz=\"3\""));
  EXPECT_EQ(child(singular).inertia, (Vec3{3, 3, 3}));
  EXPECT_CONTAINS(warnings(singular), "not positive definite");
  const std::string negative = "ixx=\"-1\" iyy=\"-1\" izz=\"1\"" + flat;
  EXPECT_CONTAINS(refused_model(with_inertia(negative)).fault(), "positive definite");
  // The compiler does the same where it is told to.
  const std::string block = "<mujoco><compiler balanceinertia=\"true\"/></mujoco>";
  const auto told = read(with_inertia("ixx=\"1\" iyy=\"1\" izz=\"4\"" + flat, block));
  EXPECT_TRUE(child(told).fullinertia);
  EXPECT_TRUE(told.warnings.empty());
}

TEST(UrdfInertial, MassMayComeFromElsewhere) {
  // From a shape that is touched, and from a link that is fixed to it.
  EXPECT_TRUE(read(robot(link("a") + link("b", shape("collision", kSphere)) + joint("continuous")))
                  .warnings.empty());
  EXPECT_TRUE(read(robot(link("a") + link("b", "") + link("c") + joint("continuous") +
                         joint("fixed", "", "k", "b", "c")))
                  .warnings.empty());
  const std::string bounds = "<mujoco><compiler boundmass=\".1\" boundinertia=\".1\"/></mujoco>";
  EXPECT_TRUE(
      read(robot(bounds + link("a") + link("b", "") + joint("continuous"))).warnings.empty());
}

TEST(UrdfGeometry, SizesAreHalved) {
  const auto spec = read(robot(
      link("a", shape("collision", "<box size=\"1 2 3\"/>", "<origin xyz=\"1 2 3\"/>", "first") +
                    shape("collision", "<cylinder radius=\".1\" length=\"2\"/>") +
                    shape("collision", "<capsule radius=\".1\" length=\"2\"/>") +
                    shape("collision", kSphere))));
  const auto& geoms = spec.world.bodies[0].geoms;
  ASSERT_EQ(geoms.size(), 4u);
  EXPECT_EQ(geoms[0].type, GeomType::Box);
  EXPECT_EQ(geoms[0].size, (Vec3{.5, 1, 1.5}));
  EXPECT_EQ(geoms[0].pos, (Vec3{1, 2, 3}));
  EXPECT_EQ(geoms[0].name, "first");
  EXPECT_EQ(geoms[0].contype, 1);
  EXPECT_EQ(geoms[1].type, GeomType::Cylinder);
  EXPECT_EQ(geoms[1].size, (Vec3{.1, 1, 0}));
  EXPECT_EQ(geoms[2].type, GeomType::Capsule);
  EXPECT_EQ(geoms[2].size, (Vec3{.1, 1, 0}));
  EXPECT_EQ(geoms[3].type, GeomType::Sphere);
  EXPECT_EQ(geoms[3].size, (Vec3{.1, 0, 0}));
}

TEST(UrdfGeometry, VisualsAreDiscardedUnlessAskedFor) {
  const std::string seen = link("a", shape("visual", kSphere));
  EXPECT_TRUE(read(robot(seen)).world.bodies[0].geoms.empty());
  const auto spec = read(robot(kSeen + seen));
  const spec::Geom& geom = spec.world.bodies[0].geoms.at(0);
  EXPECT_EQ(geom.contype, 0);
  EXPECT_EQ(geom.conaffinity, 0);
  EXPECT_EQ(geom.group, 1);
  EXPECT_EQ(geom.density, 0);
}

TEST(UrdfGeometry, WhatIsOnlySeenNeverStopsAModel) {
  for (const char* const bad : {"<mesh filename=\"nowhere.stl\"/>", "<box/>", ""}) {
    const auto spec = read(robot(kSeen + link("a", shape("visual", bad))));
    EXPECT_TRUE(spec.world.bodies[0].geoms.empty()) << bad;
    EXPECT_CONTAINS(warnings(spec), "only seen");
    refused(robot(link("a", shape("collision", bad))));
  }
}

TEST(UrdfGeometry, Colours) {
  const std::string red = "<material name=\"red\"><color rgba=\"1 0 0 1\"/></material>";
  const auto spec = read(robot(
      link("a", shape("collision", kSphere) + shape("visual", kSphere, "<material name=\"red\"/>") +
                    shape("collision", kSphere) +
                    shape("visual", kSphere,
                          "<material name=\"x\"><color rgba=\"0 0 1 .5\"/></material>") +
                    shape("collision", kSphere)) +
      red));
  const auto& geoms = spec.world.bodies[0].geoms;
  EXPECT_EQ(geoms[0].rgba, (Rgba{.5f, .5f, .5f, 1}));
  EXPECT_EQ(geoms[1].rgba, (Rgba{1, 0, 0, 1}));
  EXPECT_EQ(geoms[2].rgba, (Rgba{0, 0, 1, .5f}));
}

TEST(UrdfGeometry, BadColoursAreLeftOut) {
  const auto spec = read(robot(link("a", shape("collision", kSphere)) +
                               "<material name=\"red\"><color rgba=\"1 0 0\"/></material>"));
  EXPECT_CONTAINS(warnings(spec), "rgba");
}

TEST(UrdfGeometry, ARepeatedNameIsNone) {
  const auto spec = read(robot(link(
      "a", shape("collision", kSphere, "", "same") + shape("collision", kSphere, "", "same"))));
  EXPECT_EQ(spec.world.bodies[0].geoms[0].name, "same");
  EXPECT_EQ(spec.world.bodies[0].geoms[1].name, "");
  EXPECT_CONTAINS(warnings(spec), "taken already");
}

TEST(UrdfGeometry, Errors) {
  EXPECT_CONTAINS(refused(robot(link("a", shape("collision", "<cone/>")))).hint(), "capsule");
  EXPECT_CONTAINS(refused(robot(link("a", shape("collision", "<box size=\"1 2\"/>")))).fault(),
                  "size");
  EXPECT_CONTAINS(refused(robot(link("a", "<collision/>"))).fault(), "<geometry> is missing");
}

}  // namespace
}  // namespace thew::io::urdf
