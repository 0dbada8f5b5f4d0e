// What every client may ask for (PROTOCOL.md, "Page to server"), and the list of all commands.
#include <algorithm>
#include <cmath>
#include <iterator>

#include <thew/dynamics.h>
#include <thew/error.h>
#include <thew/ray.h>
#include <thew/save.h>

#include "inspect.h"
#include "message.h"
#include "session.h"

namespace thew::viewer {

namespace {

constexpr std::size_t kMostWatched = 32;

void read_group(const Json& groups, const char* name, std::uint8_t (&flags)[scene::kGroups]) {
  if (!groups.contains(name)) return;
  const Json& list = groups[name];
  if (!list.is_array() || list.size() != scene::kGroups) throw Error({}, "groups have 6 entries");
  for (std::size_t i = 0; i < scene::kGroups; ++i) flags[i] = is_on(list[i]);
}

void read_flags(const Json& given, scene::Option& option) {
  constexpr std::size_t kCount = std::size(decltype(option.flags){});
  if (given.is_array()) {
    for (std::size_t i = 0; i < std::min(kCount, given.size()); ++i)
      option.flags[i] = is_on(given[i]);
    return;
  }
  for (const auto& [key, value] : given.items()) {
    std::size_t index = kCount;
    if (key.size() <= 2 &&
        std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; })) {
      index = static_cast<std::size_t>(std::stoi("0" + key));
    }
    if (index >= kCount) throw Error({}, "no flag has the number " + key.substr(0, 20));
    option.flags[index] = is_on(value);
  }
}

}  // namespace

const Session::Command Session::kCommands[] = {
    // name, handler, only for those in control, for which worlds
    {"ack", &Session::ack, false, Where::All},
    {"view", &Session::view, false, Where::All},
    {"play", &Session::play, true, Where::Paced},
    {"pause", &Session::pause, true, Where::Paced},
    {"step", &Session::step, true, Where::Own},
    {"speed", &Session::speed, true, Where::Paced},
    {"reset", &Session::reset, true, Where::Paced},
    {"keyframe", &Session::keyframe, true, Where::Own},
    {"seek", &Session::seek, true, Where::Own},
    {"continue", &Session::go_on, true, Where::Own},
    {"branch", &Session::branch, true, Where::Own},
    {"set", &Session::set, true, Where::Own},
    {"controller", &Session::controller, true, Where::Own},
    {"pick", &Session::pick, false, Where::All},
    {"perturb", &Session::perturb, true, Where::All},
    {"select", &Session::select, false, Where::All},
    {"contacts", &Session::contacts, false, Where::All},
    {"watch", &Session::watch, false, Where::All},
    {"plot", &Session::plot, false, Where::All},
    {"signals", &Session::signals, false, Where::All},
    {"open", &Session::open_builtin, true, Where::Own},
    {"text", &Session::model_text, false, Where::All},
    {"key", &Session::key_pressed, true, Where::All},
    {"ping", &Session::ping, false, Where::All},
    {"camera", &Session::camera_moved, true, Where::All},
    {"world", &Session::open_world, true, Where::All},
    {"panel", &Session::use_panel, true, Where::All},
    {nullptr, nullptr, false, Where::All},
};

Json Session::ack(Client& client, const Json& message) {
  const auto frame = static_cast<std::uint32_t>(whole(message, "frame", 0, 4294967295));
  if (frame <= client.forgotten && frame < client.acknowledged) return {};
  // Nobody acknowledges what was not sent, or takes it back.
  if (frame > client.sent || frame < client.acknowledged)
    throw Error({}, "no such frame is under way");
  client.acknowledged = frame;
  return {};
}

Json Session::view(Client& client, const Json& message) {
  scene::Option option = client.option;
  if (message.contains("groups")) {
    const Json& groups = message["groups"];
    read_group(groups, "geom", option.geomgroup);
    read_group(groups, "site", option.sitegroup);
    read_group(groups, "joint", option.jointgroup);
    read_group(groups, "tendon", option.tendongroup);
    read_group(groups, "actuator", option.actuatorgroup);
    read_group(groups, "flex", option.flexgroup);
    read_group(groups, "skin", option.skingroup);
  }
  if (message.contains("flags")) read_flags(message["flags"], option);
  const auto number_of = [&](const char* name, int& value, std::int64_t low, std::int64_t high) {
    if (message.contains(name)) value = static_cast<int>(whole(message, name, low, high));
  };
  const std::int64_t bodies = player_->world().model().nbody;
  number_of("label", option.label, 0, static_cast<int>(LabelType::kNlabel) - 1);
  number_of("frame", option.frame, 0, static_cast<int>(FrameLabel::kNframe) - 1);
  number_of("bvh_depth", option.bvh_depth, 0, 100);
  number_of("flex_layer", option.flex_layer, 0, 10);
  number_of("track", client.track, -1, bodies - 1);
  number_of("select", client.selected_body, 0, bodies - 1);
  if (message.contains("rate")) client.rate = std::clamp(message["rate"].get<double>(), 1.0, 120.0);
  if (message.contains("ghost")) client.ghost = message["ghost"].get<bool>();
  if (message.contains("cones")) client.cones = message["cones"].get<bool>();
  if (message.contains("forces")) client.forces = message["forces"].get<bool>();
  client.option = option;
  changed_ = true;
  return {};
}

