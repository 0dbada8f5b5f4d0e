// Every number that a world may own counts in a lane as it counts in a model that has it, on every
// path: lanes together, lanes apart, with and without sensors of forces.

#include <functional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <thew/thew.h>

#include "model/lane_types.h"
#include "support/worlds.h"

namespace thew {
namespace {

struct Owned {
  std::string name;
  ParameterId id;
  std::function<Array<double>(Model&)> numbers;
};

const std::vector<Owned>& owned() {
  static const std::vector<Owned> all = {
#define THEW_OWNED_World(name) \
  {#name, ParameterId::name,   \
   [](Model& m) { return Array<double>(m.name.data(), m.name.rows(), m.name.columns()); }},
#define THEW_OWNED_Shared(name)
#define THEW_OWNED_Structure(name)
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_OWNED_##world(name)
#define THEW_WORLD_OPTION(name, description) \
  {#name, ParameterId::name, [](Model& m) { return Array<double>(m.opt.name, 3, 1); }},
#include <thew/fields.inc>
#undef THEW_OWNED_World
#undef THEW_OWNED_Shared
#undef THEW_OWNED_Structure
  };
  return all;
}

// The parameter of a geom that a tendon wraps is the number of a site, which is structure.
bool is_number(const Model& m, const Owned& parameter, std::int64_t i) {
  if (parameter.id != ParameterId::wrap_prm) return true;
  const auto type = static_cast<WrapType>(m.wrap_type[i]);
  return type != WrapType::Sphere && type != WrapType::Cylinder;
}

// Numbers near those of the model, other ones in each lane.
double changed(double x, int lane, std::mt19937& random) {
  const double noise = std::uniform_real_distribution<double>(-0.01, 0.01)(random);
  return lane == 0 ? x : x * (1 + noise);
}

// The first field in which a lane with its own numbers differs from a world of a model with them.
std::string difference(const Model& model, const Owned& parameter) {
  std::vector<Model> models(kLanes<Pack4>, model);
  BasicData<Pack4> lanes(model);
  std::vector<Data> alone;
  const std::int64_t count = parameter.numbers(models[0]).size();
  if (count == 0) return "";
  std::vector<Pack4> own(static_cast<std::size_t>(count));
  std::mt19937 random(11);
  for (int k = 0; k < kLanes<Pack4>; ++k) {
    const Array<double> numbers = parameter.numbers(models[static_cast<std::size_t>(k)]);
    for (std::int64_t i = 0; i < count; ++i) {
      if (is_number(model, parameter, i)) numbers[i] = changed(numbers[i], k, random);
      own[static_cast<std::size_t>(i)].set(k, numbers[i]);
    }
  }
  lanes.own[static_cast<std::size_t>(parameter.id)] = own.data();
  for (int k = 0; k < kLanes<Pack4>; ++k) {
    alone.emplace_back(model);
    std::mt19937 start(3);
    test::randomize(model, alone.back(), start);
    insert(alone.back(), lanes, k);
  }
  for (int i = 0; i < 4; ++i) {
    step(model, lanes);
    for (int k = 0; k < kLanes<Pack4>; ++k) {
      step(models[static_cast<std::size_t>(k)], alone[static_cast<std::size_t>(k)]);
    }
  }
  for (int k = 0; k < kLanes<Pack4>; ++k) {
    if (const char* field =
            test::lane_difference(model, lanes, k, alone[static_cast<std::size_t>(k)])) {
      return field;
    }
  }
  return "";
}

class OwnParameters : public testing::TestWithParam<const char*> {};

TEST_P(OwnParameters, CountInLanesTogether) {
  const Model m = test::load_own(GetParam());
  for (const Owned& parameter : owned()) {
    EXPECT_EQ(difference(m, parameter), "") << parameter.name;
  }
}

TEST_P(OwnParameters, CountInLanesApart) {
  Model m = test::load_own(GetParam());
  m.opt.solver = static_cast<int>(Solver::Cg);
  for (const Owned& parameter : owned()) {
    EXPECT_EQ(difference(m, parameter), "") << parameter.name;
  }
}

INSTANTIATE_TEST_SUITE_P(OwnModels, OwnParameters,
                         testing::Values("humanoid", "quadruped", "tendon_arm", "sensors", "arm",
                                         "four_bar"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace thew
