// Robots of others, where THEW_MODELS has them: steps of kernels for devices, emulated, beside the
// processor.

#include <cstdlib>
#include <filesystem>

#include "gpu/expect.h"

namespace thew::gpu {
namespace {

// Those of a folder that are small and that devices support.
std::vector<std::string> models_in(const std::filesystem::path& folder) {
  std::vector<std::string> found;
  if (!std::filesystem::exists(folder)) return found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".xml") found.push_back(entry.path().string());
  }
  std::ranges::sort(found);
  return found;
}

// What a GPU is checked with (tools/gpu_check).
TEST(ModelsOfTheDeviceCheck, StepsEqualThoseOfTheProcessor) {
  const std::vector<std::string> paths = models_in(THEW_ROOT "/tests/device/models");
  EXPECT_GT(paths.size(), 5);
  for (const std::string& path : paths) {
    SCOPED_TRACE(path);
    Model m = as_one_problem(load_file(path));
    refuse(m, {"sensordata"});
    // Rounding grows with the iterations of conjugate gradients.
    if (m.opt.solver == static_cast<int>(Solver::Cg)) m.opt.iterations = 3;
    expect_steps(m, 60);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Others, StepsEqualThoseOfTheProcessor) {
  const char* given = std::getenv("THEW_MODELS");
  const std::filesystem::path root = given ? given : THEW_ROOT "/../shared/models";
  if (!std::filesystem::exists(root)) GTEST_SKIP() << "no models in " << root;
  int tried = 0, models = 0;
  for (const char* folder : {"gymnasium", "dm_control", "menagerie/aloha"}) {
    for (const std::string& path : models_in(root / folder)) {
      SCOPED_TRACE(path);
      try {
        const Model m = as_one_problem(load_file(path));
        ++models;
        if (m.nv > 60) continue;
        refuse(m);
        expect_steps(m, 20);
        ++tried;
      } catch (const Error&) {  // parts of models, and what is refused
      }
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(tried, models / 2);
}

}  // namespace
}  // namespace thew::gpu
