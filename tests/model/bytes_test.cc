#include "model/bytes.h"

#include <cstring>

#include <gtest/gtest.h>

#include <thew/bytes.h>
#include <thew/error.h>
#include <thew/thew.h>

#include "model/layout.h"
#include "support/worlds.h"

namespace thew {
namespace {

// Where a scalar of the model is in its bytes: behind the header, in the order of the table.
std::size_t place_of(const char* name) {
  std::size_t place = sizeof(bytes::Header);
  for (const ScalarField<Model>& f : model_scalars()) {
    if (std::strcmp(f.name, name) == 0) return place;
    place += static_cast<std::size_t>(f.count * field_bytes(f.type));
  }
  return 0;
}

// Bytes that were changed, under a header that fits them.
std::string sealed(std::string bytes) {
  bytes::Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  bytes::seal(bytes, header.version);
  return bytes;
}

std::string with_size(std::string bytes, const char* name, std::int64_t value) {
  std::memcpy(bytes.data() + place_of(name), &value, sizeof value);
  return sealed(std::move(bytes));
}

std::string refusal(std::string_view bytes) {
  try {
    model_from_bytes(bytes);
  } catch (const Error& error) {
    return error.fault();
  }
  return "";
}

TEST(ModelBytes, ComeBackAsTheyWere) {
  for (const std::string& name : test::own_models()) {
    const Model m = test::load_own(name);
    const Model back = model_from_bytes(to_bytes(m));
    EXPECT_EQ(first_difference(m, back), nullptr) << name;
    EXPECT_EQ(m.modelname, back.modelname);
  }
  const Model m = test::load_everything();
  EXPECT_EQ(first_difference(m, model_from_bytes(to_bytes(m))), nullptr);
}

TEST(ModelBytes, EndTooEarlyOrTooLateAreRefused) {
  const std::string bytes = to_bytes(test::load_own("arm"));
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 8) {
    EXPECT_THROW(model_from_bytes(std::string_view(bytes).substr(0, size)), Error);
    if (size < sizeof(bytes::Header)) continue;
    EXPECT_THROW(model_from_bytes(sealed(bytes.substr(0, size))), Error) << size;
  }
  EXPECT_NE(refusal(bytes + "x").find("bytes, but has"), std::string::npos);
  EXPECT_NE(refusal(sealed(bytes + "x")), "");
}

TEST(ModelBytes, SayWhyTheyAreRefused) {
  const std::string good = to_bytes(test::load_own("arm"));
  EXPECT_TRUE(is_model_bytes(good));
  EXPECT_FALSE(is_model_bytes("<mujoco/>"));
  EXPECT_NE(refusal("<mujoco/>").find("not a model"), std::string::npos);
  std::string other = good;
  bytes::seal(other, 1);
  EXPECT_NE(refusal(other).find("another version"), std::string::npos);
}

// Whatever byte is changed behind the header, the checksum is another one.
TEST(ModelBytes, DamageIsNoticed) {
  const std::string good = to_bytes(test::load_own("arm"));
  for (std::size_t at = sizeof(bytes::Header); at < good.size(); at += 1 + good.size() / 500) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x40);
    EXPECT_NE(refusal(bad).find("damaged"), std::string::npos) << at;
  }
}

TEST(ModelBytes, ArraysLieOnMultiplesOf64Bytes) {
  Model m = test::load_own("arm");
  for (std::int64_t i = 0; i < m.qpos0.size(); ++i) m.qpos0[i] = 0.123 + static_cast<double>(i);
  const std::string bytes = to_bytes(m);
  const std::string_view values(reinterpret_cast<const char*>(m.qpos0.data()),
                                static_cast<std::size_t>(m.nq) * sizeof(double));
  EXPECT_EQ(bytes.find(values) % Buffer::kAlignment, 0u);
  EXPECT_EQ(bytes.size() % Buffer::kAlignment, 0u);
}

// The compiler's marks are trusted as long as nobody wrote the numbers that they follow from.
TEST(ModelBytes, KnowWhetherNumbersWereWritten) {
  Model m = test::load_own("arm");
  EXPECT_TRUE(model_from_bytes(to_bytes(m)).is_as_compiled());
  m.body_mass[1] = 2;
  EXPECT_FALSE(model_from_bytes(to_bytes(m)).is_as_compiled());
}

// A joint may have several actuators that damp it, whose number is then -2.
TEST(ModelBytes, SeveralDampersOfAJoint) {
  const Model m = load_string(
      "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody><actuator>"
      "<motor joint='j' damping='1'/><motor joint='j' damping='2'/></actuator></mujoco>");
  EXPECT_EQ(m.jnt_actuatorid[0], -2);
  EXPECT_EQ(first_difference(m, model_from_bytes(to_bytes(m))), nullptr);
}

// The product of two sizes may be small after it wrapped; nothing may be allocated by it.
TEST(ModelBytes, SizesWhoseProductsWrapAreRefused) {
  const std::string bytes = to_bytes(test::load_own("arm"));
  for (const char* size : {"nbody", "nuser_body", "nv", "nq", "nkey", "ntexdata", "nmeshgraph"}) {
    for (const std::int64_t value :
         {std::int64_t{-1}, std::int64_t{1} << 31, std::int64_t{1} << 40, std::int64_t{1} << 61,
          std::int64_t{1} << 62, INT64_MAX, INT64_MIN}) {
      EXPECT_THROW(model_from_bytes(with_size(bytes, size, value)), Error) << size << " " << value;
    }
  }
}

TEST(ModelBytes, TruthValuesOtherThanTrueAndFalseAreRefused) {
  Model m = test::load_own("arm");
  std::memset(static_cast<void*>(m.jnt_limited.data()), 7, 1);
  EXPECT_THROW(model_from_bytes(to_bytes(m)), Error);
}

TEST(ModelBytes, IndicesAreValidated) {
  Model m = test::load_own("humanoid");
  m.dof_parentid[3] = 1000000;
  EXPECT_THROW(model_from_bytes(to_bytes(m)), Error);
}

TEST(Layout, SizesThatCannotBeCountedAreMoreThanAnybodyHas) {
  model::Layout layout(nullptr);
  Array<double> table;
  layout.take(table, std::int64_t{1} << 33, std::int64_t{1} << 31);
  EXPECT_GT(layout.used(), std::size_t{1} << 60);
  layout.take(table, 3, 5);
  EXPECT_GT(layout.used(), std::size_t{1} << 60);
}

}  // namespace
}  // namespace thew
