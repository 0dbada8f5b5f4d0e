#include "timeline.h"

#include <algorithm>
#include <cmath>

namespace thew::viewer {

namespace {

constexpr std::int64_t kFirstInterval = 50;  // steps; a few milliseconds to run again

// Keys before the one that a step needs.
auto first_after(const Branch& branch, std::int64_t step) {
  return std::upper_bound(
      branch.keys.begin(), branch.keys.end(), step,
      [](std::int64_t s, const std::shared_ptr<const Key>& key) { return s < key->step; });
}

bool may_sleep(const Model& model) {
  return (model.opt.enableflags & static_cast<int>(EnableBit::Sleep)) != 0;
}

}  // namespace

std::size_t Key::bytes() const {
  return sizeof(Key) + state.size() * sizeof(double) +
         (whole ? static_cast<std::size_t>(whole->nbuffer + whole->maxuse_arena) : 0);
}

std::size_t Branch::bytes() const {
  std::size_t sum = 0;
  for (const auto& key : keys) {
    if (parent < 0 || key->step > from) sum += key->bytes();  // earlier ones are the parent's
  }
  for (const Input& input : inputs) sum += input.bytes();
  return sum;
}

void Cursor::restore(const Branch& branch, const Key& key) {
  world_.jump(key.step, key.push, key.controller);
  next_input_ = 0;
  while (next_input_ < branch.inputs.size() && branch.inputs[next_input_].step < key.step) {
    const Input& input = branch.inputs[next_input_++];
    if (input.changes_model()) world_.apply(input);
  }
  if (key.whole) {
    const auto clock = world_.data().clock;
    world_.data() = *key.whole;
    world_.data().clock = clock;
  } else {
    world_.set_state(key.state);
  }
  branch_ = branch.id;
}

void Cursor::apply_inputs(const Branch& branch) {
  while (next_input_ < branch.inputs.size() && branch.inputs[next_input_].step <= world_.step()) {
    world_.apply(branch.inputs[next_input_++]);
  }
}

void Cursor::go(const Branch& branch, std::int64_t step) {
  const std::int64_t wanted = std::clamp(step, branch.keys.front()->step, branch.last);
  const Key& key = **std::prev(first_after(branch, wanted));
  const bool ahead = branch_ == branch.id && world_.step() <= wanted && key.step <= world_.step();
  if (!ahead) restore(branch, key);
  apply_inputs(branch);
  while (world_.step() < wanted) {
    world_.advance();
    apply_inputs(branch);
  }
}

void Timeline::begin(const World& world) {
  branches_.clear();
  present_ = 0;
  interval_ = kFirstInterval;
  Branch& branch = branches_.emplace_back();
  branch.id = next_id_++;
  branch.last = world.step();
  branch.last_time = world.data().time;
  add_key(world);
}

void Timeline::add_key(const World& world) {
  auto key = std::make_shared<Key>();
  key->step = world.step();
  key->time = world.data().time;
  key->push = world.push();
  key->controller = world.controller();
  if (may_sleep(world.model())) {
    key->whole = std::make_shared<const Data>(world.data());
  } else {
    key->state = world.state();
  }
  branches_[present_].keys.push_back(std::move(key));
}

void Timeline::arrived(const World& world) {
  Branch& branch = branches_[present_];
  branch.last = world.step();
  branch.last_time = world.data().time;
  if (world.step() % interval_ != 0) return;
  add_key(world);
  if (bytes() > cap_) thin_out();
}

void Timeline::record(const Input& input) {
  branches_[present_].inputs.push_back(input);
}

// Keeps the keys at multiples of twice the interval; first ones stay. Where that is not enough, the
// oldest other branch goes.
void Timeline::thin_out() {
  while (bytes() > cap_ && branches_.size() > 1) {
    drop(branches_[present_ == 0 ? 1 : 0].id);
  }
  while (bytes() > cap_ && interval_ < (std::int64_t{1} << 40)) {
    interval_ *= 2;
    const std::size_t before = branches_[present_].keys.size();
    for (Branch& branch : branches_) {
      std::erase_if(branch.keys, [&](const std::shared_ptr<const Key>& key) {
        return key->step % interval_ != 0 && key != branch.keys.front();
      });
    }
    if (before <= 2) return;
  }
}

int Timeline::fork(std::int64_t step) {
  const Branch& old = branches_[present_];
  Branch branch;
  branch.id = next_id_++;
  branch.parent = old.id;
  branch.from = branch.last = std::clamp(step, std::int64_t{0}, old.last);
  branch.keys.assign(old.keys.begin(), first_after(old, step));
  for (const Input& input : old.inputs) {
    if (input.step <= step) branch.inputs.push_back(input);
  }
  branches_.push_back(std::move(branch));
  present_ = branches_.size() - 1;
  return branches_[present_].id;
}

bool Timeline::choose(int id) {
  const Branch* branch = find(id);
  if (branch == nullptr) return false;
  present_ = static_cast<std::size_t>(branch - branches_.data());
  return true;
}

bool Timeline::drop(int id) {
  const Branch* branch = find(id);
  if (branch == nullptr || id == present().id) return false;
  const int kept = present().id;
  // Keys that children share live on with them, and are now theirs alone.
  for (Branch& child : branches_) {
    if (child.parent == id) child.parent = branch->parent, child.from = branch->from;
  }
  branches_.erase(branches_.begin() + (branch - branches_.data()));
  choose(kept);
  return true;
}

const Branch* Timeline::find(int id) const {
  for (const Branch& branch : branches_) {
    if (branch.id == id) return &branch;
  }
  return nullptr;
}

std::size_t Timeline::bytes() const {
  std::size_t sum = 0;
  for (const Branch& branch : branches_) sum += branch.bytes();
  return sum;
}

std::int64_t Timeline::step_at(double time) const {
  const Branch& branch = present();
  const auto after = std::upper_bound(
      branch.keys.begin(), branch.keys.end(), time,
      [](double t, const std::shared_ptr<const Key>& key) { return t < key->time; });
  const Key& before = after == branch.keys.begin() ? **after : **std::prev(after);
  const double end_time = after == branch.keys.end() ? branch.last_time : (*after)->time;
  const std::int64_t end = after == branch.keys.end() ? branch.last : (*after)->step;
  if (!(end_time > before.time)) return before.step;
  const double part = std::clamp((time - before.time) / (end_time - before.time), 0.0, 1.0);
  return before.step + std::llround(part * static_cast<double>(end - before.step));
}

}  // namespace thew::viewer
