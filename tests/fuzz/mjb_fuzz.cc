// MuJoCo's binary form, spoilt: it is refused with an Error, or what comes of it can be stepped.
//
// An input is a list of changes to the bytes of a good model: 4 bytes where, 4 bytes what. Its
// first byte chooses the model.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <thew/error.h>
#include <thew/save.h>
#include <thew/thew.h>

#include "fuzz/model.h"

namespace {

constexpr int kSteps = 3;
constexpr std::size_t kHeader = 20;  // five integers, each of which can only be right

std::vector<std::string> make_seeds() {
  std::vector<std::string> seeds;
  for (const char* name : {"tests/support/everything.xml", "models/sensors.xml",
                           "models/tendon_arm.xml", "models/four_bar.xml"}) {
    seeds.push_back(thew::to_mjb(thew::load_file(std::string(THEW_ROOT "/") + name)));
  }
  return seeds;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const std::vector<std::string> kSeeds = make_seeds();
  if (size == 0) return 0;
  std::string model_bytes = kSeeds[bytes[0] % kSeeds.size()];
  const std::size_t words = (model_bytes.size() - kHeader) / 4;
  for (std::size_t i = 1; i + 8 <= size; i += 8) {
    std::uint32_t change[2];
    std::memcpy(change, bytes + i, 8);
    std::memcpy(model_bytes.data() + kHeader + 4 * (change[0] % words), &change[1], 4);
  }
  try {
    const thew::Model model = thew::load_string(model_bytes);
    if (!thew::fuzz::modest(model)) return 0;
    thew::Data data(model);
    for (int i = 0; i < kSteps; ++i) thew::step(model, data);
  } catch (const thew::Error&) {
    return 0;
  }
  return 0;
}
