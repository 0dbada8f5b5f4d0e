#include "player.h"

#include <algorithm>
#include <chrono>

namespace thew::viewer {

namespace {

double clock_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Player::Player(std::shared_ptr<const Model> model, std::size_t memory)
    : world_(std::make_unique<World>(std::move(model))), timeline_(memory) {
  timeline_.begin(*world_);
}

double Player::tick(double now, double budget, const std::function<void(World&)>& stepped) {
  constexpr double kIdle = 1;
  if (paused_) return kIdle;
  const double begin = clock_now();
  const double before = shown().data().time;
  const double due = pace_.due(now, before);
  const double timestep = world_->model().opt.timestep;
  std::int64_t steps = 0;
  // A step is made when the clock has reached its end.
  while (shown().data().time + timestep <= due + 1e-9 && clock_now() - begin < budget) {
    if (past_) {
      past_->go(timeline_.present(), past_->world().step() + 1);
      if (past_->world().step() >= timeline_.present().last) live();
    } else {
      world_->advance();
      ++steps_made_;
      timeline_.arrived(*world_);
      stepped(*world_);
    }
    stale_ = past_.has_value();
    ++steps;
  }
  pace_.advanced(now, static_cast<double>(steps) * timestep, steps);
  const double ahead = (shown().data().time + timestep - due) / pace_.speed();
  return std::clamp(ahead, 0.0, kIdle);
}

void Player::play(double now) {
  paused_ = false;
  pace_.start(now, shown().data().time, pace_.speed());
}

void Player::count(double now, double simulated) {
  if (!(simulated > 0)) return;
  const auto steps = static_cast<std::int64_t>(simulated / world_->model().opt.timestep + 0.5);
  steps_made_ += steps;
  pace_.advanced(now, simulated, steps);
}

void Player::pause() {
  paused_ = true;
  stale_ = true;
  pace_.stop();
}

void Player::set_speed(double now, double speed) {
  pace_.stop();
  pace_.start(now, shown().data().time, speed);
}

void Player::live() {
  past_.reset();
  stale_ = true;
}

void Player::step(std::int64_t count, const std::function<void(World&)>& stepped) {
  pause();
  const std::int64_t last = timeline_.present().last;
  const std::int64_t wanted = shown().step() + count;
  if (wanted < last || past_) seek(std::min(wanted, last));
  for (std::int64_t i = last; i < wanted; ++i) {
    world_->advance();
    ++steps_made_;
    timeline_.arrived(*world_);
    stepped(*world_);
  }
}

void Player::reset(double now, int key) {
  world_->reset(key);
  begin(now);
}

void Player::begin(double now) {
  live();
  ghost_.reset();
  ghost_id_ = -1;
  timeline_.begin(*world_);
  pace_.stop();
  pace_.start(now, world_->data().time, pace_.speed());
}

void Player::seek(std::int64_t step) {
  pause();
  const Branch& branch = timeline_.present();
  if (step >= branch.last) return live();
  if (!past_) past_.emplace(world_->base());
  past_->go(branch, step);
  stale_ = true;
}

void Player::go_on(double now) {
  if (past_) {
    const int old = timeline_.present().id;
    const std::int64_t step = past_->world().step();
    timeline_.fork(step);
    Cursor there(world_->base());
    there.go(timeline_.present(), step);
    *world_ = std::move(there.world());
    ghost_id_ = old;
    live();
  }
  play(now);
}

bool Player::show_branch(double now, int id) {
  if (!timeline_.choose(id)) return false;
  const Branch& branch = timeline_.present();
  Cursor there(world_->base());
  there.go(branch, branch.last);
  *world_ = std::move(there.world());
  if (ghost_id_ == id) ghost_id_ = -1;
  live();
  pace_.start(now, world_->data().time, pace_.speed());
  return true;
}

bool Player::drop_branch(int id) {
  if (ghost_id_ == id) ghost_id_ = -1;
  return timeline_.drop(id);
}

void Player::input(double now, Input::Edit edit) {
  apply(now, {0, std::move(edit)});
}
void Player::input(double now, const Push& push) {
  apply(now, {0, push});
}
void Player::input(double now, const Controller* controller) {
  apply(now, {0, controller});
}

void Player::apply(double now, Input input) {
  if (past_) {
    const bool was_paused = paused_;
    go_on(now);
    if (was_paused) pause();
  }
  input.step = world_->step();
  world_->apply(input);
  timeline_.record(input);
  stale_ = true;
}

World* Player::ghost_shown() {
  const Branch* branch = ghost_id_ >= 0 ? timeline_.find(ghost_id_) : nullptr;
  const std::int64_t step = shown().step();
  if (branch == nullptr || branch == &timeline_.present() || step > branch->last) return nullptr;
  if (!ghost_) ghost_.emplace(world_->base());
  ghost_->go(*branch, step);
  ghost_->world().refresh();
  return &ghost_->world();
}

void Player::refresh_shown() {
  if (!stale_) return;
  shown().refresh();
  stale_ = false;
}

}  // namespace thew::viewer
