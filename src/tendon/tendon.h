#pragma once

#include <thew/data.h>

namespace thew::tendon {

/// Lengths and Jacobians of all tendons.
template <class T>
void position(const Model& model, BasicData<T>& data);

/// Velocities: ten_J qvel.
template <class T>
void velocity(const Model& model, BasicData<T>& data);

}  // namespace thew::tendon
