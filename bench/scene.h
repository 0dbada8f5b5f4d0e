#pragma once

// What the kernel benchmarks share: models of models/, and worlds in them that move.

#include <string>

#include <thew/data.h>
#include <thew/load.h>
#include <thew/model.h>
#include <thew/step.h>

#include "math/pack.h"

namespace thew::bench {

/// A model of models/ with everything but the smooth dynamics disabled.
inline Model load(const std::string& name) {
  LoadOptions options;
  options.ignore_unsupported = true;
  Model model = load_file(std::string(THEW_ROOT) + "/models/" + name + ".xml", options);
  model.opt.disableflags |= static_cast<int>(DisableBit::Constraint) |
                            static_cast<int>(DisableBit::Contact) |
                            static_cast<int>(DisableBit::Sensor);
  return model;
}

/// Puts every lane at its own velocity and control, small enough that an episode stays sane.
template <class T>
void excite(const Model& model, BasicData<T>& data) {
  reset(model, data, model.nkey > 0 ? 0 : -1);
  for (int lane = 0; lane < kLanes<T>; ++lane) {
    for (int i = 0; i < model.nv; ++i) {
      math::set_lane(data.qvel[i], lane, 0.1 * ((i * 7 + lane * 3) % 11 - 5));
    }
    for (int i = 0; i < model.nu; ++i) {
      math::set_lane(data.ctrl[i], lane, 0.02 * ((i * 5 + lane) % 9 - 4));
    }
  }
}

/// A world (or lanes of worlds) in motion, with every stage computed once.
template <class T>
BasicData<T> moving(const Model& model) {
  BasicData<T> data(model);
  excite(model, data);
  for (int i = 0; i < 20; ++i) step(model, data);
  forward(model, data);
  return data;
}

}  // namespace thew::bench
