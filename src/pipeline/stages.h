#pragma once

// The parts of a forward pass with the sensors and energies that belong to them.

#include <algorithm>

#include <thew/callback.h>
#include <thew/dynamics.h>
#include <thew/stages.h>
#include <thew/step.h>

#include "integrate/integrate.h"
#include "math/scalar.h"
#include "model/sheets.h"
#include "model/timer.h"
#include "pipeline/optional.h"
#include "pipeline/rows.h"

namespace thew {

template <class T>
THEW_INLINE void position_stage(const Model& m, BasicData<T>& d, Workspace<T>& w,
                                bool skip_sensors = false) {
  forward_position(m, d, w);
  if (!skip_sensors) optional::sense_position(m, d, w);
  if (d.flg_energypos) return;  // a sensor asked for it
  if (has(m.opt.enableflags, EnableBit::Energy)) {
    dynamics::energy_pos(m, d);
  } else {
    d.energy[0] = d.energy[1] = T(0);
  }
}

template <class T>
THEW_INLINE void velocity_stage(const Model& m, BasicData<T>& d, Workspace<T>& w,
                                bool skip_sensors = false) {
  forward_velocity(m, d, w);
  if (!skip_sensors) optional::sense_velocity(m, d, w);
  if (has(m.opt.enableflags, EnableBit::Energy)) dynamics::energy_vel(m, d, w);
}

/// Advances the state with the integrator of the model, after a forward pass.
template <class T>
void integrate_step(const Model& m, BasicData<T>& d, Workspace<T>& w);

/// Lets the user's callback write controls, in one world.
template <class T>
void ask_control(const Model& m, BasicData<T>& d) {
  if constexpr (kCallsUser<T>) {
    if (has(m.opt.disableflags, DisableBit::Actuation)) return;
    if (const auto control = callback(callbacks.control, d)) control(m, d);
  }
}

template <class T>
THEW_INLINE void constraint_stage(const Model& m, BasicData<T>& d, Workspace<T>& w,
                                  bool skip_sensors) {
  if (!skip_sensors) d.flg_rnepost = false;
  if (model::keeps_apart(m)) {
    std::copy(d.qacc_smooth.begin(), d.qacc_smooth.end(), d.qacc.begin());
  } else {
    timed(d, Timer::Constraint, [&] { solve_rows(m, d, w, !skip_sensors); });
  }
  if (!skip_sensors && m.nsensor > 0) sense_acceleration(m, d, w);
}

}  // namespace thew
