// Worlds on a device behind the public interface, with the host in the place of the GPU.

#include "gpu/runtime.h"

#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include <thew/thew.h>

#include "gpu/keeping.h"

namespace thew {
namespace {

constexpr int kWorlds = 13;

Model load_own(const char* name) {
  return load_file(std::string(THEW_ROOT "/models/") + name + ".xml");
}

BatchOptions emulated(std::vector<std::string> outputs = {}) {
  BatchOptions options;
  options.device = "emulate";
  options.outputs = std::move(outputs);
  return options;
}

// Controls and velocities of its own for every world: the memory of the device is the host's.
void stir(Batch& batch) {
  std::uint64_t drawn = 0;
  Random random(3, 0, drawn);
  for (double& x : batch.field<double>("qvel")) x = random.uniform(-0.2, 0.2);
  for (double& x : batch.field<double>("ctrl")) x = random.uniform(-0.3, 0.3);
}

std::vector<double> values(const Batch& batch, const char* name) {
  const auto all = batch.field<double>(name);
  return {all.begin(), all.end()};
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

TEST(DeviceBatch, StepsAsWorldsOfTheHostDo) {
  const Model model = load_own("humanoid");
  BatchOptions options = emulated({"xpos", "qacc"});
  Batch device(model, kWorlds, options);
  options.device = "cpu";
  Batch host(model, kWorlds, options);
  stir(device);
  stir(host);
  const auto before = values(device, "qpos");
  device.step(3);
  host.step(3);
  EXPECT_GT(distance(values(device, "qpos"), before), 1e-4);
  EXPECT_EQ(values(device, "time"), values(host, "time"));
  EXPECT_EQ(values(device, "time")[0], 3 * model.opt.timestep);
  EXPECT_LT(distance(values(device, "qpos"), values(host, "qpos")), 1e-9);
  EXPECT_LT(distance(values(device, "qvel"), values(host, "qvel")), 1e-9);
  EXPECT_LT(distance(values(device, "xpos"), values(host, "xpos")), 1e-9);
  const auto at = values(device, "qpos");
  device.forward();
  host.forward();
  EXPECT_EQ(values(device, "qpos"), at);
  EXPECT_LT(distance(values(device, "xpos"), values(host, "xpos")), 1e-9);
}

TEST(DeviceBatch, TakesOutSlipAsWorldsOfTheHostDo) {
  const Model soft = load_own("humanoid");
  Model model = load_own("humanoid");
  model.opt.disableflags |= static_cast<int>(DisableBit::Island);
  model.opt.noslip_iterations = 3;
  model.opt.noslip_tolerance = -1;  // a fixed number of sweeps
  BatchOptions options = emulated();
  Batch device(model, kWorlds, options);
  options.device = "cpu";
  Batch host(model, kWorlds, options), slipping(soft, kWorlds, options);
  for (Batch* batch : {&device, &host, &slipping}) {
    stir(*batch);
    for (std::size_t k = 2; k < values(*batch, "qpos").size(); k += model.nq)
      batch->field<double>("qpos")[k] -= 0.02;  // onto the floor
    batch->step(3);
  }
  EXPECT_LT(distance(values(device, "qpos"), values(host, "qpos")), 1e-9);
  EXPECT_LT(distance(values(device, "qvel"), values(host, "qvel")), 1e-9);
  EXPECT_GT(distance(values(device, "qvel"), values(slipping, "qvel")), 1e-6);
}

TEST(DeviceBatch, GivesWhatSensorsMeasureAndForcesOfBodies) {
  for (const Integrator integrator : {Integrator::Euler, Integrator::Implicit, Integrator::Rk4}) {
    Model model = load_own("newtons_cradle");
    model.opt.integrator = static_cast<int>(integrator);
    BatchOptions options = emulated({"sensordata", "cfrc_ext", "cacc"});
    Batch device(model, kWorlds, options);
    options.device = "cpu";
    Batch host(model, kWorlds, options);
    stir(device);
    stir(host);
    device.step(3);
    host.step(3);
    for (const char* name : {"sensordata", "cfrc_ext", "cacc"})
      EXPECT_LT(distance(values(device, name), values(host, name)), 1e-9) << name;
    device.forward();
    host.forward();
    for (const char* name : {"sensordata", "cfrc_ext", "cacc"})
      EXPECT_LT(distance(values(device, name), values(host, name)), 1e-9) << name;
  }
}

// Muscles with fibres, delayed controls and springs that yield: states besides positions.
TEST(DeviceBatch, PutsAllStatesBack) {
  Model model = load_string(R"(<mujoco><worldbody>
    <body pos="0 0 1"><joint name="a" axis="0 1 0" stiffness="2" springyield=".001" ref="10" springref="25"/><geom size=".1" pos=".2 0 0"/></body>
    </worldbody><tendon><fixed name="t" stiffness="3" springyield=".001"><joint joint="a" coef="1"/></fixed></tendon>
    <actuator><hill joint="a" force="15" fibre=".3" slack=".4"/><motor joint="a" nsample="4" delay=".003"/></actuator>
    <sensor><jointpos joint="a" nsample="3" delay=".004"/><clock nsample="2" interval=".004"/></sensor></mujoco>)");
  BatchOptions options = emulated();
  Batch device(model, kWorlds, options);
  options.device = "cpu";
  Batch host(model, kWorlds, options);
  const auto expect_equal = [&] {
    for (const char* name : {"qpos", "qvel", "act", "history", "plastic", "time"})
      EXPECT_LT(distance(values(device, name), values(host, name)), 1e-9) << name;
  };
  std::array<bool, kWorlds> some{};
  for (int w = 0; w < kWorlds; w += 3) some[static_cast<std::size_t>(w)] = true;
  for (Batch* batch : {&device, &host}) {
    stir(*batch);
    batch->step(5);
  }
  EXPECT_GT(distance(values(device, "plastic"), values(Batch(model, kWorlds, options), "plastic")),
            1e-6);
  expect_equal();
  for (Batch* batch : {&device, &host}) batch->reset(some);
  expect_equal();
  for (Batch* batch : {&device, &host}) batch->step(5);
  expect_equal();
}

TEST(DeviceBatch, HasTheSameBitsForAnyNumberOfChainsAndSteps) {
  const Model model = load_own("humanoid");
  std::vector<std::byte> first;
  for (const int chains : {1, 3, 4, 100}) {
    gpu::RuntimeOptions options;
    options.chains = chains;
    const auto runtime = gpu::make_runtime(model, kWorlds, "emulate", options);
    runtime->reset(-1, nullptr);
    if (chains == 3) {
      for (int i = 0; i < 20; ++i) runtime->step(1, nullptr);
    } else {
      runtime->step(20, nullptr);  // two graphs
    }
    std::vector<std::byte> all;
    for (const gpu::DeviceTable& table : runtime->tables()) {
      const auto* begin = reinterpret_cast<const std::byte*>(table.address);
      all.insert(all.end(), begin, begin + kWorlds * table.row_bytes());
    }
    if (first.empty()) first = all;
    EXPECT_TRUE(all == first) << chains;
  }
}

TEST(DeviceBatch, WorldsThatFailStayAloneAndBeginAnew) {
  const Model model = load_own("humanoid");
  Batch sound(model, kWorlds, emulated()), faulty(model, kWorlds, emulated());
  stir(sound);
  stir(faulty);
  const double good = faulty.field<double>("ctrl")[5 * model.nu];
  faulty.field<double>("ctrl")[5 * model.nu] = std::numeric_limits<double>::quiet_NaN();
  sound.step();
  faulty.step();
  for (int w = 0; w < kWorlds; ++w) {
    EXPECT_EQ(faulty.errors()[w] != 0, w == 5);
    EXPECT_EQ(faulty.terminated()[w], w == 5);
    const std::size_t row = sizeof(double) * static_cast<std::size_t>(model.nq);
    const bool same = std::memcmp(&sound.field<double>("qpos")[w * model.nq],
                                  &faulty.field<double>("qpos")[w * model.nq], row) == 0;
    EXPECT_EQ(same, w != 5);
  }
  EXPECT_EQ(faulty.errors()[5], 1 + static_cast<int>(Warning::Badctrl));
  EXPECT_EQ(faulty.warnings()[5 * kNWARNING + static_cast<int>(Warning::Badctrl)], 1);
  EXPECT_EQ(faulty.field<double>("time")[5], 0);
  faulty.field<double>("ctrl")[5 * model.nu] = good;
  faulty.step();  // it begins anew instead
  EXPECT_TRUE(faulty.began()[5]);
  EXPECT_FALSE(faulty.began()[4]);
  EXPECT_FALSE(faulty.terminated()[5]);
  EXPECT_EQ(faulty.errors()[5], 0);
  EXPECT_EQ(faulty.field<double>("ctrl")[5 * model.nu], 0);
  EXPECT_EQ(faulty.field<double>("time")[5], 0);
  EXPECT_EQ(faulty.field<double>("time")[4], 2 * model.opt.timestep);
}

TEST(DeviceBatch, TheLimitOfTimeTruncates) {
  const Model model = load_own("pendulum");
  BatchOptions options = emulated();
  options.time_limit = 3 * model.opt.timestep;
  options.restart = false;
  Batch batch(model, kWorlds, options);
  batch.step(2);
  EXPECT_FALSE(batch.truncated()[0]);
  batch.step();
  EXPECT_TRUE(batch.truncated()[0]);
  EXPECT_FALSE(batch.terminated()[0]);
  batch.step();  // it waits
  EXPECT_EQ(batch.field<double>("time")[0], 3 * model.opt.timestep);
}

TEST(DeviceBatch, MasksChooseWorlds) {
  const Model model = load_own("humanoid");
  Batch batch(model, kWorlds, emulated());
  stir(batch);
  bool mask[kWorlds] = {};
  mask[3] = mask[7] = true;
  batch.step(2, mask);
  for (int w = 0; w < kWorlds; ++w) {
    EXPECT_EQ(batch.field<double>("time")[w], mask[w] ? 2 * model.opt.timestep : 0);
  }
  batch.step();
  EXPECT_EQ(batch.field<double>("time")[0], model.opt.timestep);
  batch.reset(mask);
  EXPECT_EQ(batch.field<double>("time")[3], 0);
  EXPECT_EQ(batch.field<double>("time")[0], model.opt.timestep);
  EXPECT_THROW(batch.step(1, std::span(mask, 3)), Error);
}

TEST(DeviceBatch, ResetsToKeyframes) {
  const Model model = load_own("humanoid");
  ASSERT_GT(model.nkey, 0);
  Batch device(model, 2, emulated()), host(model, 2);
  device.reset({}, 0);
  host.reset({}, 0);
  EXPECT_EQ(values(device, "qpos"), values(host, "qpos"));
  EXPECT_EQ(values(device, "ctrl"), values(host, "ctrl"));
  EXPECT_THROW(device.reset({}, static_cast<int>(model.nkey)), Error);
}

TEST(DeviceBatch, WorldsHaveNumbersOfTheirOwn) {
  const Model model = load_own("humanoid");
  BatchOptions options = emulated();
  Batch device(model, kWorlds, options), host(model, kWorlds);
  for (Batch* batch : {&device, &host}) {
    stir(*batch);
    const BatchTable mass = batch->own("body_mass"), gravity = batch->own("gravity");
    for (int w = 0; w < kWorlds; ++w) {
      auto* row = reinterpret_cast<double*>(mass.data) + w * mass.rows;
      for (int b = 0; b < mass.rows; ++b) row[b] *= 1 + 0.05 * w;
      reinterpret_cast<double*>(gravity.data)[3 * w + 2] = -0.5 * w;
    }
    batch->refresh();
    batch->step(3);
  }
  EXPECT_EQ(device.owned(), host.owned());  // also what follows from masses
  EXPECT_LT(distance(values(device, "qvel"), values(host, "qvel")), 1e-9);
  const auto qvel = values(device, "qvel");
  EXPECT_NE(qvel[2], qvel[2 + static_cast<std::size_t>(model.nv)]);
  EXPECT_GT(device.world_bytes(), Batch(model, 1, options).world_bytes());
}

// Kernels leave out what a model has none of: no number of a world may bring it in.
TEST(DeviceBatch, NumbersOfWhatIsNotThereAreRefused) {
  const Model model = load_string(R"(<mujoco>
    <worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
    <tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon>
    <actuator><motor tendon="t"/></actuator></mujoco>)");
  Batch batch(model, 2, emulated());
  for (const char* name : {"tendon_frictionloss", "tendon_armature", "actuator_armature",
                           "geom_surfacevel", "geom_adhesion"}) {
    try {
      batch.own(name);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_NE(error.fault().find(name), std::string::npos);
    }
  }
  EXPECT_NO_THROW(batch.own("tendon_stiffness"));
}

TEST(DeviceBatch, BeginsWithAWorldsOwnPositions) {
  const Model model = load_own("pendulum");
  Batch batch(model, 3, emulated());
  const BatchTable own = batch.own("qpos0");
  reinterpret_cast<double*>(own.data)[1] = 0.7;
  batch.reset();
  EXPECT_EQ(batch.field<double>("qpos")[0], 0);
  EXPECT_EQ(batch.field<double>("qpos")[1], 0.7);
}

TEST(DeviceBatch, NumbersOfTheModelCountAfterAnUpload) {
  Model model = load_own("humanoid");
  Batch batch(model, 1, emulated());
  model.opt.timestep *= 2;
  batch.upload();
  batch.step();
  EXPECT_EQ(batch.field<double>("time")[0], model.opt.timestep);
}

TEST(DeviceBatch, GivesAndTakesAWorldAsData) {
  const Model model = load_own("humanoid");
  for (const Precision precision : {Precision::Double, Precision::Single}) {
    BatchOptions options = emulated();
    options.precision = precision;
    Batch batch(model, kWorlds, options);
    Data data(model), back(model);
    reset(model, data);
    data.time = 4;
    for (int i = 0; i < model.nv; ++i) data.qvel[i] = 0.25 * i;
    batch.insert(data, 6);
    batch.extract(6, back);
    EXPECT_EQ(back.time, 4);
    for (int i = 0; i < model.nv; ++i) EXPECT_EQ(back.qvel[i], data.qvel[i]);
    batch.extract(5, back);
    EXPECT_EQ(back.time, 0);
    EXPECT_THROW(batch.extract(kWorlds, back), Error);
  }
}

TEST(DeviceBatch, StepsBecomePartOfAGraphOfTheCaller) {
  const Model model = load_own("humanoid");
  Batch plain(model, kWorlds, emulated()), captured(model, kWorlds, emulated());
  stir(plain);
  stir(captured);
  const gpu::Driver& driver = gpu::emulated_driver();
  gpu::Stream stream = nullptr;
  gpu::Graph graph = nullptr;
  gpu::GraphExec exec = nullptr;
  driver.stream_create(&stream, 0);
  captured.use_stream(stream);
  driver.capture_begin(stream, 0);
  captured.step();
  driver.capture_end(stream, &graph);
  EXPECT_EQ(captured.field<double>("time")[0], 0);
  driver.graph_instantiate(&exec, graph, 0);
  driver.graph_launch(exec, stream);
  driver.graph_launch(exec, stream);
  plain.step(2);
  EXPECT_EQ(values(captured, "qpos"), values(plain, "qpos"));
  bool mask[kWorlds] = {true};
  captured.step(1, mask);
  captured.step();  // all worlds again
  EXPECT_EQ(captured.field<double>("time")[1], 3 * model.opt.timestep);
  driver.graph_exec_destroy(exec);
  driver.graph_destroy(graph);
  captured.use_stream(nullptr);
  driver.stream_destroy(stream);
}

TEST(DeviceBatch, TooManyWorldsAreAnErrorThatSaysHowManyFit) {
  const Model model = load_own("humanoid");
  const std::int64_t fit = gpu::memory_need(model, Precision::Double).worlds(std::int64_t{4} << 30);
  ASSERT_GT(fit, 1000);
  try {
    const Batch batch(model, 2 * fit, emulated());
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.hint().find("worlds fit"), std::string::npos) << error.what();
  }
}

TEST(DeviceBatch, WhatIsNotThereIsAnErrorThatNamesIt) {
  const Model model = load_own("humanoid");
  EXPECT_THROW(Batch(model, 1, emulated({"no_such_field"})), Error);
  EXPECT_THROW(Batch(model, 1, emulated({"efc_force"})), Error);
  BatchOptions options = emulated();
  options.reward = [](const Model&, const Data&) { return 0.0; };
  EXPECT_THROW(Batch(model, 1, options), Error);
  options = emulated();
  options.whole = true;
  EXPECT_THROW(Batch(model, 1, options), Error);
  const Model sleepy = load_string(
      "<mujoco><option><flag sleep='enable'/></option><worldbody><body><freejoint/>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  EXPECT_THROW(Batch(sleepy, 1, emulated()), Error);
}

TEST(DeviceBatch, RefusesOtherWaysToMakeForcesOfConstraints) {
  const char* body =
      "<worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 1'><freejoint/><geom size='.1'/>"
      "</body></worldbody></mujoco>";
  const Model plain = load_string(std::string("<mujoco>") + body);
  const Model classic = load_string(std::string("<mujoco><option formulation='classic'/>") + body);
  EXPECT_NO_THROW(Batch(plain, 1, emulated()));
  try {
    const Batch batch(classic, 1, emulated());
    FAIL() << "not refused";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("the classic formulation"), std::string::npos) << e.what();
  }
}

TEST(DeviceBatch, KeepsTimesAndHistoriesInDouble) {
  const Model model = load_own("humanoid");
  BatchOptions options = emulated();
  options.precision = Precision::Single;
  Batch batch(model, kWorlds, options);
  EXPECT_EQ(batch.field("qpos").type, FieldType::Float);
  EXPECT_EQ(batch.field("time").type, FieldType::Real);
  EXPECT_EQ(batch.own("body_mass").type, FieldType::Float);
  batch.step();
  EXPECT_EQ(batch.field<double>("time")[0], model.opt.timestep);  // not rounded to float before
}

}  // namespace
}  // namespace thew
