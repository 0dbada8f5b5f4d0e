// Files of meshes: what each format gives, and what is refused.

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "base/fault.h"
#include "io/mesh/msh.h"
#include "io/mesh/obj.h"
#include "io/mesh/read.h"
#include "io/mesh/stl.h"

namespace thew::io::mesh {
namespace {

using spec::MeshData;

const std::string kCorners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
const std::string kTetrahedron = kCorners + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const std::vector<int> kFaces = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

template <class T>
std::string bytes_of(const std::vector<T>& list) {
  std::string bytes(list.size() * sizeof(T), '\0');
  if (!list.empty()) std::memcpy(bytes.data(), list.data(), bytes.size());
  return bytes;
}

/// Reads a file that must be refused, and gives the fault.
base::Fault refused(std::string_view bytes, std::string_view file) {
  try {
    check(read(bytes, file, "")->data);
  } catch (const base::Fault& fault) {
    return fault;
  }
  ADD_FAILURE() << "accepted: " << bytes.substr(0, 200);
  return {"accepted"};
}

#define EXPECT_REFUSED(bytes, file, part)                              \
  do {                                                                 \
    const base::Fault fault = refused(bytes, file);                    \
    EXPECT_NE(fault.what.find(part), std::string::npos) << fault.what; \
  } while (false)

// --- OBJ ---

TEST(Obj, TrianglesKeepTheOrderOfTheFile) {
  const MeshData data = read_obj(kTetrahedron);
  EXPECT_EQ(data.vertex, (std::vector<double>{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(data.face, kFaces);
  EXPECT_TRUE(data.normal.empty() && data.facenormal.empty());
  EXPECT_TRUE(data.texcoord.empty() && data.facetexcoord.empty());
}

TEST(Obj, NumbersAreKeptInSinglePrecision) {
  const MeshData data = read_obj("v 0.1 1e-50 +3\n");
  EXPECT_EQ(data.vertex, (std::vector<double>{0.1f, 0, 3}));
}

TEST(Obj, AllFormsOfCorners) {
  const MeshData data = read_obj(kCorners +
                                 "vt 0 0\nvt 0.25 0.25\nvn 0 0 1\nvn 1 0 0\n"
                                 "f 1/1/1 3/2/1 2/1/2\nf -4/-2/-2 -3/-1/-1 4/1/2\n");
  EXPECT_EQ(data.face, (std::vector<int>{0, 2, 1, 0, 1, 3}));
  EXPECT_EQ(data.facenormal, (std::vector<int>{0, 0, 1, 0, 1, 1}));
  EXPECT_EQ(data.facetexcoord, (std::vector<int>{0, 1, 0, 0, 1, 0}));
  EXPECT_EQ(data.texcoord, (std::vector<double>{0, 1, 0.25, 0.75}));  // v counts from the top
  EXPECT_EQ(read_obj(kCorners + "vn 0 0 1\nf 1//1 2//1 3//1\n").facenormal,
            (std::vector<int>{0, 0, 0}));
  EXPECT_EQ(read_obj(kCorners + "vt 0.5\nf 1/1 2/1 3/1\n").texcoord, (std::vector<double>{0.5, 1}));
}

TEST(Obj, NegativeIndicesCountFromTheLine) {
  const MeshData data = read_obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -4 -2 -1\n");
  EXPECT_EQ(data.face, (std::vector<int>{0, 1, 2, 0, 2, 3}));
}

TEST(Obj, FacesMayStandBeforeTheirVertices) {
  EXPECT_EQ(read_obj("f 1 2 3\n" + kCorners).face, (std::vector<int>{0, 1, 2}));
}

TEST(Obj, OtherLinesAreSkipped) {
  const MeshData data = read_obj("# text\nmtllib a.mtl\r\n" + kCorners +
                                 "usemtl m\ns off\nl 1 2\np 3\nv 9 9 9 1 0 0\n\n  f 1 2 3 # end\n");
  EXPECT_EQ(data.vertex.size(), 15u);
  EXPECT_EQ(data.face, (std::vector<int>{0, 1, 2}));
}

TEST(Obj, OnlyTheFirstGroupGivesFaces) {
  std::vector<std::string> warnings;
  const MeshData data = read_obj(
      "o a\ng b\n" + kCorners + "f 1 3 2\nf 1 2 4\ng c\nf 1 4 3\no d\nf 2 3 4\n", &warnings);
  EXPECT_EQ(data.face, (std::vector<int>{0, 2, 1, 0, 1, 3}));
  EXPECT_EQ(data.vertex.size(), 12u);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("first object"), std::string::npos);
}

TEST(Obj, QuadsAreCutAlongTheShorterDiagonal) {
  const std::string square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
  EXPECT_EQ(read_obj(square).face, (std::vector<int>{0, 1, 3, 1, 2, 3}));
  const std::string flat = "v 0 0 0\nv 2 -1 0\nv 1 1 0\nv -1 2 0\nf 1 2 3 4\n";
  EXPECT_EQ(read_obj(flat).face, (std::vector<int>{0, 1, 2, 0, 2, 3}));
}

std::string polygon(const std::vector<std::array<double, 2>>& corners) {
  std::string text, face = "f";
  int count = 0;
  for (const auto& [x, y] : corners) {
    text += "v " + std::to_string(x) + " " + std::to_string(y) + " 0\n";
    face += " " + std::to_string(++count);
  }
  return text + face + "\n";
}

TEST(Obj, PolygonsLoseTheirEars) {
  EXPECT_EQ(read_obj(polygon({{0, 0}, {2, 0}, {3, 1}, {1, 3}, {-0.5, 1}})).face,
            (std::vector<int>{0, 1, 2, 0, 2, 3, 0, 3, 4}));
  // An L, from two of its corners: the reflex corner is not cut off.
  EXPECT_EQ(read_obj(polygon({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}})).face,
            (std::vector<int>{0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5}));
  EXPECT_EQ(read_obj(polygon({{2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}, {0, 0}})).face,
            (std::vector<int>{0, 1, 2, 2, 3, 4, 2, 4, 5, 0, 2, 5}));
}

TEST(Obj, TextureAndNormalsFollowTheCut) {
  const MeshData data = read_obj(
      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 1\n"
      "f 1/4/1 2/3/1 3/2/1 4/1/1\n");
  EXPECT_EQ(data.facetexcoord, (std::vector<int>{3, 2, 0, 2, 1, 0}));
  EXPECT_EQ(data.facenormal.size(), 6u);
}

TEST(Obj, IncompleteNormalsAndTexturesAreLeftOut) {
  std::vector<std::string> warnings;
  const MeshData data =
      read_obj(kCorners + "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\nf 1/7/9 2 4\n", &warnings);
  EXPECT_TRUE(data.normal.empty() && data.facenormal.empty());
  EXPECT_TRUE(data.texcoord.empty() && data.facetexcoord.empty());
  EXPECT_EQ(warnings.size(), 2u);
}

TEST(Obj, TwoVertexFaceIsLeftOut) {
  std::vector<std::string> warnings;
  EXPECT_EQ(read_obj(kCorners + "f 1 2\nf 1 2 3\nf 4\n", &warnings).face,
            (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(warnings.size(), 1u);
}

TEST(Obj, WithoutFacesTheHullIsMeant) {
  const MeshData data = read_obj(kCorners);
  check(data);
  EXPECT_TRUE(data.face.empty());
}

TEST(Obj, IndicesOutOfRangeAreRefusedWithTheirLine) {
  for (const std::string corner :
       {"0", "9", "-5", "2147483648", "99999999999", "99999999999999999999"}) {
    const base::Fault fault = refused(kCorners + "f 1 2 " + corner + "\n", "m.obj");
    EXPECT_EQ(fault.line, 5) << corner;
  }
}

TEST(Obj, BadCornersAreRefused) {
  for (const std::string corner : {"x", "1.5", "1/x", "1/1/1/1", "/1", "+2"}) {
    EXPECT_REFUSED(kCorners + "vt 0 0\nvn 0 0 1\nf 1 2 " + corner + "\n", "m.obj", corner);
  }
}

TEST(Obj, BadNumbersAreRefusedWithTheirLine) {
  for (const std::string number : {"nan", "inf", "-inf", "1e60", "x", "1,5", "0x10", "1e400"}) {
    const base::Fault fault = refused("v 0 0 0\nv 0 0 " + number + "\n", "m.obj");
    EXPECT_EQ(fault.line, 2) << number;
  }
  EXPECT_REFUSED("v 0 0\n", "m.obj", "expected 3 numbers");
  EXPECT_REFUSED("vt\n", "m.obj", "expected 1 numbers");
}

TEST(Obj, OverlongWordIsRefused) {
  EXPECT_REFUSED("v 0 0 " + std::string(100'000, '1'), "m.obj", "letters");
  EXPECT_REFUSED(std::string(100'000, 'x'), "m.obj", "letters");
}

TEST(Obj, PolygonOfTooManyCornersIsRefusedInTime) {
  std::string text = kCorners + "f";
  for (int i = 0; i < 200'000; ++i) text += " 1 2 3";
  EXPECT_REFUSED(text, "m.obj", "corners");
}

TEST(Obj, EmptyFileHasTooFewVertices) {
  EXPECT_REFUSED("", "m.obj", "at least 4 vertices");
  EXPECT_REFUSED("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "m.obj", "at least 4 vertices");
}

// --- STL ---

using Triangle = std::array<float, 9>;
const std::vector<Triangle> kTriangles = {{0, 0, 0, 0, 1, 0, 1, 0, 0},
                                          {0, 0, 0, 1, 0, 0, 0, 0, 1},
                                          {0, 0, 0, 0, 0, 1, 0, 1, 0},
                                          {1, 0, 0, 0, 1, 0, 0, 0, 1}};

std::string stl(const std::vector<Triangle>& triangles, std::uint32_t count,
                const std::string& header = "binary") {
  std::string bytes = header;
  bytes.resize(80, ' ');
  bytes += bytes_of<std::uint32_t>({count});
  for (const Triangle& triangle : triangles) {
    bytes += std::string(12, '\0') +
             bytes_of(std::vector<float>(triangle.begin(), triangle.end())) + std::string(2, '\0');
  }
  return bytes;
}

std::string stl_text(const std::vector<Triangle>& triangles) {
  std::string text = "solid name\n";
  for (const Triangle& t : triangles) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (std::size_t i = 0; i < 9; i += 3) {
      text += "   vertex " + std::to_string(t[i]) + " " + std::to_string(t[i + 1]) + " " +
              std::to_string(t[i + 2]) + "\n";
    }
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid name\n";
}

const std::vector<double> kMergedVertices = {0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1};
const std::vector<int> kMergedFaces = {0, 1, 2, 0, 2, 3, 0, 3, 1, 2, 1, 3};

TEST(Stl, RepeatedVerticesBecomeOneInTheOrderOfAppearance) {
  const MeshData data = read_stl(stl(kTriangles, 4));
  EXPECT_EQ(data.vertex, kMergedVertices);
  EXPECT_EQ(data.face, kMergedFaces);
}

TEST(Stl, NegativeZeroIsAnotherVertex) {
  std::vector<Triangle> triangles = kTriangles;
  triangles[0][0] = -0.0f;
  const MeshData data = read_stl(stl(triangles, 4));
  EXPECT_EQ(data.vertex.size(), 15u);
  EXPECT_EQ(data.face, (std::vector<int>{0, 1, 2, 3, 2, 4, 3, 4, 1, 2, 1, 4}));
}

TEST(Stl, BinaryFileMayStartWithSolid) {
  EXPECT_EQ(read_stl(stl(kTriangles, 4, "solid part")).face, kMergedFaces);
}

TEST(Stl, TextGivesTheSame) {
  const MeshData data = read_stl(stl_text(kTriangles));
  EXPECT_EQ(data.vertex, kMergedVertices);
  EXPECT_EQ(data.face, kMergedFaces);
}

TEST(Stl, DegenerateTrianglesStay) {
  std::vector<Triangle> triangles = kTriangles;
  triangles.push_back({0, 0, 0, 0, 0, 0, 1, 0, 0});
  EXPECT_EQ(read_stl(stl(triangles, 5)).face.size(), 15u);
}

TEST(Stl, CountNotMatchingSizeIsRefused) {
  EXPECT_REFUSED(stl(kTriangles, 3), "m.stl", "size");
  EXPECT_REFUSED(stl(kTriangles, 5), "m.stl", "size");
  EXPECT_REFUSED(stl(kTriangles, 0xffffffffu), "m.stl", "size");
  EXPECT_REFUSED(stl(kTriangles, 4).substr(0, 200), "m.stl", "size");
  EXPECT_REFUSED(stl(kTriangles, 4) + "x", "m.stl", "size");
  EXPECT_REFUSED("short", "m.stl", "invalid header");
}

TEST(Stl, ZeroFacesAreRefused) {
  EXPECT_REFUSED(stl({}, 0), "m.stl", "no triangles");
  EXPECT_REFUSED("solid a\nendsolid a\n", "m.stl", "no triangles");
  EXPECT_REFUSED("", "m.stl", "empty");
}

TEST(Stl, NotANumberIsRefused) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e9f}) {
    std::vector<Triangle> triangles = kTriangles;
    triangles[2][4] = bad;
    EXPECT_REFUSED(stl(triangles, 4), "m.stl", "a vertex");
  }
}

TEST(Stl, BadTextIsRefusedWithItsLine) {
  const std::string start = "solid a\nfacet normal 0 0 1\nouter loop\n";
  EXPECT_EQ(refused(start + "vertex 0 0 x\n", "m.stl").line, 4);
  EXPECT_EQ(refused(start + "vertex 0 0 nan\n", "m.stl").line, 4);
  EXPECT_EQ(refused(start + "vertex 0 0\n", "m.stl").line, 4);
  const std::string two = start + "vertex 0 0 0\nvertex 1 0 0\n";
  EXPECT_EQ(refused(two + "endloop\nendfacet\n", "m.stl").line, 7);
  EXPECT_REFUSED(two, "m.stl", "not complete");
  EXPECT_REFUSED(start + std::string(5000, 'x'), "m.stl", "letters");
}

// --- MSH ---

std::string msh(const std::vector<std::int32_t>& counts, const std::vector<float>& numbers,
                const std::vector<std::int32_t>& faces) {
  return bytes_of(counts) + bytes_of(numbers) + bytes_of(faces);
}

const std::vector<float> kPoints = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

TEST(Msh, VerticesAndFacesAsTheyStand) {
  const MeshData data = read_msh(msh({4, 0, 0, 4}, kPoints, kFaces));
  EXPECT_EQ(data.vertex, std::vector<double>(kPoints.begin(), kPoints.end()));
  EXPECT_EQ(data.face, kFaces);
  EXPECT_TRUE(data.facenormal.empty() && data.facetexcoord.empty());
}

TEST(Msh, NormalsAndTexture) {
  std::vector<float> numbers = kPoints;
  numbers.insert(numbers.end(), 12, 0.5f);
  numbers.insert(numbers.end(), 8, 0.25f);
  const MeshData data = read_msh(msh({4, 4, 4, 0}, numbers, {}));
  check(data);
  EXPECT_EQ(data.normal, std::vector<double>(12, 0.5));
  EXPECT_EQ(data.texcoord, std::vector<double>(8, 0.25));
}

TEST(Msh, SizesThatDoNotFitAreRefused) {
  EXPECT_REFUSED("", "m.msh", "empty");
  EXPECT_REFUSED("short", "m.msh", "too short");
  EXPECT_REFUSED(msh({3, 0, 0, 0}, {0, 0, 0, 1, 0, 0, 0, 1, 0}, {}), "m.msh", "4 vertices");
  EXPECT_REFUSED(msh({4, 0, 0, -4}, kPoints, {}), "m.msh", "negative");
  EXPECT_REFUSED(msh({4, 3, 0, 0}, kPoints, {}), "m.msh", "one normal");
  EXPECT_REFUSED(msh({4, 0, 0, 5}, kPoints, kFaces), "m.msh", "bytes");
  EXPECT_REFUSED(msh({4, 0, 0, 4}, kPoints, kFaces) + "x", "m.msh", "bytes");
}

TEST(Msh, CountTimesSizeThatOverflowsIsRefused) {
  for (const std::int32_t count : {0x7fffffff, 0x55555556, 0x40000000}) {
    EXPECT_REFUSED(msh({count, 0, 0, 4}, kPoints, kFaces), "m.msh", "bytes");
    EXPECT_REFUSED(msh({4, 0, 0, count}, kPoints, kFaces), "m.msh", "bytes");
    EXPECT_REFUSED(msh({count, count, count, count}, kPoints, kFaces), "m.msh", "bytes");
  }
}

TEST(Msh, IndicesAndNumbersAreChecked) {
  std::vector<int> faces = kFaces;
  faces[5] = 4;
  EXPECT_REFUSED(msh({4, 0, 0, 4}, kPoints, faces), "m.msh", "face 1 has vertex 4");
  faces[5] = -1;
  EXPECT_REFUSED(msh({4, 0, 0, 4}, kPoints, faces), "m.msh", "face 1 has vertex -1");
  std::vector<float> points = kPoints;
  points[4] = std::nanf("");
  EXPECT_REFUSED(msh({4, 0, 0, 4}, points, kFaces), "m.msh", "vertex 1 is not finite");
}

// --- which format ---

TEST(Mesh, ExtensionTellsTheFormat) {
  EXPECT_EQ(read(kTetrahedron, "a/b.OBJ", "")->data.face, kFaces);
  EXPECT_EQ(read(stl(kTriangles, 4), "b.Stl", "")->data.face, kMergedFaces);
  EXPECT_EQ(read(msh({4, 0, 0, 4}, kPoints, kFaces), "b.msh", "")->data.face, kFaces);
  EXPECT_REFUSED(kTetrahedron, "b.wrl", "unknown format");
  EXPECT_REFUSED(kTetrahedron, "b", "unknown format");
}

TEST(Mesh, ContentTypeTellsWhatTheExtensionDoesNot) {
  EXPECT_EQ(read(kTetrahedron, "m.x", "model/obj")->data.face, kFaces);
  EXPECT_EQ(read(stl(kTriangles, 4), "m", "model/stl")->data.face, kMergedFaces);
  EXPECT_EQ(read(msh({4, 0, 0, 4}, kPoints, kFaces), "m.obj", "model/vnd.mujoco.msh")->data.face,
            kFaces);
  EXPECT_EQ(read(kTetrahedron, "m.obj", "model/stl")->data.face, kFaces);  // as in the reference
  EXPECT_THROW(read(kTetrahedron, "m.x", "model/other"), base::Fault);
}

}  // namespace
}  // namespace thew::io::mesh
