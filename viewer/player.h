#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "pace.h"
#include "timeline.h"
#include "world.h"

namespace thew::viewer {

/// Runs a world by the clock, remembers its past, and shows any moment of it.
class Player {
 public:
  Player(std::shared_ptr<const Model> model, std::size_t memory);

  /// Makes the steps that are due, for at most `budget` seconds; `stepped` is called after each new
  /// one. Returns the seconds until the next is due.
  double tick(double now, double budget, const std::function<void(World&)>& stepped);

  void play(double now);
  void pause();
  bool paused() const { return paused_; }
  void set_speed(double now, double speed);
  const Pace& pace() const { return pace_; }
  std::int64_t steps_made() const { return steps_made_; }
  /// Somebody else made steps of so many seconds in all.
  void count(double now, double simulated);

  /// Makes steps, or goes back where negative. Pauses.
  void step(std::int64_t count, const std::function<void(World&)>& stepped);
  /// Time 0 or a keyframe. What was before is forgotten.
  void reset(double now, int key);
  /// Begins with a state that was set in `world()`.
  void begin(double now);

  /// Shows a step of the present branch, paused.
  void seek(std::int64_t step);
  /// Runs on from the moment shown; what came after it stays as a branch, the ghost.
  void go_on(double now);
  bool show_branch(double now, int id);
  bool drop_branch(int id);
  /// Which branch is the ghost; -1: none.
  void set_ghost(int id) { ghost_id_ = id; }
  int ghost() const { return ghost_id_; }

  /// Does something to the world that runs. Where the past is shown, that moment becomes the
  /// present first. Throws Error.
  void input(double now, Input::Edit edit);
  void input(double now, const Push& push);
  void input(double now, const Controller* controller);

  /// The world that runs, and the one that is shown: the same, or a moment of the past.
  World& world() { return *world_; }
  const World& world() const { return *world_; }
  World& shown() { return past_ ? past_->world() : *world_; }
  bool shows_past() const { return past_.has_value(); }
  /// The ghost at the step that is shown, or nullptr where it has none.
  World* ghost_shown();
  const Timeline& timeline() const { return timeline_; }
  /// Brings what is computed from the state up to date where no step just did.
  void refresh_shown();

 private:
  void apply(double now, Input input);
  void live();

  std::unique_ptr<World> world_;
  Timeline timeline_;
  Pace pace_;
  std::optional<Cursor> past_;
  std::optional<Cursor> ghost_;
  int ghost_id_ = -1;
  bool paused_ = true;
  bool stale_ = true;  // the state changed since everything was computed from it
  std::int64_t steps_made_ = 0;
};

}  // namespace thew::viewer
