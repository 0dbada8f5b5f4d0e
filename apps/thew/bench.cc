// thew bench: steps per second of whole models, beside MuJoCo's in the same run.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <thew/version.h>

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
  thew bench humanoid --lanes                  also four worlds in SIMD lanes
  thew bench humanoid --no-reference --json    without MuJoCo

Both engines walk the same episodes: 1000 steps from keyframe 0 or the initial state, uniform
control noise. They take turns in every round; the time is CPU time of the thread, the rate is the
median over rounds, and the ratio the median of the rounds' ratios with its lowest and highest.
MuJoCo's library is looked for in --mujoco, THEW_MUJOCO and the Python package mujoco.

Constraints, contacts and sensors are not simulated here yet: unless --constraints is given they
are disabled in both engines, MuJoCo's too, so that both do the same work. "differ" is how far
apart the positions are after 100 steps.)";

constexpr int kCompareSteps = 100;
constexpr double kSameMotion = 1e-6;  // positions this near after those steps [m or rad]

struct BenchOptions {
  std::vector<std::string> models;
  MeasureOptions measure;
  bool no_reference = false;
  bool lanes = false;
  bool constraints = false;
  std::string mujoco;
  std::string csv;
  LoadFlags load;
};

struct Row {
  std::string model;
  std::optional<Json> error;
  std::int64_t nv = 0, nu = 0;
  std::vector<std::string> warnings;
  Measured ours;
  std::optional<Measured> lanes, reference;
  double ratio = 0, low = 0, high = 0, lanes_ratio = 0;
  double differ = 0;     // of positions [m or rad]
  bool partial = false;  // parts of the model were left out here
};

std::vector<std::string> disabled_words(const BenchOptions& options) {
  if (options.constraints) return {};
  return {"constraint", "contact", "sensor"};
}

// Whether anything in a model could make a constraint: contacts, limits, friction loss.
bool can_be_constrained(const Model& model) {
  const auto any_set = [](const auto& values) {
    return std::any_of(values.begin(), values.end(), [](auto x) { return x != 0; });
  };
  return any_set(model.geom_contype) || any_set(model.geom_conaffinity) || model.npair > 0 ||
         any_set(model.jnt_limited) || any_set(model.tendon_limited) ||
         any_set(model.dof_frictionloss) || any_set(model.tendon_frictionloss);
}

// Only what a model has is disabled; one that is whole has no sensors, or it would have been
// refused.
std::vector<std::string> disabled_words(const BenchOptions& options, const Row& row,
                                        const Model& model) {
  if (options.constraints || row.partial) return disabled_words(options);
  if (can_be_constrained(model)) return {"constraint", "contact"};
  return {};
}

void disable(Model& model, const std::vector<std::string>& words) {
  for (const std::string& word : words) model.opt.disableflags |= enum_value("mjtDisableBit", word);
}

// What cannot be simulated yet is mostly what is disabled here; `partial` tells when something else
// was left out.
Model load_model(const ModelSource& source, const BenchOptions& options, bool& partial) {
  try {
    return load(source, false).model;
  } catch (const Error&) {
    if (options.constraints && !options.load.ignore_unsupported) throw;
  }
  partial = true;
  return load(source, true).model;
}

void compare(Row& row, const Measured& reference) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < reference.rates.size(); ++i) {
    ratios.push_back(row.ours.rates[i] / reference.rates[i]);
  }
  row.ratio = median(ratios);
  row.low = *std::min_element(ratios.begin(), ratios.end());
  row.high = *std::max_element(ratios.begin(), ratios.end());
}

Row bench_model(const std::string& name, const BenchOptions& options, const Reference* mujoco) {
  const ModelSource source = find_model(name);
  Row row;
  Model model = load_model(source, options, row.partial);
  const auto words = disabled_words(options, row, model);
  disable(model, words);
  row.model = name;
  row.nv = model.nv;
  row.nu = model.nu;
  row.warnings = model.warnings;

  const auto ours = make_single(model);
  const auto lanes = options.lanes ? make_lanes(model) : nullptr;
  const auto reference = mujoco ? make_reference(*mujoco, source, model, words) : nullptr;
  std::vector<Engine*> engines{ours.get()};
  if (lanes) engines.push_back(lanes.get());
  if (reference) engines.push_back(reference.get());

  const auto results = measure(model, engines, options.measure, options.constraints);
  row.ours = results[0];
  if (lanes) {
    row.lanes = results[1];
    row.lanes_ratio = row.lanes->median / row.ours.median;
  }
  if (reference) {
    row.reference = results.back();
    compare(row, *row.reference);
    row.differ = disagreement(model, *ours, *reference, options.measure.noise, kCompareSteps);
  }
  return row;
}

