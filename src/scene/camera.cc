// Where cameras are and what they see.

#include <algorithm>
#include <cmath>

#include <thew/error.h>

#include "math/quat.h"
#include "scene/around_point.h"
#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

bool is_around_point(const Camera& camera) {
  return type_of(camera) == CameraType::Free || type_of(camera) == CameraType::Tracking;
}

// Throws unless the camera has a place: one of the model's, or a point that it looks at.
void check(const Model& m, const Camera& camera) {
  switch (type_of(camera)) {
    case CameraType::Free:
      return;
    case CameraType::Tracking:
      if (camera.trackbodyid >= 0 && camera.trackbodyid < m.nbody) return;
      throw Error({}, "track body id is outside valid range");
    case CameraType::Fixed:
      if (camera.fixedcamid >= 0 && camera.fixedcamid < m.ncam) return;
      throw Error({}, "fixed camera id is outside valid range");
    default:
      throw Error({}, "unknown camera type");
  }
}

bool is_orthographic(const Model& m, const Camera& camera) {
  if (type_of(camera) != CameraType::Fixed) return camera.orthographic != 0;
  return m.cam_projection[camera.fixedcamid] == static_cast<int>(Projection::Orthographic);
}

Vector sum(const float* a, const float* b) {
  return {double{a[0]} + b[0], double{a[1]} + b[1], double{a[2]} + b[2]};
}

Vector unit(const Vector& v) {
  const double length = norm(v);
  return length < kMinVal ? Vector{1, 0, 0} : v * (1 / length);
}

void put(float* target, const Vector& v) {
  double numbers[3];
  store(numbers, v);
  std::copy_n(numbers, 3, target);
}

}  // namespace

Camera free_camera(const Model& model) {
  Camera camera;
  std::copy_n(model.stat.center, 3, camera.lookat);
  camera.distance = 1.5 * model.stat.extent;
  camera.azimuth = model.vis.global_.azimuth;
  camera.elevation = model.vis.global_.elevation;
  camera.orthographic = model.vis.global_.orthographic;
  return camera;
}

CameraFrame camera_frame(const Model& model, const Data& data, const Camera& camera) {
  check(model, camera);
  if (type_of(camera) == CameraType::Free) return around_point(camera, camera.lookat);
  if (type_of(camera) == CameraType::Tracking) {
    return around_point(camera, data.subtree_com.row(camera.trackbodyid));
  }
  const double* pos = data.cam_xpos.row(camera.fixedcamid);
  const double* mat = data.cam_xmat.row(camera.fixedcamid);
  return {{pos[0], pos[1], pos[2]},
          {-mat[2], -mat[5], -mat[8]},
          {mat[1], mat[4], mat[7]},
          {mat[0], mat[3], mat[6]}};
}

Frustum camera_frustum(const Model& model, const Camera& camera) {
  check(model, camera);
  const double near = model.vis.map.znear * model.stat.extent;
  Frustum frustum = {};
  frustum.near = static_cast<float>(near);
  frustum.far = static_cast<float>(model.vis.map.zfar * model.stat.extent);
  double fovy = model.vis.global_.fovy;
  if (type_of(camera) == CameraType::Fixed) {
    const int i = camera.fixedcamid;
    const float* size = model.cam_sensorsize.row(i);
    const float* lens = model.cam_intrinsic.row(i);
    fovy = model.cam_fovy.values()[i];
    if (size[1] != 0 && !is_orthographic(model, camera)) {
      // Focal lengths, then the principal point.
      frustum.left = frustum.near / lens[0] * (size[0] / 2 - lens[2]);
      frustum.right = frustum.near / lens[0] * (size[0] / 2 + lens[2]);
      frustum.up = frustum.near / lens[1] * (size[1] / 2 - lens[3]);
      frustum.down = frustum.near / lens[1] * (size[1] / 2 + lens[3]);
      return frustum;
    }
  }
  const double half =
      is_orthographic(model, camera) ? fovy / 2 : near * std::tan(fovy * kDegree / 2);
  frustum.up = frustum.down = static_cast<float>(half);
  return frustum;
}

