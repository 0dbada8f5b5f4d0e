// What a session sends to whom, without a network.
#include "session.h"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

namespace thew::viewer {
namespace {

class Kept : public Outbox {
 public:
  void text(int client, std::string message) override {
    texts[client].push_back(Json::parse(message));
  }
  void frame(int client, Frame frame) override { frames[client].push_back(std::move(frame)); }
  void publish(const std::string& hash, std::shared_ptr<const std::string>) override {
    published = hash;
  }

  const Json* last(int client, const std::string& type) const {
    const auto found = texts.find(client);
    if (found == texts.end()) return nullptr;
    for (auto message = found->second.rbegin(); message != found->second.rend(); ++message) {
      if ((*message)["type"] == type) return &*message;
    }
    return nullptr;
  }

  std::map<int, std::vector<Json>> texts;
  std::map<int, std::vector<Frame>> frames;
  std::string published;
};

class SessionTest : public testing::Test {
 protected:
  static Loaded model() {
    Source source;
    source.kind = Source::Kind::File;
    source.name = std::string(THEW_ROOT) + "/models/humanoid.xml";
    return load(source);
  }

  // Seconds of the clock, in ticks of 5 ms.
  void run(double seconds) {
    for (const double end = now + seconds; now < end; now += 0.005) session.tick(now);
  }
  void ack(int client) {
    session.receive(client,
                    R"({"type":"ack","frame":)" + std::to_string(out.frames[client].size()) + "}");
  }

