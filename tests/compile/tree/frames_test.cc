// Orientations in their different forms, and frames inside bodies.

#include <gtest/gtest.h>

#include "compile/build.h"
#include "compile/stages.h"

namespace thew::compile::testing {
namespace {

Vec4 resolved(const Orientation& orientation, const Compiler& rules = {}) {
  const Spec spec;
  return resolve(Draft(spec), orientation, rules, {}, "body");
}

void expect_same(const Vec4& a, const Vec4& b) {
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(a[i], b[i], 1e-15) << i;
}

Orientation euler(const Vec3& angles) {
  Orientation o;
  o.form = Orientation::Form::Euler;
  o.euler = angles;
  return o;
}

TEST(Orientations, QuarterTurnInEveryForm) {
  const double h = std::sqrt(0.5);
  const Vec4 quarter = {h, 0, 0, h};
  Orientation o;
  o.quat = {2, 0, 0, 2};
  expect_same(resolved(o), quarter);
  expect_same(resolved(euler({0, 0, 90})), quarter);
  o.form = Orientation::Form::Axisangle;
  o.axisangle = {0, 0, 5, 90};
  expect_same(resolved(o), quarter);
  o.form = Orientation::Form::Xyaxes;
  o.xyaxes = {0, 3, 0, -2, 1, 0};
  expect_same(resolved(o), quarter);
  o.form = Orientation::Form::Zaxis;
  o.zaxis = {1, 0, 0};
  expect_same(resolved(o), {h, 0, h, 0});
  o.zaxis = {0, 0, -1};
  expect_same(resolved(o), {0, 1, 0, 0});
}

TEST(Orientations, EulerSequences) {
  const Vec4 x = resolved(euler({30, 0, 0})), y = resolved(euler({0, 40, 0}));
  const Vec4 z = resolved(euler({0, 0, 50}));
  expect_same(resolved(euler({30, 40, 50})), multiply(multiply(x, y), z));
  Compiler fixed;
  fixed.eulerseq = "XYZ";
  expect_same(resolved(euler({30, 40, 50}), fixed), multiply(z, multiply(y, x)));
  Compiler radians;
  radians.degree = false;
  expect_same(resolved(euler({kPi / 6, 0, 0}), radians), x);
}

TEST(Frames, NestedOnesAccumulate) {
  Spec spec = one_hinge();
  Body& body = spec.world.bodies[0];
  Frame& outer = body.frames.emplace_back();
  outer.pos = {1, 0, 0};
  outer.orientation = euler({0, 0, 90});
  Frame& inner = body.frames.emplace_back();
  inner.pos = {1, 0, 0};
  inner.orientation = euler({0, 0, 90});
  inner.frame = 0;
  body.geoms[0].frame = 1;
  body.geoms[0].pos = {1, 0, 0};
  body.joints[0].frame = 0;
  body.joints[0].axis = {1, 0, 0};
  body.joints[0].pos = {0, 1, 0};
  add_body(body, "c").frame = 0;
  const Model m = compile(spec);
  const double geom[] = {0, 1, 0}, axis[] = {0, 1, 0}, pos[] = {0, 0, 0}, child[] = {1, 0, 0};
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(m.geom_pos.values()[k], geom[k], 1e-15);
    EXPECT_NEAR(m.jnt_axis.values()[k], axis[k], 1e-15);
    EXPECT_NEAR(m.jnt_pos.values()[k], pos[k], 1e-15);
    EXPECT_NEAR(m.body_pos.values().row(2)[k], child[k], 1e-15);
  }
}

TEST(Frames, FromToLiesOnItsPoints) {
  Spec spec = one_hinge();
  Geom& geom = spec.world.bodies[0].geoms[0];
  geom.type = GeomType::Capsule;
  geom.fromto = Vec6{1, 2, 3, 2, 4, 5};
  const Model m = compile(spec);
  EXPECT_NEAR(m.geom_size.values()[1], 1.5, 1e-15);
  Vec4 quat;
  std::copy_n(m.geom_quat.values().data(), 4, quat.begin());
  const Vec3 end = Vec3{m.geom_pos.values()[0], m.geom_pos.values()[1], m.geom_pos.values()[2]} +
                   rotate(quat, {0, 0, 1.5});
  const double from[] = {1, 2, 3};
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(end[k], from[k], 1e-14);
}

// Parts of an attached model keep the units of their file.
TEST(Frames, EachSubtreeHasItsOwnUnits) {
  Spec spec = one_hinge();
  spec.compilers.emplace_back().degree = false;
  for (const int rules : {0, 1}) {
    Body& body = add_body(spec.world);
    body.compiler = rules;
    add_geom(body);
    add_joint(body).range = {-1, 1};
    body.orientation = euler({1, 0, 0});
  }
  const Model m = compile(spec);
  EXPECT_NEAR(m.jnt_range.values().row(1)[1], kPi / 180, 1e-17);
  EXPECT_EQ(m.jnt_range.values().row(2)[1], 1);
  EXPECT_NEAR(m.body_quat.values().row(2)[1], std::sin(kPi / 360), 1e-16);
  EXPECT_NEAR(m.body_quat.values().row(3)[1], std::sin(0.5), 1e-16);
}

}  // namespace
}  // namespace thew::compile::testing
