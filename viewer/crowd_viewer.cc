#include "crowd_viewer.h"

#include <algorithm>

#include <thew/step.h>

namespace thew::viewer {

namespace {

ViewerOptions with_plan(ViewerOptions options, CrowdPlan plan, const Model& model,
                        const Batch& batch) {
  plan.worlds = batch.size();
  plan.bodies = moving_bodies(model);
  options.session.crowd = std::move(plan);
  return options;
}

}  // namespace

CrowdViewer::CrowdViewer(std::shared_ptr<const Model> model, const Batch& batch,
                         const std::string& name, CrowdPlan plan, ViewerOptions options)
    : model_(model),
      reader_(*model),
      shown_(*model),
      state_(*model),
      passive_(model, shown_, name, with_plan(std::move(options), std::move(plan), *model, batch)) {
}

void CrowdViewer::sync(Batch& batch, std::span<const float> values, std::span<const bool> failed) {
  if (passive_.viewer().clients() == 0) return;
  auto crowd = std::make_shared<Crowd>();
  reader_.read(batch, *crowd);
  crowd->values.assign(values.begin(), values.end());
  show(batch, std::move(crowd), failed);
}

void CrowdViewer::sync_by_distance(Batch& batch, std::span<const bool> failed) {
  if (passive_.viewer().clients() == 0) return;
  auto crowd = std::make_shared<Crowd>();
  reader_.read(batch, *crowd);
  crowd->values = distances_from_first(*crowd);
  show(batch, std::move(crowd), failed);
}

void CrowdViewer::show(Batch& batch, std::shared_ptr<Crowd> crowd, std::span<const bool> failed) {
  crowd->failed.assign(crowd->worlds, 0);
  std::copy(failed.begin(), failed.end(), crowd->failed.begin());
  const int world = std::max(0, steering().opened.load());
  if (pulled_world_ >= 0 && pulled_world_ != world) {
    // Another one was opened while a body was pulled: that one is let go.
    batch.extract(pulled_world_, state_);
    std::fill_n(state_.xfrc_applied.row(pulled_body_), 6, 0.0);
    batch.insert(state_, pulled_world_);
    pulled_world_ = -1;
  }
  batch.extract(world, shown_);
  forward(*model_, shown_);
  const bool wrote = passive_.sync(shown_, {nullptr, std::move(crowd)});
  if (wrote) write_force(batch, world);
}

void CrowdViewer::write_force(Batch& batch, int world) {
  batch.extract(world, state_);
  state_.xfrc_applied = shown_.xfrc_applied;
  batch.insert(state_, world);
  pulled_body_ = passive_.push().body;
  pulled_world_ = pulled_body_ > 0 ? world : -1;
}

}  // namespace thew::viewer
