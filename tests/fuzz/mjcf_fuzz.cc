// Any bytes as a model: they load or are refused with an Error, and what loads can be stepped.
//
//   fuzz_mjcf -dict=tests/fuzz/mjcf.dict <a working copy of tests/fuzz/corpus/mjcf>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/model.h"

namespace {

thew::LoadOptions options() {
  thew::LoadOptions options = thew::fuzz::bounded();
  options.ignore_unsupported = true;
  options.assets["part.xml"] = "<part><geom name=\"part\" size=\".1\"/></part>";
  options.assets["kid.xml"] =
      "<mujoco model=\"kid\"><worldbody><frame name=\"f\"><body name=\"arm\"><joint name=\"j\"/>"
      "<geom name=\"g\" size=\".1\"/></body></frame></worldbody><actuator><motor "
      "joint=\"j\"/></actuator>"
      "<keyframe><key name=\"k\" qpos=\"1\"/></keyframe></mujoco>";
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const thew::LoadOptions kOptions = options();
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  return thew::fuzz::try_model(text, kOptions, "fuzz.xml");
}
