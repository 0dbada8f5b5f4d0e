// thew bench: the speed of whole steps or of one stage, beside MuJoCo's in the same run.
#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <thew/version.h>

#include "bench_gpu.h"
#include "bench_report.h"
#include "commands.h"
#include "engine.h"
#include "measure.h"
#include "models.h"
#include "names.h"
#include "output.h"
#include "reference.h"

namespace thew::cli {
namespace {

constexpr const char* kFooter = R"(
Examples:
  thew bench humanoid chain15 tree60           three built-in models
  thew bench my_robot.xml --seconds 2          longer rounds, steadier numbers
  thew bench humanoid --smooth                 without constraints and contacts
  thew bench humanoid --stage collision        the search for contacts alone
  thew bench humanoid --stage parts            where the time of a step goes
  thew bench humanoid --batch 256              also 256 worlds that step together
  thew bench humanoid --batch 256 --precision single --threads 2
  thew bench humanoid --gpu --worlds 8192,32768 --precision single
  thew bench humanoid --no-reference --json    without MuJoCo

Both engines walk the same episodes: 1000 steps from keyframe 0 or the initial state, uniform
control noise. They take turns in every round; the time is CPU time of the thread, the rate is the
median over rounds, and the ratio the median of the rounds' ratios with its lowest and highest.
"differ" is how far apart the positions are after 100 steps, "contacts" their mean number here and
in MuJoCo. MuJoCo's library is looked for in --mujoco, THEW_MUJOCO and the Python package mujoco.

Where --ignore-unsupported leaves parts of a model out, sensors are disabled in both engines.
--smooth disables constraints and contacts in both engines.

--stage collision takes 20 states of an episode of MuJoCo (of Thew without it), puts each into both
engines, and times nothing but the collision stage, called many times at each state.

--stage parts calls the parts of a step one by one in both engines and times each, in microseconds
of wall time per step (median over chunks of 10 steps, less what the clock takes).

--gpu measures worlds on an NVIDIA GPU alone, by wall time, each with control noise of its own that
waits in the GPU's memory; the first step counts from nothing, with all that is made for a model.)";

constexpr int kCompareSteps = 100;
constexpr double kSameMotion = 1e-6;  // positions this near after those steps [m or rad]

struct BenchOptions {
  std::vector<std::string> models;
  MeasureOptions measure;
  std::string stage_word = "step";
  Stage stage = Stage::Step;
  bool no_reference = false;
  int batch = 0;
  std::string precision = "double";
  int lanes = 0;
  int threads = 1;
  bool smooth = false;
  std::string mujoco;
  std::string csv;
  bool gpu = false;
  GpuOptions on_gpu;
  LoadFlags load;
};

Stage find_stage(const std::string& word) {
  if (word == "step") return Stage::Step;
  if (word == "collision") return Stage::Collision;
  if (word == "parts") return Stage::Parts;
  throw UsageError(fmt::format("--stage: no stage \"{}\"", word), "one of: step, collision, parts");
}

// Sensors are disabled where a part of the model had to be left out, as they may be that part.
std::vector<std::string> disabled_words(const BenchOptions& options, bool partial) {
  std::vector<std::string> words;
  if (options.smooth) words = {"constraint", "contact"};
  if (partial) words.emplace_back("sensor");
  return words;
}

void disable(Model& model, const std::vector<std::string>& words) {
  for (const std::string& word : words) model.opt.disableflags |= enum_value("mjtDisableBit", word);
}

// Whether loading left something out, by --ignore-unsupported or by the environment.
bool is_partial(const Model& model) {
  return std::any_of(model.warnings.begin(), model.warnings.end(), [](const std::string& warning) {
    return warning.find("not supported yet") != std::string::npos;
  });
}

void compare(BenchRow& row, const Measured& reference) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < reference.rates.size(); ++i) {
    ratios.push_back(row.ours.rates[i] / reference.rates[i]);
  }
  row.ratio = median(ratios);
  row.low = *std::min_element(ratios.begin(), ratios.end());
  row.high = *std::max_element(ratios.begin(), ratios.end());
}

std::vector<Measured> measure_stage(const Model& model, const std::vector<Engine*>& engines,
                                    const BenchOptions& options) {
  if (options.stage == Stage::Collision) return measure_collision(model, engines, options.measure);
  return measure(model, engines, options.measure, !options.smooth);
}

void require_one_evaluation(const Model& model) {
  const auto integrator = static_cast<Integrator>(model.opt.integrator);
  if (integrator == Integrator::Rk4 || integrator == Integrator::Discrete) {
    throw Error({}, "--stage parts: the model's integrator mixes the parts of a step",
                "Euler, implicit and implicitfast can be taken apart");
  }
}

