#pragma once

// The kernels on the host, one world after the other: the same templates, with teams that are
// loops.

#include <initializer_list>

#include "gpu/device_worlds.h"
#include "gpu/launch.h"
#include "gpu/team.h"

namespace thew::gpu {

/// Runs one kernel on the worlds of a call; all pointers are to memory of the host.
template <class T>
void emulate(Kernel kernel, const DeviceModel<T>& model, const DeviceWorlds<T>& worlds,
             const Call& call, Order order = Order::Forwards);

/// All kernels of a step, in their order.
template <class T>
void emulate(const DeviceModel<T>& model, const DeviceWorlds<T>& worlds, const Call& call,
             Order order = Order::Forwards) {
  each_kernel(model.tables, call, [&](Kernel kernel, const Call& turn) {
    emulate(kernel, model, worlds, turn, order);
  });
}

}  // namespace thew::gpu
