// Any bytes as an OBJ file: they give a mesh whose numbers fit together, or are refused with a
// Fault.
//
//   fuzz_obj -dict=tests/fuzz/obj.dict <a working copy of tests/fuzz/corpus/obj>

#include "fuzz/mesh.h"
#include "io/mesh/obj.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return thew::fuzz::try_mesh(bytes, size,
                              [](std::string_view text) { return thew::io::mesh::read_obj(text); });
}