  double now = 100;
  Kept out;
  Session session{model(), {}, out};
};

TEST_F(SessionTest, WaitsForTheFirstViewer) {
  run(1);
  EXPECT_EQ(session.player().steps_made(), 0);
  session.connect(1, Role::View);
  ASSERT_NE(out.last(1, "hello"), nullptr);
  EXPECT_EQ((*out.last(1, "hello"))["model"]["hash"], out.published);
  run(1);
  const double timestep = session.player().world().model().opt.timestep;
  EXPECT_NEAR(static_cast<double>(session.player().steps_made()) * timestep, 1, 0.02);
  EXPECT_NEAR(session.player().pace().factor(now), 1, 0.05);
}

TEST_F(SessionTest, WhoDoesNotAcknowledgeGetsTwoFramesAndHoldsUpNobody) {
  session.connect(1, Role::View);
  session.connect(2, Role::View);
  for (int i = 0; i < 60; ++i) {
    run(1.0 / 60);
    ack(2);
  }
  EXPECT_EQ(out.frames[1].size(), 2u);
  EXPECT_GT(out.frames[2].size(), 40u);
  EXPECT_GT(session.clients().at(1).skipped, 30u);
  // Then it sees the present, not what it missed.
  ack(1);
  run(0.05);
  EXPECT_NEAR(out.frames[1][2].time, session.player().world().data().time, 0.06);
}

TEST_F(SessionTest, TheLastOfManySeeksCounts) {
  session.connect(1, Role::Control);
  run(1);
  for (int step = 100; step > 0; --step) {
    session.receive(1, R"({"type":"seek","step":)" + std::to_string(step) + "}");
  }
  EXPECT_FALSE(session.player().shows_past());  // nothing was run again so far
  session.tick(now);
  EXPECT_EQ(session.player().shown().step(), 1);
  EXPECT_TRUE(session.player().paused());
}

TEST_F(SessionTest, SamplesThatNobodyFetchesAreBounded) {
  session.connect(1, Role::Control);
  session.receive(1, R"({"type":"plot","signals":["qpos[2]","energy.total"]})");
  run(0.05);  // two frames
  ASSERT_EQ(out.frames[1].size(), 2u);
  session.receive(1, R"({"type":"step","count":10000})");
  run(0.02);
  ASSERT_EQ(out.frames[1].size(), 2u);
  ack(1);
  run(0.02);
  const Samples& samples = out.frames[1].back().samples;
  EXPECT_LE(samples.time.size(), Plots::kMost);
  EXPECT_GT(samples.lost, 0u);
  EXPECT_EQ(samples.values.size(), samples.time.size() * 2);
  for (std::size_t i = 1; i < samples.time.size(); ++i)
    EXPECT_GT(samples.time[i], samples.time[i - 1]);
}

TEST_F(SessionTest, ClientsWithTheSameViewShareAPicture) {
  session.connect(1, Role::View);
  session.connect(2, Role::View);
  session.connect(3, Role::View);
  session.receive(3, R"({"type":"view","groups":{"geom":[0,0,0,0,0,0]}})");
  run(0.05);
  EXPECT_EQ(out.frames[1][0].picture, out.frames[2][0].picture);
  EXPECT_NE(out.frames[1][0].picture, out.frames[3][0].picture);
  EXPECT_LT(out.frames[3][0].picture->shapes.size(), out.frames[1][0].picture->shapes.size());
}

TEST_F(SessionTest, RefusalsSayWhyAndWhatWasMeant) {
  session.connect(1, Role::View);
  session.connect(2, Role::Control);
  session.receive(1, R"({"type":"pause","id":7})");
  EXPECT_EQ((*out.last(1, "refused"))["id"], 7);
  session.receive(2, R"({"type":"paws"})");
  EXPECT_EQ((*out.last(2, "refused"))["hint"], "did you mean \"pause\"?");
  session.receive(2, R"({"type":"set","field":"ctrll","value":1})");
  EXPECT_EQ((*out.last(2, "refused"))["hint"], "did you mean \"ctrl\"?");
}

TEST_F(SessionTest, AHeldBodyIsLetGoWhenThoseInControlLeave) {
  session.connect(1, Role::Control);
  session.connect(2, Role::View);
  session.receive(1,
                  R"({"type":"perturb","kind":"push","body":1,"local":[0,0,0],"target":[0,0,3]})");
  EXPECT_TRUE(session.player().world().push().active());
  session.disconnect(1);
  EXPECT_FALSE(session.player().world().push().active());
  EXPECT_EQ(session.player().world().data().xfrc_applied.row(1)[2], 0);
}

TEST_F(SessionTest, ForgetsFramesOfTheModelBefore) {
  session.connect(1, Role::Control);
  run(0.2);
  ASSERT_EQ(out.frames[1].size(), 2u);  // none is acknowledged: no more are sent
  Source source;
  source.name = "other";
  source.text = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>";
  session.open(source, "loaded");
  while (session.loaded().model->nbody > 1) {
    session.tick(now += 0.005);
    ASSERT_EQ(out.last(1, "trouble"), nullptr);
  }
  run(0.2);
  EXPECT_GT(out.frames[1].size(), 2u);
  session.receive(1, R"({"type":"ack","frame":1})");  // late, and no reason for complaint
  EXPECT_EQ(out.last(1, "refused"), nullptr);
}

TEST_F(SessionTest, ABuiltInModelBeginsAtItsFirstKeyframe) {
  Source source;
  source.name = "swing";
  source.text =
      R"(<mujoco><worldbody><body><joint name="hinge"/><geom size=".1" pos="0 1 0"/></body></worldbody>
    <keyframe><key qpos="0.5"/></keyframe></mujoco>)";
  Session own(load(source), {}, out);
  EXPECT_EQ(own.player().world().data().qpos[0], 0);
  SessionOptions options;
  options.builtins = {{"swing", source.text}};
  Session builtin(load(source), options, out);
  EXPECT_EQ(builtin.player().world().data().qpos[0], 0.5);
  builtin.connect(1, Role::Control);
  builtin.receive(1, R"({"type":"set","field":"qpos","value":1})");
  builtin.receive(1, R"({"type":"reset"})");
  EXPECT_EQ(builtin.player().world().data().qpos[0], 0.5);
}

TEST_F(SessionTest, TheGhostOfASoftBodyIsSoftToo) {
  Source source;
  source.name = "soft";
  source.text = R"(<mujoco><worldbody><flexcomp name="cloth" type="grid" dim="2" count="3 3 1"
      spacing=".1 .1 .1" radius=".01" mass="1"><edge equality="true"/></flexcomp>
    <body name="bone" pos="2 0 0"><freejoint/><geom size=".1"/></body></worldbody>
    <deformable><skin vertex="0 0 0 1 0 0 0 1 0" face="0 1 2"><bone body="bone" bindpos="0 0 0"
      bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin></deformable></mujoco>)";
  Session soft(load(source), {}, out);
  soft.connect(1, Role::Control);
  for (const char* message : {R"({"type":"step","count":300})", R"({"type":"step","count":-200})",
                              R"({"type":"set","field":"opt.gravity","value":[0,0,-2]})",
                              R"({"type":"step","count":200})"}) {
    soft.receive(1, message);
  }
  soft.tick(now);
  const Picture& picture = *out.frames[1].back().picture;
  ASSERT_EQ(picture.ghost_soft.flex.size(), 27u);
  ASSERT_EQ(picture.ghost_soft.skin.size(), 18u);
  EXPECT_EQ(picture.ghost_soft.flex_shown, picture.soft.flex_shown);
  // Both fell for 0.4 s more, one under a pull that is weaker by 7.81 m/s^2.
  EXPECT_NEAR(picture.ghost_soft.flex[2], picture.soft.flex[2] - 0.62f, 0.01f);
  EXPECT_NEAR(picture.ghost_soft.skin[2], picture.soft.skin[2] - 0.62f, 0.01f);
  // What is picked is the present.
  const float height = picture.soft.flex[2];
  soft.receive(1, R"({"type":"pick","id":5,"origin":[-0.05,-0.05,3],"direction":[0,0,-1]})");
  const Json& reply = *out.last(1, "reply");
  EXPECT_NEAR(reply["point"][2].get<float>(), height, 0.03);
}