Row bench_or_error(const std::string& name, const BenchOptions& options, const Reference* mujoco,
                   bool json) {
  try {
    return bench_model(name, options, mujoco);
  } catch (const Error& error) {
    if (!json) print_error(error, false);
    Row row;
    row.model = name;
    row.error = error_json(error);
    return row;
  }
}

bool same_motion(const Row& row) {
  return row.differ <= kSameMotion;
}

// What a reader must know about a ratio before believing it.
std::string mark(const Row& row) {
  if (!row.reference) return "";
  return std::string(row.partial ? "*" : "") + (same_motion(row) ? "" : "!");
}

double geometric_mean(const std::vector<Row>& rows) {
  double sum = 0;
  int count = 0;
  for (const Row& row : rows) {
    if (row.error || !row.reference || !same_motion(row)) continue;
    sum += std::log(row.ratio);
    ++count;
  }
  return count > 0 ? std::exp(sum / count) : std::nan("");
}

Json row_json(const Row& row) {
  if (row.error) return {{"model", row.model}, {"error", *row.error}};
  Json json = {
      {"model", row.model}, {"nv", row.nv}, {"nu", row.nu}, {"steps_per_second", row.ours.median}};
  if (row.ours.contacts >= 0) json["contacts"] = row.ours.contacts;
  if (row.lanes) {
    json["lanes_steps_per_second"] = row.lanes->median;
    json["lanes_ratio"] = row.lanes_ratio;
  }
  if (row.reference) {
    json["mujoco_steps_per_second"] = row.reference->median;
    if (row.reference->contacts >= 0) json["mujoco_contacts"] = row.reference->contacts;
    json["ratio"] = row.ratio;
    json["ratio_low"] = row.low;
    json["ratio_high"] = row.high;
    json["differ"] = row.differ;
    json["partial"] = row.partial;
  }
  json["load_warnings"] = row.warnings;
  return json;
}

std::vector<std::string> headings(const BenchOptions& options, bool reference) {
  std::vector<std::string> words{"model", "nv", "thew steps/s"};
  if (options.lanes) words.insert(words.end(), {"lanes", "lanes/one"});
  if (reference) words.insert(words.end(), {"MuJoCo", "ratio", "low-high", "differ"});
  if (options.constraints) words.emplace_back("contacts");
  return words;
}

std::vector<std::string> cells(const Row& row, const BenchOptions& options) {
  std::vector<std::string> words{row.model, std::to_string(row.nv), brief_rate(row.ours.median)};
  const auto add = [&words](std::string word) { words.push_back(std::move(word)); };
  if (row.lanes) {
    add(brief_rate(row.lanes->median));
    add(fmt::format("{:.2f}x", row.lanes_ratio));
  }
  if (row.reference) {
    add(brief_rate(row.reference->median));
    add(fmt::format("{:.2f}x{}", row.ratio, mark(row)));
    add(fmt::format("{:.2f}-{:.2f}", row.low, row.high));
    add(fmt::format("{:.1e}", row.differ));
  }
  if (options.constraints) {
    const std::string ours = fmt::format("{:.1f}", row.ours.contacts);
    add(row.reference ? fmt::format("{} / {:.1f}", ours, row.reference->contacts) : ours);
  }
  return words;
}

void print_rows(const std::vector<Row>& rows, const BenchOptions& options, bool reference) {
  Table table(headings(options, reference));
  std::string marks;
  for (const Row& row : rows) {
    if (row.error) continue;
    table.add(cells(row, options));
    marks += mark(row);
  }
  if (!table.empty()) fmt::print("{}", table.text(0));
  if (marks.find('*') != std::string::npos) {
    fmt::print("* parts of the model were left out here and not in MuJoCo\n");
  }
  if (marks.find('!') != std::string::npos) {
    fmt::print("! the engines do not move alike: the ratio compares different work\n");
  }
  for (const Row& row : rows) print_load_warnings(row.model, row.warnings);
}

