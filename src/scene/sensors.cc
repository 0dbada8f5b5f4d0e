// Rays of rangefinders, shortest ways between geoms, and skins that feel.

#include <algorithm>
#include <cmath>

#include "model/sensor_fields.h"
#include "scene/shapes.h"
#include "sensor/camera.h"

namespace thew::scene {

using namespace math;

namespace {

constexpr double kLine = 3;  // pixels

SensorType type_of(const Model& m, int sensor) {
  return static_cast<SensorType>(m.sensor_type[sensor]);
}

// The numbers of one ray, by field; nullptr where it is not measured.
class RayFields {
 public:
  RayFields(int fields, const double* values) {
    for (int i = 0; i < kRayFields; ++i) {
      if ((fields >> i & 1) == 0) continue;
      values_[i] = values;
      values += ray_field_size(static_cast<RayDataField>(i));
    }
  }
  const double* operator[](RayDataField field) const { return values_[static_cast<int>(field)]; }

 private:
  const double* values_[kRayFields] = {};
};

void add_ray(Shapes& shapes, int sensor, const RayFields& fields, const Vector& origin,
             const Vector& direction, double point_size) {
  const float* rgba = shapes.m.vis.rgba.rangefinder;
  const double width = shapes.m.vis.scale.framewidth * shapes.size;
  const double length = shapes.m.vis.scale.framelength * shapes.size;
  const double* distance = fields[RayDataField::Dist];
  bool hits = distance && *distance >= 0;
  Vector point = {0, 0, 0};
  if (hits) {
    point = axpy(*distance, direction, origin);
    add_connector(shapes, GeomType::Line, kLine, origin, point, rgba, ObjectType::Sensor, sensor);
  }
  const double* measured = fields[RayDataField::Point];
  if (measured && (measured[0] != 0 || measured[1] != 0 || measured[2] != 0)) {
    hits = true;
    point = load3(measured);
    Geom geom = begin_decor(ObjectType::Sensor, sensor);
    geom.type = static_cast<int>(GeomType::Sphere);
    set_size(geom, point_size * width);
    set_pos(geom, point);
    set_rgba(geom, rgba);
    shapes.add(geom);
  }
  const double* normal = fields[RayDataField::Normal];
  if (hits && normal) {
    add_connector(shapes, GeomType::Arrow1, width, point, axpy(2 * length, load3(normal), point),
                  rgba, ObjectType::Sensor, sensor);
  }
}

void add_camera_rays(Shapes& shapes, int sensor, int fields, const double* values) {
  const Model& m = shapes.m;
  const int camera = m.sensor_objid[sensor];
  const int width = m.cam_resolution.row(camera)[0], size = ray_size(fields);
  const int rays = m.sensor_dim[sensor] / std::max(1, size);
  const auto lens = sensor::lens_of(m, shapes.d, camera);
  for (int i = 0; i < rays; ++i) {
    const auto ray = sensor::pixel_ray(m, shapes.d, camera, lens, i % width, i / width);
    add_ray(shapes, sensor, RayFields(fields, values + i * size), ray.origin, ray.direction, 1.3);
  }
}

void add_rangefinder(Shapes& shapes, int sensor) {
  const Model& m = shapes.m;
  const int fields = m.sensor_intprm.row(sensor)[0], object = m.sensor_objid[sensor];
  const double* values = shapes.d.sensordata.data() + m.sensor_adr[sensor];
  if (m.sensor_objtype[sensor] == static_cast<int>(ObjectType::Site)) {
    add_ray(shapes, sensor, RayFields(fields, values), load3(shapes.d.site_xpos.row(object)),
            load9(shapes.d.site_xmat.row(object)).column_z(), 1.5);
  } else if (m.sensor_objtype[sensor] == static_cast<int>(ObjectType::Camera)) {
    add_camera_rays(shapes, sensor, fields, values);
  }
}

// A triangle of a skin that feels: red by the pressure, green and blue by the slip of its corners.
void add_touched(Shapes& shapes, int sensor, const int* face, double most) {
  const Model& m = shapes.m;
  const int mesh = m.sensor_objid[sensor], geom = m.sensor_refid[sensor];
  const int vertices = m.mesh_vertnum[mesh];
  const int channels = std::min(3, m.sensor_dim[sensor] / vertices);
  const double* values = shapes.d.sensordata.data() + m.sensor_adr[sensor];
  const Matrix mat = load9(shapes.d.geom_xmat.row(geom));
  Vector corners[3];
  for (int k = 0; k < 3; ++k) {
    const float* v = m.mesh_vert.row(m.mesh_vertadr[mesh] + face[k]);
    corners[k] = mat * Vector{v[0], v[1], v[2]} + load3(shapes.d.geom_xpos.row(geom));
  }
  float rgba[4] = {0, 0, 0, 1};
  for (int channel = 0; channel < channels; ++channel) {
    double sum = 0;
    int felt = 0;
    for (int k = 0; k < 3; ++k) {
      const double value = values[channel * vertices + face[k]];
      sum += std::abs(value) / most;
      felt += value != 0 ? 1 : 0;
    }
    rgba[channel] = static_cast<float>(felt > 0 ? sum / felt : 0);
  }
  if (rgba[0] == 0 && rgba[1] == 0 && rgba[2] == 0) rgba[3] = 0.1F;
  add_triangle(shapes, corners[0], corners[1], corners[2], rgba, ObjectType::Sensor, sensor);
}

}  // namespace

void add_rangefinders(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(VisFlag::Rangefinder)) return;
  for (int i = 0; i < m.nsensor; ++i) {
    if (type_of(m, i) == SensorType::Rangefinder) add_rangefinder(shapes, i);
    if (type_of(m, i) != SensorType::Geomfromto) continue;
    const double* ends = shapes.d.sensordata.data() + m.sensor_adr[i];
    if (std::all_of(ends, ends + 6, [](double x) { return x == 0; })) continue;
    add_connector(shapes, GeomType::Line, kLine, load3(ends), load3(ends + 3),
                  m.vis.rgba.rangefinder, ObjectType::Sensor, i);
  }
}

void add_tactile(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(VisFlag::Contactpoint)) return;
  for (int i = 0; i < m.nsensor; ++i) {
    if (type_of(m, i) != SensorType::Tactile) continue;
    const int mesh = m.sensor_objid[i];
    const double* values = shapes.d.sensordata.data() + m.sensor_adr[i];
    double most = 0;
    for (int k = 0; k < m.mesh_vertnum[mesh]; ++k) most = std::max(most, std::abs(values[k]));
    if (most == 0 || m.geom_rbound.values()[m.sensor_refid[i]] < kMinVal) continue;
    for (int k = 0; k < m.mesh_facenum[mesh]; ++k) {
      add_touched(shapes, i, m.mesh_face.row(m.mesh_faceadr[mesh] + k), most);
    }
  }
}

}  // namespace thew::scene
