// Many worlds: where their bodies are, and how a crowd runs by the clock.
#include <cmath>

#include <gtest/gtest.h>

#include <thew/step.h>

#include "crowd_run.h"

namespace thew::viewer {
namespace {

std::shared_ptr<const Model> humanoid() {
  Source source;
  source.kind = Source::Kind::File;
  source.name = std::string(THEW_ROOT) + "/models/humanoid.xml";
  return load(source).model;
}

TEST(Crowd, PosesAreThoseOfEachWorldAlone) {
  const auto model = humanoid();
  for (const Precision precision : {Precision::Double, Precision::Single}) {
    BatchOptions options;
    options.precision = precision;
    Batch batch(*model, 3, options);
    Data data(*model);
    batch.extract(1, data);
    data.qpos[2] += 0.25;
    data.qpos[8] = 0.5;
    batch.insert(data, 1);
    Crowd crowd;
    CrowdReader(*model).read(batch, crowd);
    const std::vector<int> bodies = moving_bodies(*model);
    ASSERT_EQ(crowd.poses.size(), 3 * bodies.size() * 7);
    batch.extract(1, data);
    forward(*model, data);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const float* pose = crowd.poses.data() + (bodies.size() + b) * 7;
      for (int k = 0; k < 3; ++k) EXPECT_NEAR(pose[k], data.xpos.row(bodies[b])[k], 1e-6);
      for (int k = 0; k < 4; ++k) EXPECT_NEAR(pose[3 + k], data.xquat.row(bodies[b])[k], 1e-6);
    }
    const std::vector<float> distances = distances_from_first(crowd);
    EXPECT_EQ(distances[0], 0);
    EXPECT_GT(distances[1], 0.2);
    EXPECT_EQ(distances[2], 0);
  }
}

TEST(Crowd, RunsByTheClockWithNoiseForAllButTheFirst) {
  const auto model = humanoid();
  CrowdRunOptions run;
  run.worlds = 5;
  run.threads = 1;
  ViewerOptions options;
  options.port = 0;
  CrowdRun crowd(model, "humanoid", run, options);
  Data alone(*model);
  const auto velocities = crowd.batch().field<double>("qvel");
  for (int i = 0; i < model->nv; ++i) EXPECT_EQ(velocities[static_cast<std::size_t>(i)], 0);
  EXPECT_NE(velocities[static_cast<std::size_t>(model->nv)], 0);
  crowd.tick(100);
  EXPECT_EQ(crowd.time(), 0);  // it waits for the first viewer
}

TEST(Crowd, AValueThatIsNoSignalIsRefused) {
  CrowdRunOptions run;
  run.worlds = 2;
  run.value = "qpso[0]";
  ViewerOptions options;
  options.port = 0;
  EXPECT_THROW(CrowdRun(humanoid(), "humanoid", run, options), Error);
}

}  // namespace
}  // namespace thew::viewer
