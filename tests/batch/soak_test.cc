// Worlds of many models, in batches of many sizes, have the bits that they have alone, whatever
// happens in others: worlds with numbers of their own, one that fails, one that is reset before
// every step. The test run takes a part of it; THEW_SOAK=1 takes all (./dev soak).

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <unistd.h>
#include <utility>

#include <gtest/gtest.h>

#include <thew/batch.h>
#include <thew/error.h>
#include <thew/load.h>
#include <thew/step.h>

#include "batch/alone.h"
#include "support/worlds.h"

namespace thew {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kFails = 2, kIsReset = 1;  // worlds
constexpr int kFailsAt = 50;                      // step

bool is_soak() {
  return std::getenv("THEW_SOAK") != nullptr;
}

// Third-party models, where they are there: of every kind that batches meet.
constexpr const char* kModels[] = {
    "gymnasium/ant.xml",
    "gymnasium/half_cheetah.xml",
    "gymnasium/hopper.xml",
    "gymnasium/humanoid.xml",
    "gymnasium/humanoidstandup.xml",
    "gymnasium/pusher.xml",
    "gymnasium/swimmer.xml",
    "gymnasium/walker2d.xml",
    "dm_control/cheetah.xml",
    "dm_control/finger.xml",
    "dm_control/fish.xml",
    "dm_control/humanoid_CMU.xml",
    "dm_control/manipulator.xml",
    "dm_control/quadruped.xml",
    "dm_control/stacker.xml",
    "mujoco/humanoid/humanoid.xml",
    "mujoco/car/car.xml",
    "mujoco/adhesion/active_adhesion.xml",
    "dm_control/walker.xml",
    "menagerie/unitree_go1/scene.xml",
    "menagerie/unitree_g1/scene.xml",
    "menagerie/unitree_h1/scene.xml",
    "menagerie/shadow_hand/scene_right.xml",
    "menagerie/franka_emika_panda/scene.xml",
    "menagerie/agility_cassie/scene.xml",
    "menagerie/robotiq_2f85/scene.xml",
    "menagerie/skydio_x2/scene.xml",
    "menagerie/anybotics_anymal_c/scene.xml",
    "menagerie/leap_hand/scene_right.xml",
    "menagerie/aloha/scene.xml",
};

std::vector<std::string> models() {
  if (!is_soak()) return {"humanoid", "quadruped", "arm", "sensors", "four_bar", "tendon_arm"};
  std::vector<std::string> all = test::own_models();
  const char* folder = std::getenv("THEW_MODELS");
  for (const char* name : kModels) {
    const std::filesystem::path path = std::filesystem::path(folder ? folder : "") / name;
    if (std::filesystem::exists(path)) all.push_back(path.string());
  }
  return all;
}

Model load(const std::string& name) {
  return name.ends_with(".xml") ? load_file(name) : test::load_own(name);
}

// How much of a number of the model a world has.
double share(std::int64_t world, std::int64_t i) {
  return 1 + 0.1 * noise(world, 0, i);
}

void own_numbers(Batch& batch) {
  const auto scale = [&](const char* name) {
    const BatchTable table = batch.own(name);
    auto* number = reinterpret_cast<double*>(table.data);
    const std::int64_t size = table.rows * table.columns;
    for (std::int64_t w = 0; w < batch.size(); ++w) {
      for (std::int64_t i = 0; i < size; ++i) *number++ *= share(w, i);
    }
  };
  scale("body_mass");
  scale("dof_damping");
  scale("gravity");
}

Model with_numbers_of(const Model& model, std::int64_t world) {
  Model m = model;
  const auto scale = [&](auto& numbers) {
    for (std::int64_t i = 0; i < numbers.size(); ++i) numbers[i] *= share(world, i);
  };
  scale(m.body_mass);
  scale(m.dof_damping);
  for (int i = 0; i < 3; ++i) m.opt.gravity[i] *= share(world, i);
  return m;
}

// One world by itself, through all that happens to it.
void run_alone(const Model& model, std::int64_t world, int steps, Data& d) {
  const Model m = with_numbers_of(model, world);
  reset(m, d);
  for (int s = 0; s < steps; ++s) {
    if (world == kIsReset) reset(m, d);
    for (int i = 0; i < m.nu; ++i) d.ctrl[i] = control(m, world, s, i);
    if (world == kFails && s == kFailsAt) continue;  // stays as it was
    if (world == kFails && s == kFailsAt + 1) {
      reset(m, d);
      continue;
    }
    step(m, d);
    rne_post_constraint(m, d);
  }
}

void run_together(const Model& m, Batch& batch, int steps) {
  own_numbers(batch);
  const auto count = static_cast<std::size_t>(batch.size());
  const auto mask = std::make_unique<bool[]>(count);
  if (batch.size() > kIsReset) mask[kIsReset] = true;
  const auto velocity = batch.field<double>("qvel");
  for (int s = 0; s < steps; ++s) {
    if (batch.size() > kIsReset) batch.reset({mask.get(), count});
    set_controls<double>(m, batch, s);
    double before = 0;
    double* const spoiled = batch.size() > kFails && m.nv > 0 && s == kFailsAt
                                ? &velocity[static_cast<std::size_t>(kFails * m.nv)]
                                : nullptr;
    if (spoiled != nullptr) before = std::exchange(*spoiled, kNan);
    batch.step();
    if (spoiled == nullptr) continue;
    ASSERT_NE(batch.errors()[kFails], 0);
    *spoiled = before;
  }
}

class SoakOf : public testing::TestWithParam<std::string> {};

TEST_P(SoakOf, EveryWorldHasItsBits) {
  const int steps = is_soak() ? 200 : 70;
  const std::vector<int> sizes =
      is_soak() ? std::vector{1, 3, 4, 7, 64, 1000} : std::vector{3, 7, 64};
  const Model m = load(GetParam());
  std::vector<Batch> batches;
  for (const int size : sizes) {
    for (const int threads : {1, 2, 3}) {
      if (!is_soak() && threads != size % 3 + 1) continue;
      batches.emplace_back(m, size, BatchOptions{.threads = threads, .outputs = all_outputs()});
      run_together(m, batches.back(), steps);
    }
  }
  Data alone(m);
  for (std::int64_t w = 0; w < sizes.back(); ++w) {
    run_alone(m, w, steps, alone);
    for (const Batch& batch : batches) {
      if (w >= batch.size()) continue;
      ASSERT_EQ(first_difference(batch, w, alone), "")
          << "world " << w << " of " << batch.size() << ", " << batch.threads() << " threads";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Soak, SoakOf, testing::ValuesIn(models()));

std::int64_t resident_bytes() {
  std::int64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// Faults in every tenth world change nothing in the others, and memory does not grow.
TEST(Soak, FaultsStayWithTheirWorlds) {
  constexpr std::int64_t kWorlds = 1000, kEvery = 10;
  const char* wanted = std::getenv("THEW_WORLD_STEPS");
  const std::int64_t rounds = (wanted ? std::atoll(wanted) : 100'000) / (2 * kWorlds);
  const Model m = test::load_own("quadruped");
  Batch faulty(m, kWorlds), sound(m, kWorlds);
  for (Batch* batch : {&faulty, &sound}) {
    batch->own("body_mass");
    batch->own("geom_friction");
  }
  const auto mass = reinterpret_cast<double*>(faulty.own("body_mass").data);
  const auto mask = std::make_unique<bool[]>(kWorlds);
  std::int64_t at_first = 0;
  int failures = 0;
  for (std::int64_t s = 0; s < rounds; ++s) {
    for (std::int64_t w = 0; w < kWorlds; ++w)
      mask[static_cast<std::size_t>(w)] = (s + w) % 500 == 0;
    for (Batch* batch : {&faulty, &sound}) {
      batch->reset({mask.get(), kWorlds});
      set_controls<double>(m, *batch, s);
    }
    const auto w = static_cast<std::size_t>(s * kEvery % kWorlds);
    faulty.field<double>("ctrl")[w * static_cast<std::size_t>(m.nu)] = kNan;
    faulty.field<double>("qvel")[(w + 500) % kWorlds * static_cast<std::size_t>(m.nv)] = 1e300;
    mass[w * static_cast<std::size_t>(m.nbody) + 1] = 0;
    faulty.step();
    sound.step();
    for (const std::int32_t error : faulty.errors()) failures += error != 0 ? 1 : 0;
    if (s == rounds / 10) at_first = resident_bytes();
    if (s % 50 != 49 && s != rounds - 1) continue;
    const auto a = faulty.field<double>("qpos"), b = sound.field<double>("qpos");
    const auto row = static_cast<std::size_t>(m.nq);
    for (std::size_t k = 0; k < kWorlds; ++k) {
      if (k % kEvery == 0) continue;
      ASSERT_TRUE(std::equal(a.begin() + k * row, a.begin() + (k + 1) * row, b.begin() + k * row))
          << "world " << k << ", step " << s;
    }
  }
  EXPECT_GT(failures, 0);
  EXPECT_LT(resident_bytes() - at_first, 16 << 20);
}

}  // namespace
}  // namespace thew
