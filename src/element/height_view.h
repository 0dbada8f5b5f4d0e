#pragma once

#include "math/vec3.h"

namespace thew::element {

/// Heights over a grid in the x-y plane, as geoms of type hfield use them.
struct HeightView {
  int rows = 0;
  int columns = 0;
  const float* height = nullptr;  ///< row by row (along y), scaled 0 to 1
  math::Vec3<double> radius;      ///< half sizes along x and y, and the height of 1
  double base = 0;                ///< how deep the solid below the surface reaches
};

}  // namespace thew::element
