// thew doctor: what is installed, what works, how fast this machine is. Takes seconds.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <thew/batch.h>
#include <thew/data.h>
#include <thew/gpu.h>
#include <thew/save.h>
#include <thew/step.h>
#include <thew/version.h>

#include "commands.h"
#include "models.h"
#include "output.h"
#include "python.h"
#include "reference.h"

namespace thew::cli {
namespace {

constexpr const char* kFooter = R"(
Says what is installed (the program, the processor, a GPU, Python with its packages, MuJoCo to compare
with), tries what every program needs (all built-in models load, step, are written and read again,
and give the same bits in a batch), and measures steps per second of three built-in models.
It takes some seconds. Exit code 1 means that something that must work does not.

Examples:
  thew doctor               for people
  thew doctor --json        for a report)";

struct Check {
  std::string name;
  bool ok = true;
  std::string found;  ///< what there is, or what is wrong
};

struct Speed {
  std::string model;
  std::int64_t dofs = 0;
  double rate = 0;  ///< steps per second
};

// The value of the first line of a file in /proc that begins with a word: `word : value`.
std::string value_in(const char* file, const std::string& word) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with(word)) continue;
    const std::size_t begin = line.find_first_not_of(" \t:", word.size());
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "";
}

std::string memory() {
  const std::string total = value_in("/proc/meminfo", "MemTotal");
  const double kilobytes = std::atof(total.c_str());
  return kilobytes > 0 ? fmt::format("{:.1f} GiB", kilobytes / (1 << 20)) : "unknown";
}

// What an interpreter knows of a package, "" if nothing.
std::string package_version(const std::string& python, const char* package) {
  return ask_python(python,
                    fmt::format("import importlib.metadata as m; print(m.version('{}'))", package));
}

std::string python_found() {
  for (const std::string& python : python_interpreters()) {
    const std::string version =
        ask_python(python, "import platform; print(platform.python_version())");
    if (version.empty()) continue;
    std::string text = fmt::format("{} ({})", version, python);
    for (const char* package : {"thew", "numpy"}) {
      const std::string found = package_version(python, package);
      text += fmt::format(", {} {}", package, found.empty() ? "is not installed" : found);
    }
    return text;
  }
  return "none was found (THEW_PYTHON names one)";
}

std::string reference_found() {
  const std::string library = find_reference("");
  if (library.empty()) {
    return fmt::format(
        "not found; `thew bench` and `thew diff` compare with {} (pip install "
        "mujoco=={}, or THEW_MUJOCO)",
        kReferenceVersion, kReferenceVersion);
  }
  try {
    const Reference reference(library);
    return fmt::format("{} ({})", kReferenceVersion, library);
  } catch (const UsageError& error) {
    return error.what();
  }
}

std::string gpus_found() {
  if (!gpu::available()) return fmt::format("none: {}", gpu::reason());
  std::string text;
  for (const gpu::Gpu& one : gpu::devices()) {
    text += fmt::format("{}cuda:{} {}, {:.0f} GiB", text.empty() ? "" : "; ", one.index, one.name,
                        static_cast<double>(one.memory) / (1 << 30));
  }
  return text;
}

std::vector<Check> installed() {
  const std::string cpu = value_in("/proc/cpuinfo", "model name");
  const std::string flags = value_in("/proc/cpuinfo", "flags");
  const bool wide = flags.find("avx512f") != std::string::npos;
  std::vector<Check> list;
  list.push_back(
      {"thew", true, fmt::format("{}, {}, {}", kVersion, compiler(), instruction_set())});
  list.push_back({"processor", true,
                  fmt::format("{}, {} threads{}", cpu.empty() ? "unknown" : cpu,
                              std::thread::hardware_concurrency(), wide ? ", AVX-512" : "")});
  list.push_back({"memory", true, memory()});
  list.push_back({"GPU", true, gpus_found()});
  list.push_back({"Python", true, python_found()});
  list.push_back({"MuJoCo", true, reference_found()});
  return list;
}

Check check(const char* name, const std::function<std::string()>& work) {
  try {
    return {name, true, work()};
  } catch (const std::exception& error) {
    return {name, false, error.what()};
  }
}

[[noreturn]] void give_up(const std::string& what) {
  throw std::runtime_error(what);
}

Model load_builtin(const Builtin& builtin) {
  return load_string(builtin.xml, {}, std::string(builtin.name));
}

