#include <string>

#include <thew/error.h>
#include <thew/lane_worlds.h>
#include <thew/step.h>

#include "math/pack.h"

namespace thew {

struct LaneWorlds::Worlds {
  using T = math::Pack<double, kCount>;
  explicit Worlds(const Model& model) : data(model) {}
  BasicData<T> data;
};

LaneWorlds::LaneWorlds(const Model& model) : worlds_(std::make_unique<Worlds>(model)) {
  reset(model);
}
LaneWorlds::LaneWorlds(LaneWorlds&& other) noexcept = default;
LaneWorlds& LaneWorlds::operator=(LaneWorlds&& other) noexcept = default;
LaneWorlds::~LaneWorlds() = default;

void LaneWorlds::reset(const Model& model, int key) {
  thew::reset(model, worlds_->data, key);
}

void LaneWorlds::set_ctrl(int world, std::span<const double> ctrl) {
  const std::int64_t size = worlds_->data.ctrl.size();
  if (world < 0 || world >= kCount) {
    throw Error({}, "there is no world " + std::to_string(world) + " of " + std::to_string(kCount));
  }
  if (static_cast<std::int64_t>(ctrl.size()) != size) {
    throw Error({}, std::to_string(ctrl.size()) + " controls were given where a world has " +
                        std::to_string(size));
  }
  for (std::size_t i = 0; i < ctrl.size(); ++i) {
    math::set_lane(worlds_->data.ctrl[static_cast<std::int64_t>(i)], world, ctrl[i]);
  }
}

void LaneWorlds::step(const Model& model) {
  thew::step(model, worlds_->data);
}

void LaneWorlds::extract(int world, Data& data) const {
  thew::extract(worlds_->data, world, data);
}

}  // namespace thew
