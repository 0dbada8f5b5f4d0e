// Any bytes as a robot: they load or are refused with an Error, and what loads can be stepped.
//
//   fuzz_urdf -dict=tests/fuzz/urdf.dict <a working copy of tests/fuzz/corpus/urdf>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/model.h"

namespace {

thew::LoadOptions options() {
  thew::LoadOptions options = thew::fuzz::bounded();
  options.transmissions = true;
  options.assets["part.obj"] =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const thew::LoadOptions kOptions = options();
  // The root is given, so that most inputs are robots.
  const std::string text =
      "<robot name=\"r\">" + std::string(reinterpret_cast<const char*>(bytes), size) + "</robot>";
  return thew::fuzz::try_model(text, kOptions, "fuzz.urdf");
}