BenchRow bench_model(const std::string& name, const BenchOptions& options,
                     const Reference* mujoco) {
  const ModelSource source = find_model(name);
  BenchRow row;
  Model model = load(source, options.load).model;
  row.partial = is_partial(model);
  const auto words = disabled_words(options, row.partial);
  disable(model, words);
  row.model = name;
  row.nv = model.nv;
  row.nu = model.nu;
  row.warnings = model.warnings;

  const auto ours = make_single(model);
  const auto precision = options.precision == "single" ? Precision::Single : Precision::Double;
  const BatchOptions together{
      .threads = options.threads, .lanes = options.lanes, .precision = precision};
  const auto batch = options.batch > 0 ? make_batch(model, options.batch, together) : nullptr;
  const auto reference = mujoco ? make_reference(*mujoco, source, model, words) : nullptr;
  std::vector<Engine*> engines{ours.get()};
  if (batch) engines.push_back(batch.get());
  if (reference) engines.push_back(reference.get());

  if (options.stage == Stage::Parts) {
    require_one_evaluation(model);
    row.parts = measure_parts(model, engines, options.measure);
    return row;
  }
  const auto results = measure_stage(model, engines, options);
  row.ours = results[0];
  if (batch) {
    row.batch = results[1];
    row.batch_ratio = row.batch->median / row.ours.median;
  }
  if (!reference) return row;
  row.reference = results.back();
  compare(row, *row.reference);
  if (options.stage == Stage::Collision) {
    row.alike = row.ours.contacts == row.reference->contacts;
  } else {
    row.differ = disagreement(model, *ours, *reference, options.measure.noise, kCompareSteps);
    row.alike = row.differ <= kSameMotion;
  }
  return row;
}

BenchRow bench_or_error(const std::string& name, const BenchOptions& options,
                        const Reference* mujoco, bool json) {
  try {
    return bench_model(name, options, mujoco);
  } catch (const Error& error) {
    if (!json) print_error(error, false);
    BenchRow row;
    row.model = name;
    row.error = error_json(error);
    return row;
  }
}

std::unique_ptr<Reference> open_reference(const BenchOptions& options, bool json) {
  if (options.no_reference) return nullptr;
  const std::string path = find_reference(options.mujoco);
  if (!path.empty()) return std::make_unique<Reference>(path);
  if (!json) {
    fmt::print("MuJoCo was not found (pip install mujoco=={}, or --mujoco PATH): Thew alone\n",
               kReferenceVersion);
  }
  return nullptr;
}

void check(BenchOptions& options) {
  require_range("--seconds", options.measure.seconds, 0, 3600);
  require_range("--rounds", std::int64_t{options.measure.rounds}, 1, 1000);
  require_range("--noise", options.measure.noise, 0, 1e6);
  options.stage = find_stage(options.stage_word);
  if (options.stage == Stage::Parts && (options.batch > 0 || !options.csv.empty())) {
    throw UsageError("--stage parts prints tables of one world", "leave out --batch and --csv");
  }
  if (options.stage == Stage::Collision && (options.smooth || options.batch > 0)) {
    throw UsageError(
        fmt::format("{} measures whole steps", options.smooth ? "--smooth" : "--batch"),
        "leave it out, or --stage collision");
  }
  if (options.gpu && (options.stage != Stage::Step || options.batch > 0 || !options.csv.empty())) {
    throw UsageError("--gpu measures whole steps of worlds on a GPU alone",
                     "leave out --stage, --batch and --csv");
  }
  for (const std::int64_t worlds : options.on_gpu.worlds) {
    require_range("--worlds", worlds, 1, 1e9);
  }
  for (const std::string& name : options.models)
    find_model(name);  // a misspelt one is said at once
}

void print_heading(const BenchOptions& options, const Reference* mujoco) {
  if (mujoco)
    fmt::print("Thew {} and MuJoCo {} ({})\n", kVersion, kReferenceVersion, mujoco->path());
  if (options.stage == Stage::Collision) fmt::print("the collision stage alone\n");
  if (options.smooth) fmt::print("constraints and contacts are disabled in every engine\n");
}

