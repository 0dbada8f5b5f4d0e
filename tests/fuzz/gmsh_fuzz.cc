// Any bytes as a GMSH file: they give a mesh whose numbers fit together, or are refused with a
// Fault.
//
//   fuzz_gmsh -dict=tests/fuzz/gmsh.dict <a working copy of tests/fuzz/corpus/gmsh>

#include "fuzz/mesh.h"
#include "io/mesh/gmsh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return thew::fuzz::try_mesh(bytes, size, [](std::string_view text) {
    thew::spec::MeshData data = thew::io::mesh::read_gmsh(text);
    for (const int i : data.tet) {
      thew::fuzz::require(i >= 0 && static_cast<std::size_t>(i) < data.vertex.size() / 3);
    }
    return data;
  });
}
