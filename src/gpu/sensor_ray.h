#pragma once

// Rays of rangefinders, and how points and pixels of a camera's image correspond. Rows of an image
// count downwards from the top; a camera looks along -z of its frame.

#include "gpu/sensor_contact.h"
#include "gpu/sensor_memory.h"
#include "math/trigonometric.h"

namespace thew::gpu::detail {

/// Focal lengths and centre of the image, in pixels.
template <class T>
struct Lens {
  T fx, fy, cx, cy;
};

template <class T>
THEW_CALL Lens<T> lens_of(const SenseWorld<T>& w, int camera) {
  const auto& m = w.m;
  const int* pixels = m.cam_resolution + 2 * camera;
  const float *size = m.cam_sensorsize + 2 * camera, *intrinsic = m.cam_intrinsic + 4 * camera;
  if (size[0] != 0 && size[1] != 0) {
    const float x = static_cast<float>(pixels[0]), y = static_cast<float>(pixels[1]);
    return {T(intrinsic[0] / size[0] * x), T(intrinsic[1] / size[1] * y),
            T(intrinsic[2] / size[0] * x), T(intrinsic[3] / size[1] * y)};
  }
  constexpr double kHalfDegree = 3.14159265358979323846 / 360;
  const T focal = T(0.5) / math::tan(w.own(m.cam_fovy, camera) * T(kHalfDegree)) * T(pixels[1]);
  return {focal, focal, T(0.5) * T(pixels[0]), T(0.5) * T(pixels[1])};
}

/// Where a site is in the image of a camera, in pixels from its upper left corner: the optical axis
/// is in the middle.
template <class T>
THEW_STAGE void project(const SenseWorld<T>& w, int camera, int site, T* pixel) {
  using namespace math;
  const Frame<T> eye = camera_frame(w, camera);
  const Lens<T> lens = lens_of(w, camera);
  const Vec3<T> p =
      multiply_transposed(eye.axes, load3(w.row(w.rows.site_xpos) + 3 * site) - eye.origin);
  const int* pixels = w.m.cam_resolution + 2 * camera;
  // Points in the plane of the lens are nowhere.
  const T tiny = T(1e-15), depth = abs(p.z) < tiny ? (p.z < T(0) ? -tiny : tiny) : p.z;
  pixel[0] = T(0.5) * T(pixels[0]) - lens.fx * (p.x / depth);
  pixel[1] = T(0.5) * T(pixels[1]) + lens.fy * (p.y / depth);
}

/// The ray through the centre of a pixel.
template <class T>
THEW_STAGE element::Ray<T> pixel_ray(const SenseWorld<T>& w, int camera, const Frame<T>& eye,
                                     int pixel) {
  using namespace math;
  const auto& m = w.m;
  const int width = m.cam_resolution[2 * camera], height = m.cam_resolution[2 * camera + 1];
  const T column = T(pixel % width) + T(0.5), row = T(pixel / width) + T(0.5);
  if (m.cam_projection[camera] == static_cast<int>(Projection::Perspective)) {
    const Lens<T> lens = lens_of(w, camera);
    const T x = column - lens.cx, y = row - lens.cy;
    return {eye.origin, unit_or_x(eye.axes * Vec3<T>{x / lens.fx, -(y / lens.fy), T(-1)})};
  }
  // Parallel rays through an image that is fovy high and as wide.
  const T extent = w.own(m.cam_fovy, camera);
  const T x = (column / T(width) - T(0.5)) * extent, y = (row / T(height) - T(0.5)) * extent;
  return {eye.origin + eye.axes.column_x() * x - eye.axes.column_y() * y, -eye.axes.column_z()};
}

/// What a ray from a body meets first, as the fields of a rangefinder; depths are along an axis to
/// which the ray has this cosine.
template <class T>
THEW_CALL void cast_ray(const SenseWorld<T>& w, int body, const element::Ray<T>& ray,
                        const T& cosine, int fields, T* values) {
  using namespace math;
  const auto& m = w.m;
  element::Hit<T> best;
  THEW_ROLLED
  for (int g = 0; g < m.ngeom; ++g) {
    const int material = m.geom_matid[g];
    const float opacity = material < 0 ? m.geom_rgba[4 * g + 3] : m.mat_rgba[4 * material + 3];
    if (m.geom_bodyid[g] == body || opacity == 0) continue;
    const element::Placed<T> at = {load3(w.row(w.rows.geom_xpos) + 3 * g),
                                   load9(w.row(w.rows.geom_xmat) + 9 * g), w.own3(m.geom_size, g)};
    best = element::nearer(best, hit_primitive(static_cast<GeomType>(m.geom_type[g]), at, ray));
  }
  const bool hit = !(best.distance < T(0));
  const Vec3<T> none = {T(0), T(0), T(0)};
  FieldWriter<T> writer = {fields, values};
  writer.put(RayDataField::Dist, best.distance);
  writer.put(RayDataField::Dir, hit ? ray.direction : none);
  writer.put(RayDataField::Origin, ray.origin);
  writer.put(RayDataField::Point, hit ? axpy(best.distance, ray.direction, ray.origin) : none);
  writer.put(RayDataField::Normal, hit ? best.normal : none);
  writer.put(RayDataField::Depth, hit ? best.distance * cosine : T(-1));
}

template <class T>
THEW_STAGE bool is_camera_range(const DeviceModel<T>& m, int sensor) {
  return m.sensor_type[sensor] == static_cast<int>(SensorType::Rangefinder) &&
         m.sensor_objtype[sensor] == static_cast<int>(ObjectType::Camera);
}

/// One ray along the z axis of a site.
template <class T>
THEW_STAGE void measure_range(const SenseWorld<T>& w, int sensor, T* values) {
  const auto& m = w.m;
  if (is_camera_range(m, sensor)) return;
  const Frame<T> frame = frame_of(w, ObjectType::Site, m.sensor_objid[sensor]);
  cast_ray(w, frame.body, {frame.origin, frame.axes.column_z()}, T(1),
           m.sensor_intprm[kNSENS * sensor], values);
}

/// One ray through a pixel of a camera.
template <bool late, class T>
THEW_CALL void cast_pixel(const SenseWorld<T>& w, int sensor, int pixel) {
  const auto& m = w.m;
  const int camera = m.sensor_objid[sensor], fields = m.sensor_intprm[kNSENS * sensor];
  const Frame<T> eye = camera_frame(w, camera);
  const element::Ray<T> ray = pixel_ray(w, camera, eye, pixel);
  cast_ray(w, eye.body, ray, -dot(ray.direction, eye.axes.column_z()), fields,
           values_of<late>(w, sensor) + ray_size(fields) * pixel);
}

/// Rangefinders of cameras: one ray through each pixel, which the team shares.
template <bool late, class Team, class T>
THEW_STAGE void cast_pixels(const Team& team, const SenseWorld<T>& w) {
  const auto& m = w.m;
  THEW_ROLLED
  for (int i = 0; i < m.nsensor; ++i) {
    if (!is_camera_range(m, i)) continue;
    const int* pixels = m.cam_resolution + 2 * m.sensor_objid[i];
    team.each(pixels[0] * pixels[1], [&](int pixel) { cast_pixel<late>(w, i, pixel); });
  }
}

}  // namespace thew::gpu::detail
