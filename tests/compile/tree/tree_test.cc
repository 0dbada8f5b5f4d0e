// Order, relations and patterns of the kinematic tree.

#include <random>

#include <gtest/gtest.h>

#include "compile/build.h"

namespace thew::compile::testing {
namespace {

std::vector<int> list(const Array<int>& field) {
  return {field.begin(), field.end()};
}
using Ids = std::vector<int>;

//  world - a - b - c (no joint)
//        |   \ d
//        \ e (mocap) - f
Spec small_tree() {
  Spec spec;
  Body& a = add_body(spec.world, "a");
  add_joint(a, JointType::Free);
  add_geom(a);
  Body& b = add_body(a, "b");
  add_joint(b, JointType::Ball);
  add_geom(b);
  add_geom(add_body(b, "c"));
  Body& d = add_body(a, "d");
  add_joint(d, JointType::Hinge);
  add_geom(d);
  Body& e = add_body(spec.world, "e");
  e.mocap = true;
  add_geom(add_body(e, "f"));
  return spec;
}

TEST(Tree, IsListedDepthFirst) {
  const Model m = compile(small_tree());
  const char* names[] = {"world", "a", "b", "c", "d", "e", "f"};
  for (int i = 0; i < 7; ++i) EXPECT_STREQ(id_to_name(m, ObjectType::Body, i), names[i]);
  EXPECT_EQ(list(m.body_parentid), (Ids{0, 0, 1, 2, 1, 0, 5}));
  EXPECT_EQ(list(m.body_rootid), (Ids{0, 1, 1, 1, 1, 5, 5}));
  EXPECT_EQ(list(m.body_weldid), (Ids{0, 1, 2, 2, 4, 5, 5}));
  EXPECT_EQ(list(m.body_treeid), (Ids{-1, 0, 0, 0, 0, -1, -1}));
  EXPECT_EQ(list(m.body_mocapid), (Ids{-1, -1, -1, -1, -1, 0, -1}));
  EXPECT_EQ(list(m.body_dofadr), (Ids{-1, 0, 6, -1, 9, -1, -1}));
  EXPECT_EQ(list(m.body_geomadr), (Ids{-1, 0, 1, 2, 3, -1, 4}));
  EXPECT_EQ(list(m.dof_parentid), (Ids{-1, 0, 1, 2, 3, 4, 5, 6, 7, 5}));
  EXPECT_EQ(m.nq, 7 + 4 + 1);
  EXPECT_EQ(m.nv, 10);
  EXPECT_EQ(m.ntree, 1);
  EXPECT_EQ(m.tree_bodynum[0], 4);
}

TEST(Tree, SimpleBodiesHaveDiagonalInertia) {
  Spec spec;
  add_geom(add_body(spec.world, "static"));
  Body& free = add_body(spec.world, "free");
  add_joint(free, JointType::Free);
  add_geom(free);
  Body& slides = add_body(spec.world, "slides");
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}}) {
    add_joint(slides, JointType::Slide).axis = axis;
  }
  add_geom(slides);
  Body& skew = add_body(spec.world, "skew");
  add_joint(skew, JointType::Slide).axis = {1, 1, 0};
  add_geom(skew);
  Body& away = add_body(spec.world, "away");
  add_joint(away).pos = {0.1, 0, 0};
  add_geom(away);
  Body& parent = add_body(spec.world, "parent");
  add_joint(parent);
  add_geom(parent);
  add_geom(add_body(parent, "child"));
  const Model m = compile(spec);
  const int expected[] = {1, 1, 1, 2, 0, 0, 0, 0};
  for (int i = 0; i < 8; ++i) EXPECT_EQ(m.body_simple[i], expected[i]) << i;
  EXPECT_EQ(list(m.dof_simplenum), (Ids{8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0}));
}