// Calls work(builtin, model) for every built-in model.
std::string with_all(const std::function<void(const Builtin&, const Model&)>& work) {
  int count = 0;
  for (const Builtin& builtin : builtins()) {
    const Model model = load_builtin(builtin);
    work(builtin, model);
    ++count;
  }
  return fmt::format("{} built-in models", count);
}

constexpr int kTrialSteps = 20;

void step_alone(const Builtin& builtin, const Model& model) {
  Data data(model);
  reset(model, data);
  for (int i = 0; i < kTrialSteps; ++i) step(model, data);
  for (int i = 0; i < model.nq; ++i) {
    if (!std::isfinite(data.qpos[i])) give_up(fmt::format("{}: bad numbers", builtin.name));
  }
}

void step_in_batch(const Builtin& builtin, const Model& model) {
  constexpr int kWorlds = 8;
  Data alone(model), one(model);
  reset(model, alone);
  for (int i = 0; i < kTrialSteps; ++i) step(model, alone);
  Batch batch(model, kWorlds);
  batch.step(kTrialSteps);
  batch.extract(kWorlds - 1, one);
  for (int i = 0; i < model.nq; ++i) {
    if (alone.qpos[i] != one.qpos[i]) give_up(fmt::format("{}: other bits", builtin.name));
  }
}

void write_and_read(const Builtin& builtin, const Model& model) {
  const Model again = load_string(rewrite_string(builtin.xml));
  if (again.nq != model.nq || again.ngeom != model.ngeom || again.nsensor != model.nsensor) {
    give_up(fmt::format("{}: another model", builtin.name));
  }
}

std::vector<Check> tried() {
  std::vector<Check> list;
  list.push_back(check("load", [] { return with_all([](const Builtin&, const Model&) {}); }));
  list.push_back(check("step", [] { return with_all(step_alone); }));
  list.push_back(check("batch", [] { return with_all(step_in_batch) + " have the same bits"; }));
  list.push_back(check("write", [] { return with_all(write_and_read) + ", and read again"; }));
  return list;
}

// Steps of a built-in model in a third of a second of CPU time.
Speed measure_speed(const std::string& name) {
  constexpr double kSeconds = 0.3;
  const ModelSource source = find_model(name);
  const Model model = load_string(source.xml, {}, name);
  Data data(model);
  reset(model, data);
  const auto cpu = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  const double begin = cpu();
  int steps = 0;
  for (; cpu() - begin < kSeconds; steps += 10) {
    if (steps % 1000 == 0) reset(model, data);
    for (int i = 0; i < 10; ++i) step(model, data);
  }
  return {name, model.nv, steps / (cpu() - begin)};
}

Json checks_json(const std::vector<Check>& checks) {
  Json object = Json::object();
  for (const Check& one : checks) object[one.name] = {{"ok", one.ok}, {"found", one.found}};
  return object;
}

void print_checks(const char* title, const std::vector<Check>& checks) {
  fmt::print("{}\n", title);
  for (const Check& one : checks) {
    fmt::print("  {:<10}  {}{}\n", one.name, one.ok ? "" : "FAILED: ", one.found);
  }
}

void doctor_command(Context& context) {
  const auto there = installed(), works = tried();
  std::vector<Speed> speeds;
  for (const char* model : {"pendulum", "quadruped", "humanoid"}) {
    speeds.push_back(measure_speed(model));
  }
  for (const Check& one : works) {
    if (!one.ok) context.exit_code = kModelError;
  }
  if (context.json) {
    Json rates = Json::object();
    for (const Speed& speed : speeds) rates[speed.model] = speed.rate;
    return print_json({{"installed", checks_json(there)},
                       {"works", checks_json(works)},
                       {"steps_per_second", rates}});
  }
  print_checks("installed", there);
  print_checks("works", works);
  fmt::print("speed, one core\n");
  for (const Speed& speed : speeds) {
    fmt::print("  {:<10}  {} steps/s ({} dofs, {} us per step)\n", speed.model,
               brief_rate(speed.rate), speed.dofs, brief(1e6 / speed.rate));
  }
}

}  // namespace

void add_doctor(CLI::App& program, Context& context) {
  CLI::App* command =
      program.add_subcommand("doctor", "Say what is installed, what works and how fast it is");
  add_json_flag(*command, context);
  command->footer(kFooter + 1);
  command->callback([&context] { doctor_command(context); });
}

}  // namespace thew::cli
