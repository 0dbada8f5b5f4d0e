// Any bytes as an SKN file: they give a skin that compiles, or are refused with a Fault or an
// Error.
//
//   fuzz_skn -dict=tests/fuzz/skn.dict <a working copy of tests/fuzz/corpus/skn>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <thew/error.h>
#include <thew/validate.h>

#include "base/fault.h"
#include "compile/compile.h"
#include "io/mesh/skn.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  thew::spec::Spec spec;
  for (const char* name : {"a", "b"}) spec.world.bodies.emplace_back().name = name;
  bool compiled = false;
  try {
    thew::io::mesh::read_skn({reinterpret_cast<const char*>(bytes), size},
                             spec.skins.emplace_back());
    const thew::Model model = thew::compile::compile(spec);
    compiled = true;
    thew::validate(model);
  } catch (const thew::base::Fault&) {
  } catch (const thew::Error&) {
    if (compiled) std::abort();  // what is compiled must be valid
  }
  return 0;
}
