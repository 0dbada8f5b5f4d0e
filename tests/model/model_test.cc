#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include <thew/thew.h>

#include "model/lane_types.h"
#include "model/names.h"
#include "support/worlds.h"

namespace thew {
namespace {

TEST(Model, CopyIsDeepAndEqual) {
  const Model m = test::load_own("humanoid");
  Model copy = m;
  EXPECT_EQ(first_difference(m, copy), nullptr);
  EXPECT_NE(m.body_mass.values().data(), copy.body_mass.values().data());
  copy.body_mass.values()[1] += 1;
  EXPECT_STREQ(first_difference(m, copy), "body_mass");
  copy = m;
  EXPECT_EQ(first_difference(m, copy), nullptr);
  copy.opt.timestep *= 2;
  EXPECT_STREQ(first_difference(m, copy), "timestep");
}

TEST(Model, NamesAreFoundInBothDirections) {
  const Model m = test::load_own("humanoid");
  int named = 0;
  for (const ObjectType type :
       {ObjectType::Body, ObjectType::Joint, ObjectType::Geom, ObjectType::Site, ObjectType::Camera,
        ObjectType::Actuator, ObjectType::Key}) {
    for (int id = 0; id < object_count(m, type); ++id) {
      const char* name = id_to_name(m, type, id);
      ASSERT_NE(name, nullptr);
      if (*name == '\0') continue;
      EXPECT_EQ(name_to_id(m, type, name), id) << name;
      ++named;
    }
  }
  EXPECT_GT(named, 30);
  EXPECT_EQ(name_to_id(m, ObjectType::Body, "no such body"), -1);
  EXPECT_EQ(name_to_id(m, ObjectType::Body, ""), -1);
  EXPECT_EQ(id_to_name(m, ObjectType::Body, static_cast<int>(m.nbody)), nullptr);
  EXPECT_EQ(id_to_name(m, ObjectType::Body, -1), nullptr);
  EXPECT_STREQ(id_to_name(m, ObjectType::Body, 0), "world");
}

TEST(Model, EveryFieldHasTheExtentOfItsSymbols) {
  Model m = test::load_own("arm");
  for (const auto& f : model_fields()) {
    const FieldView view = f.view(m);
    if (std::strcmp(f.rows, "nbody") == 0) {
      EXPECT_EQ(view.rows, m.nbody) << f.name;
    }
    if (std::strcmp(f.rows, "nv") == 0) {
      EXPECT_EQ(view.rows, m.nv) << f.name;
    }
    if (std::strcmp(f.columns, "3") == 0) {
      EXPECT_EQ(view.columns, 3) << f.name;
    }
    if (view.rows * view.columns > 0) {
      EXPECT_NE(view.data, nullptr) << f.name;
    }
  }
}

TEST(Data, CopyIsDeepAndKeepsViews) {
  const Model m = test::load_own("quadruped");
  Data a(m), b(m);
  std::mt19937 random(1);
  test::randomize(m, a, random);
  forward(m, a);
  const double* before = b.qpos.data();
  b = a;
  EXPECT_EQ(b.qpos.data(), before) << "assigning between Data of one model must not move the views";
  EXPECT_EQ(first_difference(a, b), nullptr);
  b.qvel[0] += 1;
  EXPECT_STREQ(first_difference(a, b), "qvel");
  const Data c = a;
  EXPECT_NE(c.qpos.data(), a.qpos.data());
  EXPECT_EQ(first_difference(a, c), nullptr);
}

TEST(Data, ResetGivesTheInitialStateAndKeyframes) {
  const Model m = test::load_own("humanoid");
  Data d(m), fresh(m);
  std::mt19937 random(1);
  test::randomize(m, d, random);
  forward(m, d);
  reset(m, d);
  EXPECT_EQ(first_difference(d, fresh), nullptr);
  ASSERT_GT(m.nkey, 0);
  reset(m, d, 0);
  for (int i = 0; i < m.nq; ++i) EXPECT_EQ(d.qpos[i], m.key_qpos[i]);
}

TEST(Data, StateRoundTrips) {
  for (const std::string& name : test::own_models()) {
    const Model m = test::load_own(name);
    Data a(m), b(m);
    std::mt19937 random(2);
    test::randomize(m, a, random);
    a.time = 3.25;
    for (unsigned spec = 1; spec < 1u << 15; spec = spec * 2 + 1) {
      std::vector<double> state(static_cast<std::size_t>(state_size(m, spec))), again(state.size());
      get_state(m, a, state, spec);
      set_state(m, b, state, spec);
      get_state(m, b, again, spec);
      EXPECT_EQ(state, again) << name << " " << spec;
    }
    EXPECT_EQ(state_size(m, static_cast<unsigned>(StateBit::Physics)), m.nq + m.nv + m.na);
    EXPECT_EQ(b.time, 3.25);
  }
}

TEST(Data, LanesGoInAndOut) {
  const Model m = test::load_own("arm");
  std::mt19937 random(4);
  BasicData<Pack4> lanes(m);
  std::vector<Data> worlds;
  for (int k = 0; k < 4; ++k) {
    worlds.emplace_back(m);
    test::randomize(m, worlds.back(), random);
    forward(m, worlds.back());
    test::drop_rows(worlds.back());
    insert(worlds.back(), lanes, k);
    worlds.back().ncon = 0;  // contacts are found again
  }
  Data out(m);
  for (int k = 0; k < 4; ++k) {
    extract(lanes, k, out);
    EXPECT_EQ(first_difference(out, worlds[static_cast<std::size_t>(k)]), nullptr);
  }
}

TEST(Data, OwnParametersOfALaneCount) {
  // A lane with its own masses behaves like a world whose model has them.
  Model m = test::load_own("double_pendulum");
  Model heavy = m;
  std::vector<Pack4> masses(static_cast<std::size_t>(m.nbody));
  for (int b = 0; b < m.nbody; ++b) {
    heavy.body_mass[b] *= 2;
    masses[static_cast<std::size_t>(b)] = Pack4(m.body_mass[b]);
    masses[static_cast<std::size_t>(b)].set(2, heavy.body_mass[b]);
  }
  Data d(m);
  d.qpos[0] = 0.7;
  d.qvel[0] = 1.5;
  BasicData<Pack4> lanes(m);
  for (int k = 0; k < 4; ++k) insert(d, lanes, k);
  lanes.own[static_cast<int>(ParameterId::body_mass)] = masses.data();
  forward(m, lanes);
  Data light = d, loaded = d, out(m);
  forward(m, light);
  forward(heavy, loaded);
  extract(lanes, 1, out);
  EXPECT_EQ(first_difference(out, light), nullptr);
  extract(lanes, 2, out);
  EXPECT_EQ(first_difference(out, loaded), nullptr);
  EXPECT_NE(loaded.qfrc_bias[0], light.qfrc_bias[0]);
}

}  // namespace
}  // namespace thew
