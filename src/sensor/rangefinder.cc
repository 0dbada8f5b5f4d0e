// Rangefinders: one ray along the z axis of a site, or one through each pixel of a camera.

#include <algorithm>

#include <thew/ray.h>

#include "model/lane_types.h"
#include "model/sensor_fields.h"
#include "sensor/camera.h"
#include "sensor/frame.h"
#include "sensor/measure.h"

namespace thew::sensor {

using namespace math;

namespace {

constexpr double kFarthest = 1e10;  // geoms beyond are left out
constexpr int kRaysAtOnce = 128;

// Writes the chosen fields of a ray; depth is measured along `axis`.
template <class T>
class RayWriter {
 public:
  RayWriter(int fields, T* values) : fields_(fields), values_(values) {}

  void write(const Vec3<T>& origin, const Vec3<T>& direction, const T& distance,
             const Vec3<T>& normal, const T& cosine) {
    const auto hit = !(distance < T(0));
    const Vec3<T> none = {T(0), T(0), T(0)};
    if (asks(RayDataField::Dist)) put(distance);
    if (asks(RayDataField::Dir)) put(select(hit, direction, none));
    if (asks(RayDataField::Origin)) put(origin);
    if (asks(RayDataField::Point)) put(select(hit, axpy(distance, direction, origin), none));
    if (asks(RayDataField::Normal)) put(select(hit, normal, none));
    if (asks(RayDataField::Depth)) put(select(hit, distance * cosine, T(-1)));
  }

 private:
  bool asks(RayDataField field) const { return (fields_ >> static_cast<int>(field) & 1) != 0; }
  void put(const T& x) { *values_++ = x; }
  void put(const Vec3<T>& v) {
    store(values_, v);
    values_ += 3;
  }

  int fields_;
  T* values_;
};

template <class T>
void measure_site(const Model& m, const BasicData<T>& d, int sensor, T* values) {
  const int site = m.sensor_objid[sensor];
  const Frame<T> frame = frame_of(d, ObjectType::Site, site);
  T origin[3], direction[3];
  store(origin, frame.origin);
  store(direction, frame.axes.column_z());
  collision::RayFilter filter;
  filter.exclude_body = m.site_bodyid[site];
  const collision::RayHit<T> hit = collision::ray(m, d, origin, direction, filter);
  RayWriter<T>(m.sensor_intprm.row(sensor)[0], values)
      .write(frame.origin, frame.axes.column_z(), hit.distance, load3(hit.normal), T(1));
}

// Rays of the pixels from `first` on, of one world.
template <class T>
void cast_pixels(const Model& m, BasicData<T>& d, Workspace<T>& w, int sensor, int first, int count,
                 int k, RayWriter<double>& writer) {
  const int camera = m.sensor_objid[sensor], width = m.cam_resolution.row(camera)[0];
  const bool perspective = m.cam_projection[camera] == static_cast<int>(Projection::Perspective);
  collision::RayFilter filter;
  filter.exclude_body = m.cam_bodyid[camera];
  const Lens<T> lens = lens_of(m, d, camera);
  double origins[3 * kRaysAtOnce], directions[3 * kRaysAtOnce];
  collision::RayHit<double> hits[kRaysAtOnce];
  for (int i = 0; i < count; ++i) {
    const int pixel = first + i;
    const PixelRay<T> ray = pixel_ray(m, d, camera, lens, pixel % width, pixel / width);
    const Vec3<T>* vectors[] = {&ray.origin, &ray.direction};
    double* const targets[] = {origins + 3 * i, directions + 3 * i};
    for (int j = 0; j < 2; ++j) {
      store(targets[j],
            Vec3<double>{lane(vectors[j]->x, k), lane(vectors[j]->y, k), lane(vectors[j]->z, k)});
    }
    if (!perspective) {
      collision::rays(m, d, w, origins + 3 * i, directions + 3 * i, 1, kFarthest, filter, hits + i,
                      k);
    }
  }
  if (perspective) {
    collision::rays(m, d, w, origins, directions, count, kFarthest, filter, hits, k);
  }
  const T* axes = d.cam_xmat.row(camera);
  const Vec3<double> forward = {-lane(axes[2], k), -lane(axes[5], k), -lane(axes[8], k)};
  for (int i = 0; i < count; ++i) {
    const Vec3<double> direction = load3(directions + 3 * i);
    writer.write(load3(origins + 3 * i), direction, hits[i].distance, load3(hits[i].normal),
                 dot(direction, forward));
  }
}

}  // namespace

template <class T>
void measure_range(const Model& m, BasicData<T>& d, Workspace<T>& w, int sensor, T* values) {
  if (m.sensor_objtype[sensor] == static_cast<int>(ObjectType::Site)) {
    return measure_site(m, d, sensor, values);
  }
  const int fields = m.sensor_intprm.row(sensor)[0], size = ray_size(fields);
  const int rays = m.sensor_dim[sensor] / size;
  double numbers[kRaysAtOnce * ray_size((1 << kRayFields) - 1)];
  for (int first = 0; first < rays; first += kRaysAtOnce) {
    const int count = std::min(kRaysAtOnce, rays - first);
    for (int k = 0; k < kLanes<T>; ++k) {
      RayWriter<double> writer(fields, numbers);
      cast_pixels(m, d, w, sensor, first, count, k, writer);
      for (int i = 0; i < count * size; ++i) {
        set_lane(values[first * size + i], k, static_cast<Scalar<T>>(numbers[i]));
      }
    }
  }
}

#define THEW_INSTANTIATE(T) \
  template void measure_range(const Model&, BasicData<T>&, Workspace<T>&, int, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::sensor
