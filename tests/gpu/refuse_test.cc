#include "gpu/refuse.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <thew/error.h>
#include <thew/load.h>

namespace thew::gpu {
namespace {

TEST(Refuse, NamesTheElement) {
  const Model m = load_string(
      R"(<mujoco><worldbody><body><joint name="turn"/><geom size=".1"/></body></worldbody>
      <actuator><general name="drive" joint="turn" gaintype="user"/></actuator></mujoco>)");
  try {
    refuse(m);
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("actuator \"drive\""), std::string::npos)
        << error.what();
  }
}

TEST(Refuse, IsWhatTheDocumentsSay) {
  std::stringstream page;
  page << std::ifstream(THEW_ROOT "/docs/gpu.md").rdbuf();
  EXPECT_NE(page.str().find(feature_table()), std::string::npos)
      << "docs/gpu.md must have this table:\n"
      << feature_table();
}

}  // namespace
}  // namespace thew::gpu
