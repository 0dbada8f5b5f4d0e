#include <algorithm>
#include <cstring>
#include <optional>

#include <thew/error.h>
#include <thew/render.h>

#include "render/egl.h"
#include "render/overlay.h"
#include "render/passes.h"
#include "render/worker.h"

namespace thew::render {

namespace {

// What OpenGL holds; lives and ends on the worker.
struct Held {
  Context context;
  Assets assets;
  Programs programs;
  Blocks blocks;
  VisualNumbers visual;
  std::array<std::optional<Target>, 1 + Renderer::kMostAside> targets;
  std::size_t selected = 0;
  std::optional<ShadowMap> shadow_map;
  Overlay overlay;

  Held(const Model& model, const Settings& settings)
      : assets(context.gl(), model),
        programs(context.gl()),
        blocks(context.gl()),
        visual(model),
        overlay(context.gl(), settings.font_scale) {
    const auto& global = model.vis.global_;
    targets[0].emplace(context.gl(), settings.width != 0 ? settings.width : global.offwidth,
                       settings.height != 0 ? settings.height : global.offheight,
                       settings.samples >= 0 ? settings.samples : model.vis.quality.offsamples);
    if (model.vis.quality.shadowsize > 2) {
      shadow_map.emplace(context.gl(), model.vis.quality.shadowsize);
    }
  }

  // Where is drawn and read.
  const Target& target() const { return *targets[selected]; }

  Canvas canvas() {
    return {context.gl(),
            assets,
            programs,
            blocks,
            visual,
            target(),
            shadow_map ? &*shadow_map : nullptr};
  }
};

void check_id(const char* what, int id, std::int64_t count) {
  if (id >= 0 && id < count) return;
  throw Error({}, "there is no " + std::string(what) + " " + std::to_string(id) +
                      ": the model has " + std::to_string(count));
}

// Among the pictures, of which the first one is the main one.
std::size_t place_aside(int number) {
  if (number < 0 || number >= Renderer::kMostAside) {
    throw Error({}, "pictures aside have numbers from 0 to " +
                        std::to_string(Renderer::kMostAside - 1) + ", not " +
                        std::to_string(number));
  }
  return 1 + static_cast<std::size_t>(number);
}

}  // namespace

struct Renderer::Parts {
  Worker worker;
  std::optional<Held> held;
  std::string device;

  ~Parts() {
    worker.run([this] { held.reset(); });
  }

  // The part of the picture that a buffer of `size` numbers must fit.
  void check(const Rectangle& r, std::size_t size, std::size_t numbers) const {
    const Target& t = held->target();
    const bool inside = r.left >= 0 && r.bottom >= 0 && r.width >= 0 && r.height >= 0 &&
                        r.left + r.width <= t.width() && r.bottom + r.height <= t.height();
    if (!inside) {
      throw Error({}, "the part " + std::to_string(r.width) + " x " + std::to_string(r.height) +
                          " at " + std::to_string(r.left) + ", " + std::to_string(r.bottom) +
                          " is not within the picture of " + std::to_string(t.width()) + " x " +
                          std::to_string(t.height()) + " pixels");
    }
    const auto wanted =
        numbers * static_cast<std::size_t>(r.width) * static_cast<std::size_t>(r.height);
    if (size != wanted) {
      throw Error({}, "pixels need an array of " + std::to_string(wanted) + " numbers, not " +
                          std::to_string(size));
    }
  }
};

Renderer::Renderer(const Model& model, const Settings& settings)
    : parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.worker.run([&] { p.held.emplace(model, settings); });
  p.device = p.held->context.device();
}

Renderer::~Renderer() = default;
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;

int Renderer::width() const {
  return parts_->held->targets[0]->width();
}

int Renderer::height() const {
  return parts_->held->targets[0]->height();
}

int Renderer::samples() const {
  return parts_->held->targets[0]->samples();
}

const std::string& Renderer::device() const {
  return parts_->device;
}

void Renderer::draw(const scene::Scene& scene, const Rectangle& part) {
  if (part.width <= 0 || part.height <= 0) return;
  Held& held = *parts_->held;
  parts_->worker.run([&] {
    const Canvas canvas = held.canvas();
    Passes passes(canvas, scene, part);
    passes.run();
    held.overlay.finish(canvas, scene, part);
  });
}

void Renderer::read_colors(const Rectangle& part, std::span<std::uint8_t> rgb) {
  parts_->check(part, rgb.size(), 3);
  if (rgb.empty()) return;
  parts_->worker.run([&] { parts_->held->target().read(part, rgb.data()); });
}

void Renderer::read_depth(const Rectangle& part, std::span<float> depth) {
  parts_->check(part, depth.size(), 1);
  if (depth.empty()) return;
  parts_->worker.run([&] { parts_->held->target().read(part, depth.data()); });
}

