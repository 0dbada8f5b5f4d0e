// Messages that Foxglove draws (docs.foxglove.dev/docs/visualization/message-schemas).
#include "foxglove.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "fields.h"
#include "model_blob.h"

namespace thew::viewer {

namespace {

template <class T>
Json vector_json(const T* v) {
  return {{"x", number(v[0])}, {"y", number(v[1])}, {"z", number(v[2])}};
}

Json quaternion_json(const double* q) {
  return {{"w", number(q[0])}, {"x", number(q[1])}, {"y", number(q[2])}, {"z", number(q[3])}};
}

Json stamp_json(double time) {
  const auto ns = static_cast<std::int64_t>(std::llround(std::max(time, 0.0) * 1e9));
  return {{"sec", ns / 1'000'000'000}, {"nsec", ns % 1'000'000'000}};
}

std::string frame_name(const Model& model, int body) {
  return body == 0 ? "world"
                   : object_name(model, ObjectType::Body, body) + " (" + std::to_string(body) + ")";
}

// A geom's own colour counts where it is not the default, otherwise that of its material.
const float* color_of(const Model& m, int geom) {
  constexpr float kDefault[4] = {0.5f, 0.5f, 0.5f, 1};
  const float* rgba = m.geom_rgba.row(geom);
  const int material = m.geom_matid[geom];
  return material >= 0 && std::equal(rgba, rgba + 4, kDefault) ? m.mat_rgba.row(material) : rgba;
}

// What every primitive has: a pose in the frame of the body, here `along` the z axis of the geom
// [m] from its centre, and a colour.
Json begin_shape(const Model& m, int geom, double along = 0) {
  const double* q = m.geom_quat.values().row(geom);
  const double* p = m.geom_pos.values().row(geom);
  const double axis[3] = {2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]),
                          q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3]};
  const double at[3] = {p[0] + along * axis[0], p[1] + along * axis[1], p[2] + along * axis[2]};
  const float* c = color_of(m, geom);
  return {{"pose", {{"position", vector_json(at)}, {"orientation", quaternion_json(q)}}},
          {"color", {{"r", c[0]}, {"g", c[1]}, {"b", c[2]}, {"a", c[3]}}}};
}

// A primitive of these half sizes.
void add_sized(Json& list, Json shape, double x, double y, double z) {
  shape["size"] = {{"x", 2 * x}, {"y", 2 * y}, {"z", 2 * z}};
  list.push_back(std::move(shape));
}

void add_cylinder(Json& list, Json shape, double radius, double half) {
  shape["bottom_scale"] = shape["top_scale"] = 1;
  add_sized(list, std::move(shape), radius, radius, half);
}

void add_triangles(Json& list, Json shape, Json points, Json indices) {
  shape["points"] = std::move(points);
  shape["indices"] = std::move(indices);
  shape["colors"] = Json::array();  // one for all
  list.push_back(std::move(shape));
}

void add_mesh(const Model& m, int geom, int mesh, Json& list) {
  Json points = Json::array(), indices = Json::array();
  const int vertex = m.mesh_vertadr[mesh], face = m.mesh_faceadr[mesh];
  for (int i = 0; i < m.mesh_vertnum[mesh]; ++i) {
    points.push_back(vector_json(m.mesh_vert.row(vertex + i)));
  }
  for (int i = 0; i < m.mesh_facenum[mesh]; ++i) {
    for (int k = 0; k < 3; ++k) indices.push_back(m.mesh_face.row(face + i)[k]);
  }
  add_triangles(list, begin_shape(m, geom), std::move(points), std::move(indices));
}

// The surface of a height field, two triangles for each cell; its sides and floor are not drawn.
void add_hfield(const Model& m, int geom, int field, Json& list) {
  Json points = Json::array(), indices = Json::array();
  const int rows = m.hfield_nrow[field], columns = m.hfield_ncol[field];
  const double* size = m.hfield_size.row(field);
  const float* heights = &m.hfield_data[m.hfield_adr[field]];
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const double at[3] = {size[0] * (2.0 * c / (columns - 1) - 1),
                            size[1] * (2.0 * r / (rows - 1) - 1),
                            size[2] * static_cast<double>(heights[r * columns + c])};
      points.push_back(vector_json(at));
      if (r + 1 == rows || c + 1 == columns) continue;
      const int k = r * columns + c, above = k + columns;
      for (const int corner : {k, k + 1, above, k + 1, above + 1, above}) indices.push_back(corner);
    }
  }
  add_triangles(list, begin_shape(m, geom), std::move(points), std::move(indices));
}

// Lists of Foxglove's primitives of one body.
void add_geom(const Model& m, int geom, Json& entity) {
  const double* size = m.geom_size.values().row(geom);
  const auto type = static_cast<GeomType>(m.geom_type[geom]);
  switch (type) {
    case GeomType::Plane:  // one without end is drawn as far as one sees
      return add_sized(entity["cubes"], begin_shape(m, geom, -0.0005), size[0] > 0 ? size[0] : 10,
                       size[1] > 0 ? size[1] : 10, 0.0005);
    case GeomType::Box:
      return add_sized(entity["cubes"], begin_shape(m, geom), size[0], size[1], size[2]);
    case GeomType::Sphere:
      return add_sized(entity["spheres"], begin_shape(m, geom), size[0], size[0], size[0]);
    case GeomType::Ellipsoid:
      return add_sized(entity["spheres"], begin_shape(m, geom), size[0], size[1], size[2]);
    case GeomType::Cylinder:
      return add_cylinder(entity["cylinders"], begin_shape(m, geom), size[0], size[1]);
    case GeomType::Capsule:
      add_cylinder(entity["cylinders"], begin_shape(m, geom), size[0], size[1]);
      for (const double end : {-size[1], size[1]}) {
        add_sized(entity["spheres"], begin_shape(m, geom, end), size[0], size[0], size[0]);
      }
      return;
    case GeomType::Hfield:
      return add_hfield(m, geom, m.geom_dataid[geom], entity["triangles"]);
    default:
      if (m.geom_dataid[geom] >= 0) add_mesh(m, geom, m.geom_dataid[geom], entity["triangles"]);
  }
}

}  // namespace

Json transforms_json(const World& world) {
  const Model& model = world.model();
  const Data& data = world.data();
  Json list = Json::array();
  for (int body = 1; body < model.nbody; ++body) {
    list.push_back({{"timestamp", stamp_json(data.time)},
                    {"parent_frame_id", "world"},
                    {"child_frame_id", frame_name(model, body)},
                    {"translation", vector_json(data.xpos.row(body))},
                    {"rotation", quaternion_json(data.xquat.row(body))}});
  }
  return {{"transforms", std::move(list)}};
}

Json scene_json(const World& world) {
  constexpr int kGroups = 3;  // shown by default
  const Model& model = world.model();
  Json entities = Json::array();
  for (int body = 0; body < model.nbody; ++body) {
    Json entity = {{"timestamp", stamp_json(world.data().time)},
                   {"frame_id", frame_name(model, body)},
                   {"id", frame_name(model, body)},
                   {"lifetime", {{"sec", 0}, {"nsec", 0}}},
                   {"frame_locked", true}};
    const std::size_t without = entity.size();
    for (int i = 0; i < model.body_geomnum[body]; ++i) {
      const int geom = model.body_geomadr[body] + i;
      if (model.geom_group[geom] < kGroups) add_geom(model, geom, entity);
    }
    if (entity.size() > without) entities.push_back(std::move(entity));
  }
  return {{"deletions", Json::array()}, {"entities", std::move(entities)}};
}

}  // namespace thew::viewer
