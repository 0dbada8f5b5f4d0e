// What clients in control may do to the world (PROTOCOL.md, "Page to server").
#include <algorithm>
#include <cmath>

#include <thew/error.h>
#include <thew/nearest.h>

#include "inspect.h"
#include "message.h"
#include "session.h"

namespace thew::viewer {

namespace {

constexpr std::size_t kMostSaved = 100;

std::vector<double> values_of(const Json& value) {
  if (value.is_boolean()) return {value.get<bool>() ? 1.0 : 0.0};
  if (value.is_number()) return {value.get<double>()};
  return value.get<std::vector<double>>();
}

}  // namespace

Json Session::play(Client&, const Json&) {
  player_->play(now_);
  steer();
  changed_ = status_changed_ = timeline_changed_ = true;
  return {};
}

Json Session::pause(Client&, const Json&) {
  player_->pause();
  steer();
  changed_ = status_changed_ = timeline_changed_ = true;
  return {};
}

Json Session::step(Client&, const Json& message) {
  constexpr std::int64_t kMost = 10'000;  // more would keep everybody waiting
  player_->step(whole(message, "count", -1'000'000'000, kMost),
                [this](World& world) { stepped(world); });
  changed_ = status_changed_ = timeline_changed_ = true;
  return {{"step", player_->shown().step()}};
}

Json Session::speed(Client&, const Json& message) {
  const double value = message.at("value").get<double>();
  if (!(value >= Pace::kSlowest && value <= Pace::kFastest))
    throw Error({}, "the speed is between 1/16 and 16");
  player_->set_speed(now_, value);
  steer();
  status_changed_ = true;
  return {};
}

Json Session::reset(Client&, const Json& message) {
  const bool named = message.contains("key") && !message["key"].is_null();
  const int key = named ? index_of(message, "key", player_->world().model().nkey) : first_key();
  if (options_.passive && options_.steering) {
    options_.steering->key = key;
    ++options_.steering->resets;
    return {};
  }
  player_->reset(now_, key);
  marks_.clear();
  changed_ = status_changed_ = timeline_changed_ = true;
  return {};
}

Json Session::keyframe(Client& client, const Json& message) {
  const auto action = message.at("action").get<std::string>();
  World& shown = player_->shown();
  const std::int64_t own = shown.model().nkey;
  if (action == "load") {
    const int index = index_of(message, "index", own + static_cast<std::int64_t>(saved_.size()));
    if (index < own) return reset(client, {{"key", index}});
    player_->reset(now_, -1);
    player_->world().set_state(saved_[static_cast<std::size_t>(index - own)].state);
    player_->begin(now_);
    marks_.clear();
    changed_ = status_changed_ = timeline_changed_ = true;
    return {};
  }
  if (action == "save") {
    if (saved_.size() >= kMostSaved) throw Error({}, "there are too many keyframes");
    const std::string name = message.value("name", "saved " + std::to_string(saved_.size() + 1));
    saved_.push_back({name.substr(0, 100), shown.data().time, shown.state()});
    broadcast(keyframes_event());
    return {{"index", own + static_cast<std::int64_t>(saved_.size()) - 1}};
  }
  if (action != "copy") throw Error({}, "the action of a keyframe is load, save or copy");
  return {{"text", key_text(shown)}};
}

Json Session::seek(Client&, const Json& message) {
  const Timeline& timeline = player_->timeline();
  const std::int64_t step = message.contains("step")
                                ? whole(message, "step", 0, std::int64_t{1} << 52)
                                : timeline.step_at(message.at("time").get<double>());
  wanted_step_ = std::clamp(step, timeline.present().keys.front()->step, timeline.present().last);
  return {{"step", *wanted_step_}};
}

void Session::finish_seek() {
  if (!wanted_step_) return;
  player_->seek(*wanted_step_);
  wanted_step_.reset();
  changed_ = status_changed_ = timeline_changed_ = true;
}

Json Session::go_on(Client&, const Json&) {
  player_->go_on(now_);
  changed_ = status_changed_ = timeline_changed_ = true;
  return {{"branch", player_->timeline().present().id}};
}

Json Session::branch(Client&, const Json& message) {
  const auto id = static_cast<int>(whole(message, "branch", 0, 2147483647));
  const auto action = message.at("action").get<std::string>();
  bool done = false;
  if (action == "show") {
    done = player_->show_branch(now_, id);
  } else if (action == "drop") {
    done = player_->drop_branch(id);
  } else if (action == "ghost") {
    done = player_->timeline().find(id) != nullptr;
    if (done) player_->set_ghost(message.value("on", true) ? id : -1);
  } else {
    throw Error({}, "the action of a branch is show, ghost or drop");
  }
  if (!done) throw Error({}, "there is no such branch, or it is the present one");
  changed_ = status_changed_ = timeline_changed_ = true;
  return {};
}

Json Session::set(Client&, const Json& message) {
  const auto name = message.at("field").get<std::string>();
  const FieldRef* field = find_field(name);
  if (field == nullptr) {
    std::vector<std::string> names;
    for (const FieldRef& one : fields()) {
      if (one.writable()) names.push_back(one.full_name());
    }
    throw Error({}, "no field is named \"" + name.substr(0, 50) + "\"", did_you_mean(name, names));
  }
  const std::int64_t first =
      message.contains("index") ? whole(message, "index", 0, std::int64_t{1} << 40) : 0;
  // Who takes a control takes it from the controller.
  if (name == "ctrl" && player_->shown().controller() != nullptr) {
    player_->input(now_, static_cast<const Controller*>(nullptr));
  }
  player_->input(now_, Input::Edit{field, first, values_of(message.at("value"))});
  mark(name);
  if (field->owner() == FieldRef::Owner::Model) {
    broadcast({{"type", "option"}, {"opt", options_json(player_->world().model(), "opt")}});
  }
  changed_ = status_changed_ = timeline_changed_ = true;
  return {};
}

Json Session::controller(Client&, const Json& message) {
  const Json& name = message.at("name");
  const Controller* found = nullptr;
  if (!name.is_null()) {
    found = find_controller(player_->world().model(), name.get<std::string>());
    if (found == nullptr) throw Error({}, "no controller of this name fits the model");
  }
  player_->input(now_, found);
  mark("controller");
  changed_ = status_changed_ = true;
  return {};
}

Json Session::perturb(Client&, const Json& message) {
  const auto kind = message.at("kind").get<std::string>();
  Push push;
  if (kind == "none") {
    if (player_->world().push().active()) player_->input(now_, push);
    changed_ = true;
    return {};
  }
  push.body = index_of(message, "body", player_->world().model().nbody);
  if (push.body == 0) throw Error({}, "the world cannot be moved");
  if (kind == "push") {
    push.kind = Push::Kind::Force;
    read_numbers(message, "local", push.local);
    read_numbers(message, "target", push.target, 3);
  } else if (kind == "torque") {
    push.kind = Push::Kind::Torque;
    read_numbers(message, "target", push.target);
    const double norm =
        std::sqrt(push.target[0] * push.target[0] + push.target[1] * push.target[1] +
                  push.target[2] * push.target[2] + push.target[3] * push.target[3]);
    if (norm < 1e-6) throw Error({}, "target is no orientation");
    for (double& part : push.target) part /= norm;
  } else {
    throw Error({}, "a perturbation is push, torque or none");
  }
  apply_perturb(push);
  changed_ = true;
  return {};
}

void Session::apply_perturb(const Push& push) {
  const bool mocap = player_->world().model().body_mocapid[push.body] >= 0;
  if ((player_->paused() || mocap) && !options_.passive) {
    World& world = player_->shown();
    const std::vector<double> before = world.state();
    const bool placed = place_pushed(world.model(), world.data(), push);
    const std::vector<double> qpos(world.data().qpos.begin(), world.data().qpos.end());
    const std::vector<double> pos(world.data().mocap_pos.begin(), world.data().mocap_pos.end());
    const std::vector<double> quat(world.data().mocap_quat.begin(), world.data().mocap_quat.end());
    world.set_state(before);
    if (placed && mocap) {
      player_->input(now_, Input::Edit{find_field("mocap_pos"), 0, pos});
      player_->input(now_, Input::Edit{find_field("mocap_quat"), 0, quat});
    } else if (placed) {
      player_->input(now_, Input::Edit{find_field("qpos"), 0, qpos});
    }
    if (placed) return mark("moved");
  }
  player_->input(now_, push);
  mark("push");
}

Json Session::open_builtin(Client&, const Json& message) {
  const auto name = message.at("name").get<std::string>();
  for (const NamedModel& model : options_.builtins) {
    if (model.name != name) continue;
    Source source;
    source.name = name;
    source.text = model.xml;
    source.options = options_.load;
    open(std::move(source), "loaded");
    return {};
  }
  throw Error({}, "no built-in model is named \"" + name.substr(0, 50) + "\"");
}

}  // namespace thew::viewer
