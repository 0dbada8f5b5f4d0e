#include "crowd_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include <thew/step.h>

namespace thew::viewer {

namespace {

constexpr double kShown = 1.0 / 30;   // s between what is shown
constexpr double kSlice = 0.02;       // s of work before it is shown how far it is
constexpr int kTogether = 4;          // steps with the same controls: batches are faster so
constexpr double kCorrelation = 0.2;  // s over which noise of a control stays alike

double clock_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

BatchOptions batch_options(const CrowdRunOptions& run) {
  BatchOptions options;
  options.threads = run.threads;
  options.seed = run.seed;
  options.restart = false;
  return options;
}

CrowdPlan plan_of(const Model& model, const CrowdRunOptions& run) {
  CrowdPlan plan;
  if (run.value.empty()) {
    plan.label = "distance from world 0 [m]";
  } else {
    const Signal signal(model, run.value);
    plan.label = signal.label() + (signal.unit().empty() ? "" : " [" + signal.unit() + "]");
  }
  return plan;
}

ViewerOptions paced(ViewerOptions options) {
  options.session.paced = true;
  return options;
}

// From two numbers in [0, 1): mean 0, deviation 1.
double normal(double a, double b) {
  return std::sqrt(-2 * std::log(1 - a)) * std::cos(2 * std::numbers::pi * b);
}

// What a control may move by: half of its range.
double reach(const Model& model, int actuator) {
  const double* range = model.actuator_ctrlrange.values().row(actuator);
  return model.actuator_ctrllimited[actuator] ? 0.5 * (range[1] - range[0]) : 1;
}

}  // namespace

CrowdRun::CrowdRun(std::shared_ptr<const Model> model, const std::string& name, CrowdRunOptions run,
                   ViewerOptions options)
    : model_(model),
      run_(std::move(run)),
      batch_(*model, run_.worlds, batch_options(run_)),
      failed_(std::make_unique<bool[]>(static_cast<std::size_t>(run_.worlds))),
      signal_(run_.value.empty() ? nullptr : std::make_unique<Signal>(*model, run_.value)),
      judged_(model),
      controller_(controllers_for(*model).empty() ? nullptr : controllers_for(*model).front()),
      first_key_(controller_ != nullptr && model->nkey > 0 ? 0 : run_.key),
      wander_(static_cast<std::size_t>(run_.worlds * model->nu)),
      viewer_(model, batch_, name, plan_of(*model, run_), paced(std::move(options))) {
  begin(first_key_);
}

void CrowdRun::begin(int key) {
  batch_.reset({}, key);
  std::fill(wander_.begin(), wander_.end(), 0.0);
  std::fill_n(failed_.get(), run_.worlds, false);
  time_ = 0;
  const auto nv = static_cast<std::size_t>(model_->nv);
  std::vector<double> drawn(static_cast<std::size_t>(run_.worlds) * 2 * nv);
  batch_.draw(2 * model_->nv, drawn.data());
  const auto velocities = batch_.field<double>("qvel");
  for (std::size_t i = nv; i < velocities.size(); ++i) {  // all but world 0
    velocities[i] += run_.noise * normal(drawn[2 * i], drawn[2 * i + 1]);
  }
  shown_at_ = -1;
}

// Controls of the model's own controller, or as they are, with noise that wanders.
void CrowdRun::control(double seconds) {
  const auto nu = static_cast<std::size_t>(model_->nu);
  if (nu == 0) return;
  const double keep = std::exp(-seconds / kCorrelation);
  const double fresh = std::sqrt(1 - keep * keep);
  std::vector<double> drawn(2 * wander_.size());
  batch_.draw(2 * model_->nu, drawn.data());
  const auto controls = batch_.field<double>("ctrl");
  Data& data = judged_.data();
  for (std::size_t world = 0; world < static_cast<std::size_t>(run_.worlds); ++world) {
    if (controller_ != nullptr) {
      batch_.extract(static_cast<std::int64_t>(world), data);
      controller_->control(*model_, data);
      std::copy(data.ctrl.begin(), data.ctrl.end(),
                controls.begin() + static_cast<std::ptrdiff_t>(world * nu));
    }
    for (std::size_t k = 0; world > 0 && k < nu; ++k) {
      const std::size_t i = world * nu + k;
      const double before = wander_[i];
      wander_[i] = keep * before + fresh * normal(drawn[2 * i], drawn[2 * i + 1]);
      const double base = controller_ != nullptr ? 0 : before;
      controls[i] += run_.noise * reach(*model_, static_cast<int>(k)) * (wander_[i] - base);
    }
  }
}

void CrowdRun::advance(double now) {
  const double timestep = model_->opt.timestep;
  if (viewer_.steering().speed != speed_) {
    speed_ = viewer_.steering().speed;
    pace_.start(now, time_, speed_);
  }
  const double begin = clock_now(), due = pace_.due(now, time_);
  const auto together = controller_ != nullptr ? 1 : kTogether;  // a controller wants every step
  while (time_ + timestep <= due + 1e-9 && clock_now() - begin < kSlice) {
    const double left = (due + 1e-9 - time_) / timestep;
    const int steps = std::min(together, static_cast<int>(left));
    control(steps * timestep);
    batch_.step(steps);
    time_ += steps * timestep;
    const auto errors = batch_.errors();
    for (std::size_t i = 0; i < errors.size(); ++i) failed_[i] = failed_[i] || errors[i] != 0;
  }
}

void CrowdRun::show() {
  const std::span<const bool> failed(failed_.get(), static_cast<std::size_t>(run_.worlds));
  if (!signal_) return viewer_.sync_by_distance(batch_, failed);
  if (viewer().clients() == 0) return;
  std::vector<float> values;
  for (std::int64_t world = 0; world < run_.worlds; ++world) {
    batch_.extract(world, judged_.data());
    forward(*model_, judged_.data());
    values.push_back(static_cast<float>(signal_->value(judged_, 0)));
  }
  viewer_.sync(batch_, values, failed);
}

double CrowdRun::tick(double now) {
  const Steering& steering = viewer_.steering();
  if (resets_ != steering.resets) {
    resets_ = steering.resets;
    const int wanted = steering.key;
    begin(wanted < 0 ? first_key_ : wanted);
    speed_ = 0;
  }
  if (steering.paused) {
    speed_ = 0;  // begins anew when it goes on
  } else {
    advance(now);
  }
  if (opened_ != steering.opened) {
    opened_ = steering.opened;
    shown_at_ = -1;
  }
  // While it is paused what is seen stays; who pulls at something is not kept waiting.
  if (now - shown_at_ >= (steering.paused && !viewer_.passive().push().active() ? 0.25 : kShown)) {
    show();
    shown_at_ = now;
  }
  return steering.paused ? kShown : 0.001;
}

}  // namespace thew::viewer