Json Session::pick(Client& client, const Json& message) {
  double origin[3], direction[3], local[3] = {};
  read_numbers(message, "origin", origin);
  read_numbers(message, "direction", direction);
  player_->refresh_shown();
  const Model& m = player_->shown().model();
  const Data& d = player_->shown().data();
  const scene::Selection found = scene::select(m, d, client.option, origin, direction, *scene_);
  Json reply = {
      {"geom", found.geom}, {"flex", found.flex}, {"skin", found.skin}, {"body", found.body}};
  if (found.body < 0) return reply;
  const double* mat = d.xmat.row(found.body);
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      local[i] += mat[3 * k + i] * (found.point[k] - d.xpos.row(found.body)[k]);
    }
  }
  reply["name"] = object_name(m, ObjectType::Body, found.body);
  reply["point"] = {found.point[0], found.point[1], found.point[2]};
  reply["local"] = {local[0], local[1], local[2]};
  if (found.geom >= 0) {
    const double* n = found.normal;
    reply["normal"] = {n[0], n[1], n[2]};
  }
  if (found.flex >= 0) reply["vertex"] = found.vertex;
  return reply;
}

Json Session::select(Client& client, const Json& message) {
  const auto word = message.at("kind").get<std::string>();
  client.selected = nullptr;
  if (word == "none") return {};
  const Kind* kind = find_kind(word);
  if (kind == nullptr)
    throw Error({}, "no kind of element is called \"" + word.substr(0, 50) + "\"");
  client.selected_index =
      index_of(message, "index", object_count(player_->world().model(), kind->type));
  client.selected = kind;
  last_properties_ = -1;
  return {};
}

Json Session::contacts(Client&, const Json& message) {
  player_->refresh_shown();
  World& world = player_->shown();
  if (!message.contains("point")) return {{"contacts", contacts_json(world)}};
  double point[3];
  read_numbers(message, "point", point);
  const int nearest = nearest_contact(world, point);
  Json list = Json::array();
  if (nearest >= 0) list.push_back(contact_json(world, nearest));
  return {{"contacts", std::move(list)}};
}

Json Session::watch(Client& client, const Json& message) {
  const Json& names = message.at("fields");
  if (!names.is_array() || names.size() > kMostWatched)
    throw Error({}, "at most 32 fields are watched");
  std::vector<const FieldRef*> watched;
  for (const Json& name : names) {
    const FieldRef* field = find_field(name.get<std::string>());
    if (field == nullptr || field->owner() != FieldRef::Owner::Data ||
        field->type() == FieldType::Char) {
      throw Error({},
                  "no field of Data is named \"" + name.get<std::string>().substr(0, 50) + "\"");
    }
    watched.push_back(field);
  }
  client.watched = std::move(watched);
  changed_ = true;
  return {};
}

Json Session::plot(Client& client, const Json& message) {
  const Json& texts = message.at("signals");
  if (!texts.is_array() || texts.size() > Plots::kMostSignals)
    throw Error({}, "at most 64 signals are plotted");
  std::vector<Signal> chosen;
  Json reply = Json::array();
  for (const Json& text : texts) {
    const Signal& signal = chosen.emplace_back(player_->world().model(), text.get<std::string>());
    reply.push_back(
        {{"signal", signal.text()}, {"label", signal.label()}, {"unit", signal.unit()}});
  }
  client.plots.choose(std::move(chosen));
  return {{"signals", std::move(reply)}};
}

Json Session::signals(Client&, const Json&) {
  return signal_menu(player_->world().model(), player_->world().data());
}

Json Session::model_text(Client&, const Json&) {
  LoadOptions options = source_.options;
  switch (source_.kind) {
    case Source::Kind::File:
      return {{"text", rewrite_file(source_.name, options)}};
    case Source::Kind::Text:
      return {{"text", rewrite_string(source_.text, options, source_.name)}};
    case Source::Kind::Dropped:
      break;
  }
  return {{"text", source_.files.count(source_.name) != 0 ? source_.files.at(source_.name) : ""}};
}

Json Session::key_pressed(Client&, const Json& message) {
  const int code = static_cast<int>(whole(message, "code", 0, 1000));
  if (on_key_) on_key_(code);
  return {};
}

Json Session::ping(Client&, const Json&) {
  return {{"time", number(player_->shown().data().time)}};
}

Json Session::camera_moved(Client&, const Json& message) {
  scene::Camera camera;
  camera.type = static_cast<int>(whole(message, "kind", 0, 2));
  camera.fixedcamid = static_cast<int>(whole(message, "camera", -1, 1'000'000));
  camera.trackbodyid = static_cast<int>(whole(message, "body", -1, 1'000'000'000));
  double numbers[3];
  read_numbers(message, "lookat", camera.lookat);
  read_numbers(message, "pose", numbers);
  camera.distance = numbers[0];
  camera.azimuth = numbers[1];
  camera.elevation = numbers[2];
  if (on_camera_) on_camera_(camera);
  return {};
}

Json Session::use_panel(Client&, const Json& message) {
  constexpr std::size_t kLongest = 1000;
  const Json& value = message.at("value");
  const bool short_text =
      value.is_string() && value.get_ref<const std::string&>().size() <= kLongest;
  if (!value.is_number() && !value.is_boolean() && !short_text) {
    throw Error({}, "a value is a number, true, false or a short text");
  }
  const std::int64_t part = whole(message, "part", 0, 1'000'000);
  if (on_panel_) on_panel_({{"part", part}, {"value", value}});
  return {};
}

Json Session::open_world(Client&, const Json& message) {
  if (!options_.crowd) throw Error({}, "there is one world only");
  opened_ = static_cast<int>(whole(message, "index", -1, options_.crowd->worlds - 1));
  if (player_->world().push().active()) player_->input(now_, Push{});
  steer();
  broadcast(worlds_event());
  return {};
}

}  // namespace thew::viewer