Json report_json(const std::vector<BenchRow>& rows, const BenchOptions& options,
                 const Reference* mujoco) {
  Json list = Json::array();
  for (const BenchRow& row : rows) list.push_back(row_json(row, options.stage));
  return {{"version", kVersion},
          {"mujoco", mujoco ? Json(kReferenceVersion) : Json()},
          {"mujoco_library", mujoco ? Json(mujoco->path()) : Json()},
          {"stage", options.stage_word},
          {"smooth", options.smooth},
          {"noise", options.measure.noise},
          {"rounds", options.measure.rounds},
          {"seconds", options.measure.seconds},
          {"threads", options.threads},
          {"rows", list},
          {"geometric_mean", geometric_mean(rows)}};
}

void bench_on_gpu(BenchOptions& options, Context& context) {
  GpuOptions& own = options.on_gpu;
  own.precision = options.precision == "single" ? Precision::Single : Precision::Double;
  own.noise = options.measure.noise;
  own.seconds = options.measure.seconds;
  own.rounds = options.measure.rounds;
  std::vector<GpuRow> rows;
  for (const std::string& name : options.models) {
    Model model = load(find_model(name), options.load).model;
    disable(model, disabled_words(options, is_partial(model)));
    const auto more = bench_gpu(name, model, own);
    rows.insert(rows.end(), more.begin(), more.end());
  }
  context.json ? print_json(gpu_json(rows, own)) : print_gpu(rows);
}

void bench_command(BenchOptions& options, Context& context) {
  check(options);
  if (options.gpu) return bench_on_gpu(options, context);
  const auto mujoco = open_reference(options, context.json);
  if (!context.json) print_heading(options, mujoco.get());
  std::vector<BenchRow> rows;
  for (const std::string& name : options.models) {
    rows.push_back(bench_or_error(name, options, mujoco.get(), context.json));
    if (rows.back().error) context.exit_code = kModelError;
  }
  if (!options.csv.empty()) write_csv(options.csv, rows);
  if (context.json) {
    print_json(report_json(rows, options, mujoco.get()));
    return;
  }
  if (options.stage == Stage::Parts) return print_parts(rows);
  print_rows(rows, options.stage);
  const double mean = geometric_mean(rows);
  if (rows.size() > 1 && mean > 0) fmt::print("geometric mean of the ratios: {:.2f}x\n", mean);
}

}  // namespace

void add_bench(CLI::App& program, Context& context) {
  auto options = std::make_shared<BenchOptions>();
  MeasureOptions& measure = options->measure;
  CLI::App* command = program.add_subcommand("bench", "Measure steps per second, beside MuJoCo's");
  command->add_option("MODEL", options->models, "Files or built-in models")
      ->type_name("")
      ->required();
  command
      ->add_option("--stage", options->stage_word,
                   "What to measure: step (the whole, default), collision or parts")
      ->type_name("STAGE");
  command->add_flag("--smooth", options->smooth,
                    "Disable constraints and contacts in both engines");
  command->add_option("--seconds", measure.seconds, "CPU time of one round [s], default 0.5")
      ->type_name("SECONDS");
  command->add_option("--rounds", measure.rounds, "Number of rounds, default 7")->type_name("N");
  command
      ->add_option("--noise", measure.noise, "Control noise, default 0.1 of half the control range")
      ->type_name("FRACTION");
  command->add_flag("--no-reference", options->no_reference, "Measure Thew alone");
  command->add_option("--mujoco", options->mujoco, "MuJoCo's library, or the folder it is in")
      ->type_name("PATH");
  command
      ->add_option("--batch", options->batch,
                   "Also measure N worlds that step together (world-steps/s)")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 20));
  command->add_flag("--gpu", options->gpu, "Measure worlds on an NVIDIA GPU instead");
  command
      ->add_option("--worlds", options->on_gpu.worlds,
                   "How many worlds on the GPU; default 8192,32768,131072")
      ->type_name("N,N...")
      ->delimiter(',');
  command
      ->add_option("--device", options->on_gpu.device,
                   "Which GPU: cuda (default), cuda:1...; emulate is for tests")
      ->type_name("NAME");
  command->add_option("--precision", options->precision, "Of the batch: double (default) or single")
      ->type_name("PRECISION")
      ->check(CLI::IsMember({"double", "single"}).description(""));
  command
      ->add_option("--lanes", options->lanes,
                   "Worlds of the batch side by side in a register; by default as many as fit")
      ->type_name("N");
  command
      ->add_option("--threads", options->threads,
                   "Threads of the batch, default 1; the time of several is that on the wall")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--csv", options->csv,
                   "Also write model, nv, ours, mujoco (per second), ratio to a file")
      ->type_name("FILE");
  options->load.add_to(*command);
  add_json_flag(*command, context);
  command->footer(kFooter + 1);
  command->callback([options, &context] { bench_command(*options, context); });
}

}  // namespace thew::cli
