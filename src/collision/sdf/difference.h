#pragma once

#include "math/plain.h"

namespace thew::collision {

/// The gradient of a function by forward differences; `at` is its value at p.
template <class Function>
Vec3d difference_gradient(const Function& f, const Vec3d& p, double at) {
  constexpr double kStep = 1e-8;
  return {(f({p.x + kStep, p.y, p.z}) - at) / kStep, (f({p.x, p.y + kStep, p.z}) - at) / kStep,
          (f({p.x, p.y, p.z + kStep}) - at) / kStep};
}

}  // namespace thew::collision
