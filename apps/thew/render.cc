// thew render: draws pictures and videos of a model, without a display.
#include <chrono>
#include <cmath>
#include <csignal>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <thew/data.h>
#include <thew/nearest.h>
#include <thew/render.h>
#include <thew/step.h>

#include "commands.h"
#include "excitation.h"
#include "models.h"
#include "names.h"
#include "output.h"
#include "picture_file.h"
#include "progress.h"

namespace thew::cli {
namespace {

constexpr const char* kFooter = R"(
Examples:
  thew render humanoid -o humanoid.png                     the first moment, seen from afar
  thew render my_robot.xml -o out.png --camera front       by a camera of the model
  thew render humanoid -o fall.png --time 0.6              after 0.6 s
  thew render humanoid -o fall.mp4 --duration 3            a video, by ffmpeg
  thew render hand -o frames/ --duration 1 --fps 10        numbered pictures
  thew render humanoid -o big.png --size 1920x1080 --azimuth 150 --elevation -10

The output is one picture (.png), a video (.mp4, .webm, .mkv or .gif; needs the program ffmpeg) or a
folder of pictures. --distance, --azimuth and --elevation move the free camera; they do not go with
--camera. It needs no display and no GPU: EGL and Mesa draw (libegl1, libgl1-mesa-dri).)";

constexpr int kHold = 10;  // steps that a random control is held for

struct RenderOptions {
  std::string model, output, camera, key, size_text = "640x480";
  double time = 0;       // of the first picture [s]
  double duration = -1;  // of a video [s]
  double fps = 30;
  double azimuth = NAN, elevation = NAN, distance = NAN;
  double noise = 0;
  std::uint64_t seed = 0;
  int samples = -1;
  bool depth = false, segments = false;
  PictureSize size;
  LoadFlags load;
};

volatile std::sig_atomic_t interrupted = 0;

PictureSize parse_size(const std::string& text) {
  PictureSize size;
  int used = 0;
  const bool good = std::sscanf(text.c_str(), "%dx%d%n", &size.width, &size.height, &used) == 2 &&
                    static_cast<std::size_t>(used) == text.size();
  if (!good) {
    throw UsageError(fmt::format("--size: \"{}\" is no size", text), "WIDTHxHEIGHT, as 640x480");
  }
  for (const int side : {size.width, size.height})
    require_range("--size", std::int64_t{side}, 1, 16384);
  return size;
}

scene::Camera choose_camera(const Model& model, const RenderOptions& options) {
  scene::Camera camera = scene::free_camera(model);
  if (!options.camera.empty()) {
    int id = name_to_id(model, ObjectType::Camera, options.camera);
    char* end = nullptr;
    if (id < 0) {
      const long number = std::strtol(options.camera.c_str(), &end, 10);
      if (*end == '\0' && number >= 0 && number < model.ncam) id = static_cast<int>(number);
    }
    if (id < 0) {
      std::vector<std::string> names;
      for (int i = 0; i < model.ncam; ++i)
        names.push_back(object_name(model, ObjectType::Camera, i));
      std::string hint = did_you_mean(options.camera, names);
      if (hint.empty()) {
        hint = names.empty() ? "the model has no cameras: leave the option out"
                             : fmt::format("its cameras: {}", fmt::join(names, ", "));
      }
      throw UsageError(fmt::format("--camera: the model has no camera \"{}\"", options.camera),
                       hint);
    }
    camera.type = static_cast<int>(CameraType::Fixed);
    camera.fixedcamid = id;
  }
  if (!std::isnan(options.azimuth)) camera.azimuth = options.azimuth;
  if (!std::isnan(options.elevation)) camera.elevation = options.elevation;
  if (!std::isnan(options.distance)) camera.distance = options.distance;
  return camera;
}

// A model in motion, and the pictures of it.
class Film {
 public:
  Film(const Model& model, const RenderOptions& options)
      : model_(model),
        options_(options),
        data_(model),
        excitation_(model, find_key(model, options.key), options.noise, options.seed),
        renderer_(model, {options.size.width, options.size.height, options.samples}),
        scene_(model),
        camera_(choose_camera(model, options)),
        rgb_(static_cast<std::size_t>(3 * options.size.width * options.size.height)) {
    reset(model, data_, find_key(model, options.key));
    forward(model, data_);
  }

  const std::string& device() const { return renderer_.device(); }

  void advance_to(double time) {
    while (data_.time + 0.5 * model_.opt.timestep < time && interrupted == 0) {
      if (options_.noise > 0 && steps_ % kHold == 0) {
        const auto& ctrl = excitation_.next();
        std::copy(ctrl.begin(), ctrl.end(), data_.ctrl.begin());
      }
      step(model_, data_);
      ++steps_;
    }
  }

  // The picture of this moment, from its top row on.
  std::span<const std::uint8_t> shoot() {
    update(model_, data_, {}, nullptr, camera_, static_cast<int>(CatBit::All), scene_);
    scene_.flags[static_cast<int>(RndFlag::Depth)] = options_.depth ? 1 : 0;
    scene_.flags[static_cast<int>(RndFlag::Segment)] = options_.segments ? 1 : 0;
    renderer_.draw(scene_);
    renderer_.read_colors(renderer_.area(), rgb_);
    render::flip_rows(std::as_writable_bytes(std::span(rgb_)),
                      3 * static_cast<std::size_t>(options_.size.width));
    return rgb_;
  }

