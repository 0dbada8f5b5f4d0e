#include "session.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <thew/nearest.h>

#include "inspect.h"

namespace thew::viewer {

namespace {

constexpr std::size_t kMostMarks = 200;

}  // namespace

Session::Session(Loaded loaded, SessionOptions options, Outbox& outbox)
    : options_(std::move(options)), outbox_(outbox) {
  install(std::move(loaded), "loaded");
}

void Session::install(Loaded loaded, const std::string& reason) {
  const auto before = player_ ? std::move(player_) : nullptr;
  const Loaded old = std::exchange(loaded_, std::move(loaded));
  player_ = std::make_unique<Player>(loaded_.model, options_.memory);
  scene_ = std::make_unique<scene::Scene>(*loaded_.model);
  World& world = player_->world();
  const bool carried = before != nullptr && reason == "reloaded";
  const auto fitting = controllers_for(*loaded_.model);
  if (!fitting.empty()) world.apply({0, fitting.front()});
  if (!carried) world.reset(first_key());
  if (carried) carry_by_name(*old.model, before->world().data(), *loaded_.model, world.data());
  player_->begin(now_);
  if (before) {
    player_->set_speed(now_, before->pace().speed());
    if (!before->paused()) player_->play(now_);
  }
  wanted_step_.reset();
  saved_.clear();
  marks_.clear();
  timers_.clear();
  for (auto& [id, client] : clients_) {
    client.begin = true;
    client.acknowledged = client.forgotten = client.sent;
    client.selected = nullptr;
    client.watched.clear();
    client.plots.choose({});
    client.track = -1;
    client.selected_body = 0;
  }
  outbox_.publish(loaded_.hash, std::make_shared<const std::string>(loaded_.blob));
  if (before) broadcast(model_event(reason));
  changed_ = timeline_changed_ = status_changed_ = true;
}

// A controlled demo begins where its controller can begin, a built-in model where it is worth
// seeing; anything else as MuJoCo has it.
int Session::first_key() const {
  const auto is_this = [&](const NamedModel& model) { return model.name == loaded_.source; };
  const bool builtin =
      !options_.passive && std::any_of(options_.builtins.begin(), options_.builtins.end(), is_this);
  const World& world = player_->world();
  return world.model().nkey > 0 && (builtin || world.controller() != nullptr) ? 0 : -1;
}

void Session::connect(int id, Role role) {
  Client& client = clients_[id];
  client.role = role;
  client.option = option_;
  outbox_.text(id, dump(hello(id)));
  if (!trouble_.is_null()) outbox_.text(id, dump(trouble_));
  outbox_.text(id, dump(keyframes_event()));
  if (options_.crowd) outbox_.text(id, dump(worlds_event()));
  for (const Json* last : {&comparison_, &camera_, &panels_}) {
    if (!last->is_null()) outbox_.text(id, dump(*last));
  }
  // A program that does not do as it is told runs from the beginning.
  const bool free = options_.passive && !options_.paced;
  if (!was_seen_ && (!options_.paused || free)) player_->play(now_);
  steer();
  was_seen_ = true;
  status_changed_ = timeline_changed_ = true;
}

void Session::set_option(const scene::Option& option) {
  option_ = option;
  for (auto& [id, client] : clients_) client.option = option;
  changed_ = true;
}

void Session::disconnect(int id) {
  clients_.erase(id);
  // Nobody holds the body any more if nobody is there who could.
  const bool held = std::any_of(clients_.begin(), clients_.end(),
                                [](const auto& c) { return c.second.role == Role::Control; });
  if (!held && player_->world().push().active()) player_->input(now_, Push{});
  status_changed_ = true;
}

void Session::receive(int id, std::string_view text) {
  const auto found = clients_.find(id);
  if (found == clients_.end()) return;
  const Json message = Json::parse(text, nullptr, false);
  if (!message.is_object() || !message.contains("type") || !message["type"].is_string()) {
    return refuse(id, Json::object(), "a message is a JSON object with a type", "");
  }
  const auto type = message["type"].get<std::string>();
  // Who drags along the time line sends more moments than can be shown: the last one counts.
  if (type != "seek" && type != "ack") finish_seek();
  for (const Command* command = kCommands; command->name != nullptr; ++command) {
    if (type != command->name) continue;
    if (command->control && found->second.role != Role::Control) {
      return refuse(id, message, "this link is for looking only", "ask for the control link");
    }
    const bool sensible = !options_.passive || command->where == Where::All ||
                          (options_.paced && command->where == Where::Paced);
    if (!sensible) {
      return refuse(id, message, "a program steps this world", "");
    }
    try {
      return answer(id, message, (this->*command->handler)(found->second, message));
    } catch (const Error& error) {
      return refuse(id, message, error.fault(), error.hint());
    } catch (const Json::exception&) {
      return refuse(id, message, "a member of the message is missing or of the wrong type", "");
    }
  }
  std::vector<std::string> names;
  for (const Command* command = kCommands; command->name != nullptr; ++command) {
    names.emplace_back(command->name);
  }
  refuse(id, message, "no message has the type \"" + type.substr(0, 50) + "\"",
         did_you_mean(type, names));
}

void Session::answer(int client, const Json& message, Json reply) {
  if (!message.contains("id") || !message["id"].is_number()) return;
  if (!reply.is_object()) reply = Json::object();
  reply["type"] = "reply";
  reply["id"] = message["id"];
  outbox_.text(client, dump(reply));
}

void Session::refuse(int client, const Json& message, const std::string& reason,
                     const std::string& hint) {
  Json reply = {{"type", "refused"}, {"reason", reason}, {"hint", hint}};
  if (message.contains("id") && message["id"].is_number()) reply["id"] = message["id"];
  outbox_.text(client, dump(reply));
}

void Session::broadcast(const Json& event) {
  const std::string text = dump(event);
  for (const auto& [id, client] : clients_) outbox_.text(id, text);
}

void Session::drop(Files files, const std::string& main) {
  Source source;
  source.kind = Source::Kind::Dropped;
  source.options = options_.load;
  try {
    source.name = main_file(files, main);
  } catch (const Error& error) {
    source.name = main;
    return broadcast(trouble_json(error, source));
  }
  source.files = std::move(files);
  open(std::move(source), "dropped");
}

void Session::open(Source source, const std::string& reason) {
  if (pending_.valid()) {
    next_load_.emplace(std::move(source), reason);
    return;
  }
  pending_ = std::async(std::launch::async, [source = std::move(source), reason]() mutable {
    Outcome outcome{std::move(source), reason, {}, {}};
    try {
      outcome.loaded = load(outcome.source);
    } catch (const Error& error) {
      outcome.error = error;
    } catch (const std::exception& error) {  // out of memory
      outcome.error = Error({}, error.what());
    }
    return outcome;
  });
}

void Session::reload() {
  if (source_.kind == Source::Kind::File) open(source_, "reloaded");
}

void Session::finish_load(double now) {
  if (!pending_.valid()) return;
  if (pending_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  now_ = now;
  Outcome outcome = pending_.get();
  if (outcome.error) {
    trouble_ = trouble_json(*outcome.error, outcome.source);
    broadcast(trouble_);
    status_changed_ = true;
  } else {
    source_ = std::move(outcome.source);
    install(std::move(*outcome.loaded), outcome.reason);
    if (!trouble_.is_null()) broadcast({{"type", "settled"}});
    trouble_ = nullptr;
    broadcast(keyframes_event());
  }
  if (next_load_) {
    auto [source, reason] = std::move(*next_load_);
    next_load_.reset();
    open(std::move(source), reason);
  }
}

void Session::show(const Data& data, std::optional<Data> ghost,
                   std::shared_ptr<const Crowd> crowd) {
  World& world = player_->world();
  player_->count(now_, data.time - world.data().time);
  world.data() = data;
  ghost_ = std::move(ghost);
  crowd_ = std::move(crowd);
  stepped(world);
  changed_ = true;
}

// Tells the program that steps what pages ask of it.
void Session::steer() {
  if (!options_.steering) return;
  options_.steering->paused = player_->paused();
  options_.steering->speed = player_->pace().speed();
  options_.steering->opened = opened_;
}

void Session::stepped(World& world) {
  const double factor = player_->pace().factor(now_);
  for (auto& [id, client] : clients_) client.plots.sample(world, factor);
}

double Session::tick(double now) {
  constexpr double kSlice = 0.004;  // s; messages wait no longer than this
  now_ = now;
  finish_load(now);
  finish_seek();
  double wait = 1;
  if (!options_.passive) {
    const std::int64_t before = player_->shown().step();
    wait = player_->tick(now, kSlice, [this](World& world) { stepped(world); });
    if (player_->shown().step() != before) changed_ = timeline_changed_ = true;
  }
  send_frames(now);
  send_events(now);
  const double nap = pending_.valid() ? 0.02 : 0.1;
  for (const auto& [id, client] : clients_) {
    if (changed_ && client.is_ready()) {
      wait = std::min(wait, std::max(0.0, client.last_frame + 1 / client.rate - now));
    }
  }
  return std::min(wait, nap);
}

void Session::mark(const std::string& what) {
  const World& world = player_->world();
  // A drag of a slider is one mark.
  const auto gap = static_cast<std::int64_t>(0.5 / world.model().opt.timestep);
  if (!marks_.empty() && marks_.back().what == what && world.step() - marks_.back().step < gap)
    return;
  if (marks_.size() >= kMostMarks) marks_.erase(marks_.begin());
  marks_.push_back({world.step(), world.data().time, what});
  timeline_changed_ = true;
}

}  // namespace thew::viewer
