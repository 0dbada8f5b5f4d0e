#pragma once

// The position and velocity parts of a forward pass with the energies that belong to them.

#include <thew/callback.h>
#include <thew/dynamics.h>
#include <thew/step.h>

namespace thew {

template <class T>
void position_stage(const Model& m, BasicData<T>& d) {
  forward_position(m, d);
  if (has(m.opt.enableflags, EnableBit::Energy)) {
    dynamics::energy_pos(m, d);
  } else {
    d.energy[0] = d.energy[1] = T(0);
  }
}

template <class T>
void velocity_stage(const Model& m, BasicData<T>& d) {
  forward_velocity(m, d);
  if (has(m.opt.enableflags, EnableBit::Energy)) dynamics::energy_vel(m, d);
}

/// Lets the user's callback write controls, in one world.
template <class T>
void ask_control(const Model& m, BasicData<T>& d) {
  if constexpr (kLanes<T> == 1) {
    const bool asks =
        callbacks.control != nullptr && !has(m.opt.disableflags, DisableBit::Actuation);
    if (asks) callbacks.control(m, d);
  }
}

}  // namespace thew
