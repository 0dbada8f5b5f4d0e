// Bytes of models and of data, spoilt: they are refused with an Error, or what comes of them can be
// stepped.
//
// An input is a list of changes to the bytes of a good model, and of a good data: 4 bytes where,
// 4 bytes what. Its first byte chooses the model.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <thew/bytes.h>
#include <thew/error.h>
#include <thew/thew.h>

#include "fuzz/model.h"
#include "model/bytes.h"

namespace {

constexpr int kSteps = 3;
constexpr std::size_t kDataHeader = 8;  // a fingerprint, which is not to be guessed

struct Seed {
  std::string model, data;
};

std::vector<Seed> make_seeds() {
  std::vector<Seed> seeds;
  for (const char* name : {"tests/support/everything.xml", "models/sensors.xml",
                           "models/tendon_arm.xml", "models/four_bar.xml"}) {
    const thew::Model model = thew::load_file(std::string(THEW_ROOT "/") + name);
    thew::Data data(model);
    for (int i = 0; i < kSteps; ++i) thew::step(model, data);
    seeds.push_back({thew::to_bytes(model), thew::to_bytes(data)});
  }
  return seeds;
}

// The most significant bit of a place says whether it is in the data.
void change(Seed& seed, std::uint32_t place, std::uint32_t value) {
  const bool in_data = place >> 31 != 0;
  std::string& bytes = in_data ? seed.data : seed.model;
  const std::size_t header = in_data ? kDataHeader : sizeof(thew::bytes::Header);
  const std::size_t words = (bytes.size() - header) / 4;
  std::memcpy(bytes.data() + header + 4 * ((place & 0x7fffffff) % words), &value, 4);
}

// The checksum is made to fit, since it is not to be guessed either.
void seal(std::string& model) {
  thew::bytes::Header header;
  std::memcpy(&header, model.data(), sizeof header);
  thew::bytes::seal(model, header.version);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const std::vector<Seed> kSeeds = make_seeds();
  if (size == 0) return 0;
  Seed seed = kSeeds[bytes[0] % kSeeds.size()];
  for (std::size_t i = 1; i + 8 <= size; i += 8) {
    std::uint32_t change_[2];
    std::memcpy(change_, bytes + i, 8);
    change(seed, change_[0], change_[1]);
  }
  seal(seed.model);
  try {
    const thew::Model model = thew::model_from_bytes(seed.model);
    if (!thew::fuzz::modest(model)) return 0;
    thew::Data fresh(model);
    for (int i = 0; i < kSteps; ++i) thew::step(model, fresh);
    thew::Data data = thew::data_from_bytes(model, seed.data);
    thew::constraint::show(model, data);
    thew::forward_skip(model, data, thew::Stage::Vel, false);
    for (int i = 0; i < kSteps; ++i) thew::step(model, data);
  } catch (const thew::Error&) {
    return 0;
  }
  return 0;
}
