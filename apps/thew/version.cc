// thew version: what this program is made of.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <thew/version.h>

#include "commands.h"
#include "output.h"
#include "reference.h"

namespace thew::cli {
namespace {

constexpr int kWorldsInLanes = 4;  // Pack<double, 4>

}  // namespace

void add_version(CLI::App& program, Context& context) {
  CLI::App* command = program.add_subcommand("version", "Print the version and how it was built");
  add_json_flag(*command, context);
  command->footer("Example:\n  thew version --json");
  command->callback([&context] {
    if (context.json) {
      return print_json({{"version", kVersion},
                         {"compiler", compiler()},
                         {"instruction_set", instruction_set()},
                         {"lanes", kWorldsInLanes},
                         {"mujoco_reference", kReferenceVersion}});
    }
    fmt::print("thew {}\n", kVersion);
    fmt::print("  compiler          {}\n", compiler());
    fmt::print("  instruction set   {}\n", instruction_set());
    fmt::print("  lanes             {} worlds of doubles\n", kWorldsInLanes);
    fmt::print("  MuJoCo reference  {}\n", kReferenceVersion);
  });
}

}  // namespace thew::cli
