// Meshes that describe no solid, or nothing at all: each is refused with a reason.

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include <thew/error.h>

#include "compile/mesh/build.h"

namespace thew::compile::testing {
namespace {

struct Case {
  const char* name;
  std::function<Spec()> make;
  const char* fault;  ///< a part of it
  const char* element = "mesh \"m\"";
};

Spec changed(const std::function<void(MeshData&)>& change) {
  Spec spec = one_mesh(tetrahedron(), {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3});
  MeshData data = *spec.meshes[0].data;
  change(data);
  spec.meshes[0].data = std::make_shared<MeshData>(data);
  return spec;
}

Spec weighed(Spec spec, MeshInertia kind) {
  spec.meshes[0].inertia = kind;
  return spec;
}

Spec with_geom(const std::function<void(Geom&)>& change) {
  Spec spec = one_mesh(tetrahedron());
  spec.world.bodies[0].geoms[0].name = "g";
  change(spec.world.bodies[0].geoms[0]);
  return spec;
}

const Case kCases[] = {
    {"NoData", [] { return free_mesh_geom(); }, "neither vertices nor a file"},
    {"NoName",
     [] {
       Spec spec = one_mesh(tetrahedron());
       spec.meshes[0].name = "";
       return spec;
     },
     "needs a name", "mesh"},
    {"ThreeVertices", [] { return one_mesh({0, 0, 0, 1, 0, 0, 0, 1, 0}); }, "at least 4 vertices"},
    {"NoVertices", [] { return one_mesh({}); }, "at least 4 vertices"},
    {"HalfAVertex", [] { return changed([](MeshData& d) { d.vertex.push_back(1); }); },
     "three numbers per vertex"},
    {"HalfANormal", [] { return changed([](MeshData& d) { d.normal.push_back(1); }); },
     "three numbers per normal"},
    {"HalfATriangle", [] { return changed([](MeshData& d) { d.face.push_back(1); }); },
     "three vertices per triangle"},
    {"HalfATexturePosition", [] { return changed([](MeshData& d) { d.texcoord = {1, 2, 3}; }); },
     "two numbers per texture position"},
    {"TooFewTexturePositions", [] { return changed([](MeshData& d) { d.texcoord = {1, 2}; }); },
     "as many texture positions as there are vertices"},
    {"TooFewFaceNormals",
     [] {
       return changed([](MeshData& d) {
         d.normal = {0, 0, 1};
         d.facenormal = {0, 0, 0};
       });
     },
     "three normals each"},
    {"NotANumber", [] { return changed([](MeshData& d) { d.vertex[4] = std::nan(""); }); },
     "vertex 1 is not finite"},
    {"TooLargeForAFloat", [] { return changed([](MeshData& d) { d.vertex[11] = 1e39; }); },
     "vertex 3 is not finite"},
    {"VertexOutOfRange", [] { return changed([](MeshData& d) { d.face[4] = 4; }); },
     "triangle 1 has vertex 4, but there are 4"},
    {"VertexNegative", [] { return changed([](MeshData& d) { d.face[0] = -1; }); },
     "triangle 0 has vertex -1"},
    {"NormalOutOfRange",
     [] {
       return changed([](MeshData& d) {
         d.normal = {0, 0, 1};
         d.facenormal.assign(12, 1);
       });
     },
     "has normal 1, but there are 1"},
    {"OnePoint", [] { return one_mesh(std::vector<double>(12)); }, "in one point"},
    {"OneLine", [] { return one_mesh({0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0}); }, "on one line"},
    {"OnePlane", [] { return one_mesh({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}); }, "in one plane"},
    {"TrianglesWithoutArea", [] { return changed([](MeshData& d) { d.face = {0, 1, 1}; }); },
     "area of its surface is too small"},
    {"OneTriangle", [] { return changed([](MeshData& d) { d.face = {0, 1, 2}; }); },
     "volume is too small"},
    {"ScaleZero",
     [] {
       Spec spec = one_mesh(tetrahedron());
       spec.meshes[0].scale = {1, 1, 0};
       return spec;
     },
     "volume is too small"},
    {"ReferenceZero",
     [] {
       Spec spec = one_mesh(tetrahedron());
       spec.meshes[0].refquat = {};
       return spec;
     },
     "refquat"},
    {"Inverted",
     [] {
       return weighed(changed([](MeshData& d) { d.face = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2}; }),
                      MeshInertia::Exact);
     },
     "face inwards"},
    {"OneInverted",
     [] {
       return weighed(changed([](MeshData& d) { d.face = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 3, 2}; }),
                      MeshInertia::Exact);
     },
     "two of them run from vertex 1 to vertex 3"},
    {"ParamsMissing", [] { return builtin(MeshBuiltin::Sphere, {}); }, "needs 1 numbers in params"},
    {"ParamsTooMany", [] { return builtin(MeshBuiltin::Square, {2, 2, 1, 1, 1, 1, 2}); },
     "needs 6 numbers in params"},
    {"SphereTooFine", [] { return builtin(MeshBuiltin::Sphere, {5}); }, "from 0 to 4"},
    {"ParamNotANumber", [] { return builtin(MeshBuiltin::Sphere, {std::nan("")}); }, "from 0 to 4"},
    {"ParamHuge", [] { return builtin(MeshBuiltin::Supersphere, {1e300, 1, 1}); }, "resolution"},
    {"ShapeTooFine", [] { return builtin(MeshBuiltin::Supersphere, {1e5, 1, 1}); },
     "too many vertices (at most 10000000)"},
    {"ConeOfTwo", [] { return builtin(MeshBuiltin::Cone, {2, 0.5}); }, "nvert"},
    {"ConeTooWide", [] { return builtin(MeshBuiltin::Cone, {3, 1.5}); }, "radius"},
    {"GridOfOne", [] { return builtin(MeshBuiltin::Grid, {1, 3, 3, 1, 1, 1}); },
     "at least 2 points"},
    {"FlatGridWithHeight", [] { return builtin(MeshBuiltin::Grid, {2, 3, 3, 1, 1, 1, 2}); },
     "must be 1"},
    {"GridOfOneDimension", [] { return builtin(MeshBuiltin::Grid, {3, 3, 3, 1, 1, 1, 1}); }, "dim"},
    {"BoxOfOne", [] { return builtin(MeshBuiltin::Box, {1, 3, 3, 1, 1, 1}); }, "count"},
    {"SpacingInfinite",
     [] {
       return builtin(MeshBuiltin::Box, {2, 2, 2, std::numeric_limits<double>::infinity(), 1, 1});
     },
     "finite"},
    {"UnknownMesh", [] { return with_geom([](Geom& g) { g.meshname = "n"; }); },
     "there is no mesh \"n\"", "geom \"g\""},
    {"MissingMesh", [] { return with_geom([](Geom& g) { g.meshname = ""; }); },
     "needs the name of a mesh", "geom \"g\""},
    {"ShellOfAGeom", [] { return with_geom([](Geom& g) { g.typeinertia = GeomInertia::Shell; }); },
     "shellinertia", "geom \"g\""},
    {"FromTo",
     [] {
       return with_geom([](Geom& g) {
         g.type = GeomType::Capsule;
         g.fromto = Vec6{0, 0, 0, 1, 1, 1};
       });
     },
     "fromto", "geom \"g\""},
};

