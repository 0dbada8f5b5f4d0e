// A world with numbers of its own has the bits of one whose model has these numbers.

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <thew/batch.h>
#include <thew/load.h>
#include <thew/set_constants.h>
#include <thew/step.h>

#include "batch/compare.h"
#include "model/own_number.h"
#include "support/worlds.h"

namespace thew {
namespace {

constexpr std::int64_t kWorlds = 5;

// A number near the given one; worlds have different ones.
double changed(double x, std::int64_t world, std::int64_t i) {
  const double share = 0.02 * static_cast<double>(world) * std::sin(1.0 + static_cast<double>(i));
  return x == 0 ? 1e-4 * std::abs(share) : x * (1 + share);
}

// Planes have a bound of zero, and geoms that tendons wrap around the number of a site.
bool is_mark(const Model& m, int id, std::int64_t i, double x) {
  if (id == static_cast<int>(ParameterId::geom_rbound)) return x == 0;
  if (id != static_cast<int>(ParameterId::wrap_prm)) return false;
  const auto type = static_cast<WrapType>(m.wrap_type[i]);
  return type == WrapType::Sphere || type == WrapType::Cylinder;
}

// Worlds of a batch beside such with models of their own.
struct Both {
  explicit Both(const Model& model)
      : batch(model, kWorlds, {.threads = 2, .outputs = all_outputs()}) {
    for (std::int64_t w = 0; w < kWorlds; ++w) models.push_back(model);
  }

  void change(int id) {
    const BatchTable table = batch.own(own_number(models[0], id).name);
    double* own = reinterpret_cast<double*>(table.data);
    for (std::int64_t w = 0; w < kWorlds; ++w) {
      double* written = open_own_number(models[static_cast<std::size_t>(w)], id);
      for (std::int64_t i = 0; i < table.rows * table.columns; ++i) {
        if (!is_mark(models[0], id, i, *own)) *own = changed(*own, w, i);
        written[i] = *own++;
      }
    }
  }

  void refresh() {
    batch.refresh();
    for (Model& m : models) set_constants(m);
  }

  // Steps both from random states; whether all worlds have the same bits.
  testing::AssertionResult agree() {
    for (std::int64_t w = 0; w < kWorlds; ++w) {
      const Model& m = models[static_cast<std::size_t>(w)];
      Data d(m);
      reset(m, d);
      std::mt19937 random(static_cast<unsigned>(w));
      test::randomize(m, d, random);
      batch.insert(d, w);
      data.push_back(d);
    }
    batch.step(5);
    if (std::ranges::any_of(batch.errors(), [](int error) { return error != 0; })) {
      return testing::AssertionFailure() << "a world failed";
    }
    for (std::int64_t w = 0; w < kWorlds; ++w) {
      const Model& m = models[static_cast<std::size_t>(w)];
      Data& d = data[static_cast<std::size_t>(w)];
      for (int s = 0; s < 5; ++s) step(m, d);
      rne_post_constraint(m, d);
      const std::string field = first_difference(batch, w, d);
      if (!field.empty()) return testing::AssertionFailure() << field << " of world " << w;
    }
    return testing::AssertionSuccess();
  }

  std::vector<Model> models;
  std::vector<Data> data;
  Batch batch;
};

class OwnNumbersOf : public testing::TestWithParam<std::string> {
 protected:
  Model model = GetParam() == "everything" ? test::load_everything() : test::load_own(GetParam());
};

TEST_P(OwnNumbersOf, EachNumberCountsAsWhenWritten) {
  for (int id = 0; id < kParameters; ++id) {
    if (own_number(model, id).size() == 0) continue;
    Both both(model);
    both.change(id);
    EXPECT_TRUE(both.agree()) << own_number(model, id).name;
  }
}

TEST_P(OwnNumbersOf, WhatFollowsIsComputedAgain) {
  for (const char* name : {"body_mass", "body_inertia", "geom_size", "dof_armature", "qpos0",
                           "body_pos", "tendon_stiffness", "actuator_gear", "site_pos"}) {
    const int id = find_own_number(model, name);
    if (own_number(model, id).size() == 0) continue;
    Both both(model);
    both.change(id);
    both.refresh();
    EXPECT_TRUE(both.agree()) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Batch, OwnNumbersOf,
                         testing::Values("everything", "humanoid", "quadruped", "tendon_arm",
                                         "free_bodies"),
                         [](const auto& name) { return name.param; });

TEST(OwnNumbersOfWorlds, MassesChangeWhatFollowsFromThem) {
  const Model m = test::load_own("humanoid");
  Batch batch(m, 2, {.threads = 1});
  double* mass = reinterpret_cast<double*>(batch.own("body_mass").data);
  for (std::int64_t b = 0; b < m.nbody; ++b) mass[m.nbody + b] *= 2;
  batch.refresh();
  const auto owned = batch.owned();
  EXPECT_NE(std::ranges::find(owned, "body_subtreemass"), owned.end());
  const double* total = reinterpret_cast<double*>(batch.own("body_subtreemass").data);
  EXPECT_DOUBLE_EQ(total[m.nbody], 2 * total[0]);
  EXPECT_EQ(std::ranges::find(owned, "geom_rbound"), owned.end());
}

}  // namespace
}  // namespace thew
