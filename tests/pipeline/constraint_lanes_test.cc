// Constraints in lanes have the bits of single worlds: worlds that touch different things, or
// nothing, are solved together.

#include <algorithm>
#include <functional>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include <thew/load.h>

#include "math/functions.h"
#include "model/lane_types.h"
#include "support/worlds.h"

namespace thew {
namespace {

constexpr int kWorlds = 8;

// Eight worlds, alone and in lanes.
struct Worlds {
  explicit Worlds(const Model& m)
      : model(m), alone(kWorlds, Data(m)), batches(kWorlds / 4, BasicData<Pack4>(m)) {}

  Data& world(int w) { return alone[static_cast<std::size_t>(w)]; }
  BasicData<Pack4>& batch(int w) { return batches[static_cast<std::size_t>(w / 4)]; }
  void put_in_lanes() {
    for (int w = 0; w < kWorlds; ++w) insert(world(w), batch(w), w % 4);
  }
  void set_ctrl(int w, int i, double value) {
    world(w).ctrl[i] = value;
    batch(w).ctrl[i].set(w % 4, value);
  }
  void step() {
    for (Data& d : alone) thew::step(model, d);
    for (auto& d : batches) thew::step(model, d);
  }
  void expect_equal(const std::string& when) {
    for (int w = 0; w < kWorlds; ++w) {
      const char* field = test::lane_difference(model, batch(w), w % 4, world(w));
      ASSERT_EQ(field, nullptr) << when << ", world " << w << ": " << (field ? field : "");
      for (int i = 0; i < kNWARNING; ++i) ASSERT_EQ(world(w).warning_number[i], 0) << when;
    }
  }
  /// How many different sets of contacts there are among the worlds.
  std::size_t contact_sets() {
    std::set<std::vector<int>> sets;
    for (const Data& d : alone) {
      sets.emplace(d.contact.geom2.data(), d.contact.geom2.data() + d.ncon);
    }
    return sets.size();
  }

