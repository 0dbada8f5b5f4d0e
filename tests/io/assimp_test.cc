// Geometry of PLY and glTF files, where the build has assimp.

#include "io/mesh/assimp.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <gtest/gtest.h>

#include "base/fault.h"

namespace thew::io::mesh {
namespace {

const std::string kPly =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float "
    "z\n"
    "element face 4\nproperty list uchar int vertex_indices\nend_header\n"
    "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n";

std::string base64(const std::string& bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i + 3 <= bytes.size(); i += 3) {
    unsigned word = 0;
    for (std::size_t k = 0; k < 3; ++k) word = word << 8 | static_cast<unsigned char>(bytes[i + k]);
    for (int shift = 18; shift >= 0; shift -= 6) text += kDigits[word >> shift & 63];
  }
  return text;
}

// The tetrahedron, in a node that is moved by (0, 0, 5) and mirrored along x.
std::string gltf() {
  const std::array<float, 12> points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const std::array<std::uint16_t, 12> corners = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
  std::string bytes(72, '\0');
  std::memcpy(bytes.data(), points.data(), 48);
  std::memcpy(bytes.data() + 48, corners.data(), 24);
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],)"
         R"("nodes":[{"mesh":0,"translation":[0,0,5],"scale":[-1,1,1]}],)"
         R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)"
         R"("buffers":[{"byteLength":72,"uri":"data:application/octet-stream;base64,)" +
         base64(bytes) +
         R"("}],"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],)"
         R"("accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,1]},)"
         R"({"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}]})";
}

double volume(const spec::MeshData& data) {
  double six = 0;
  for (std::size_t i = 0; i < data.face.size(); i += 3) {
    const double* const a = &data.vertex[3 * static_cast<std::size_t>(data.face[i])];
    const double* const b = &data.vertex[3 * static_cast<std::size_t>(data.face[i + 1])];
    const double* const c = &data.vertex[3 * static_cast<std::size_t>(data.face[i + 2])];
    six += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return six / 6;
}

class Assimp : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      read_assimp(kPly, "ply");
    } catch (const base::Fault& fault) {
      if (fault.what.find("a build of thew with assimp") == std::string::npos) throw;
      GTEST_SKIP() << fault.what;
    }
  }
};

TEST_F(Assimp, Ply) {
  const auto data = read_assimp(kPly, "ply");
  EXPECT_EQ(data.vertex, (std::vector<double>{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(data.face, (std::vector<int>{0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3}));
}

TEST_F(Assimp, NodesOfGltfMoveAndMirror) {
  const auto data = read_assimp(gltf(), "gltf");
  ASSERT_EQ(data.vertex.size(), 12u);
  EXPECT_NEAR(volume(data), 1.0 / 6, 1e-6);  // positive: the outside stayed outside
  double least = 0;
  for (std::size_t i = 0; i < 12; i += 3) {
    least = std::min(least, data.vertex[i]);
    EXPECT_GE(data.vertex[i + 2], 5);
  }
  EXPECT_EQ(least, -1);
}

TEST_F(Assimp, NonsenseAndFilesBesideAreRefused) {
  EXPECT_THROW(read_assimp("ply\nnonsense", "ply"), base::Fault);
  EXPECT_THROW(read_assimp("{}", "gltf"), base::Fault);
  std::string beside = gltf();
  const auto from = beside.find("data:");
  beside.replace(from, beside.find('"', from) - from, "/etc/passwd");
  EXPECT_THROW(read_assimp(beside, "gltf"), base::Fault);
}

}  // namespace
}  // namespace thew::io::mesh
