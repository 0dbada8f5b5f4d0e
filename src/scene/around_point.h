#pragma once

// Cameras that look at a point from a distance: free ones and those that follow a body.

#include <cmath>
#include <numbers>

#include <thew/scene.h>

namespace thew::scene {

inline constexpr double kDegree = std::numbers::pi / 180;

/// How far the mouse moves things under an orthographic camera, relative to fovy.
inline constexpr double kOrthographicReach = 0.15;

inline CameraType type_of(const Camera& camera) {
  return static_cast<CameraType>(camera.type);
}

inline CameraFrame around_point(const Camera& camera, const double* point) {
  const double a = camera.azimuth * kDegree, e = camera.elevation * kDegree;
  const double ca = std::cos(a), sa = std::sin(a), ce = std::cos(e), se = std::sin(e);
  CameraFrame frame = {{}, {ce * ca, ce * sa, se}, {-se * ca, -se * sa, ce}, {sa, -ca, 0}};
  for (int i = 0; i < 3; ++i) frame.pos[i] = point[i] - camera.distance * frame.forward[i];
  return frame;
}

}  // namespace thew::scene