  const Model& model;
  std::vector<Data> alone;
  std::vector<BasicData<Pack4>> batches;
};

struct Case {
  const char* name;
  std::function<void(Model&)> prepare;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

void set_condim(Model& m, int dim) {
  for (int i = 0; i < m.ngeom; ++i) m.geom_condim[i] = dim;
}
void set_cone(Model& m, Cone cone) {
  m.opt.cone = static_cast<int>(cone);
}
void set_solver(Model& m, Solver solver) {
  m.opt.solver = static_cast<int>(solver);
}
// Written after compiling it has no memory of contacts: tests/batch has models that do.
void set_classic(Model& m, Solver solver) {
  set_solver(m, solver);
  m.opt.formulation = static_cast<int>(Formulation::Classic);
}
void disable(Model& m, DisableBit bit) {
  m.opt.disableflags |= static_cast<int>(bit);
}

const Case kCases[] = {
    {"AsTheyAre", [](Model&) {}},
    {"Pyramids", [](Model& m) { set_cone(m, Cone::Pyramidal); }},
    {"Cones", [](Model& m) { set_cone(m, Cone::Elliptic); }},
    {"Frictionless", [](Model& m) { set_condim(m, 1); }},
    {"SpinningPyramids", [](Model& m) { set_cone(m, Cone::Pyramidal), set_condim(m, 4); }},
    {"RollingPyramids", [](Model& m) { set_cone(m, Cone::Pyramidal), set_condim(m, 6); }},
    {"RollingCones", [](Model& m) { set_cone(m, Cone::Elliptic), set_condim(m, 6); }},
    {"DryJoints",
     [](Model& m) {
       for (int i = 6; i < m.nv; ++i) m.dof_frictionloss[i] = i % 5 == 0 ? 0 : 0.2 * i;
     }},
    {"FewIterations", [](Model& m) { m.opt.iterations = 2, m.opt.ls_iterations = 4; }},
    {"NoTolerance", [](Model& m) { m.opt.tolerance = 0, m.opt.iterations = 20; }},
    {"ColdStart", [](Model& m) { disable(m, DisableBit::Warmstart); }},
    {"NoIslands", [](Model& m) { disable(m, DisableBit::Island); }},
    {"ConjugateGradients", [](Model& m) { set_solver(m, Solver::Cg); }},
    {"Sweeps", [](Model& m) { set_solver(m, Solver::Pgs), set_cone(m, Cone::Pyramidal); }},
    {"SweepsOfCones",
     [](Model& m) { set_solver(m, Solver::Pgs), set_cone(m, Cone::Elliptic), set_condim(m, 4); }},
    {"Classic", [](Model& m) { set_classic(m, Solver::Pgs); }},
    {"ClassicGradient", [](Model& m) { set_classic(m, Solver::Cg), set_condim(m, 4); }},
    {"ClassicRungeKutta",
     [](Model& m) {
       set_classic(m, Solver::Pgs);
       m.opt.integrator = static_cast<int>(Integrator::Rk4);
     }},
    {"RungeKutta", [](Model& m) { m.opt.integrator = static_cast<int>(Integrator::Rk4); }},
};

class Walking : public testing::TestWithParam<std::tuple<const char*, Case>> {};

// Joints swing in the rhythm of a walk, in each world in its own, and half of the worlds begin in
// the air: feet touch and leave the floor at different times.
TEST_P(Walking, IsBitEqual) {
  const auto& [name, prepared] = GetParam();
  Model model = test::load_own(name);
  prepared.prepare(model);
  Worlds worlds(model);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int w = 0; w < kWorlds; ++w) {
    reset(model, worlds.world(w), model.nkey > 0 ? 0 : -1);
    worlds.world(w).qpos[2] += w % 2 == 0 ? 0 : 0.05 * w;
    for (int i = 0; i < model.nv; ++i) worlds.world(w).qvel[i] = 0.1 * uniform(random);
  }
  worlds.put_in_lanes();
  std::size_t most_sets = 0;
  int most_iterations = 0;
  for (int step = 0; step < 120; ++step) {
    for (int w = 0; w < kWorlds; ++w) {
      for (int i = 0; i < model.nu; ++i) {
        const double phase = (6 + w) * worlds.world(w).time + 0.7 * w + 2.1 * i;
        worlds.set_ctrl(w, i, (0.2 + 0.1 * w) * math::sin(phase));
      }
    }
    worlds.step();
    most_sets = std::max(most_sets, worlds.contact_sets());
    for (const Data& d : worlds.alone) {
      most_iterations = std::max(most_iterations, d.solver_niter[0]);
    }
    if (step % 30 == 29) worlds.expect_equal(std::to_string(step));
  }
  EXPECT_GE(most_sets, 4u) << "worlds must touch different things";
  EXPECT_GE(most_iterations, 2) << "there must be something to solve";
}

INSTANTIATE_TEST_SUITE_P(Models, Walking,
                         testing::Combine(testing::Values("humanoid", "quadruped"),
                                          testing::ValuesIn(kCases)),
                         [](const auto& p) {
                           return std::string(std::get<0>(p.param)) + std::get<1>(p.param).name;
                         });

// One tree with every kind of row.
constexpr const char* kEveryRow = R"(<mujoco>
  <option cone="CONE" jacobian="JACOBIAN" solver="SOLVER"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="base" pos="0 0 .5">
      <freejoint/>
      <geom type="box" size=".2 .2 .1" condim="4" friction="1 .01 .001"/>
      <body name="ball" pos="0 .3 0">
        <joint type="ball" range="0 40" limited="true"/>
        <geom name="bob" type="capsule" size=".05" fromto="0 0 0 0 .3 0" condim="6"/>
        <site name="tip" pos="0 .3 0"/>
      </body>
      <body name="left" pos=".3 0 0">
        <joint name="left" axis="0 1 0" range="-30 30" frictionloss=".3"/>
        <geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/>
        <body name="slider" pos=".3 0 0">
          <joint name="slide" type="slide" axis="1 0 0" range="-.05 .05" limited="true" margin=".01"/>
          <geom type="sphere" size=".08" condim="1"/>
        </body>
      </body>
      <body name="right" pos="-.3 0 0">
        <joint name="right" axis="0 1 0"/>
        <geom type="capsule" size=".05" fromto="0 0 0 -.3 0 0"/>
        <site name="end" pos="-.3 0 0"/>
      </body>
      <body name="welded" pos="0 -.3 0">
        <joint name="hinge" axis="1 0 0"/>
        <geom type="box" size=".1 .1 .05"/>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="both" limited="true" range="-.2 .2" frictionloss=".1">
      <joint joint="left" coef="1"/><joint joint="right" coef="-1"/>
    </fixed>
    <spatial name="string" limited="true" range="0 .55">
      <site site="tip"/><site site="end"/>
    </spatial>
  </tendon>
  <equality>
    <connect body1="right" body2="base" anchor="-.1 0 0"/>
    <weld body1="welded" body2="base" torquescale=".5"/>
    <joint joint1="left" joint2="right" polycoef="0 -1 .3 0 0"/>
    <tendon tendon1="both" polycoef=".05 0 0 0 0"/>
    <distance geom1="bob" geom2="floor" distance=".4"/>
  </equality>
</mujoco>)";

class EveryRow : public testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {
};

std::string with(std::string text, const std::string& word, const std::string& value) {
  return text.replace(text.find(word), word.size(), value);
}

TEST_P(EveryRow, IsBitEqual) {
  const auto& [cone, jacobian, solver] = GetParam();
  const std::string text = with(with(kEveryRow, "CONE", cone), "JACOBIAN", jacobian);
  const Model model = load_string(with(text, "SOLVER", solver));
  ASSERT_EQ(model.ntree, 1);
  for (const unsigned seed : {1u, 2u, 3u}) {
    Worlds worlds(model);
    std::mt19937 random(seed);
    for (int w = 0; w < kWorlds; ++w) {
      Data& d = worlds.world(w);
      test::randomize(model, d, random);
      for (int i = 0; i < model.neq; ++i) d.eq_active[i] = (random() & 1) != 0;
      if (w == 3) {  // no row at all
        reset(model, d);
        std::fill(d.eq_active.begin(), d.eq_active.end(), false);
        d.qpos[2] = 40;
      }
    }
    worlds.put_in_lanes();
    for (int step = 0; step < 60; ++step) {
      worlds.step();
      if (step % 10 == 0) worlds.expect_equal("step " + std::to_string(step));
    }
    worlds.expect_equal("at the end");
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryRow,
                         testing::Combine(testing::Values("pyramidal", "elliptic"),
                                          testing::Values("dense", "sparse"),
                                          testing::Values("Newton", "PGS")),
                         [](const auto& p) {
                           return std::string(std::get<0>(p.param)) + "_" + std::get<1>(p.param) +
                                  "_" + std::get<2>(p.param);
                         });

// Trees that meet, part, and hang on one another: each world has its own islands.
constexpr const char* kTrees = R"(<mujoco>
  <option cone="CONE"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="arm" pos="0 0 .6">
      <joint name="shoulder" axis="0 1 0" frictionloss=".2"/>
      <geom type="capsule" size=".04" fromto="0 0 0 .4 0 0"/>
      <body pos=".4 0 0">
        <joint axis="0 1 0" range="-60 60" limited="true" frictionloss=".1"/>
        <geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/>
      </body>
    </body>
    <body name="one" pos=".5 0 .9"><freejoint/><geom type="box" size=".1 .1 .05"/></body>
    <body name="two" pos=".5 .1 1.2"><freejoint/><geom size=".1" condim="4"/></body>
    <body name="three" pos=".5 .05 1.5"><freejoint/><geom size=".08" condim="1"/></body>
    <body name="four" pos="-.5 0 .3"><freejoint/><geom type="capsule" size=".06 .1"/></body>
    <body name="swing" pos="-1 0 1"><joint axis="1 0 0" damping=".1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 0 0 -.5"/></body>
  </worldbody>
  <equality>
    <connect name="string" body1="one" body2="two" anchor="0 0 .2" active="false"/>
    <weld name="glue" body1="three" body2="four" active="false"/>
  </equality>
</mujoco>)";

class SeveralTrees : public testing::TestWithParam<const char*> {};

TEST_P(SeveralTrees, AreBitEqual) {
  const Model model = load_string(with(kTrees, "CONE", GetParam()));
  ASSERT_EQ(model.ntree, 6);
  int together = 0, differing = 0, most_trees = 0;
  for (const unsigned seed : {1u, 2u, 3u}) {
    Worlds worlds(model);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int w = 0; w < kWorlds; ++w) {
      Data& d = worlds.world(w);
      reset(model, d);
      for (int i = 0; i < model.nv; ++i) d.qvel[i] = 0.6 * uniform(random);
      for (int i = 0; i < model.neq; ++i) d.eq_active[i] = random() % 4 == 0;
    }
    worlds.put_in_lanes();
    for (int step = 0; step < 400; ++step) {
      worlds.step();
      if (step % 20 == 19) worlds.expect_equal("step " + std::to_string(step));
      for (int w = 0; w < kWorlds; w += 4) {
        if (worlds.batch(w).rows_apart) continue;
        ++together;
        std::set<int> islands;
        for (int k = w; k < w + 4; ++k) {
          const Data& d = worlds.world(k);
          islands.insert(d.nisland);
          for (int i = 0; i < d.nisland; ++i) most_trees = std::max(most_trees, d.island_ntree[i]);
        }
        differing += islands.size() > 1 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(together, 100) << "lanes must be solved together";
  EXPECT_GT(differing, 50) << "islands must differ among these";
  EXPECT_GE(most_trees, 3) << "and some must have several trees";
}

INSTANTIATE_TEST_SUITE_P(Cones, SeveralTrees, testing::Values("pyramidal", "elliptic"),
                         [](const auto& p) { return std::string(p.param); });

// Contacts that come within the step act while they are still far away.
TEST(Speculative, IsBitEqual) {
  const std::string ball = R"(<body pos="0 0 .5"><freejoint/><geom size=".02"/></body>)",
                    other = R"(<body pos="1 0 .5"><freejoint/><geom size=".02"/></body>)";
  for (const std::string& balls : {ball, ball + other}) {  // one tree, and two
    const Model model = load_string(R"(<mujoco><option><flag speculative="enable"/></option>
      <worldbody><geom type="plane" size="5 5 .1"/>)" +
                                    balls + "</worldbody></mujoco>");
    Worlds worlds(model);
    for (int w = 0; w < kWorlds; ++w) {
      for (int i = 2; i < model.nv; i += 6) worlds.world(w).qvel[i] = -30 - 20 * w + i;
    }
    worlds.put_in_lanes();
    for (int step = 0; step < 15; ++step) {
      worlds.step();
      worlds.expect_equal("step " + std::to_string(step));
    }
    for (const Data& d : worlds.alone) EXPECT_GT(d.qpos[2], 0) << "nothing may pass the floor";
  }
}

// Numbers of the model that each world has for itself: friction of contacts, and friction losses of
// joints that some worlds do not have.
TEST(OwnNumbers, AreBitEqual) {
  Model model = test::load_own("humanoid");
  for (int i = 6; i < model.nv; ++i) model.dof_frictionloss[i] = 0.1;
  for (const bool same_dofs : {true, false}) {
    std::vector<Model> models(4, model);
    std::vector<Pack4> loss(static_cast<std::size_t>(model.nv)),
        friction(static_cast<std::size_t>(3 * model.ngeom));
    for (int w = 0; w < 4; ++w) {
      Model& own = models[static_cast<std::size_t>(w)];
      for (int i = 0; i < model.nv; ++i) {
        if (!same_dofs && (i + w) % 5 == 0) own.dof_frictionloss[i] = 0;
        own.dof_frictionloss[i] *= 1 + w;
        loss[static_cast<std::size_t>(i)].set(w, own.dof_frictionloss[i]);
      }
      for (int i = 0; i < 3 * model.ngeom; ++i) {
        own.geom_friction[i] *= 0.5 + 0.25 * w;
        friction[static_cast<std::size_t>(i)].set(w, own.geom_friction[i]);
      }
    }
    BasicData<Pack4> lanes(model);
    lanes.own[static_cast<int>(ParameterId::dof_frictionloss)] = loss.data();
    lanes.own[static_cast<int>(ParameterId::geom_friction)] = friction.data();
    std::mt19937 random(3);
    std::vector<Data> alone;
    for (int w = 0; w < 4; ++w) {
      alone.emplace_back(model);
      test::randomize(model, alone.back(), random);
      insert(alone.back(), lanes, w);
    }
    for (int step = 0; step < 50; ++step) {
      for (std::size_t w = 0; w < 4; ++w) thew::step(models[w], alone[w]);
      thew::step(model, lanes);
    }
    for (int w = 0; w < 4; ++w) {
      const Data& own = alone[static_cast<std::size_t>(w)];
      EXPECT_GT(own.nf, 0);
      const char* field = test::lane_difference(model, lanes, w, own);
      EXPECT_EQ(field, nullptr) << "world " << w << ": " << (field ? field : "");
    }
  }
}

}  // namespace
}  // namespace thew