 private:
  const Model& model_;
  const RenderOptions& options_;
  Data data_;
  Excitation excitation_;
  render::Renderer renderer_;
  scene::Scene scene_;
  scene::Camera camera_;
  std::vector<std::uint8_t> rgb_;
  std::int64_t steps_ = 0;
};

void render_command(RenderOptions& options, Context& context) {
  options.size = parse_size(options.size_text);
  check_picture_path(options.output);
  const bool moving = is_video(options.output) || is_folder(options.output);
  if (options.duration < 0) options.duration = moving ? 5 : 0;
  if (options.duration > 0 && !moving) {
    throw UsageError("--duration: a .png is one picture",
                     "a moment: --time; a video: -o out.mp4; pictures: -o frames/");
  }
  const Loaded loaded = load(find_model(options.model), options.load);
  const auto begin = std::chrono::steady_clock::now();
  Film film(loaded.model, options);
  const auto file = open_picture_file(options.output, options.size, options.fps);
  const std::int64_t frames =
      moving ? std::max<std::int64_t>(1, std::llround(options.duration * options.fps)) : 1;
  std::signal(SIGINT, [](int) { interrupted = 1; });
  Progress progress(frames, 1 / options.fps, context.json || frames == 1);
  std::int64_t done = 0;
  while (done < frames && interrupted == 0) {
    film.advance_to(options.time + static_cast<double>(done) / options.fps);
    file->add(film.shoot());
    progress.update(++done);
  }
  progress.finish();
  file->finish();
  std::signal(SIGINT, SIG_DFL);
  const double wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (context.json) {
    print_json({{"model", options.model},
                {"output", options.output},
                {"width", options.size.width},
                {"height", options.size.height},
                {"pictures", done},
                {"interrupted", interrupted != 0},
                {"device", film.device()},
                {"wall_seconds", wall}});
    return;
  }
  fmt::print("{}: {} picture{} of {} x {} pixels in {:.2f} s, drawn by {}\n", options.output, done,
             done == 1 ? "" : "s", options.size.width, options.size.height, wall, film.device());
  print_load_warnings(options.model, loaded.model.warnings);
}

void check_options(const RenderOptions& options, const CLI::App& command) {
  require_range("--time", options.time, 0, 1e9);
  require_range("--fps", options.fps, 0.01, 1000);
  if (command.count("--duration") > 0) require_range("--duration", options.duration, 1e-9, 1e6);
  require_range("--ctrl-noise", options.noise, 0, 1e6);
  if (!std::isnan(options.distance)) require_range("--distance", options.distance, 1e-9, 1e9);
  if (options.depth && options.segments) {
    throw UsageError("--depth and --segments exclude one another");
  }
  for (const char* name : {"--azimuth", "--elevation", "--distance"}) {
    if (command.count(name) > 0 && command.count("--camera") > 0) {
      throw UsageError(fmt::format("{} moves the free camera, not one of the model", name));
    }
  }
}

}  // namespace

void add_render(CLI::App& program, Context& context) {
  auto options = std::make_shared<RenderOptions>();
  CLI::App* command =
      program.add_subcommand("render", "Draw a picture or a video of a model, without a display");
  command->add_option("MODEL", options->model, "File or built-in model")->type_name("")->required();
  const auto add = [&](const char* name, auto& value, const char* type, const char* about) {
    return command->add_option(name, value, about)->type_name(type);
  };
  add("-o,--output", options->output, "FILE", "out.png, out.mp4, or a folder: frames/")->required();
  add("--size", options->size_text, "WxH", "Pixels across and down, default 640x480");
  add("--camera", options->camera, "NAME", "A camera of the model (name or number)");
  add("--time", options->time, "SECONDS", "Simulated time of the (first) picture, default 0");
  add("--duration", options->duration, "SECONDS",
      "Length of a video or of the pictures, default 5");
  add("--fps", options->fps, "N", "Pictures per simulated second, default 30");
  add("--key", options->key, "KEY", "Start from this keyframe (name or number)");
  add("--ctrl-noise", options->noise, "FRACTION",
      "Control noise, as a fraction of half the control range");
  add("--seed", options->seed, "N", "Seed of the control noise, default 0");
  add("--azimuth", options->azimuth, "DEGREES", "Direction in which the free camera looks");
  add("--elevation", options->elevation, "DEGREES", "Its pitch; negative looks down");
  add("--distance", options->distance, "METRES", "How far it is from the model's centre");
  add("--samples", options->samples, "N", "Samples per pixel; 0: jagged edges, but faster");
  command->add_flag("--depth", options->depth, "Show how near things are, instead of colours");
  command->add_flag("--segments", options->segments, "Show each object in a colour of its own");
  options->load.add_to(*command);
  add_json_flag(*command, context);
  command->footer(kFooter + 1);
  command->callback([options, command, &context] {
    check_options(*options, *command);
    render_command(*options, context);
  });
}

}  // namespace thew::cli
