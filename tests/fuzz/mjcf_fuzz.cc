// Any bytes as a model: they load or are refused with an Error, and what loads can be stepped.
//
//   fuzz_mjcf -dict=tests/fuzz/mjcf.dict <a working copy of tests/fuzz/corpus/mjcf>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <thew/data.h>
#include <thew/error.h>
#include <thew/load.h>
#include <thew/step.h>

namespace {

constexpr int kSteps = 3;
constexpr int kLargestStepped = 200;  // degrees of freedom

thew::LoadOptions options() {
  thew::LoadOptions options;
  options.ignore_unsupported = true;
  options.allow_outside = false;
  options.max_elements = 2000;
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
  try {
    const thew::Model model = thew::load_string(
        std::string_view(reinterpret_cast<const char*>(bytes), size), kOptions, "fuzz.xml");
    if (model.nv > kLargestStepped) return 0;
    thew::Data data(model);
    for (int i = 0; i < kSteps; ++i) thew::step(model, data);
  } catch (const thew::Error&) {
    return 0;
  }
  return 0;
}
