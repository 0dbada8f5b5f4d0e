#include "python.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include "output.h"

extern char** environ;

namespace thew::cli {
namespace {

namespace fs = std::filesystem;

// .venv/bin/python of the folder or of one above it.
void add_environments_above(fs::path folder, std::vector<std::string>& found) {
  std::error_code ignored;
  while (!folder.empty()) {
    const fs::path candidate = folder / ".venv" / "bin" / "python";
    if (fs::exists(candidate, ignored)) found.push_back(candidate.string());
    if (folder == folder.root_path()) break;
    folder = folder.parent_path();
  }
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::vector<std::string> python_interpreters() {
  std::vector<std::string> found;
  if (const char* named = std::getenv("THEW_PYTHON")) found.emplace_back(named);
  if (const char* active = std::getenv("VIRTUAL_ENV"))
    found.push_back(std::string(active) + "/bin/python");
  std::error_code ignored;
  add_environments_above(fs::current_path(ignored), found);
  add_environments_above(fs::read_symlink("/proc/self/exe", ignored).parent_path(), found);
  found.insert(found.end(), {"python3", "python"});
  // The same interpreter is often found twice.
  std::vector<std::string> unique;
  for (const std::string& python : found) {
    if (std::find(unique.begin(), unique.end(), python) == unique.end()) unique.push_back(python);
  }
  return unique;
}

std::string ask_python(const std::string& interpreter, const std::string& code) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return "";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const std::vector<std::string> words{interpreter, "-c", code};
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, interpreter.c_str(), &actions, nullptr, pointers(words).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string output;
  if (failed == 0) {
    std::array<char, 4096> buffer{};
    ssize_t count = 0;
    while ((count = read(ends[0], buffer.data(), buffer.size())) > 0) {
      output.append(buffer.data(), static_cast<std::size_t>(count));
    }
    if (wait_for(child) != 0) output.clear();
  }
  close(ends[0]);
  while (!output.empty() && output.back() == '\n') output.pop_back();
  return output;
}

int run_program(const std::vector<std::string>& command) {
  pid_t child = 0;
  if (posix_spawnp(&child, command[0].c_str(), nullptr, nullptr, pointers(command).data(),
                   environ) != 0) {
    return -1;
  }
  return wait_for(child);
}

void become_program(const std::vector<std::string>& command) {
  execvp(command[0].c_str(), pointers(command).data());
}

std::string comparing_python() {
  const std::string code =
      "import importlib.util as u\n"
      "print('ok' if all(u.find_spec(p) for p in ('thew', 'mujoco')) else '')";
  const auto candidates = python_interpreters();
  for (const std::string& python : candidates) {
    if (ask_python(python, code) == "ok") return python;
  }
  throw UsageError(fmt::format("no Python with the packages thew and mujoco was found (tried {})",
                               fmt::join(candidates, ", ")),
                   "install them (pip install mujoco==4.0.0, and this package), "
                   "or name an interpreter in THEW_PYTHON");
}

}  // namespace thew::cli
