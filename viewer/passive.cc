#include "passive.h"

#include <algorithm>

namespace thew::viewer {

Passive::Passive(std::shared_ptr<const Model> model, const Data& data, const std::string& name,
                 ViewerOptions options)
    : exchange_(std::make_shared<Exchange>(data)), steering_(std::make_shared<Steering>()) {
  options.session.passive = true;
  options.session.steering = steering_;
  Source source;
  source.name = name;
  viewer_ = std::make_unique<Viewer>(wrap(std::move(model), name), source, std::move(options));
  viewer_->post([exchange = exchange_](Session& session) {
    constexpr static std::size_t kMost = 1000;  // that wait for the program
    session.set_key_callback([exchange](int code) {
      const std::lock_guard lock(exchange->mutex);
      if (exchange->keys.size() < kMost) exchange->keys.push_back(code);
    });
    session.set_panel_callback([exchange](const Json& use) {
      const std::lock_guard lock(exchange->mutex);
      if (exchange->panel_uses.size() < kMost) exchange->panel_uses.push_back(use);
    });
    session.set_camera_callback([exchange](const scene::Camera& camera) {
      const std::lock_guard lock(exchange->mutex);
      exchange->camera = camera;
    });
  });
}

bool Passive::sync(Data& data, const Beside& beside) {
  Push push;
  bool waits = false;
  {
    const std::lock_guard lock(exchange_->mutex);
    exchange_->shown = data;
    exchange_->crowd = beside.crowd;
    exchange_->ghost.reset();
    if (beside.ghost != nullptr) exchange_->ghost = *beside.ghost;
    waits = std::exchange(exchange_->fresh, true);
    push = exchange_->push;
  }
  const bool was_pulled = pulled_ > 0;
  if (was_pulled && (!push.active() || push.body != pulled_)) {
    std::fill_n(data.xfrc_applied.row(pulled_), 6, 0.0);
    pulled_ = 0;
  }
  if (push.active()) {
    apply_push(*viewer_->model(), data, push);
    pulled_ = push.body;
  }
  if (!waits) {
    viewer_->post([exchange = exchange_](Session& session) {
      const std::lock_guard lock(exchange->mutex);
      session.show(exchange->shown, exchange->ghost, exchange->crowd);
      exchange->fresh = false;
      exchange->push = session.player().world().push();
    });
  }
  return was_pulled || push.active();
}

std::vector<int> Passive::take_keys() {
  const std::lock_guard lock(exchange_->mutex);
  return std::exchange(exchange_->keys, {});
}

std::vector<Json> Passive::take_panel_uses() {
  const std::lock_guard lock(exchange_->mutex);
  return std::exchange(exchange_->panel_uses, {});
}

void Passive::set_panels(Json panels) {
  viewer_->post([panels = std::move(panels)](Session& session) { session.set_panels(panels); });
}

std::optional<scene::Camera> Passive::take_camera() {
  const std::lock_guard lock(exchange_->mutex);
  return std::exchange(exchange_->camera, {});
}

void Passive::set_camera(const scene::Camera& camera) {
  viewer_->post([camera](Session& session) { session.set_camera(camera); });
}

void Passive::set_shapes(std::vector<scene::Geom> shapes) {
  viewer_->post([shapes = std::move(shapes)](Session& session) mutable {
    session.set_extra(std::move(shapes));
  });
}

void Passive::set_option(const scene::Option& option) {
  viewer_->post([option](Session& session) { session.set_option(option); });
}

void Passive::compare(Json report) {
  viewer_->post([report = std::move(report)](Session& session) { session.compare(report); });
}

Push Passive::push() const {
  const std::lock_guard lock(exchange_->mutex);
  return exchange_->push;
}

}  // namespace thew::viewer
