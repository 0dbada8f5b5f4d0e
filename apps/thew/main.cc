// The command line tool `thew`. Each command is one file; this one only finds out which is meant.
#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <thew/error.h>
#include <thew/nearest.h>
#include <thew/version.h>

#include "commands.h"
#include "output.h"

namespace thew::cli {
namespace {

constexpr const char* kFooter = R"(
MODEL is the path of an MJCF or URDF file or the name of a built-in model (`thew models`).

Examples:
  thew view                                see a model move in the browser, and push it
  thew run humanoid                        simulate 10 s and print a summary
  thew render humanoid -o out.png          draw a picture, or a video
  thew record humanoid -o wave.html        the same as a page that plays anywhere
  thew info my_robot.xml                   what is in a model, and what looks wrong in it
  thew compile scene.xml flat.xml          the same model as one file
  thew bench humanoid chain15              steps per second, beside MuJoCo's
  thew diff my_robot.xml                   compare every field with MuJoCo
  thew doctor                              what is installed, what works, how fast it is

Exit codes: 0 ok, 1 the model (or the comparison) failed, 2 the command line is wrong.
`thew help COMMAND` explains a command.)";

void add_commands(CLI::App& program, Context& context) {
  program.name("thew");
  program.description("Thew: articulated-body physics aligned with MuJoCo.");
  program.footer(kFooter + 1);
  program.set_version_flag("--version", kVersion);
  program.require_subcommand(1);
  add_view(program, context);
  add_run(program, context);
  add_render(program, context);
  add_record(program, context);
  add_info(program, context);
  add_models(program, context);
  add_compile(program, context);
  add_bench(program, context);
  add_diff(program, context);
  add_doctor(program, context);
  add_version(program, context);
}

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names{"help"};
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

// `thew help` and `thew help run` are `thew --help` and `thew run --help`.
void translate_help(std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0] != "help") return;
  arguments.erase(arguments.begin());
  arguments.emplace_back("--help");
}

// A first word that is no command deserves better than "not expected".
void check_command(const CLI::App& program, const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw UsageError("no command given", "`thew help` lists the commands");
  const std::string& word = arguments[0];
  if (word.starts_with("-")) return;
  const auto names = command_names(program);
  if (std::find(names.begin(), names.end(), word) != names.end()) return;
  std::string hint = did_you_mean(word, names);
  if (hint.empty()) hint = "`thew help` lists the commands";
  throw UsageError(fmt::format("no command is named \"{}\"", word), hint);
}

const CLI::App* chosen_command(const CLI::App& program, const std::vector<std::string>& arguments) {
  for (const CLI::App* command : program.get_subcommands({})) {
    if (!arguments.empty() && command->get_name() == arguments[0]) return command;
  }
  return nullptr;
}

// The option whose value is missing or could not be read, if that is what is wrong.
const CLI::Option* wrong_option(const CLI::App& command, const CLI::ParseError& error) {
  const bool of_value = dynamic_cast<const CLI::ConversionError*>(&error) != nullptr ||
                        dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr;
  if (!of_value) return nullptr;
  const std::string text = error.what();
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      const std::size_t at = text.find("--" + name);
      const std::size_t end = at + 2 + name.size();
      if (at == std::string::npos) continue;
      if (end == text.size() || text[end] == ' ' || text[end] == ':') return option;
    }
  }
  return nullptr;
}

// `--steps: "many" is not a whole number`, with what the option is for.
UsageError explain_value(const CLI::Option& option, const std::vector<std::string>& arguments) {
  const std::string name = "--" + option.get_lnames()[0];
  const std::string hint =
      fmt::format("{} {}: {}", name, option.get_type_name(), option.get_description());
  std::string value;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == name && i + 1 < arguments.size()) value = arguments[i + 1];
    if (arguments[i].starts_with(name + "=")) value = arguments[i].substr(name.size() + 1);
  }
  if (value.empty() || value.starts_with("--")) return UsageError(name + " needs a value", hint);
  const char* const kind = option.get_type_name() == "N" ? "a whole number" : "a number";
  return UsageError(fmt::format("{}: \"{}\" is not {}", name, value, kind), hint);
}

// What the parser says, but for values that are wrong and for options that nobody knows: those by
// name, with the nearest known one.
UsageError explain(const CLI::ParseError& error, const CLI::App& program,
                   const std::vector<std::string>& arguments) {
  const CLI::App* command = chosen_command(program, arguments);
  const std::string general =
      fmt::format("`thew help{}` explains it", command ? " " + command->get_name() : "");
  if (const CLI::Option* option = command ? wrong_option(*command, error) : nullptr) {
    return explain_value(*option, arguments);
  }
  if (command == nullptr || dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) {
    return UsageError(error.what(), general);
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : command->get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (!name.starts_with("-") || std::find(known.begin(), known.end(), name) != known.end())
      continue;
    const std::string hint = did_you_mean(name, known);
    return UsageError(fmt::format("no option \"{}\"", name), hint.empty() ? general : hint);
  }
  return UsageError(fmt::format("too many arguments: {}", fmt::join(command->remaining(), " ")),
                    general);
}

int run(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  // Before parsing has succeeded, only the words themselves tell how to print its errors.
  const bool json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
  Context context;
  CLI::App program;
  try {
    add_commands(program, context);
    translate_help(arguments);
    check_command(program, arguments);
    program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    return context.exit_code;
  } catch (const CLI::Success& asked) {  // --help, --version
    return program.exit(asked);
  } catch (const CLI::ParseError& error) {
    print_error(explain(error, program, arguments), json);
    return kUsageError;
  } catch (const UsageError& error) {
    print_error(error, json);
    return kUsageError;
  } catch (const Error& error) {
    print_error(error, json);
    return kModelError;
  } catch (const std::exception& error) {  // out of memory, a full disk...
    print_error(Error({}, error.what()), json);
    return kModelError;
  }
}

}  // namespace

void add_json_flag(CLI::App& command, Context& context) {
  command.add_flag("--json", context.json, "Print JSON to stdout and nothing else");
}

}  // namespace thew::cli

int main(int argc, char** argv) {
  return thew::cli::run(argc, argv);
}
