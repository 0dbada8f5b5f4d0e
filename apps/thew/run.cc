// thew run: simulates a model and says what happened.
#include <chrono>
#include <cmath>
#include <csignal>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <thew/data.h>
#include <thew/dynamics.h>
#include <thew/nearest.h>
#include <thew/step.h>

#include "commands.h"
#include "excitation.h"
#include "models.h"
#include "names.h"
#include "output.h"
#include "progress.h"
#include "warning_log.h"

namespace thew::cli {
namespace {

constexpr const char* kFooter = R"(
Examples:
  thew run pendulum                                   10 s of a built-in model
  thew run humanoid --duration 60 --ctrl-noise 0.1    random controls, 10 % of their half range
  thew run my_robot.xml --key home --steps 1000       from a keyframe
  thew run chain15 --integrator rk4 --json            the summary as JSON

Controls are the keyframe's (or zero); --ctrl-noise adds uniform noise, new every 10 steps.
Ctrl-C ends the run early and still prints the summary. Nothing is drawn: --headless is the
only mode and may be left out.)";

constexpr int kHold = 10;  // steps that a control is held for

struct RunOptions {
  std::string model;
  double duration = 10;  // simulated [s]
  std::int64_t steps = 0;
  std::string integrator;
  std::string key;
  double noise = 0;
  std::uint64_t seed = 0;
  bool headless = false;
  LoadFlags load;
};

struct Energy {
  double potential = 0, kinetic = 0;  // [J]
  double total() const { return potential + kinetic; }
};

struct Summary {
  std::int64_t steps = 0;
  double wall = 0;  // [s]
  Energy start, end;
  std::vector<WarningLog::Entry> warnings;
  bool interrupted = false;
};

volatile std::sig_atomic_t interrupted = 0;

Energy energy_of(const Model& model, Data& data) {
  forward(model, data);
  dynamics::energy_pos(model, data);
  dynamics::energy_vel(model, data);
  return {data.energy[0], data.energy[1]};
}

void choose_integrator(Model& model, const std::string& given) {
  if (given.empty()) return;
  const int value = given == "impliciteuler" ? static_cast<int>(Integrator::ImplicitSpringDamper)
                                             : enum_value("mjtIntegrator", given);
  if (value < 0) {
    const auto words = enum_words("mjtIntegrator");
    std::string hint = did_you_mean(given, words);
    if (hint.empty()) hint = fmt::format("one of {}", fmt::join(words, ", "));
    throw UsageError(fmt::format("--integrator: no integrator \"{}\"", given), hint);
  }
  model.opt.integrator = value;
}

std::int64_t step_count(const RunOptions& options, double timestep) {
  if (options.steps > 0) return options.steps;
  // A duration of 10 s at 0.1 s is 100 steps, although 10 / 0.1 may round up.
  const double steps = std::ceil(options.duration / timestep * (1 - 1e-12));
  if (!(steps < 1e15))
    throw UsageError(fmt::format("--duration: {} s are too many steps", options.duration));
  return static_cast<std::int64_t>(steps);
}

Summary simulate(const Model& model, const RunOptions& options, bool silent) {
  Data data(model);
  const int key = find_key(model, options.key);
  reset(model, data, key);
  Excitation excitation(model, key, options.noise, options.seed);
  Summary summary;
  summary.start = energy_of(model, data);
  reset(model, data, key);  // the summary leaves no trace in the run

  const std::int64_t steps = step_count(options, model.opt.timestep);
  WarningLog log;
  Progress progress(steps, model.opt.timestep, silent);
  const auto begin = std::chrono::steady_clock::now();
  while (summary.steps < steps && interrupted == 0) {
    if (options.noise > 0 && summary.steps % kHold == 0) {
      const auto& ctrl = excitation.next();
      std::copy(ctrl.begin(), ctrl.end(), data.ctrl.begin());
    }
    step(model, data);
    ++summary.steps;
    log.update(data, static_cast<double>(summary.steps) * model.opt.timestep);
    if (summary.steps % 64 == 0) progress.update(summary.steps);
  }
  summary.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  summary.interrupted = interrupted != 0;
  progress.finish();
  summary.warnings = log.entries(model);
  summary.end = energy_of(model, data);
  return summary;
}

Json energy_json(const Energy& e) {
  return {{"potential", e.potential}, {"kinetic", e.kinetic}, {"total", e.total()}};
}

Json to_json(const RunOptions& options, const Model& model, const Summary& s) {
  const double simulated = static_cast<double>(s.steps) * model.opt.timestep;
  Json warnings = Json::array();
  for (const auto& w : s.warnings) {
    warnings.push_back(
        {{"name", w.name}, {"count", w.count}, {"about", w.about}, {"first_time", w.first}});
  }
  return {{"model", options.model},
          {"sizes",
           {{"nq", model.nq},
            {"nv", model.nv},
            {"nu", model.nu},
            {"na", model.na},
            {"nbody", model.nbody}}},
          {"key", options.key},
          {"integrator", enum_word("mjtIntegrator", model.opt.integrator)},
          {"timestep", model.opt.timestep},
          {"steps", s.steps},
          {"interrupted", s.interrupted},
          {"simulated_seconds", simulated},
          {"wall_seconds", s.wall},
          {"real_time_factor", simulated / s.wall},
          {"steps_per_second", static_cast<double>(s.steps) / s.wall},
          {"energy", {{"start", energy_json(s.start)}, {"end", energy_json(s.end)}}},
          {"warnings", warnings},
          {"load_warnings", model.warnings}};
}

void print_energy(const char* when, const Energy& e) {
  fmt::print("  energy {:<6} {} J potential, {} J kinetic, {} J total\n", when, brief(e.potential),
             brief(e.kinetic), brief(e.total()));
}

// Where the run began, and where else it could have.
std::string start_text(const RunOptions& options, const Model& model) {
  if (!options.key.empty()) {
    return "keyframe " + object_name(model, ObjectType::Key, find_key(model, options.key));
  }
  if (model.nkey == 0) return "initial state";
  std::vector<std::string> keys;
  for (int k = 0; k < model.nkey; ++k) keys.push_back(object_name(model, ObjectType::Key, k));
  return fmt::format("initial state (--key: {})", fmt::join(keys, ", "));
}

void print_summary(const RunOptions& options, const Model& model, const Summary& s) {
  const double simulated = static_cast<double>(s.steps) * model.opt.timestep;
  fmt::print("{}{}\n", options.model, s.interrupted ? " (interrupted)" : "");
  fmt::print("  model         nq {}, nv {}, nu {}, na {}, {} bodies\n", model.nq, model.nv,
             model.nu, model.na, model.nbody);
  fmt::print("  integrator    {}, timestep {} s\n",
             enum_word("mjtIntegrator", model.opt.integrator), model.opt.timestep);
  fmt::print("  start         {}\n", start_text(options, model));
  fmt::print("  steps         {}, {:.6g} s simulated in {:.3g} s\n", s.steps, simulated, s.wall);
  fmt::print("  speed         {} steps/s, {:.1f}x real time\n",
             brief_rate(static_cast<double>(s.steps) / s.wall), simulated / s.wall);
  print_energy("start", s.start);
  print_energy("end", s.end);
  for (const auto& w : s.warnings) {
    fmt::print("  warning       {} ({} times, first at {:.6g} s): {}\n", w.name, w.count, w.first,
               w.about);
  }
  if (s.warnings.empty()) fmt::print("  warnings      none\n");
  print_load_warnings(options.model, model.warnings);
}

void check_options(const RunOptions& options, const CLI::App& command) {
  if (command.count("--steps") > 0 && command.count("--duration") > 0) {
    throw UsageError("--steps and --duration exclude one another");
  }
  if (command.count("--steps") > 0) require_range("--steps", options.steps, 1, 1e15);
  require_range("--duration", options.duration, 1e-12, 1e12);
  require_range("--ctrl-noise", options.noise, 0, 1e6);
}

void run_command(const RunOptions& options, Context& context) {
  Loaded loaded = load(find_model(options.model), options.load);
  choose_integrator(loaded.model, options.integrator);
  std::signal(SIGINT, [](int) { interrupted = 1; });
  const Summary summary = simulate(loaded.model, options, context.json);
  std::signal(SIGINT, SIG_DFL);
  if (context.json) {
    print_json(to_json(options, loaded.model, summary));
  } else {
    print_summary(options, loaded.model, summary);
  }
}

}  // namespace

void add_run(CLI::App& program, Context& context) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = program.add_subcommand("run", "Simulate a model and print a summary");
  command->add_option("MODEL", options->model, "File or built-in model")->type_name("")->required();
  command->add_option("--duration", options->duration, "Simulated time [s], default 10")
      ->type_name("SECONDS");
  command->add_option("--steps", options->steps, "Number of steps, instead of a duration")
      ->type_name("N");
  command
      ->add_option("--integrator", options->integrator,
                   "euler, rk4, implicit, implicitfast... instead of the model's")
      ->type_name("NAME");
  command->add_option("--key", options->key, "Start from this keyframe (name or number)")
      ->type_name("KEY");
  command
      ->add_option("--ctrl-noise", options->noise,
                   "Control noise, as a fraction of half the control range")
      ->type_name("FRACTION");
  command->add_option("--seed", options->seed, "Seed of the control noise, default 0")
      ->type_name("N");
  command->add_flag("--headless", options->headless, "Open no window: thew view opens one");
  options->load.add_to(*command);
  add_json_flag(*command, context);
  command->footer(kFooter + 1);
  command->callback([options, command, &context] {
    check_options(*options, *command);
    run_command(*options, context);
  });
}

}  // namespace thew::cli