TEST_F(SessionTest, OneOfManyWorldsIsOpenedAndClosed) {
  SessionOptions options;
  options.passive = true;
  options.steering = std::make_shared<Steering>();
  options.crowd = CrowdPlan{3, {1, 2}, "reward", {}};
  Session many(model(), options, out);
  many.connect(1, Role::Control);
  EXPECT_EQ((*out.last(1, "worlds"))["count"], 3);
  auto crowd = std::make_shared<Crowd>();
  const auto next_frame = [&] {
    const std::size_t before = out.frames[1].size();
    many.show(many.player().world().data(), {}, crowd);
    many.tick(now += 1);
    EXPECT_EQ(out.frames[1].size(), before + 1);
    many.receive(1, R"({"type":"ack","frame":)" + std::to_string(before + 1) + "}");
    return out.frames[1].back();
  };
  EXPECT_EQ(next_frame().crowd, crowd);
  many.receive(1, R"({"type":"world","index":2})");
  EXPECT_EQ((*out.last(1, "worlds"))["opened"], 2);
  EXPECT_EQ(options.steering->opened, 2);
  EXPECT_EQ(next_frame().crowd, nullptr);
  many.receive(1, R"({"type":"world","index":3})");
  EXPECT_NE(out.last(1, "refused"), nullptr);
  many.receive(1, R"({"type":"world","index":-1})");
  EXPECT_EQ(next_frame().crowd, crowd);
  many.receive(1, R"({"type":"pause","id":7})");  // this program was not said to do as it is told
  EXPECT_EQ((*out.last(1, "refused"))["id"], 7);
}

TEST_F(SessionTest, AProgramThatDoesAsItIsToldIsTold) {
  SessionOptions options;
  options.passive = options.paced = true;
  options.steering = std::make_shared<Steering>();
  Session paced(model(), options, out);
  EXPECT_TRUE(options.steering->paused);
  paced.connect(1, Role::Control);
  EXPECT_FALSE(options.steering->paused);
  paced.receive(1, R"({"type":"speed","value":2})");
  paced.receive(1, R"({"type":"pause"})");
  paced.receive(1, R"({"type":"reset"})");
  EXPECT_TRUE(options.steering->paused);
  EXPECT_EQ(options.steering->speed, 2);
  EXPECT_EQ(options.steering->resets, 1);
}

}  // namespace
}  // namespace thew::viewer
