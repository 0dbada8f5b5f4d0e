#pragma once

namespace CLI {
class App;
}

namespace thew::cli {

/// What all commands share: how to print, and the exit code that they leave.
struct Context {
  bool json = false;
  int exit_code = 0;
};

/// Adds `--json` to a command.
void add_json_flag(CLI::App& command, Context& context);

// Each adds one command to the program; its work is done in the command's callback.
void add_view(CLI::App& program, Context& context);
void add_run(CLI::App& program, Context& context);
void add_render(CLI::App& program, Context& context);
void add_record(CLI::App& program, Context& context);
void add_info(CLI::App& program, Context& context);
void add_models(CLI::App& program, Context& context);
void add_compile(CLI::App& program, Context& context);
void add_bench(CLI::App& program, Context& context);
void add_diff(CLI::App& program, Context& context);
void add_doctor(CLI::App& program, Context& context);
void add_version(CLI::App& program, Context& context);

}  // namespace thew::cli
