#pragma once

#include <array>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <thew/scene.h>

#include "crowd.h"
#include "frame.h"
#include "library.h"
#include "model_blob.h"
#include "player.h"
#include "signals.h"
#include "steering.h"

namespace thew::viewer {

enum class Role { Control, View };

/// Where a session leaves what clients should get. Called on the session's thread.
class Outbox {
 public:
  virtual ~Outbox() = default;
  virtual void text(int client, std::string message) = 0;
  virtual void frame(int client, Frame frame) = 0;
  /// The model that `GET /model/HASH` answers with.
  virtual void publish(const std::string& hash, std::shared_ptr<const std::string> blob) = 0;
};

/// A built-in model.
struct NamedModel {
  std::string name;
  std::string xml;
};

struct SessionOptions {
  bool paused = false;                          ///< stay so when the first viewer comes
  std::size_t memory = std::size_t{256} << 20;  ///< most bytes of the time line
  std::vector<NamedModel> builtins;
  LoadOptions load;
  bool passive = false;  ///< a program steps, and says when there is something new to see
  /// Where a program reads what pages ask of it. `paced`: it does as it is told by play, pause,
  /// speed and reset.
  std::shared_ptr<Steering> steering;
  bool paced = false;
  std::optional<CrowdPlan> crowd;  ///< many worlds are shown
};

/// What a client asked for.
struct Client {
  Role role = Role::View;
  scene::Option option;
  int track = -1;
  int selected_body = 0;
  bool ghost = true;
  bool cones = false;   ///< friction cones of contacts are shown,
  bool forces = false;  ///< and forces of equalities and limits
  double rate = 60;
  std::vector<const FieldRef*> watched;
  Plots plots;
  const Kind* selected = nullptr;
  int selected_index = 0;

  double last_frame = -1;  ///< clock when it was sent
  std::uint32_t sent = 0;  ///< frames
  std::uint32_t acknowledged = 0;
  std::uint32_t forgotten = 0;  ///< of a model before; whether it was drawn does not matter
  double last_skip = -1;
  std::uint64_t skipped = 0;  ///< frames that were due while it was not ready
  bool begin = true;          ///< the next frame holds everything

  /// Two frames may be under way: one on the wire, one being drawn.
  bool is_ready() const { return sent - acknowledged <= 1; }
};

/// Everything a viewer does but for the network: it takes messages, runs the world, and says what
/// to send. One thread calls it.
class Session {
 public:
  Session(Loaded loaded, SessionOptions options, Outbox& outbox);

  void connect(int client, Role role);
  void disconnect(int client);
  void receive(int client, std::string_view message);
  /// Somebody dropped files; `main` names the model among them, or is empty.
  void drop(Files files, const std::string& main);
  /// Loads a source, in the background; the model that runs stays until that is done.
  void open(Source source, const std::string& reason);
  void reload();
  void set_source(Source source) { source_ = std::move(source); }

  /// Does what is due at a clock's time; returns the seconds until it wants to be called again.
  double tick(double now);

  Player& player() { return *player_; }
  const std::map<int, Client>& clients() const { return clients_; }
  const Loaded& loaded() const { return loaded_; }
  /// Passive: what is to be seen from now on; a ghost, or a crowd, where there is one.
  void show(const Data& data, std::optional<Data> ghost, std::shared_ptr<const Crowd> crowd);
  /// A program says how its world compares with another engine's (PROTOCOL.md, "comparison").
  void compare(Json report);
  /// Panels of a program's own (PROTOCOL.md, "panels").
  void set_panels(Json panels) {
    panels_ = {{"type", "panels"}, {"panels", std::move(panels)}};
    panels_changed_ = true;
  }
  /// Called with what somebody who controls did there (PROTOCOL.md, "panel").
  void set_panel_callback(std::function<void(const Json&)> called) {
    on_panel_ = std::move(called);
  }
  /// All clients look from here, until they move.
  void set_camera(const scene::Camera& camera);
  /// Called when somebody who controls has moved their camera.
  void set_camera_callback(std::function<void(const scene::Camera&)> called) {
    on_camera_ = std::move(called);
  }
  /// Called with the code of a key that the page does not use itself.
  void set_key_callback(std::function<void(int)> called) { on_key_ = std::move(called); }
  /// What all clients see from now on, those that come later too.
  void set_option(const scene::Option& option);
  /// Shapes that a program adds to every picture.
  void set_extra(std::vector<scene::Geom> shapes) {
    extra_ = std::move(shapes);
    changed_ = true;
  }

