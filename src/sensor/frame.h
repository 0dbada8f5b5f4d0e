#pragma once

// The frames that sensors are fixed to.

#include <thew/data.h>

#include "math/quat.h"

namespace thew::sensor {

/// Origin and axes of a frame in the world.
template <class T>
struct Frame {
  math::Vec3<T> origin;
  math::Mat3<T> axes;
};

template <class T>
Frame<T> frame_of(const BasicData<T>& d, ObjectType type, int id) {
  const auto load = [](const T* origin, const T* axes) {
    return Frame<T>{math::load3(origin), math::load9(axes)};
  };
  switch (type) {
    case ObjectType::Body:
      return load(d.xipos.row(id), d.ximat.row(id));
    case ObjectType::Geom:
      return load(d.geom_xpos.row(id), d.geom_xmat.row(id));
    case ObjectType::Site:
      return load(d.site_xpos.row(id), d.site_xmat.row(id));
    case ObjectType::Camera:
      return load(d.cam_xpos.row(id), d.cam_xmat.row(id));
    default:
      return load(d.xpos.row(id), d.xmat.row(id));
  }
}

/// The orientation of the same frame; a camera that turns towards something has that of its mount.
template <class T>
math::Quat<T> orientation_of(const Model& m, const BasicData<T>& d, ObjectType type, int id) {
  switch (type) {
    case ObjectType::Body:
      return math::load4(d.xiquat.row(id));
    case ObjectType::Geom:
      return math::load4(d.geom_xquat.row(id));
    case ObjectType::Site:
      return math::load4(d.site_xquat.row(id));
    case ObjectType::Camera: {
      const auto mount = [&](int k) { return param(d, m.cam_quat, 4 * id + k); };
      return math::load4(d.xquat.row(m.cam_bodyid[id])) *
             math::Quat<T>{mount(0), mount(1), mount(2), mount(3)};
    }
    default:
      return math::load4(d.xquat.row(id));
  }
}

/// The sensor's object and the frame that it is seen from.
inline ObjectType object_type(const Model& m, int sensor) {
  return static_cast<ObjectType>(m.sensor_objtype[sensor]);
}
inline ObjectType reference_type(const Model& m, int sensor) {
  return static_cast<ObjectType>(m.sensor_reftype[sensor]);
}

}  // namespace thew::sensor
