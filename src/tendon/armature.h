#pragma once

#include <thew/data.h>

namespace thew::tendon {

/// dJ/dt qvel: how its velocity changes while no dof accelerates. Geoms on the path are left out;
/// the compiler refuses them on tendons with armature.
template <class T>
T jacobian_drift(const Model& model, const BasicData<T>& data, int tendon);

}  // namespace thew::tendon