class BadMesh : public ::testing::TestWithParam<Case> {};

TEST_P(BadMesh, IsRefused) {
  try {
    compile(GetParam().make());
    FAIL() << "was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(GetParam().fault), std::string::npos) << error.what();
    EXPECT_EQ(error.element(), GetParam().element) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadMesh, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

// What is doubtful but usable is taken, with a word about it where it decides what a body weighs.
TEST(DoubtfulMesh, OpenSurfaceIsWeighedWithAWarning) {
  Spec spec = changed([](MeshData& d) { d.face.resize(9); });
  const Model model = compile(spec);
  EXPECT_NEAR(model.body_mass.values()[1], 1000.0 / 9, 1e-9);
  ASSERT_EQ(model.warnings.size(), 1u);
  EXPECT_NE(model.warnings[0].find("mesh \"m\": its surface is not closed"), std::string::npos)
      << model.warnings[0];
  set_inertial(spec.world.bodies[0], 1, {1, 1, 1});
  EXPECT_TRUE(compile(spec).warnings.empty());
}

TEST(DoubtfulMesh, InvertedSurfaceWeighsThesame) {
  const Spec spec = changed([](MeshData& d) { d.face = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2}; });
  EXPECT_NEAR(compile(spec).body_mass[1], 1000.0 / 6, 1e-12);
}

}  // namespace
}  // namespace thew::compile::testing
