// Files of GMSH: the same two tetrahedra or triangles in all versions, and what is wrong with
// others.

#include "io/mesh/gmsh.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/fault.h"
#include "io/support.h"

namespace thew::io::mesh {
namespace {

std::string corpus(const std::string& name) {
  std::ifstream file(std::filesystem::path(THEW_ROOT) / "tests/fuzz/corpus/gmsh" / name,
                     std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

base::Fault refused_mesh(const std::string& text) {
  try {
    read_gmsh(text);
  } catch (const base::Fault& fault) {
    return fault;
  }
  ADD_FAILURE() << "it was read";
  return {};
}

TEST(Gmsh, VersionsAgree) {
  const std::vector<double> vertex = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  for (const char* const name : {"text41_tets.msh", "bytes41_tets.msh", "text22_tets.msh",
                                 "bytes22_tets.msh", "bytes22_block.msh"}) {
    const spec::MeshData data = read_gmsh(corpus(name));
    EXPECT_EQ(data.vertex, vertex) << name;
    EXPECT_EQ(data.tet, (std::vector{0, 1, 2, 3, 1, 2, 3, 4})) << name;
    EXPECT_TRUE(data.face.empty()) << name;
  }
  for (const char* const name : {"text41_faces.msh", "bytes41_faces.msh", "text22_faces.msh"}) {
    EXPECT_EQ(read_gmsh(corpus(name)).face, (std::vector{0, 1, 2, 1, 2, 3})) << name;
  }
}

TEST(Gmsh, FaultsOfTextHaveALine) {
  std::string text = corpus("text41_tets.msh");
  text.replace(text.find("1 1 2 3 4"), 9, "1 1 2 3 9");
  EXPECT_CONTAINS(refused_mesh(text).what, "has node 8");
  EXPECT_EQ(refused_mesh(text).line, 21);
}

TEST(Gmsh, EveryCutIsRefused) {
  for (const char* const name :
       {"text41_tets.msh", "bytes41_tets.msh", "text22_tets.msh", "bytes22_tets.msh"}) {
    const std::string text = corpus(name);
    const std::size_t end = text.find("$EndElements");
    for (std::size_t n = 0; n < end; ++n) {
      EXPECT_THROW(read_gmsh(text.substr(0, n)), base::Fault) << name << " " << n;
    }
  }
}

TEST(Gmsh, OthersAreRefused) {
  EXPECT_CONTAINS(refused_mesh("").what, "Empty");
  EXPECT_CONTAINS(refused_mesh("solid").what, "$MeshFormat");
  EXPECT_CONTAINS(refused_mesh("$MeshFormat\n3 0 8\n").what, "4.1 and 2.2");
  EXPECT_CONTAINS(refused_mesh("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n").what, "$Nodes");
  std::string two = corpus("text41_tets.msh");
  two.replace(two.find("1 5 1 5"), 1, "2");
  EXPECT_CONTAINS(refused_mesh(two).what, "single block");
}

}  // namespace
}  // namespace thew::io::mesh
