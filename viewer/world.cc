#include "world.h"

#include <algorithm>
#include <chrono>

#include <thew/step.h>

namespace thew::viewer {

namespace {

constexpr auto kWhole = static_cast<unsigned>(StateBit::Integration);

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

std::size_t Input::bytes() const {
  const Edit* edit = std::get_if<Edit>(&what);
  return sizeof(Input) + (edit != nullptr ? edit->values.size() * sizeof(double) : 0);
}

World::World(std::shared_ptr<const Model> model) : base_(std::move(model)), data_(*base_) {
  data_.clock = seconds;
  reset(-1);
}

Model& World::own_model() {
  if (!own_) own_ = std::make_unique<Model>(*base_);
  return *own_;
}

void World::reset(int key) {
  thew::reset(model(), data_, key);
  step_ = 0;
  push_ = {};
}

void World::apply(const Input& input) {
  if (const auto* edit = std::get_if<Input::Edit>(&input.what)) {
    // Nobody writes the model through the view of a field of Data.
    Model& written = input.changes_model() ? own_model() : const_cast<Model&>(model());
    edit->field->write(written, data_, edit->first, edit->values);
  } else if (const auto* push = std::get_if<Push>(&input.what)) {
    if (push_.active()) std::fill_n(data_.xfrc_applied.row(push_.body), 6, 0.0);
    push_ = *push;
  } else {
    controller_ = std::get<const Controller*>(input.what);
  }
}

void World::advance() {
  if (push_.active()) apply_push(model(), data_, push_);
  if (controller_ != nullptr) controller_->control(model(), data_);
  thew::step(model(), data_);
  ++step_;
}

std::vector<double> World::state() const {
  std::vector<double> state(static_cast<std::size_t>(state_size(model(), kWhole)));
  get_state(model(), data_, state, kWhole);
  return state;
}

void World::set_state(const std::vector<double>& state) {
  thew::set_state(model(), data_, state, kWhole);
}

void World::jump(std::int64_t step, const Push& push, const Controller* controller) {
  own_.reset();
  step_ = step;
  push_ = push;
  controller_ = controller;
}

void World::refresh() {
  const std::vector<double> before = state();
  forward(model(), data_);
  set_state(before);
}

}  // namespace thew::viewer
