// Binary models by load_file and load_string, and MuJoCo's form of them. tests/conformance/
// test_binary.py has MuJoCo read and write the latter.

#include <cstring>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include <thew/bytes.h>
#include <thew/field_table.h>
#include <thew/save.h>

#include "io/support.h"
#include "support/worlds.h"

namespace thew::io {
namespace {

std::string refusal(std::string_view bytes) {
  return refused_model(bytes).what();
}

std::string with_header(std::string bytes, int place, std::int32_t value) {
  std::memcpy(bytes.data() + 4 * place, &value, sizeof value);
  return bytes;
}

TEST(BinaryFile, LoadsByItsContent) {
  const Model model = test::load_own("arm");
  const auto path = std::filesystem::temp_directory_path() / "thew_binary_test.bin";
  for (const std::string& bytes : {to_bytes(model), to_mjb(model)}) {
    std::ofstream(path, std::ios::binary) << bytes;
    EXPECT_EQ(first_difference(model, load_file(path.string())), nullptr);
    EXPECT_EQ(first_difference(model, load_string(bytes)), nullptr);
    EXPECT_EQ(load_string(bytes).modelname, model.modelname);
    LoadOptions given;
    given.assets["given.thew"] = bytes;
    EXPECT_EQ(first_difference(model, load_file("given.thew", given)), nullptr);
  }
  std::filesystem::remove(path);
}

TEST(BinaryFile, ErrorsNameIt) {
  std::string bytes = to_bytes(test::load_own("arm"));
  bytes.back() ^= 1;
  EXPECT_CONTAINS(refusal(bytes), "test.xml: the binary model is damaged");
}

TEST(BinaryFile, HasNoDescription) {
  const std::string bytes = to_bytes(test::load_own("arm"));
  EXPECT_THROW(read_string(bytes), Error);
}

TEST(Mjb, ComesBackAsItWas) {
  for (const std::string& name : test::own_models()) {
    const Model model = test::load_own(name);
    std::string bytes;
    try {
      bytes = to_mjb(model);
    } catch (const Error& error) {
      EXPECT_CONTAINS(error.fault(), "MuJoCo has no");
      continue;
    }
    const Model back = load_string(bytes);
    EXPECT_EQ(first_difference(model, back), nullptr) << name;
    EXPECT_EQ(to_mjb(back), bytes) << name;
  }
}

TEST(Mjb, OtherVersionsAreRefusedByName) {
  const std::string bytes = to_mjb(test::load_own("arm"));
  EXPECT_CONTAINS(refusal(with_header(bytes, 3, 332)), "written by MuJoCo 3.3.2; 4.0.0 only");
  EXPECT_CONTAINS(refusal(with_header(bytes, 3, 3'012'001)), "written by MuJoCo 3.12.1");
  EXPECT_CONTAINS(refusal(with_header(bytes, 1, 4)), "4 bytes for each number");
  EXPECT_CONTAINS(refusal(with_header(bytes, 2, 7)), "other fields");
}

TEST(Mjb, WhatIsCutOffIsRefused) {
  const std::string bytes = to_mjb(test::load_own("arm"));
  for (std::size_t size = 4; size < bytes.size(); size += 1 + size / 8) {
    EXPECT_THROW(load_string(bytes.substr(0, size)), Error) << size;
  }
  EXPECT_THROW(load_string(bytes + "x"), Error);
}

TEST(Mjb, SizesThatDoNotFitAreRefused) {
  const std::string bytes = to_mjb(test::load_own("arm"));
  for (std::size_t size = 0; size < 97; ++size) {  // the last, nbuffer, is computed anew
    for (const std::int64_t value : {std::int64_t{-5}, std::int64_t{1} << 40, INT64_MAX}) {
      std::string bad = bytes;
      std::memcpy(bad.data() + 20 + 8 * size, &value, sizeof value);
      try {
        const Model model = load_string(bad);
        // Wishes for memory, which nothing follows from.
        EXPECT_TRUE(model.njmax == value || model.nconmax == value || model.narena == value)
            << size << " " << value;
      } catch (const Error&) {
      }
    }
  }
}

TEST(Mjb, WhatMujocoLacksIsRefused) {
  Model model = test::load_own("arm");
  model.opt.integrator = static_cast<int>(Integrator::ImplicitSpringDamper);
  try {
    to_mjb(model);
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_CONTAINS(error.fault(), "mjINT_IMPLICITSPRINGDAMPER");
  }
}

TEST(Mjb, ConstraintsOnPositionsAreRefused) {
  const std::string sheet =
      "<flexcomp name='f' type='grid' dim='2' count='3 3 1' spacing='.1 .1 .1' mass='1'>";
  EXPECT_NO_THROW(to_mjb(load_string(world(sheet + "</flexcomp>"))));
  const Model held = load_string(world(sheet + "<xpbd stretch='1e-6'/></flexcomp>"));
  EXPECT_THROW(to_mjb(held), Error);
}

}  // namespace
}  // namespace thew::io
