#include "record.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bytes.h"
#include "foxglove.h"
#include "frame.h"
#include "gzip.h"
#include "http.h"
#include "mcap.h"
#include "model_blob.h"
#include "picture.h"
#include "signals.h"

namespace thew::viewer {

namespace {

std::vector<Signal> signals_of(const Model& model, const std::vector<std::string>& texts) {
  std::vector<Signal> signals;
  for (const std::string& text : texts) signals.emplace_back(model, text);
  return signals;
}

// Runs the world; `moment` is called at the begin and `rate` times a second, all up to date.
void simulate(const Loaded& loaded, const RecordOptions& options, const Progress& made,
              const std::function<void(World&)>& moment) {
  World world(loaded.model);
  const auto controllers = controllers_for(*loaded.model);
  if (!controllers.empty()) world.apply({0, controllers.front()});
  world.reset(options.key >= 0                                 ? options.key
              : !controllers.empty() && loaded.model->nkey > 0 ? 0
                                                               : -1);
  const double begin = world.data().time, timestep = loaded.model->opt.timestep;
  const auto frames = static_cast<std::int64_t>(std::floor(options.duration * options.rate + 1e-9));
  for (std::int64_t frame = 0; frame <= frames; ++frame) {
    const double due = begin + static_cast<double>(frame) / options.rate;
    while (world.data().time + timestep / 2 < due) world.advance();
    world.refresh();
    moment(world);
    if (!made(world.data().time - begin)) return;
  }
}

// Keeps the samples of a frame.
Samples sample(std::vector<Signal>& signals, World& world) {
  Samples samples;
  if (signals.empty()) return samples;
  samples.signals = static_cast<std::uint32_t>(signals.size());
  samples.time.push_back(world.data().time);
  for (Signal& signal : signals)
    samples.values.push_back(static_cast<float>(signal.value(world, 0)));
  return samples;
}

Json state_json(const World& world) {
  Json state = {{"time", number(world.data().time)}};
  for (const char* name : {"qpos", "qvel", "act", "ctrl", "sensordata"}) {
    const FieldRef& field = *find_field(name);
    const FieldView view = field.view(world.model(), world.data());
    Json values = Json::array();
    for (std::int64_t i = 0; i < view.rows; ++i) values.push_back(number(field.read(view, i)));
    state[name] = std::move(values);
  }
  return state;
}

}  // namespace

void record_html(const Loaded& loaded, const RecordOptions& options, std::ostream& out,
                 const Progress& made) {
  constexpr std::uint32_t kWhole = 60;  // frames from one that holds everything to the next
  constexpr std::string_view kEnd = "</body>";
  const PageFile* file = find_page("index.html");
  if (file == nullptr) throw std::runtime_error("this build has no page to put a recording in");
  std::vector<Signal> signals = signals_of(*loaded.model, options.signals);
  scene::Scene scene(*loaded.model);
  const scene::Option option;
  FrameEncoder encoder;
  Writer frames;
  std::uint32_t count = 0;
  simulate(loaded, options, made, [&](World& world) {
    Frame frame;
    frame.time = world.data().time;
    frame.step = static_cast<double>(world.step());
    frame.factor = 1;
    frame.flags = count % kWhole == 0 ? Frame::kBegin : 0u;
    auto picture = std::make_shared<Picture>();
    draw(world, option, nullptr, {}, scene, *picture);
    frame.picture = std::move(picture);
    frame.samples = sample(signals, world);
    const std::string bytes = encoder.encode(frame);
    frames.put(static_cast<std::uint32_t>(bytes.size()));
    frames.put_text(bytes);
    ++count;
  });
  Json list = Json::array();
  for (const Signal& signal : signals) {
    list.push_back({{"signal", signal.text()}, {"label", signal.label()}, {"unit", signal.unit()}});
  }
  const std::string blob =
      encode_model(*loaded.model, loaded.name, loaded.source, {{"signals", list}});
  Writer whole;
  whole.put(static_cast<std::uint32_t>(blob.size()));
  whole.put_text(blob);
  whole.put(count);
  whole.put_text(frames.text());
  const std::string page = gunzip(file->gzip);
  const std::size_t end = std::min(page.rfind(kEnd), page.size());
  const std::size_t begin =
      std::min(page.find("<script"), end);  // before the script that looks for it
  out << page.substr(0, begin) << "<script type=\"application/x-thew-recording\" id=\"recording\">"
      << base64(gzip(whole.text())) << "</script>" << page.substr(begin);
}

void record_mcap(const Loaded& loaded, const RecordOptions& options, std::ostream& out,
                 const Progress& made) {
  constexpr const char* kAny = R"({"type":"object"})";
  std::vector<Signal> signals = signals_of(*loaded.model, options.signals);
  McapWriter mcap(out);
  const auto transforms =
      mcap.add_channel("/tf", "foxglove.FrameTransforms",
                       R"({"type":"object","properties":{"transforms":{"type":"array"}}})");
  const auto shapes = mcap.add_channel(
      "/scene", "foxglove.SceneUpdate",
      R"({"type":"object","properties":{"deletions":{"type":"array"},"entities":{"type":"array"}}})");
  const auto state = mcap.add_channel("/state", "thew.State", kAny);
  const auto plotted = mcap.add_channel("/signals", "thew.Signals", kAny);
  bool first = true;
  simulate(loaded, options, made, [&](World& world) {
    const double time = world.data().time;
    if (first) mcap.write(shapes, time, dump(scene_json(world)));
    first = false;
    mcap.write(transforms, time, dump(transforms_json(world)));
    mcap.write(state, time, dump(state_json(world)));
    if (signals.empty()) return;
    Json values = Json::object();
    for (Signal& signal : signals) values[signal.text()] = number(signal.value(world, 0));
    mcap.write(plotted, time, dump(values));
  });
  mcap.finish();
}

void record_csv(const Loaded& loaded, const RecordOptions& options, std::ostream& out,
                const Progress& made) {
  std::vector<Signal> signals = signals_of(*loaded.model, options.signals);
  out << "time";
  for (const Signal& signal : signals) {
    const bool quoted = signal.text().find_first_of(",\"\n") != std::string::npos;
    std::string text = signal.text();
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2)
      text.insert(at, 1, '"');
    out << ',' << (quoted ? "\"" + text + "\"" : text);
  }
  out << '\n';
  simulate(loaded, options, made, [&](World& world) {
    out << Json(world.data().time).dump();
    for (Signal& signal : signals) {
      const double value = signal.value(world, 0);
      out << ',' << (std::isfinite(value) ? Json(value).dump() : "nan");
    }
    out << '\n';
  });
}

}  // namespace thew::viewer
