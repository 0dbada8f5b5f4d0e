// thew diff: hands over to the Python package, which holds the comparison with MuJoCo.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands.h"
#include "models.h"
#include "output.h"
#include "python.h"

namespace thew::cli {
namespace {

constexpr const char* kFooter = R"(
Examples:
  thew diff humanoid                  every field, stage by stage, against MuJoCo
  thew diff my_robot.xml --steps 100  further options go to `python -m thew.diff`

Needs a Python with the packages thew and mujoco. It is looked for in THEW_PYTHON, the active
virtual environment, a .venv in or above this folder, and PATH.
`thew diff MODEL -- --help` lists all options.)";

struct DiffOptions {
  std::string model;
  LoadFlags load;
};

// A file that exists as long as the object; built-in models are passed to Python by path.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, std::string_view text) {
    std::string pattern = (std::filesystem::temp_directory_path() / "thew_XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
      throw std::runtime_error("cannot make a temporary folder");
    folder_ = pattern;
    path_ = folder_ / (name + ".xml");
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path folder_, path_;
};

void diff_command(const DiffOptions& options, const std::vector<std::string>& rest,
                  Context& context) {
  const ModelSource source = find_model(options.model);
  std::unique_ptr<TemporaryFile> copy;
  std::string path = source.path;
  if (path.empty()) {
    copy = std::make_unique<TemporaryFile>(source.given, source.xml);
    path = copy->path();
  }
  std::vector<std::string> command{comparing_python(), "-m", "thew.diff", path};
  if (context.json) command.emplace_back("--json");
  if (options.load.ignore_unsupported) command.emplace_back("--ignore-unsupported");
  command.insert(command.end(), rest.begin(), rest.end());
  std::fflush(stdout);
  context.exit_code = run_program(command);
  if (context.exit_code < 0) throw UsageError(fmt::format("cannot start {}", command[0]));
}

}  // namespace

void add_diff(CLI::App& program, Context& context) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App* command =
      program.add_subcommand("diff", "Compare a model's fields and motion with MuJoCo's");
  command->add_option("MODEL", options->model, "File or built-in model")->type_name("")->required();
  options->load.add_ignore_flag(*command);
  add_json_flag(*command, context);
  command->allow_extras();
  command->footer(kFooter + 1);
  command->callback(
      [options, command, &context] { diff_command(*options, command->remaining(), context); });
}

}  // namespace thew::cli
