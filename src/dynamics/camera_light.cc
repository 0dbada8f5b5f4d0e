// World poses of cameras and lights, which may follow or aim at a body.

#include <thew/dynamics.h>

#include "dynamics/load.h"
#include "model/lane_types.h"

namespace thew::dynamics {

using namespace math;

namespace {

// The unit vector along v; +x where v is next to nothing.
template <class T>
Vec3<T> direction(const Vec3<T>& v) {
  const T length = norm(v);
  const auto tiny = length < T(kMinVal);
  return select(tiny, Vec3<T>{T(1), T(0), T(0)}, v * (T(1) / select(tiny, T(1), length)));
}

// Camera axes looking from `eye` at `target` with the world's z upwards: columns x, y, z = away
// from the target.
template <class T>
Mat3<T> look_at(const Vec3<T>& eye, const Vec3<T>& target) {
  const Vec3<T> z = direction(eye - target);
  const Vec3<T> x = direction(cross(Vec3<T>{T(0), T(0), T(1)}, z));
  const Vec3<T> y = direction(cross(z, x));
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

template <class T>
Vec3<T> target_point(const BasicData<T>& d, CamLight mode, int target) {
  return load3(mode == CamLight::Targetbody ? d.xpos.row(target) : d.subtree_com.row(target));
}

template <class T>
void place_camera(const Model& m, BasicData<T>& d, int i) {
  const int body = m.cam_bodyid[i], target = m.cam_targetbodyid[i];
  const auto mode = static_cast<CamLight>(m.cam_mode[i]);
  Vec3<T> position = load3(d.xpos.row(body)) + load9(d.xmat.row(body)) * param3(d, m.cam_pos, i);
  Mat3<T> axes = to_matrix(load4(d.xquat.row(body)) * param4(d, m.cam_quat, i));
  if (mode == CamLight::Track || mode == CamLight::Trackcom) {
    const bool com = mode == CamLight::Trackcom;
    position = load3(com ? d.subtree_com.row(body) : d.xpos.row(body)) +
               (com ? param3(d, m.cam_poscom0, i) : param3(d, m.cam_pos0, i));
    axes = param9(d, m.cam_mat0, i);
  } else if (mode != CamLight::Fixed && target >= 0) {
    axes = look_at(position, target_point(d, mode, target));
  }
  store(d.cam_xpos.row(i), position);
  store(d.cam_xmat.row(i), axes);
}

template <class T>
void place_light(const Model& m, BasicData<T>& d, int i) {
  const int body = m.light_bodyid[i], target = m.light_targetbodyid[i];
  const auto mode = static_cast<CamLight>(m.light_mode[i]);
  Vec3<T> position = load3(d.xpos.row(body)) + load9(d.xmat.row(body)) * param3(d, m.light_pos, i);
  Vec3<T> aim = rotate(load4(d.xquat.row(body)), param3(d, m.light_dir, i));
  if (mode == CamLight::Track || mode == CamLight::Trackcom) {
    const bool com = mode == CamLight::Trackcom;
    position = load3(com ? d.subtree_com.row(body) : d.xpos.row(body)) +
               (com ? param3(d, m.light_poscom0, i) : param3(d, m.light_pos0, i));
    aim = param3(d, m.light_dir0, i);
  } else if (mode != CamLight::Fixed && target >= 0) {
    aim = target_point(d, mode, target) - position;
  }
  store(d.light_xpos.row(i), position);
  store(d.light_xdir.row(i), direction(aim));
}

}  // namespace

template <class T>
void camera_light(const Model& m, BasicData<T>& d) {
  for (int i = 0; i < m.ncam; ++i) place_camera(m, d, i);
  for (int i = 0; i < m.nlight; ++i) place_light(m, d, i);
}

#define THEW_INSTANTIATE(T) template void camera_light(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::dynamics
