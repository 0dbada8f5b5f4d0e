// What a session tells its clients in words (PROTOCOL.md, "Server to page").
#include <algorithm>
#include <array>

#include <thew/version.h>

#include "inspect.h"
#include "session.h"

namespace thew::viewer {

void Session::send_events(double now) {
  if (clients_.empty()) return;
  if (status_changed_ || now - last_status_ >= 0.5) {
    broadcast(status(now));
    last_status_ = now;
    status_changed_ = false;
  }
  if (timeline_changed_ && now - last_timeline_ >= 0.2 && !options_.passive) {
    broadcast(timeline_event());
    last_timeline_ = now;
    timeline_changed_ = false;
  }
  if (panels_changed_ && now - last_panels_ >= 0.1) {
    broadcast(panels_);
    last_panels_ = now;
    panels_changed_ = false;
  }
  if (now - last_properties_ < 0.2) return;
  last_properties_ = now;
  for (auto& [id, client] : clients_) {
    if (client.selected == nullptr || !client.is_ready()) continue;
    player_->refresh_shown();
    outbox_.text(id, dump(properties(player_->shown(), *client.selected, client.selected_index)));
  }
}

Json Session::hello(int id) const {
  Json builtins = Json::array();
  for (const NamedModel& model : options_.builtins) {
    if (!options_.passive) builtins.push_back(model.name);
  }
  const bool control = clients_.at(id).role == Role::Control;
  return {
      {"type", "hello"},
      {"protocol", 1},
      {"version", kVersion},
      {"role", control ? "control" : "view"},
      {"client", id},
      {"model", {{"hash", loaded_.hash}, {"name", loaded_.name}, {"bytes", loaded_.blob.size()}}},
      {"builtins", builtins},
      {"mode", options_.passive ? "passive" : "live"},
      {"paced", options_.paced || !options_.passive}};
}

Json Session::model_event(const std::string& reason) const {
  return {{"type", "model"},
          {"hash", loaded_.hash},
          {"name", loaded_.name},
          {"bytes", loaded_.blob.size()},
          {"reason", reason}};
}

// Seconds per step of each part, since the last status.
Json Session::stages() {
  static constexpr std::array<const char*, 8> kNames = {
      "step", "forward", "", "position", "velocity", "actuation", "constraint", "advance"};
  const Data& data = player_->world().data();
  Json stages = Json::object();
  std::vector<double> now;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const auto timer = static_cast<std::int64_t>(i);
    now.push_back(data.timer_duration[timer]);
    now.push_back(data.timer_number[timer]);
  }
  for (std::size_t i = 0; i < kNames.size() && timers_.size() == now.size(); ++i) {
    const double number = now[2 * i + 1] - timers_[2 * i + 1];
    if (kNames[i][0] != '\0' && number > 0)
      stages[kNames[i]] = (now[2 * i] - timers_[2 * i]) / number;
  }
  timers_ = std::move(now);
  return stages;
}

Json Session::status(double now) {
  Json list = Json::array();
  for (const auto& [id, client] : clients_) {
    list.push_back({{"client", id},
                    {"role", client.role == Role::Control ? "control" : "view"},
                    {"sent", client.sent},
                    {"skipped", client.skipped}});
  }
  Json warnings = Json::object();
  const Data& data = player_->world().data();
  static constexpr const char* kWarnings[] = {"inertia", "contactfull", "cnstrfull", "badqpos",
                                              "badqvel", "badqacc",     "badctrl",   "vgeomfull"};
  for (std::int64_t i = 0; i < std::min<std::int64_t>(data.warning_number.size(), 8); ++i) {
    if (data.warning_number[i] > 0) warnings[kWarnings[i]] = data.warning_number[i];
  }
  Json controllers = Json::array();
  for (const Controller* one : controllers_for(player_->world().model()))
    controllers.push_back(one->name);
  const Controller* controller = player_->shown().controller();
  const Residual left = residual(player_->shown());
  return {{"type", "status"},
          {"paused", player_->paused()},
          {"speed", player_->pace().speed()},
          {"factor", number(player_->pace().factor(now))},
          {"steps", player_->steps_made()},
          {"rate", number(player_->pace().rate(now))},
          {"stage", stages()},
          {"worst", worst_name(player_->shown(), left)},
          {"residual", number(left.norm)},
          {"clients", std::move(list)},
          {"dimmed", !trouble_.is_null()},
          {"warnings", std::move(warnings)},
          {"controller", controller != nullptr ? Json(controller->name) : Json()},
          {"controllers", std::move(controllers)}};
}

Json Session::timeline_event() {
  const Timeline& timeline = player_->timeline();
  const Branch& present = timeline.present();
  Json branches = Json::array(), marks = Json::array();
  for (const Branch& branch : timeline.branches()) {
    branches.push_back({{"id", branch.id},
                        {"from", branch.from},
                        {"first", branch.keys.front()->step},
                        {"last", branch.last},
                        {"ghost", branch.id == player_->ghost()}});
  }
  for (const Mark& one : marks_)
    marks.push_back({{"step", one.step}, {"time", number(one.time)}, {"what", one.what}});
  const Key& first = *present.keys.front();
  return {{"type", "timeline"},
          {"first", first.step},
          {"last", present.last},
          {"now", player_->shown().step()},
          {"times",
           {number(first.time), number(present.last_time), number(player_->shown().data().time)}},
          {"live", !player_->shows_past()},
          {"bytes", timeline.bytes()},
          {"cap", timeline.cap()},
          {"interval", timeline.interval()},
          {"branches", std::move(branches)},
          {"branch", present.id},
          {"marks", std::move(marks)}};
}

Json Session::worlds_event() const {
  const CrowdPlan& plan = *options_.crowd;
  Json range;
  if (plan.range) range = {number(plan.range->first), number(plan.range->second)};
  return {{"type", "worlds"},    {"count", plan.worlds}, {"bodies", plan.bodies},
          {"label", plan.label}, {"range", range},       {"opened", opened_}};
}

void Session::compare(Json report) {
  report["type"] = "comparison";
  broadcast(report);
  comparison_ = std::move(report);
}

void Session::set_camera(const scene::Camera& camera) {
  camera_ = {
      {"type", "camera"},
      {"kind", camera.type},
      {"camera", camera.fixedcamid},
      {"body", camera.trackbodyid},
      {"lookat", {number(camera.lookat[0]), number(camera.lookat[1]), number(camera.lookat[2])}},
      {"distance", number(camera.distance)},
      {"azimuth", number(camera.azimuth)},
      {"elevation", number(camera.elevation)}};
  broadcast(camera_);
}

Json Session::keyframes_event() const {
  Json list = Json::array();
  const Model& model = *loaded_.model;
  for (int i = 0; i < model.nkey; ++i) {
    list.push_back({{"index", i},
                    {"name", object_name(model, ObjectType::Key, i)},
                    {"time", number(model.key_time[i])}});
  }
  for (const SavedKey& key : saved_) {
    list.push_back({{"index", list.size()}, {"name", key.name}, {"time", number(key.time)}});
  }
  return {{"type", "keyframes"}, {"keyframes", std::move(list)}};
}

}  // namespace thew::viewer