void Renderer::resize(int width, int height) {
  Held& held = *parts_->held;
  std::optional<Target>& target = held.targets[0];
  parts_->worker.run([&] {
    const int old_width = target->width(), old_height = target->height();
    const int samples = target->samples();
    target.reset();
    try {
      target.emplace(held.context.gl(), width, height, samples);
    } catch (...) {
      target.emplace(held.context.gl(), old_width, old_height, samples);
      throw;
    }
  });
}

void Renderer::add_aside(int number, int width, int height, int samples) {
  const std::size_t at = place_aside(number);
  Held& held = *parts_->held;
  parts_->worker.run([&] {
    if (held.selected == at) held.selected = 0;
    held.targets[at].reset();
    held.targets[at].emplace(held.context.gl(), width, height, samples);
  });
}

void Renderer::select(int number) {
  const std::size_t at = number == -1 ? 0 : place_aside(number);
  Held& held = *parts_->held;
  if (!held.targets[at]) {
    throw Error({}, "the picture aside " + std::to_string(number) + " was not added");
  }
  parts_->worker.run([&] { held.selected = at; });
}

void Renderer::upload_texture(const Model& model, int id) {
  Assets& assets = parts_->held->assets;
  check_id("texture", id, std::min<std::int64_t>(model.ntex, std::ssize(assets.textures)));
  parts_->worker.run([&] { assets.upload_texture(model, id); });
}

void Renderer::upload_mesh(const Model& model, int id) {
  Assets& assets = parts_->held->assets;
  check_id("mesh", id, std::min<std::int64_t>(model.nmesh, std::ssize(assets.meshes) / 2));
  parts_->worker.run([&] { assets.upload_mesh(model, id); });
}

void Renderer::upload_hfield(const Model& model, int id) {
  Assets& assets = parts_->held->assets;
  check_id("height field", id, std::min<std::int64_t>(model.nhfield, std::ssize(assets.hfields)));
  parts_->worker.run([&] { assets.upload_hfield(model, id); });
}

void Renderer::fill(const Rectangle& part, const Color& color) {
  Held& held = *parts_->held;
  parts_->worker.run([&] { held.overlay.fill(held.canvas(), part, color); });
}

void Renderer::set_colors(const Rectangle& part, std::span<const std::uint8_t> rgb) {
  parts_->check(part, rgb.size(), 3);
  Held& held = *parts_->held;
  parts_->worker.run([&] { held.overlay.set_colors(held.canvas(), part, rgb); });
}

void Renderer::text(std::string_view text, float x, float y, const Color& color) {
  Held& held = *parts_->held;
  parts_->worker.run([&] { held.overlay.text(held.canvas(), text, x, y, color); });
}

void Renderer::line(std::span<const float> xy, float width, const Color& color, bool pairs) {
  Held& held = *parts_->held;
  parts_->worker.run([&] { held.overlay.line(held.canvas(), xy, width, color, pairs); });
}

std::array<int, 2> Renderer::text_size(std::string_view text) const {
  return parts_->held->overlay.text_size(text);
}

void depth_to_metres(const scene::GlCamera& camera, std::span<float> depth) {
  const double near = camera.frustum_near, far = camera.frustum_far;
  for (float& d : depth) {
    const double distance =
        camera.orthographic != 0 ? far - d * (far - near) : near * far / (near + d * (far - near));
    d = static_cast<float>(distance);
  }
}

void colors_to_segments(const scene::Scene& scene, std::span<const std::uint8_t> rgb,
                        std::span<std::int32_t> segments) {
  struct Object {
    std::int32_t id = -1, type = -1;
  };
  std::vector<Object> objects;
  for (const scene::Geom& geom : scene.geoms) {
    if (geom.segid < 0) continue;
    const auto at = static_cast<std::size_t>(geom.segid);
    if (at >= 1u << 24) continue;
    if (at >= objects.size()) objects.resize(at + 1);
    objects[at] = {geom.objid, geom.objtype};
  }
  const std::size_t pixels = std::min(rgb.size() / 3, segments.size() / 2);
  for (std::size_t i = 0; i < pixels; ++i) {
    const std::size_t number = rgb[3 * i] | rgb[3 * i + 1] << 8 | rgb[3 * i + 2] << 16;
    const Object object = number > 0 && number <= objects.size() ? objects[number - 1] : Object{};
    segments[2 * i] = object.id;
    segments[2 * i + 1] = object.type;
  }
}

void flip_rows(std::span<std::byte> pixels, std::size_t row_bytes) {
  if (row_bytes == 0) return;
  const std::size_t rows = pixels.size() / row_bytes;
  for (std::size_t i = 0; i < rows / 2; ++i) {
    std::byte* low = pixels.data() + i * row_bytes;
    std::byte* high = pixels.data() + (rows - 1 - i) * row_bytes;
    std::swap_ranges(low, low + row_bytes, high);
  }
}

}  // namespace thew::render