// A random tree of bodies with one to three joints each.
Spec random_tree(unsigned seed) {
  Spec spec;
  std::mt19937 random(seed);
  std::vector<Body*> bodies = {&spec.world};
  for (int i = 0; i < 30; ++i) {
    Body& body = add_body(*bodies[random() % bodies.size()], "", {0.1, 0.2, 0.3});
    add_geom(body).pos = {0.1, 0, 0};
    for (unsigned j = 0; j < random() % 3; ++j) add_joint(body).axis = {1, double(j), 0};
    bodies.push_back(&body);
  }
  return spec;
}

bool is_ancestor(const Model& m, int ancestor, int dof) {
  while (dof > ancestor) dof = m.dof_parentid[dof];
  return dof == ancestor;
}

class Patterns : public ::testing::TestWithParam<unsigned> {};

TEST_P(Patterns, HoldAncestorsAndDescendants) {
  const Model m = compile(random_tree(GetParam()));
  int entries = 0;
  for (int i = 0; i < m.nv; ++i) {
    for (int j = 0; j < m.nv; ++j) {
      const int* row = m.D_colind.data() + m.D_rowadr[i];
      const int* end = row + m.D_rownnz[i];
      const bool related = is_ancestor(m, i, j) || is_ancestor(m, j, i);
      EXPECT_EQ(std::find(row, end, j) != end, related);
      entries += related && j <= i;
    }
    EXPECT_EQ(m.D_colind[m.D_rowadr[i] + m.D_diag[i]], i);
    EXPECT_EQ(m.M_colind[m.M_rowadr[i] + m.M_rownnz[i] - 1], i);
  }
  EXPECT_EQ(m.nM, entries);
  EXPECT_EQ(m.nD, 2 * entries - m.nv);
}

TEST_P(Patterns, MapsInvertOneAnother) {
  const Model m = compile(random_tree(GetParam()));
  for (int i = 0; i < m.nv; ++i) {
    for (int k = 0; k < m.M_rownnz[i]; ++k) {
      const int adr = m.M_rowadr[i] + k;
      EXPECT_EQ(m.mapM2D[m.mapD2M[adr]], adr);
      EXPECT_EQ(m.D_colind[m.mapD2M[adr]], m.M_colind[adr]);
      // Older layout: diagonal first, then ancestors upwards.
      EXPECT_EQ(m.mapM2M[adr], m.dof_Madr[i] + m.M_rownnz[i] - 1 - k);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Random, Patterns, ::testing::Range(1u, 6u));

// Boxes of the hierarchy contain those of their children; leaves are all geoms that can collide.
TEST(Bvh, ContainsItsChildren) {
  Spec spec;
  Body& body = add_body(spec.world, "b");
  add_joint(body);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 20; ++i) {
    Geom& geom = add_geom(body, GeomType::Box, {0.1, 0.2, 0.3});
    geom.pos = {uniform(random), uniform(random), uniform(random)};
    if (i % 5 == 0) geom.contype = geom.conaffinity = 0;
  }
  const Model m = compile(spec);
  ASSERT_EQ(m.nbvh, 2 * 16 - 1);
  int leaves = 0;
  for (int i = 0; i < m.nbvh; ++i) {
    leaves += m.bvh_nodeid[i] >= 0;
    for (int c = 0; c < 2; ++c) {
      const int child = m.bvh_child.row(i)[c];
      if (child < 0) continue;
      EXPECT_EQ(m.bvh_depth[child], m.bvh_depth[i] + 1);
      for (int k = 0; k < 3; ++k) {
        const double *outer = m.bvh_aabb.row(i), *inner = m.bvh_aabb.row(child);
        EXPECT_LE(outer[k] - outer[3 + k], inner[k] - inner[3 + k] + 1e-12);
        EXPECT_GE(outer[k] + outer[3 + k], inner[k] + inner[3 + k] - 1e-12);
      }
    }
  }
  EXPECT_EQ(leaves, 16);
}

TEST(Tree, DeepChainsDoNotOverflowTheStack) {
  Spec spec;
  Body* body = &spec.world;
  for (int i = 0; i < 20000; ++i) body = &add_body(*body);
  EXPECT_EQ(compile(spec).nbody, 20001);
}

}  // namespace
}  // namespace thew::compile::testing
