#include "engine.h"

#include <algorithm>
#include <stdexcept>

#include <thew/collision.h>
#include <thew/data.h>
#include <thew/dynamics.h>
#include <thew/lane_worlds.h>
#include <thew/step.h>

namespace thew::cli {
namespace {

class Single : public Engine {
 public:
  explicit Single(const Model& model) : model_(model), data_(model) {}
  void reset(int key) override { thew::reset(model_, data_, key); }
  void set_ctrl(int, std::span<const double> ctrl) override {
    std::copy(ctrl.begin(), ctrl.end(), data_.ctrl.begin());
  }
  void step(int count) override {
    for (int i = 0; i < count; ++i) thew::step(model_, data_);
  }
  std::vector<double> qpos() override { return {data_.qpos.begin(), data_.qpos.end()}; }
  int contacts() override { return data_.ncon; }
  void place(const std::vector<double>& qpos) override {
    std::copy(qpos.begin(), qpos.end(), data_.qpos.begin());
    dynamics::kinematics(model_, data_);
    dynamics::com_pos(model_, data_);
  }
  void collide(int count) override {
    for (int i = 0; i < count; ++i) collision::collide(model_, data_);
  }

 private:
  const Model& model_;
  Data data_;
};

class Lanes : public Engine {
 public:
  explicit Lanes(const Model& model) : model_(model), worlds_(model), copy_(model) {}
  int worlds() const override { return LaneWorlds::kCount; }
  void reset(int key) override { worlds_.reset(model_, key); }
  void set_ctrl(int world, std::span<const double> ctrl) override { worlds_.set_ctrl(world, ctrl); }
  void step(int count) override {
    for (int i = 0; i < count; ++i) worlds_.step(model_);
  }
  std::vector<double> qpos() override {
    worlds_.extract(0, copy_);
    return {copy_.qpos.begin(), copy_.qpos.end()};
  }
  int contacts() override {
    worlds_.extract(0, copy_);
    return copy_.ncon;
  }
  void place(const std::vector<double>&) override { throw std::logic_error("lanes only step"); }
  void collide(int) override { throw std::logic_error("lanes only step"); }

 private:
  const Model& model_;
  LaneWorlds worlds_;
  Data copy_;
};

class Mujoco : public Engine {
 public:
  Mujoco(const Reference& reference, const ModelSource& source, const Model& model,
         const std::vector<std::string>& disable)
      : world_(reference, source, model, disable) {}
  void reset(int key) override { world_.reset(key); }
  void set_ctrl(int, std::span<const double> ctrl) override { world_.set_ctrl(ctrl.data()); }
  void step(int count) override {
    for (int i = 0; i < count; ++i) world_.step();
  }
  std::vector<double> qpos() override { return world_.qpos(); }
  int contacts() override { return world_.contacts(); }
  void place(const std::vector<double>& qpos) override { world_.place(qpos.data()); }
  void collide(int count) override {
    for (int i = 0; i < count; ++i) world_.collide();
  }

 private:
  ReferenceWorld world_;
};

}  // namespace

std::unique_ptr<Engine> make_single(const Model& model) {
  return std::make_unique<Single>(model);
}

std::unique_ptr<Engine> make_lanes(const Model& model) {
  return std::make_unique<Lanes>(model);
}

std::unique_ptr<Engine> make_reference(const Reference& reference, const ModelSource& source,
                                       const Model& model,
                                       const std::vector<std::string>& disable) {
  return std::make_unique<Mujoco>(reference, source, model, disable);
}

}  // namespace thew::cli
