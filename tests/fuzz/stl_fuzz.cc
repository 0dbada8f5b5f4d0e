// Any bytes as an STL file: they give a mesh whose numbers fit together, or are refused with a
// Fault.
//
//   fuzz_stl -dict=tests/fuzz/stl.dict <a working copy of tests/fuzz/corpus/stl>

#include "fuzz/mesh.h"
#include "io/mesh/stl.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return thew::fuzz::try_mesh(bytes, size,
                              [](std::string_view text) { return thew::io::mesh::read_stl(text); });
}
