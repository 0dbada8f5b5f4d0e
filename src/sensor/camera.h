#pragma once

// How points and pixels of a camera's image correspond. Rows count downwards from the top; the
// camera looks along -z of its frame.

#include <thew/data.h>

#include "math/mat3.h"
#include "math/trigonometric.h"

namespace thew::sensor {

/// Focal lengths and centre of the image, in pixels.
template <class T>
struct Lens {
  T fx, fy, cx, cy;
};

template <class T>
Lens<T> lens_of(const Model& m, const BasicData<T>& d, int camera) {
  const int* pixels = m.cam_resolution.row(camera);
  const T width = T(pixels[0]), height = T(pixels[1]);
  const float* size = m.cam_sensorsize.row(camera);
  const float* intrinsic = m.cam_intrinsic.row(camera);
  // What the file gives in single precision stays so.
  const auto in_pixels = [&](int i) {
    return T(double{intrinsic[i] / size[i % 2] * static_cast<float>(pixels[i % 2])});
  };
  if (size[0] != 0 && size[1] != 0) return {in_pixels(0), in_pixels(1), in_pixels(2), in_pixels(3)};
  constexpr double kHalfDegree = 3.14159265358979323846 / 360;
  const T focal = T(0.5) / math::tan(param(d, m.cam_fovy, camera) * T(kHalfDegree)) * height;
  return {focal, focal, width * T(0.5), height * T(0.5)};
}

/// Where a point of the world is in the image of a camera, in pixels from its upper left corner:
/// the optical axis is in the middle.
template <class T>
void project(const Model& m, const BasicData<T>& d, int camera, const math::Vec3<T>& point,
             T* pixel) {
  const Lens<T> lens = lens_of(m, d, camera);
  const math::Vec3<T> p = math::multiply_transposed(math::load9(d.cam_xmat.row(camera)),
                                                    point - math::load3(d.cam_xpos.row(camera)));
  // Points in the plane of the lens are nowhere.
  const T tiny = T(1e-15);
  const T depth = select(abs(p.z) < tiny, select(p.z < T(0), -tiny, tiny), p.z);
  const int* pixels = m.cam_resolution.row(camera);
  pixel[0] = T(0.5 * pixels[0]) - lens.fx * (p.x / depth);
  pixel[1] = T(0.5 * pixels[1]) + lens.fy * (p.y / depth);
}

/// The ray through the centre of a pixel.
template <class T>
struct PixelRay {
  math::Vec3<T> origin, direction;
};

template <class T>
PixelRay<T> pixel_ray(const Model& m, const BasicData<T>& d, int camera, const Lens<T>& lens,
                      int column, int row) {
  const math::Vec3<T> eye = math::load3(d.cam_xpos.row(camera));
  const math::Mat3<T> axes = math::load9(d.cam_xmat.row(camera));
  if (m.cam_projection[camera] == static_cast<int>(Projection::Perspective)) {
    const T x = T(column + 0.5) - lens.cx, y = T(row + 0.5) - lens.cy;
    const math::Vec3<T> v = axes * math::Vec3<T>{x / lens.fx, -(y / lens.fy), T(-1)};
    return {eye, v * (T(1) / math::norm(v))};
  }
  // Parallel rays through an image that is fovy high and as wide.
  const double width = m.cam_resolution.row(camera)[0], height = m.cam_resolution.row(camera)[1];
  const T extent = param(d, m.cam_fovy, camera);
  const T x = T((column + 0.5) / width - 0.5) * extent, y = T((row + 0.5) / height - 0.5) * extent;
  return {eye + axes.column_x() * x - axes.column_y() * y, -axes.column_z()};
}

}  // namespace thew::sensor
