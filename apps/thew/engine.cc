#include "engine.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include <thew/batch.h>
#include <thew/collision.h>
#include <thew/constraint.h>
#include <thew/data.h>
#include <thew/dynamics.h>
#include <thew/stages.h>
#include <thew/step.h>

namespace thew::cli {
namespace {

double now() {
  return 1e-9 * static_cast<double>(std::chrono::steady_clock::now().time_since_epoch().count());
}

// What reading the clock takes.
double clock_cost() {
  constexpr int kReadings = 1000;
  const double begin = now();
  for (int i = 1; i < kReadings; ++i) now();
  return (now() - begin) / kReadings;
}

// Gives each part the time since the one before.
class Stopwatch {
 public:
  explicit Stopwatch(PartTimes& times) : times_(times), last_(now()) {}
  void part_done() {
    static const double kCost = clock_cost();
    const double time = now();
    times_[part_++] += time - last_ - kCost;
    last_ = time;
  }

 private:
  PartTimes& times_;
  std::size_t part_ = 0;
  double last_;
};

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
  void step_in_parts(int count, PartTimes& times) override {
    const bool euler = model_.opt.integrator == static_cast<int>(Integrator::Euler);
    for (int i = 0; i < count; ++i) {
      Stopwatch watch(times);
      dynamics::kinematics(model_, data_);
      dynamics::com_pos(model_, data_);
      dynamics::camera_light(model_, data_);
      tendon::position(model_, data_);
      watch.part_done();
      dynamics::make_inertia(model_, data_);
      dynamics::factor_inertia(model_, data_);
      watch.part_done();
      collision::collide(model_, data_);
      watch.part_done();
      constraint::assemble(model_, data_);
      constraint::project(model_, data_);
      watch.part_done();
      actuation::transmission(model_, data_);
      forward_velocity(model_, data_);
      watch.part_done();
      forward_actuation(model_, data_);
      forward_acceleration(model_, data_);
      watch.part_done();
      forward_constraint(model_, data_);
      watch.part_done();
      euler ? integrate_euler(model_, data_) : integrate_implicit(model_, data_);
      watch.part_done();
    }
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

// Worlds of a batch whose states are of type S.
template <class S>
class Together : public Engine {
 public:
  Together(const Model& model, int worlds, const BatchOptions& options)
      : model_(model), batch_(model, worlds, options) {}
  int worlds() const override { return static_cast<int>(batch_.size()); }
  bool on_threads() const override { return batch_.threads() > 1; }
  void reset(int key) override { batch_.reset({}, key); }
  void set_ctrl(int world, std::span<const double> ctrl) override {
    std::ranges::transform(ctrl, batch_.field<S>("ctrl").begin() + world * model_.nu,
                           [](double x) { return static_cast<S>(x); });
  }
  void step(int count) override {
    for (int i = 0; i < count; ++i) batch_.step();
  }
  std::vector<double> qpos() override {
    const auto all = batch_.field<S>("qpos");
    return {all.begin(), all.begin() + model_.nq};
  }
  int contacts() override { return -1; }
  void step_in_parts(int, PartTimes&) override { throw std::logic_error("a batch only steps"); }
  void place(const std::vector<double>&) override { throw std::logic_error("a batch only steps"); }
  void collide(int) override { throw std::logic_error("a batch only steps"); }

 private:
  const Model& model_;
  Batch batch_;
};

class Mujoco : public Engine {
 public:
  Mujoco(const Reference& reference, const ModelSource& source, const Model& model,
         const std::vector<std::string>& disable)
      : world_(reference, source, model, disable),
        euler_(model.opt.integrator == static_cast<int>(Integrator::Euler)) {}
  void reset(int key) override { world_.reset(key); }
  void set_ctrl(int, std::span<const double> ctrl) override { world_.set_ctrl(ctrl.data()); }
  void step(int count) override {
    for (int i = 0; i < count; ++i) world_.step();
  }
  void step_in_parts(int count, PartTimes& times) override {
    for (int i = 0; i < count; ++i) {
      Stopwatch watch(times);
      world_.step_in_parts(euler_, [&watch] { watch.part_done(); });
    }
  }
  std::vector<double> qpos() override { return world_.qpos(); }
  int contacts() override { return world_.contacts(); }
  void place(const std::vector<double>& qpos) override { world_.place(qpos.data()); }
  void collide(int count) override {
    for (int i = 0; i < count; ++i) world_.collide();
  }

 private:
  ReferenceWorld world_;
  bool euler_;
};

}  // namespace

std::unique_ptr<Engine> make_single(const Model& model) {
  return std::make_unique<Single>(model);
}

std::unique_ptr<Engine> make_batch(const Model& model, int worlds, const BatchOptions& options) {
  if (options.precision == Precision::Single) {
    return std::make_unique<Together<float>>(model, worlds, options);
  }
  return std::make_unique<Together<double>>(model, worlds, options);
}

std::unique_ptr<Engine> make_reference(const Reference& reference, const ModelSource& source,
                                       const Model& model,
                                       const std::vector<std::string>& disable) {
  return std::make_unique<Mujoco>(reference, source, model, disable);
}

}  // namespace thew::cli
