// Any bytes as an MSH file: they give a mesh whose numbers fit together, or are refused with a
// Fault.
//
//   fuzz_msh -dict=tests/fuzz/msh.dict <a working copy of tests/fuzz/corpus/msh>

#include "fuzz/mesh.h"
#include "io/mesh/msh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return thew::fuzz::try_mesh(bytes, size,
                              [](std::string_view text) { return thew::io::mesh::read_msh(text); });
}