 private:
  struct Outcome {
    Source source;
    std::string reason;
    std::optional<Loaded> loaded;
    std::optional<Error> error;
  };
  /// Which worlds a command makes sense for: those that the session steps, those of a program that
  /// does as it is told too, or all.
  enum class Where { Own, Paced, All };
  using Handler = Json (Session::*)(Client& client, const Json& message);
  struct Command {
    const char* name;
    Handler handler;
    bool control;  ///< only with a control link
    Where where;
  };
  static const Command kCommands[];

  // The commands (commands_*.cc).
  Json ack(Client& client, const Json& message);
  Json view(Client& client, const Json& message);
  Json play(Client& client, const Json& message);
  Json pause(Client& client, const Json& message);
  Json step(Client& client, const Json& message);
  Json speed(Client& client, const Json& message);
  Json reset(Client& client, const Json& message);
  Json keyframe(Client& client, const Json& message);
  Json seek(Client& client, const Json& message);
  Json go_on(Client& client, const Json& message);
  Json branch(Client& client, const Json& message);
  Json set(Client& client, const Json& message);
  Json controller(Client& client, const Json& message);
  Json pick(Client& client, const Json& message);
  Json perturb(Client& client, const Json& message);
  Json select(Client& client, const Json& message);
  Json contacts(Client& client, const Json& message);
  Json watch(Client& client, const Json& message);
  Json plot(Client& client, const Json& message);
  Json signals(Client& client, const Json& message);
  Json open_builtin(Client& client, const Json& message);
  Json model_text(Client& client, const Json& message);
  Json key_pressed(Client& client, const Json& message);
  Json ping(Client& client, const Json& message);
  Json camera_moved(Client& client, const Json& message);
  Json open_world(Client& client, const Json& message);
  Json use_panel(Client& client, const Json& message);
  void apply_perturb(const Push& push);
  void finish_seek();

  void answer(int client, const Json& message, Json reply);
  void refuse(int client, const Json& message, const std::string& reason, const std::string& hint);
  void broadcast(const Json& event);
  Json hello(int client) const;
  Json model_event(const std::string& reason) const;
  Json status(double now);
  Json timeline_event();
  Json keyframes_event() const;
  Json worlds_event() const;
  Json stages();

  void install(Loaded loaded, const std::string& reason);
  int first_key() const;
  void finish_load(double now);
  void send_frames(double now);
  void send_events(double now);
  std::shared_ptr<const Picture> picture(const Client& client);
  void add_ghost(const scene::Option& option, Picture& picture);
  scene::Perturb held(const Client& client);
  Frame frame_for(Client& client, std::shared_ptr<const Picture> picture, double now);
  void stepped(World& world);
  void steer();
  void mark(const std::string& what);

  struct Mark {
    std::int64_t step;
    double time;
    std::string what;
  };
  struct SavedKey {
    std::string name;
    double time;
    std::vector<double> state;
  };

  SessionOptions options_;
  Outbox& outbox_;
  Loaded loaded_;
  Source source_;
  std::unique_ptr<Player> player_;
  std::unique_ptr<scene::Scene> scene_;
  std::map<int, Client> clients_;
  std::vector<SavedKey> saved_;
  std::vector<Mark> marks_;
  std::vector<scene::Geom> extra_;
  std::function<void(int)> on_key_;
  std::function<void(const scene::Camera&)> on_camera_;
  std::function<void(const Json&)> on_panel_;
  std::optional<Data> ghost_;  // passive: the ghost as the program gave it
  std::shared_ptr<const Crowd> crowd_;
  Json comparison_, camera_, panels_;  // the last ones, for clients that come
  scene::Option option_;               // of clients that come
  std::future<Outcome> pending_;
  std::optional<std::pair<Source, std::string>> next_load_;
  Json trouble_;                             // null while all is well
  std::optional<std::int64_t> wanted_step_;  // of the last seek, which is done with the next tick
  int opened_ = -1;                          // world that is looked at alone
  bool was_seen_ = false;
  bool changed_ = true;
  bool timeline_changed_ = true, status_changed_ = true, panels_changed_ = false;
  double now_ = 0, last_status_ = -1, last_timeline_ = -1, last_properties_ = -1, last_panels_ = -1;
  std::vector<double> timers_;  // durations and numbers at the last status
};

}  // namespace thew::viewer
