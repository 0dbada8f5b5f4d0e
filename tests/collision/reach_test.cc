// The bound on how far shapes reach: never less than they do, little more, and pairs that it calls
// apart have no contacts.

#include "collision/reach.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include <thew/load.h>

#include "collision/narrow.h"
#include "collision/views.h"
#include "pairs.h"

namespace thew::collision {
namespace {

using test::Poses;

const char* const kShapes = R"(
<mujoco>
  <asset>
    <mesh name="block" vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1" scale=".3 .2 .1"/>
    <mesh name="ball" builtin="sphere" params="3" scale=".3 .2 .1"/>
    <mesh name="wedge" vertex="0 0 0 1 0 0 0 2 0 0 0 .1 1 2 .1"/>
  </asset>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body>
      <freejoint/>
      <geom type="sphere" size=".2"/>
      <geom type="capsule" size=".1 .2"/>
      <geom type="ellipsoid" size=".1 .2 .3"/>
      <geom type="cylinder" size=".1 .2"/>
      <geom type="box" size=".1 .2 .3"/>
      <geom type="mesh" mesh="block"/>
      <geom type="mesh" mesh="ball"/>
      <geom type="mesh" mesh="wedge"/>
    </body>
  </worldbody>
</mujoco>)";

class Reach : public testing::Test {
 protected:
  Reach() : model(load_string(kShapes)), data(model) {}

  BoxedGeom boxed(int geom, const Vec3<double>& pos, const Mat3<double>& rot) const {
    const double* size = model.geom_size.values().data() + 3 * geom;
    const double* box = model.geom_aabb.values().data() + 6 * geom;
    return {geom, {pos, rot, math::load3(size)}, {math::load3(box), math::load3(box + 3)}};
  }
  // How far the vertices of a mesh reach along a direction of its frame.
  double exact(int geom, const Vec3<double>& direction) const {
    const MeshView view = mesh_view(model, model.geom_dataid[geom]);
    double most = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < view.vertices; ++i) {
      const float* v = view.vert + 3 * i;
      most = std::max(most, math::plain_dot(direction, Vec3<double>{v[0], v[1], v[2]}));
    }
    return most;
  }

  Model model;
  Data data;
  Poses poses{1};
};

TEST_F(Reach, OfHullsIsAnUpperBoundThatIsTight) {
  for (int geom = 6; geom < 9; ++geom) {
    const double* half = model.geom_aabb.values().data() + 6 * geom + 3;
    const double largest = std::max({half[0], half[1], half[2]});
    for (int i = 0; i < 2000; ++i) {
      const Vec3<double> d = element::direction(poses.vector(1)).unit;
      const double bound = hull_reach(model, model.geom_dataid[geom], d), reach = exact(geom, d);
      EXPECT_GE(bound, reach - 1e-6 * largest);
      EXPECT_LE(bound, reach + 0.35 * largest);  // the largest of a ball in these directions is .1
    }
    // In the directions that are known there is nothing to bound.
    for (const Vec3<double>& d : {Vec3<double>{1, 0, 0}, {0, -1, 0}, {0, 1, 1}, {-1, 1, -1}}) {
      EXPECT_NEAR(hull_reach(model, model.geom_dataid[geom], d), exact(geom, d), 1e-6);
    }
  }
}

TEST_F(Reach, WhatIsApartHasNoContacts) {
  Workspace<double> workspace(model);
  int apart = 0, touching = 0;
  for (int i = 0; i < 20000; ++i) {
    const int first = i % 9, second = 6 + i / 9 % 3;
    const double reach = i % 2 == 0 ? 0 : 0.02;
    const BoxedGeom a = boxed(first, poses.vector(0.3), poses.rotation());
    const BoxedGeom b = boxed(second, poses.vector(0.3), poses.rotation());
    const bool is_apart = reaches_apart(model, a, b, reach);
    apart += is_apart;
    GeomShape shape_a(model, data, first, 0), shape_b(model, data, second, 0);
    shape_a.shape.at = a.at;
    shape_b.shape.at = b.at;
    Point<double> points[kMaxPoints];
    const auto pair = general_pair(shape_a.shape.type, shape_b.shape.type);
    const int count =
        pair(shape_a.shape, shape_b.shape, pair_settings(model, workspace, reach), points);
    touching += count > 0;
    EXPECT_FALSE(is_apart && count > 0) << first << " " << second;
  }
  EXPECT_GT(apart, 2000);
  EXPECT_GT(touching, 2000);
}

TEST_F(Reach, OfWhatIsNotANumberIsNeverApart) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const BoxedGeom a = boxed(6, {nan, 0, 0}, math::identity3<double>());
  const BoxedGeom b = boxed(7, {0, 0, 9}, math::identity3<double>());
  EXPECT_FALSE(reaches_apart(model, a, b, 0));
  EXPECT_FALSE(reaches_apart(model, b, a, 0));
  EXPECT_TRUE(reaches_apart(model, boxed(6, {0, 0, 0}, math::identity3<double>()), b, 0));
}

}  // namespace
}  // namespace thew::collision
