// The driver on the host, and what is said where there is no GPU.

#include "gpu/driver.h"

#include <gtest/gtest.h>

#include <thew/thew.h>

#include "gpu/device.h"
#include "gpu/fatbin.h"

namespace thew::gpu {
namespace {

TEST(DeviceName, SaysWhichGpuIsMeant) {
  EXPECT_EQ(parse_device("cuda").index, 0);
  EXPECT_EQ(parse_device("cuda:3").index, 3);
  EXPECT_FALSE(parse_device("cuda:3").emulated);
  EXPECT_TRUE(parse_device("emulate").emulated);
  for (const char* name : {"", "gpu", "cuda:", "cuda:-1", "cuda:x", "cuda:1x", "CUDA"}) {
    EXPECT_THROW(parse_device(name), Error) << name;
  }
}

TEST(Gpu, IsThereOrAReasonIs) {
  EXPECT_EQ(available(), reason().empty());
  EXPECT_EQ(available(), !devices().empty());
  if (fatbin().empty()) EXPECT_NE(reason().find("nvcc"), std::string::npos);
}

TEST(Gpu, ThatIsMissingIsAnErrorWithTheReason) {
  if (available()) GTEST_SKIP() << "this machine has one";
  const Model model = load_string("<mujoco/>");
  try {
    const Batch batch(model, 1, {.device = "cuda"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(reason()), std::string::npos) << error.what();
  }
}

TEST(EmulatedDriver, LaunchesOfAGraphAreMadeWhenItIsLaunched) {
  const Driver& d = emulated_driver();
  Address memory = 0;
  Stream stream = nullptr;
  Graph graph = nullptr;
  GraphExec exec = nullptr;
  ASSERT_EQ(d.memory_allocate(&memory, 4), CUDA_SUCCESS);
  ASSERT_EQ(d.stream_create(&stream, 0), CUDA_SUCCESS);
  const auto* bytes = reinterpret_cast<const unsigned char*>(memory);
  EXPECT_EQ(bytes[0], 0xff);  // memory begins with what no number is
  ASSERT_EQ(d.capture_begin(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL), CUDA_SUCCESS);
  EXPECT_EQ(d.fill(memory, 7, 4, stream), CUDA_SUCCESS);
  EXPECT_NE(d.stream_synchronize(stream), CUDA_SUCCESS);  // as the driver: nobody may wait now
  ASSERT_EQ(d.capture_end(stream, &graph), CUDA_SUCCESS);
  EXPECT_EQ(bytes[0], 0xff);
  ASSERT_EQ(d.graph_instantiate(&exec, graph, 0), CUDA_SUCCESS);
  d.graph_destroy(graph);
  EXPECT_EQ(d.graph_launch(exec, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(bytes[3], 7);
  d.graph_exec_destroy(exec);
  d.stream_destroy(stream);
  d.memory_free(memory);
}

TEST(EmulatedDriver, StreamsThatWaitForACaptureJoinIt) {
  const Driver& d = emulated_driver();
  Stream main = nullptr, other = nullptr;
  Event event = nullptr;
  Graph graph = nullptr;
  int capturing = 0;
  d.stream_create(&main, 0);
  d.stream_create(&other, 0);
  d.event_create(&event, 0);
  d.capture_begin(main, 0);
  d.event_record(event, main);
  d.stream_wait(other, event, 0);
  d.stream_is_capturing(other, &capturing);
  EXPECT_EQ(capturing, 1);
  EXPECT_EQ(d.capture_end(main, &graph), CUDA_SUCCESS);
  d.stream_is_capturing(other, &capturing);
  EXPECT_EQ(capturing, 0);
  d.graph_destroy(graph);
  d.event_destroy(event);
  d.stream_destroy(main);
  d.stream_destroy(other);
}

TEST(EmulatedDriver, MemoryIsLimitedAndCounted) {
  const Driver& d = emulated_driver();
  std::size_t before = 0, now = 0, total = 0;
  Address memory = 0;
  d.memory_info(&before, &total);
  EXPECT_EQ(d.memory_allocate(&memory, total + 1), CUDA_ERROR_OUT_OF_MEMORY);
  ASSERT_EQ(d.memory_allocate(&memory, 1000), CUDA_SUCCESS);
  d.memory_info(&now, &total);
  EXPECT_LE(now, before - 1000);
  d.memory_free(memory);
  d.memory_info(&now, &total);
  EXPECT_EQ(now, before);
}

}  // namespace
}  // namespace thew::gpu
