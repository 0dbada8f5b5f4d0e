// Sensors of distances between geoms, of kernels for devices, emulated, beside the processor.

#include "gpu/expect.h"

namespace thew::gpu {
namespace {

// Every kind of shape that has a surface, one of them of two geoms, drifting by one another; all
// pairs are measured, in both orders.
std::string everything_between_everything() {
  const char* const shapes[] = {
      R"(type="sphere" size=".1")",
      R"(type="capsule" size=".08 .1")",
      R"(type="ellipsoid" size=".1 .07 .12")",
      R"(type="cylinder" size=".09 .1")",
      R"(type="box" size=".1 .06 .08")",
      R"(type="mesh" mesh="wedge")",
  };
  std::string bodies, sensors;
  int count = 0;
  for (const char* shape : shapes) {
    const std::string n = std::to_string(count), x = std::to_string(0.17 * count - 0.5),
                      y = std::to_string(0.05 * (count % 3));
    bodies += "<body name='b" + n + "' pos='" + x + " " + y + " .2' euler='" +
              std::to_string(20 * count) + " 30 0'><freejoint/><geom name='g" + n + "' " + shape +
              " contype='0' conaffinity='0'/>" +
              (count == 1 ? "<geom size='.05' pos='0 .2 0' contype='0' conaffinity='0'/>" : "") +
              "</body>";
    ++count;
  }
  const char* const kinds[] = {"distance", "normal", "fromto"};
  int kind = 0;
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      if (i == j) continue;
      const bool whole = (i + j) % 4 == 0;
      const std::string name = whole ? "body" : "geom", prefix = whole ? "b" : "g";
      ++kind;
      sensors += std::string("<") + kinds[kind % 3] + " " + name + "1='" + prefix +
                 std::to_string(i) + "' " + name + "2='" + prefix + std::to_string(j) +
                 "' cutoff='" + (kind % 2 == 0 ? "1.5" : ".2") + "'/>";
    }
    ++kind;
    sensors += std::string("<") + kinds[kind % 3] + " geom1='floor' geom2='g" + std::to_string(i) +
               "' cutoff='1'/>";
  }
  return R"(<mujoco><asset>
    <mesh name="wedge" vertex="0 0 0 .2 0 0 0 .2 0 0 0 .2 .1 .1 .1"/>
    </asset><worldbody><geom name="floor" type="plane" size="3 3 .1" contype="0" conaffinity="0"/>
)" + bodies +
         "</worldbody><sensor>" + sensors + "</sensor></mujoco>";
}

TEST(Distance, SensorsMeasureWhatTheyDoOnTheProcessor) {
  const Model m = supported(everything_between_everything().c_str(), {"sensordata"});
  Data d(m), before(m);
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0, 0.4);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = noise(random);
  Emulated<double> emulated(m, 1);
  int near = 0;
  for (int i = 0; i < 60; ++i) {
    before = d;
    emulated.load(d, 0);
    step(m, d);
    emulated.step();
    forward(m, before);
    ASSERT_LT(difference(before.sensordata, emulated.worlds().sensordata.of(0)), 1e-9) << i;
    for (int k = 0; k < m.nsensor; ++k)
      near += before.sensordata[m.sensor_adr[k]] < m.sensor_cutoff[k] ? 1 : 0;
  }
  EXPECT_GT(near, 30 * m.nsensor) << "most are not cut off";
}

TEST(Distance, DoesNotDependOnTheOrderOfTheTeam) {
  expect_same_bits_in_any_order(supported(everything_between_everything().c_str(), {"sensordata"}),
                                10, 2);
}

}  // namespace
}  // namespace thew::gpu
