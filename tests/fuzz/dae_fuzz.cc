// Any bytes as a COLLADA file: they give a mesh whose numbers fit together, or are refused with a
// Fault.
//
//   fuzz_dae -dict=tests/fuzz/dae.dict <a working copy of tests/fuzz/corpus/dae>

#include "fuzz/mesh.h"
#include "io/mesh/dae.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return thew::fuzz::try_mesh(bytes, size,
                              [](std::string_view text) { return thew::io::mesh::read_dae(text); });
}