GlCamera gl_camera(const Model& model, const Data& data, const Camera& camera, int eye) {
  const CameraFrame frame = camera_frame(model, data, camera);
  const Frustum frustum = camera_frustum(model, camera);
  const double apart = is_around_point(camera) ? double{model.vis.global_.ipd}
                                               : double{model.cam_ipd.row(camera.fixedcamid)[0]};
  GlCamera made = {};
  for (int i = 0; i < 3; ++i) {
    made.pos[i] = static_cast<float>(frame.pos[i] + eye * apart * 0.5 * frame.right[i]);
    made.forward[i] = static_cast<float>(frame.forward[i]);
    made.up[i] = static_cast<float>(frame.up[i]);
  }
  made.frustum_top = frustum.up;
  made.frustum_bottom = -frustum.down;
  made.frustum_center = (frustum.right - frustum.left) / 2;
  made.frustum_width = (frustum.right + frustum.left) / 2;
  made.frustum_near = frustum.near;
  made.frustum_far = frustum.far;
  made.orthographic = is_orthographic(model, camera) ? 1 : 0;
  return made;
}

void update_camera(const Model& model, const Data& data, Camera& camera, Scene& scene) {
  if (type_of(camera) == CameraType::User) return;
  check(model, camera);
  if (type_of(camera) == CameraType::Tracking) {
    std::copy_n(data.subtree_com.row(camera.trackbodyid), 3, camera.lookat);
  }
  scene.camera[0] = gl_camera(model, data, camera, -1);
  scene.camera[1] = gl_camera(model, data, camera, 1);
  scene.enabletransform = 0;
}

GlCamera average(const GlCamera& one, const GlCamera& other) {
  if (one.orthographic != other.orthographic) {
    throw Error({}, "cannot average perspective and orthographic cameras");
  }
  const Vector forward = unit(sum(one.forward, other.forward)), up = sum(one.up, other.up);
  GlCamera made = one;
  put(made.pos, sum(one.pos, other.pos) * 0.5);
  put(made.forward, forward);
  put(made.up, unit(axpy(-dot(up, forward), forward, up)));
  for (float GlCamera::* field :
       {&GlCamera::frustum_center, &GlCamera::frustum_width, &GlCamera::frustum_bottom,
        &GlCamera::frustum_top, &GlCamera::frustum_near, &GlCamera::frustum_far}) {
    made.*field = 0.5F * (one.*field + other.*field);
  }
  return made;
}

CameraFrame camera_in_model(const Scene& scene) {
  const GlCamera camera = average(scene.camera[0], scene.camera[1]);
  if (scene.scale < kMinVal) throw Error({}, "mjvScene scale too small");
  if (std::min(scene.camera[0].frustum_near, scene.camera[1].frustum_near) < kMinVal) {
    throw Error({}, "mjvScene frustum_near too small");
  }
  const auto widened = [](const float* p) { return Vector{p[0], p[1], p[2]}; };
  Vector pos = widened(camera.pos), forward = widened(camera.forward), up = widened(camera.up);
  if (scene.enabletransform) {
    const float* q = scene.rotate;
    const Quat<double> back = {q[0], -q[1], -q[2], -q[3]};
    pos = rotate(back, pos - widened(scene.translate)) * (1.0 / scene.scale);
    forward = rotate(back, forward);
    up = rotate(back, up);
  }
  CameraFrame frame = {};
  store(frame.pos, pos);
  store(frame.forward, forward);
  store(frame.up, up);
  store(frame.right, unit(cross(forward, up)));
  return frame;
}

double frustum_height(const Scene& scene) {
  const GlCamera camera = average(scene.camera[0], scene.camera[1]);
  if (std::min(scene.camera[0].frustum_near, scene.camera[1].frustum_near) < kMinVal) {
    throw Error({}, "mjvScene frustum_near too small");
  }
  const double height = double{camera.frustum_top} - camera.frustum_bottom;
  return camera.orthographic ? height : height / camera.frustum_near;
}

}  // namespace thew::scene