void write_csv(const std::string& path, const std::vector<Row>& rows) {
  std::ofstream file(path);
  file << "model,nv,ours,mujoco,ratio\n";
  for (const Row& row : rows) {
    if (row.error) continue;
    const bool both = row.reference.has_value();
    file << fmt::format("{},{},{:.0f},{},{}\n", row.model, row.nv, row.ours.median,
                        both ? fmt::format("{:.0f}", row.reference->median) : "",
                        both && same_motion(row) ? fmt::format("{:.3f}", row.ratio) : "");
  }
  file.flush();
  if (!file) throw UsageError(fmt::format("--csv: cannot write \"{}\"", path));
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

void bench_command(const BenchOptions& options, Context& context) {
  require_range("--seconds", options.measure.seconds, 0, 3600);
  require_range("--rounds", std::int64_t{options.measure.rounds}, 1, 1000);
  require_range("--noise", options.measure.noise, 0, 1e6);
  for (const std::string& name : options.models)
    find_model(name);  // a misspelt one is said at once
  const auto mujoco = open_reference(options, context.json);
  const auto words = disabled_words(options);
  if (!context.json) {
    if (mujoco)
      fmt::print("Thew {} and MuJoCo {} ({})\n", kVersion, kReferenceVersion, mujoco->path());
    if (!words.empty())
      fmt::print("disabled in every engine, for models that have them: {} (see --constraints)\n",
                 fmt::join(words, ", "));
  }
  std::vector<Row> rows;
  for (const std::string& name : options.models) {
    rows.push_back(bench_or_error(name, options, mujoco.get(), context.json));
    if (rows.back().error) context.exit_code = kModelError;
  }
  if (!options.csv.empty()) write_csv(options.csv, rows);
  const double mean = geometric_mean(rows);
  if (!context.json) {
    print_rows(rows, options, mujoco != nullptr);
    if (rows.size() > 1 && !std::isnan(mean))
      fmt::print("geometric mean of the ratios: {:.2f}x\n", mean);
    return;
  }
  Json list = Json::array();
  for (const Row& row : rows) list.push_back(row_json(row));
  print_json({{"version", kVersion},
              {"mujoco", mujoco ? Json(kReferenceVersion) : Json()},
              {"mujoco_library", mujoco ? Json(mujoco->path()) : Json()},
              {"disabled", words},
              {"noise", options.measure.noise},
              {"rounds", options.measure.rounds},
              {"seconds", options.measure.seconds},
              {"rows", list},
              {"geometric_mean", mean}});
}

}  // namespace

void add_bench(CLI::App& program, Context& context) {
  auto options = std::make_shared<BenchOptions>();
  MeasureOptions& measure = options->measure;
  CLI::App* command = program.add_subcommand("bench", "Measure steps per second, beside MuJoCo's");
  command->add_option("MODEL", options->models, "Files or built-in models")
      ->type_name("")
      ->required();
  command->add_option("--seconds", measure.seconds, "CPU time of one round [s], default 0.5")
      ->type_name("SECONDS");
  command->add_option("--rounds", measure.rounds, "Number of rounds, default 7")->type_name("N");
  command
      ->add_option("--noise", measure.noise, "Control noise, default 0.1 of half the control range")
      ->type_name("FRACTION");
  command->add_flag("--no-reference", options->no_reference, "Measure Thew alone");
  command->add_option("--mujoco", options->mujoco, "MuJoCo's library, or the folder it is in")
      ->type_name("PATH");
  command->add_flag("--lanes", options->lanes,
                    "Also measure four worlds in SIMD lanes (world-steps/s)");
  command->add_flag(
      "--constraints,!--no-constraints", options->constraints,
      "Leave constraints, contacts, sensors as the model has them (default: disabled)");
  command->add_option("--csv", options->csv, "Also write model, nv, ours, mujoco, ratio to a file")
      ->type_name("FILE");
  options->load.add_to(*command);
  add_json_flag(*command, context);
  command->footer(kFooter + 1);
  command->callback([options, &context] { bench_command(*options, context); });
}

}  // namespace thew::cli
