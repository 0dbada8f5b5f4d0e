// Models from the wild, where they are at hand: all of them can be read, without what cannot be
// simulated yet.

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "io/support.h"

namespace thew::io {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> model_files() {
  const char* const given = std::getenv("THEW_MODELS");
  const fs::path folder =
      given != nullptr ? fs::path(given) : fs::path(THEW_ROOT) / ".." / "shared" / "models";
  std::vector<std::string> paths;
  std::ifstream list(folder / "list.txt");
  for (std::string line; std::getline(list, line);) {
    if (!line.empty()) paths.push_back((folder / line).string());
  }
  return paths;
}

TEST(Models, AllCanBeRead) {
  const auto paths = model_files();
  if (paths.empty()) GTEST_SKIP() << "no third-party models";
  for (const std::string& path : paths) EXPECT_NO_THROW(io::read_file(path, ignoring())) << path;
}

TEST(Models, NothingIsLeftOutSilently) {
  const auto paths = model_files();
  if (paths.empty()) GTEST_SKIP() << "no third-party models";
  int whole = 0;
  for (const std::string& path : paths) {
    bool refused = false;
    try {
      io::read_file(path);
      ++whole;
    } catch (const Error& error) {
      refused = true;
      EXPECT_CONTAINS(error.fault(), "not supported yet");
      EXPECT_GT(error.line(), 0);
    }
    if (!refused) continue;
    EXPECT_FALSE(io::read_file(path, ignoring()).warnings.empty()) << path;
  }
  EXPECT_GE(whole, 49);
}

}  // namespace
}  // namespace thew::io
