// thew record: a simulation as a file that others can look at.
#include "record.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands.h"
#include "models.h"
#include "output.h"
#include "progress.h"

namespace thew::cli {
namespace {

constexpr const char* kFooter = R"(
Examples:
  thew record humanoid -o wave.html                            one page that plays, scrubs and plots offline
  thew record quadruped -o trot.mcap --duration 5              for Foxglove
  thew record arm -o arm.csv --signal 'qpos[0]' energy.total   a table

A signal is FIELD[i] or FIELD[row,column] of Data, sensor:NAME, energy.total, energy.kinetic,
energy.potential, momentum.x, ncon, nefc, solver.iterations, solver.residual...)";

struct RecordFlags {
  std::string model, output, key;
  viewer::RecordOptions record;
  LoadFlags load;
};

volatile std::sig_atomic_t interrupted = 0;

using Form = void (*)(const viewer::Loaded&, const viewer::RecordOptions&, std::ostream&,
                      const viewer::Progress&);

Form form_of(const std::string& path) {
  const std::string end = std::filesystem::path(path).extension().string();
  if (end == ".html" || end == ".htm") return viewer::record_html;
  if (end == ".mcap") return viewer::record_mcap;
  if (end == ".csv") return viewer::record_csv;
  throw UsageError(fmt::format("-o: \"{}\" has no known ending", path),
                   "one of .html, .mcap, .csv");
}

viewer::Loaded load_source(const RecordFlags& flags) {
  const ModelSource found = find_model(flags.model);
  viewer::Source source;
  source.kind = found.path.empty() ? viewer::Source::Kind::Text : viewer::Source::Kind::File;
  source.name = found.path.empty() ? found.given : found.path;
  source.text = std::string(found.xml);
  source.options = flags.load.options();
  return viewer::load(source);
}

void record(RecordFlags flags, Context& context) {
  require_range("--duration", flags.record.duration, 0, 1e6);
  require_range("--rate", flags.record.rate, 1e-3, 1e5);
  const Form form = form_of(flags.output);
  const viewer::Loaded loaded = load_source(flags);
  if (!flags.key.empty()) flags.record.key = find_key(*loaded.model, flags.key);
  if (flags.record.signals.empty()) {
    flags.record.signals = {"energy.potential", "energy.kinetic", "energy.total", "ncon",
                            "solver.iterations"};
    for (int i = 0; i < std::min<std::int64_t>(loaded.model->nq, 16); ++i)
      flags.record.signals.push_back(fmt::format("qpos[{}]", i));
  }
  std::ofstream file(flags.output, std::ios::binary);
  if (!file) throw UsageError(fmt::format("-o: \"{}\" cannot be written", flags.output));
  std::signal(SIGINT, [](int) { interrupted = 1; });
  double simulated = 0;
  std::int64_t frames = 0;
  try {
    form(loaded, flags.record, file, [&](double time) {
      simulated = time;
      ++frames;
      return interrupted == 0;
    });
  } catch (const std::runtime_error& error) {
    file.close();
    std::filesystem::remove(flags.output);
    if (dynamic_cast<const Error*>(&error) != nullptr) throw;
    throw Error({}, error.what());
  }
  file.close();
  if (!file) throw Error({}, fmt::format("\"{}\" could not be written whole", flags.output));
  const auto bytes = std::filesystem::file_size(flags.output);
  if (context.json) {
    return print_json({{"file", flags.output},
                       {"bytes", bytes},
                       {"frames", frames},
                       {"simulated_seconds", simulated}});
  }
  fmt::print("{}: {:.4g} s of {}, {} frames, {:.1f} kB\n", flags.output, simulated, loaded.name,
             frames, static_cast<double>(bytes) / 1000);
}

}  // namespace

void add_record(CLI::App& program, Context& context) {
  auto options = std::make_shared<RecordFlags>();
  CLI::App* command =
      program.add_subcommand("record", "Simulate a model into a page, an MCAP file or a table");
  command->add_option("MODEL", options->model, "File or built-in model")->type_name("")->required();
  command->add_option("-o,--output", options->output, "File to write: .html, .mcap or .csv")
      ->type_name("FILE")
      ->required();
  command->add_option("--duration", options->record.duration, "Simulated time [s], default 10")
      ->type_name("SECONDS");
  command
      ->add_option("--rate", options->record.rate,
                   "Frames or rows per simulated second, default 60")
      ->type_name("NUMBER");
  command->add_option("--key", options->key, "Start from this keyframe (name or number)")
      ->type_name("KEY");
  command
      ->add_option("--signal", options->record.signals,
                   "Signals to keep (default: energies, contacts, iterations, qpos)")
      ->type_name("SIGNAL");
  options->load.add_to(*command);
  add_json_flag(*command, context);
  command->footer(kFooter + 1);
  command->callback([options, &context] { record(*options, context); });
}

}  // namespace thew::cli
