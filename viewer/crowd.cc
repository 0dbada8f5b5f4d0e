#include "crowd.h"

#include <algorithm>
#include <cmath>

#include <thew/dynamics.h>

namespace thew::viewer {

namespace {

constexpr std::size_t kPose = 7;

// One world's row of a table of the state, as double.
void copy_row(const Batch& batch, const char* name, std::int64_t world, Array<double>& to) {
  const BatchTable table = batch.field(name);
  const std::int64_t size = table.rows * table.columns;
  if (table.type == FieldType::Float) {
    const float* from = reinterpret_cast<const float*>(table.data) + world * size;
    std::copy_n(from, size, to.data());
  } else {
    const double* from = reinterpret_cast<const double*>(table.data) + world * size;
    std::copy_n(from, size, to.data());
  }
}

}  // namespace

std::vector<int> moving_bodies(const Model& model) {
  std::vector<int> bodies;
  for (int body = 1; body < model.nbody; ++body) {
    const bool mocap = model.body_mocapid[model.body_rootid[body]] >= 0;
    if (model.body_weldid[body] != 0 || mocap) bodies.push_back(body);
  }
  return bodies;
}

CrowdReader::CrowdReader(const Model& model)
    : model_(model), bodies_(moving_bodies(model)), data_(model) {}

void CrowdReader::read(const Batch& batch, Crowd& crowd) {
  crowd.worlds = static_cast<std::uint32_t>(batch.size());
  crowd.bodies = static_cast<std::uint32_t>(bodies_.size());
  crowd.poses.resize(crowd.worlds * bodies_.size() * kPose);
  float* pose = crowd.poses.data();
  const auto narrow = [](double value) { return static_cast<float>(value); };
  for (std::int64_t world = 0; world < batch.size(); ++world) {
    copy_row(batch, "qpos", world, data_.qpos);
    if (model_.nmocap > 0) {
      copy_row(batch, "mocap_pos", world, data_.mocap_pos);
      copy_row(batch, "mocap_quat", world, data_.mocap_quat);
    }
    dynamics::kinematics(model_, data_);
    for (const int body : bodies_) {
      pose = std::transform(data_.xpos.row(body), data_.xpos.row(body) + 3, pose, narrow);
      pose = std::transform(data_.xquat.row(body), data_.xquat.row(body) + 4, pose, narrow);
    }
  }
}

std::vector<float> distances_from_first(const Crowd& crowd) {
  std::vector<float> distances(crowd.worlds, 0.0f);
  const std::size_t row = crowd.bodies * kPose;
  for (std::size_t world = 1; world < crowd.worlds && crowd.bodies > 0; ++world) {
    float sum = 0;
    for (std::size_t i = 0; i < row; ++i) {
      const float gap = crowd.poses[world * row + i] - crowd.poses[i];
      if (i % kPose < 3) sum += gap * gap;
    }
    distances[world] = std::sqrt(sum / static_cast<float>(crowd.bodies));
  }
  return distances;
}

}  // namespace thew::viewer
