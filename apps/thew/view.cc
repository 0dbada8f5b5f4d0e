// thew view: a model in the browser.
#include <csignal>
#include <fstream>
#include <stdexcept>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands.h"
#include "crowd_run.h"
#include "models.h"
#include "output.h"
#include "python.h"
#include "viewer.h"

namespace thew::cli {
namespace {

constexpr const char* kFooter = R"(
Examples:
  thew view                           a quadruped that trots: push it with the mouse
  thew view my_robot.xml              your own model; saving the file loads it anew
  thew view humanoid --paused         nothing moves until you press play
  thew view arm --port 9000           at this port, or the next free one
  thew view humanoid --worlds 256     many worlds, each with its own noise; a click opens one
  thew view humanoid --compare        beside MuJoCo: its run as a ghost, and what differs first

The link that is printed holds a secret: who has it can steer the simulation. The second link is for
looking only. Other machines are let in with --host; over SSH, `ssh -L 8012:localhost:8012 HOST` and
the link as it is printed are enough. The simulation waits for the first viewer. Ctrl-C ends it.)";

constexpr const char* kDemo = "quadruped";

struct ViewOptions {
  std::string model = kDemo;
  std::string host = "127.0.0.1";
  int port = 8012;
  bool no_browser = false;
  bool paused = false;
  bool no_reload = false;
  bool compare = false;
  int memory = 256;  // MiB
  std::int64_t worlds = 1;
  double noise = 0.1;
  std::string value;
  LoadFlags load;
};

volatile std::sig_atomic_t ended = 0;

viewer::Source source_of(const ModelSource& found, const LoadOptions& options) {
  viewer::Source source;
  source.kind = found.path.empty() ? viewer::Source::Kind::Text : viewer::Source::Kind::File;
  source.name = found.path.empty() ? found.given : found.path;
  source.text = std::string(found.xml);
  source.options = options;
  return source;
}

viewer::ViewerOptions viewer_options(const ViewOptions& given) {
  viewer::ViewerOptions options;
  options.host = given.host;
  options.port = given.port;
  options.watch = !given.no_reload;
  options.session.paused = given.paused;
  options.session.memory = static_cast<std::size_t>(given.memory) << 20;
  options.session.load = given.load.options();
  for (const Builtin& builtin : builtins()) {
    options.session.builtins.push_back({std::string(builtin.name), std::string(builtin.xml)});
  }
  return options;
}

void print_links(const viewer::Viewer& running, const ViewOptions& given, const Context& context) {
  if (context.json) {
    return print_json({{"control", running.control_link()},
                       {"view", running.view_link()},
                       {"port", running.port()}});
  }
  if (given.port != 0 && running.port() != given.port) {
    fmt::print("port {} is in use: taking {}\n", given.port, running.port());
  }
  fmt::print("control: {}\nlook:    {}\n", running.control_link(), running.view_link());
  fmt::print("The simulation waits for the first viewer. Ctrl-C ends it.\n");
  std::fflush(stdout);
}

// Says where it is, opens the browser, and does its work until it is told to end. `work` returns
// the seconds until it wants to be called again.
template <class Work>
void serve(const viewer::Viewer& running, const ViewOptions& given, const Context& context,
           Work work) {
  print_links(running, given, context);
  if (!given.no_browser && viewer::open_browser(running.control_link()) && !context.json) {
    fmt::print("opened in the browser\n");
  }
  std::fflush(stdout);
  while (ended == 0) std::this_thread::sleep_for(std::chrono::duration<double>(work()));
}

void view_worlds(const ViewOptions& given, const viewer::Loaded& loaded, const Context& context) {
  viewer::CrowdRunOptions run;
  run.worlds = given.worlds;
  run.noise = given.noise;
  run.value = given.value;
  const bool builtin = find_model(given.model).path.empty();
  if (builtin && loaded.model->nkey > 0) run.key = 0;  // where something moves
  viewer::CrowdRun crowd(loaded.model, loaded.name, run, viewer_options(given));
  serve(crowd.viewer(), given, context, [&] {
    using namespace std::chrono;
    return crowd.tick(duration<double>(steady_clock::now().time_since_epoch()).count());
  });
}

// Both engines run in Python, which shows them.
void view_comparison(const ViewOptions& given, const Context& context) {
  const ModelSource source = find_model(given.model);
  const std::string model = source.path.empty() ? std::string(source.xml) : source.path;
  std::vector<std::string> command{
      comparing_python(), "-m",     "thew.live_diff", model,    "--name",
      source.given,       "--host", given.host,       "--port", std::to_string(given.port)};
  if (given.no_browser) command.emplace_back("--no-browser");
  if (context.json) command.emplace_back("--json");
  std::fflush(stdout);
  become_program(command);
  throw UsageError(fmt::format("cannot start {}", command[0]));
}

void view(const ViewOptions& given, Context& context) {
  constexpr double kMostWorlds = 4096;
  require_range("--port", static_cast<double>(given.port), 0, 65535);
  require_range("--memory", static_cast<double>(given.memory), 1, 1 << 20);
  require_range("--worlds", static_cast<double>(given.worlds), 1, kMostWorlds);
  require_range("--noise", given.noise, 0, 10);
  if (given.compare) return view_comparison(given, context);
  const viewer::Source source = source_of(find_model(given.model), given.load.options());
  viewer::Loaded loaded = viewer::load(source);
  if (!context.json) print_load_warnings(given.model, loaded.model->warnings);
  // Before anybody can know of the viewer: who does may end it.
  std::signal(SIGINT, [](int) { ended = 1; });
  std::signal(SIGTERM, [](int) { ended = 1; });
  try {
    if (given.worlds > 1) return view_worlds(given, loaded, context);
    viewer::Viewer running(std::move(loaded), source, viewer_options(given));
    serve(running, given, context, [] { return 0.05; });
  } catch (const Error&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Error({}, error.what());
  }
}

}  // namespace

void add_view(CLI::App& program, Context& context) {
  auto options = std::make_shared<ViewOptions>();
  CLI::App* command = program.add_subcommand("view", "Show a model in the browser, live");
  command->footer(kFooter + 1);
  command->add_option("model", options->model, "Path or built-in name (default: the demo)")
      ->type_name("MODEL");
  command->add_option("--port", options->port, "First port to try; 0: any (default 8012)")
      ->type_name("N");
  command->add_option("--host", options->host, "Address to listen at (default: this machine alone)")
      ->type_name("ADDRESS");
  command->add_flag("--no-browser", options->no_browser, "Do not open the browser");
  command->add_flag("--paused", options->paused, "Stay paused when the first viewer comes");
  command->add_flag("--no-reload", options->no_reload,
                    "Do not load the model anew when its files change");
  command
      ->add_option("--memory", options->memory,
                   "Most memory of the time line, in MiB (default 256)")
      ->type_name("N");
  command->add_flag("--compare", options->compare,
                    "Run MuJoCo beside it and say what differs (needs Python with mujoco)");
  command->add_option("--worlds", options->worlds, "Show so many worlds at once (default 1)")
      ->type_name("N");
  command
      ->add_option(
          "--noise", options->noise,
          "Of the worlds' starts [m/s] and controls, as a part of their ranges (default 0.1)")
      ->type_name("X");
  command
      ->add_option("--value", options->value,
                   "Signal that colours the worlds (default: their distance from world 0)")
      ->type_name("SIGNAL");
  options->load.add_to(*command);
  add_json_flag(*command, context);
  command->callback([options, &context] { view(*options, context); });
}

}  // namespace thew::cli
