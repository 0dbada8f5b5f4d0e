#include <cstring>

#include <gtest/gtest.h>

#include <thew/bytes.h>
#include <thew/error.h>
#include <thew/thew.h>

#include "model/layout.h"
#include "support/worlds.h"

namespace thew {
namespace {

// Where a scalar of the model is in its bytes: behind the fingerprint, in the order of the table.
std::size_t place_of(const char* name) {
  std::size_t place = sizeof(std::uint64_t);
  for (const ScalarField<Model>& f : model_scalars()) {
    if (std::strcmp(f.name, name) == 0) return place;
    place += static_cast<std::size_t>(f.count * field_bytes(f.type));
  }
  return 0;
}

std::string with_size(std::string bytes, const char* name, std::int64_t value) {
  std::memcpy(bytes.data() + place_of(name), &value, sizeof value);
  return bytes;
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
  }
  EXPECT_THROW(model_from_bytes(bytes + "x"), Error);
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
