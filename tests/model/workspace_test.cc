// Working memory belongs to the worker: worlds share it, calls within calls do not, and nothing in
// it counts.

#include <algorithm>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <thew/collision.h>
#include <thew/distance.h>
#include <thew/ray.h>
#include <thew/thew.h>
#include <thew/workspace.h>

#include "support/worlds.h"

namespace thew {
namespace {

// Bytes that are NaN as numbers and -1 as integers, in as much of each table as a step touches.
void spoil(Workspace<double>& w) {
  constexpr std::size_t kTouched = 1 << 16;
  const auto spoil_table = [&](const auto& table) {
    const std::size_t bytes = static_cast<std::size_t>(table.size()) * sizeof(table[0]);
    std::memset(static_cast<void*>(table.data()), 0xff, std::min(bytes, kTouched));
  };
#define THEW_SCRATCH(name, rows, columns, purpose) spoil_table(w.name);
#define THEW_WORK(type, name, rows, columns, purpose) spoil_table(w.name);
#include <thew/workspace.inc>
  std::memset(w.solver.data(), 0xff, std::min(w.solver.size(), kTouched));
}

TEST(Workspace, NothingInItSurvivesAStage) {
  for (const std::string& name : test::own_models()) {
    for (const auto& integrator : test::kIntegrators) {
      Model m = test::load_own(name);
      m.opt.integrator = static_cast<int>(integrator.value);
      std::mt19937 random(7);
      Data a(m);
      test::randomize(m, a, random);
      Data b = a;
      Workspace<double> clean(m), spoilt(m);
      for (int i = 0; i < 5; ++i) {
        spoil(spoilt);
        step1(m, a, clean);
        step1(m, b, spoilt);
        spoil(spoilt);
        step2(m, a, clean);
        step2(m, b, spoilt);
        spoil(spoilt);
        inverse(m, a, clean);
        inverse(m, b, spoilt);
      }
      const char* field = first_difference(a, b);
      EXPECT_EQ(field, nullptr) << name << " " << integrator.name << " " << field;
    }
  }
}

TEST(Workspace, WorldsOfSeveralModelsShareOne) {
  const Model humanoid = test::load_own("humanoid"), arm = test::load_own("arm");
  Data a(humanoid), b(arm), a_alone(humanoid), b_alone(arm);
  for (int i = 0; i < 50; ++i) {
    step(humanoid, a);
    step(arm, b);
  }
  Workspace<double> for_humanoid(humanoid), for_arm(arm);
  for (int i = 0; i < 50; ++i) step(humanoid, a_alone, for_humanoid);
  for (int i = 0; i < 50; ++i) step(arm, b_alone, for_arm);
  EXPECT_EQ(first_difference(a, a_alone), nullptr);
  EXPECT_EQ(first_difference(b, b_alone), nullptr);
}

TEST(Workspace, CallsWithinCallsHaveTheirOwn) {
  const Model m = test::load_own("arm");
  const Borrowed<double> outer(m);
  {
    const Borrowed<double> inner(m);
    EXPECT_NE(&*outer, &*inner);
    EXPECT_NE((*outer).dof_a.data(), (*inner).dof_a.data());
  }
  const Workspace<double>* again = nullptr;
  std::thread([&] { again = &*Borrowed<double>(m); }).join();
  EXPECT_NE(again, &*outer);
}

TEST(Workspace, ReadersOfOneWorldDoNotDisturbEachOther) {
  const Model m = test::load_own("humanoid");
  Data d(m);
  for (int i = 0; i < 200; ++i) step(m, d);
  const auto distances = [&] {
    std::vector<double> all;
    for (int a = 0; a < m.ngeom; ++a) {
      for (int b = a + 1; b < m.ngeom; ++b) {
        all.push_back(collision::geom_distance(m, d, a, b, 10.0, nullptr, 0));
      }
    }
    return all;
  };
  const std::vector<double> expected = distances();
  std::vector<double> found[2];
  std::thread first([&] { found[0] = distances(); }), second([&] { found[1] = distances(); });
  first.join();
  second.join();
  EXPECT_EQ(found[0], expected);
  EXPECT_EQ(found[1], expected);
}

TEST(Data, AssignmentComparesSizesNotBytes) {
  const auto load = [](int userdata) {
    return load_string(
        "<mujoco><size nuserdata='" + std::to_string(userdata) +
        "'/><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>");
  };
  // Both take the same number of bytes: tables begin at multiples of 64.
  const Model small = load(3), large = load(5);
  Data a(small), b(large);
  ASSERT_EQ(a.nbuffer, b.nbuffer);
  for (int i = 0; i < 5; ++i) b.userdata[i] = i + 1;
  a = b;
  ASSERT_EQ(a.userdata.size(), 5);
  EXPECT_EQ(a.userdata[4], 5);
}

}  // namespace
}  // namespace thew
