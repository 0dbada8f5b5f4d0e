// What the mouse does to cameras.

#include <algorithm>
#include <string>

#include <thew/error.h>

#include "scene/around_point.h"

namespace thew::scene {

namespace {

void limit_angles(Camera& camera) {
  if (std::abs(camera.azimuth) > 180) camera.azimuth = std::remainder(camera.azimuth, 360.0);
  camera.elevation = std::clamp(camera.elevation, -89.0, 89.0);
}

void shift(Camera& camera, const double* axis, double way) {
  for (int i = 0; i < 3; ++i) camera.lookat[i] += way * axis[i];
}

// Parts of the window's height become lengths at the distance of the point.
void pan(const Model& m, MouseAction action, double dx, double dy, Camera& camera) {
  const CameraFrame frame = around_point(camera, camera.lookat);
  const double fovy = m.vis.global_.fovy;
  const double height =
      camera.orthographic ? kOrthographicReach * fovy : 2 * std::tan(fovy * kDegree / 2);
  const double reach = height * camera.distance;
  const double ahead[3] = {-frame.right[1], frame.right[0], 0}, above[3] = {0, 0, 1};
  shift(camera, frame.right, -dx * reach);
  shift(camera, action == MouseAction::MoveV ? above : ahead, dy * reach);
}

void step(MouseAction action, double dx, double dy, Camera& camera) {
  const CameraFrame frame = around_point(camera, camera.lookat);
  shift(camera, frame.right, dx);
  shift(camera, action == MouseAction::MoveVRel ? frame.up : frame.forward, dy);
}

// Looks elsewhere from the same place.
void turn(MouseAction action, double dx, double dy, Camera& camera) {
  const CameraFrame before = around_point(camera, camera.lookat);
  if (action == MouseAction::TurnH) {
    camera.azimuth -= 180 * dx;
  } else {
    camera.elevation -= 180 * dy;
  }
  limit_angles(camera);
  const CameraFrame after = around_point(camera, camera.lookat);
  std::copy_n(before.pos, 3, camera.lookat);
  shift(camera, after.forward, camera.distance);
}

void move_point(const Model& m, MouseAction action, double dx, double dy, Camera& camera) {
  if (type_of(camera) == CameraType::User) throw Error({}, "unknown camera type");
  if (type_of(camera) == CameraType::Tracking) return;
  switch (action) {
    case MouseAction::MoveV:
    case MouseAction::MoveH:
      return pan(m, action, dx, dy, camera);
    case MouseAction::MoveVRel:
    case MouseAction::MoveHRel:
      return step(action, dx, dy, camera);
    default:
      return turn(action, dx, dy, camera);
  }
}

}  // namespace

void move_camera(const Model& model, MouseAction action, double dx, double dy, Camera& camera) {
  if (type_of(camera) == CameraType::Fixed) return;
  const double extent = model.stat.extent;
  if (action == MouseAction::RotateV || action == MouseAction::RotateH) {
    camera.azimuth -= 180 * dx;
    camera.elevation -= 180 * dy;
  } else if (action == MouseAction::Zoom) {
    camera.distance -= 9 * extent * dy * std::log(1 + camera.distance / extent / 3);
  } else if (action < MouseAction::MoveV || action > MouseAction::TurnH) {
    throw Error({}, "unexpected action " + std::to_string(static_cast<int>(action)));
  } else {
    move_point(model, action, dx, dy, camera);
  }
  limit_angles(camera);
  camera.distance = std::min(std::max(camera.distance, 0.01 * extent), 100 * extent);
}

}  // namespace thew::scene
