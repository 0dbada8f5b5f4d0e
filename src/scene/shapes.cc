#include "scene/shapes.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

#include "math/quat.h"
#include "spec/names.h"

namespace thew::scene {

using namespace math;

Shapes::Shapes(const Model& model, const Data& data, const Option& shown, const Perturb& held,
               int categories, Scene& scene)
    : m(model),
      d(data),
      option(shown),
      perturb(held),
      size(model.stat.meansize),
      categories_(categories),
      scene_(scene) {
  if (!shows(VisFlag::Static)) categories_ &= ~static_cast<int>(CatBit::Static);
  if (!shows(VisFlag::Island)) return;
  first_dof_.assign(static_cast<std::size_t>(d.nisland), -1);
  for (int dof = static_cast<int>(m.nv) - 1; d.nisland > 0 && dof >= 0; --dof) {
    const int island = d.dof_island[dof];
    if (island >= 0) first_dof_[static_cast<std::size_t>(island)] = dof;
  }
}

int Shapes::first_dof(int island) const {
  return island >= 0 && island < d.nisland ? first_dof_[static_cast<std::size_t>(island)] : -1;
}

int Shapes::island_of_dof(int dof) const {
  return d.nisland > 0 ? first_dof(d.dof_island[dof]) : -1;
}

int Shapes::island_of_row(int row) const {
  return d.nisland > 0 ? first_dof(d.efc_island[row]) : -1;
}

void Shapes::add(const Geom& geom) {
  const int count = static_cast<int>(scene_.geoms.size());
  if (count >= scene_.maxgeom) {
    scene_.status = 1;
    return;
  }
  scene_.geoms.push_back(geom);
  scene_.geoms.back().segid = count;
}

Geom make_geom(GeomType type, const double* size, const double* pos, const double* mat,
               const float* rgba) {
  constexpr double kSize[3] = {0.1, 0.1, 0.1}, kPos[3] = {0, 0, 0};
  constexpr double kMat[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  constexpr float kGrey[4] = {0.5F, 0.5F, 0.5F, 1};
  Geom geom = {};
  geom.dataid = geom.matid = geom.texid = -1;
  geom.specular = geom.shininess = 0.5F;
  geom.castshadow = 1;
  geom.type = static_cast<int>(type);
  if (size) {
    set_shape(geom, type, size, kPos, kMat);
  } else {
    std::copy_n(kSize, 3, geom.size);
  }
  set_pose(geom, pos ? pos : kPos, mat ? mat : kMat);
  set_rgba(geom, rgba ? rgba : kGrey);
  return geom;
}

Geom begin_geom(ObjectType type, int id, CatBit category) {
  Geom geom = make_geom(GeomType::None, nullptr, nullptr, nullptr, nullptr);
  geom.objtype = static_cast<int>(type);
  geom.objid = id;
  geom.category = static_cast<int>(category);
  return geom;
}

Geom begin_decor(ObjectType type, int id) {
  return begin_geom(type, id, CatBit::Decor);
}

void set_shape(Geom& geom, GeomType type, const double* size, const double* pos,
               const double* mat) {
  geom.type = static_cast<int>(type);
  std::copy_n(size, 3, geom.size);
  if (type == GeomType::Sphere) {
    set_size(geom, size[0]);
  } else if (type == GeomType::Capsule || type == GeomType::Cylinder) {
    geom.size[1] = geom.size[0];
    geom.size[2] = static_cast<float>(size[1]);
  }
  set_pose(geom, pos, mat);
}

void set_pose(Geom& geom, const double* pos, const double* mat) {
  std::copy_n(pos, 3, geom.pos);
  std::copy_n(mat, 9, geom.mat);
}

void set_pos(Geom& geom, const Vector& pos) {
  double numbers[3];
  store(numbers, pos);
  std::copy_n(numbers, 3, geom.pos);
}

void set_mat(Geom& geom, const Matrix& mat) {
  double numbers[9];
  store(numbers, mat);
  std::copy_n(numbers, 9, geom.mat);
}

void set_size(Geom& geom, double size) {
  std::fill_n(geom.size, 3, static_cast<float>(size));
}

void set_rgba(Geom& geom, const float* rgba) {
  std::copy_n(rgba, 4, geom.rgba);
}

void connect(Geom& geom, GeomType type, double width, const Vector& from, const Vector& to) {
  const Vector way = to - from;
  geom.type = static_cast<int>(type);
  geom.size[0] = geom.size[1] = static_cast<float>(width);
  geom.size[2] = static_cast<float>(norm(way));
  const bool centred = type == GeomType::Capsule || type == GeomType::Cylinder;
  if (centred) geom.size[2] *= 0.5F;
  set_pos(geom, centred ? (from + to) * 0.5 : from);
  set_mat(geom, turn_z_to(way));
}

void connect(Geom& geom, GeomType type, double width, const double from[3], const double to[3]) {
  connect(geom, type, width, load3(from), load3(to));
}

void set_material(const Shapes& shapes, Geom& geom, int material, const float* rgba) {
  constexpr float kDefault[4] = {0.5F, 0.5F, 0.5F, 1};
  const Model& m = shapes.m;
  if (material >= 0) {
    set_rgba(geom, m.mat_rgba.row(material));
    geom.emission = m.mat_emission[material];
    geom.specular = m.mat_specular[material];
    geom.shininess = m.mat_shininess[material];
    geom.reflectance = m.mat_reflectance[material];
  }
  // A colour that was given is stronger than that of the material.
  if (material < 0 || !std::equal(rgba, rgba + 4, kDefault)) set_rgba(geom, rgba);
  if (material >= 0 && shapes.shows(VisFlag::Texture)) {
    geom.matid = material;
    geom.texid = m.mat_texid.row(material)[static_cast<int>(TextureRole::Rgb)];
    geom.texuniform = m.mat_texuniform[material];
    std::copy_n(m.mat_texrepeat.row(material), 2, geom.texrepeat);
  }
  if (shapes.shows(VisFlag::Transparent) && geom.category == static_cast<int>(CatBit::Dynamic)) {
    geom.rgba[3] *= m.vis.map.alpha;
  }
}

void set_selected(const Shapes& shapes, Geom& geom) {
  geom.emission += shapes.m.vis.global_.glow;
}

void set_text(Geom& geom, const char* format, ...) {
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(geom.label, kLabelLength, format, values);
  va_end(values);
}

void set_label(const Shapes& shapes, Geom& geom, ObjectType type, int id) {
  const char* name = id_to_name(shapes.m, type, id);
  if (name && *name) {
    set_text(geom, "%s", name);
  } else {
    set_text(geom, "%s %d", spec::kind_name(type), id);
  }
}

void add_connector(Shapes& shapes, GeomType type, double width, const Vector& from,
                   const Vector& to, const float* rgba, ObjectType object, int id) {
  Geom geom = begin_decor(object, id);
  connect(geom, type, width, from, to);
  set_rgba(geom, rgba);
  shapes.add(geom);
}

void add_triangle(Shapes& shapes, const Vector& a, const Vector& b, const Vector& c,
                  const float* rgba, ObjectType object, int id) {
  const Vector sides[3] = {b - a, c - a, cross(b - a, c - a)};
  Geom geom = begin_decor(object, id);
  geom.type = static_cast<int>(GeomType::Triangle);
  set_pos(geom, a);
  for (int i = 0; i < 3; ++i) {
    const double length = norm(sides[i]);
    geom.size[i] = static_cast<float>(length);
    const Vector axis = length < kMinVal ? Vector{1, 0, 0} : sides[i] * (1 / length);
    geom.mat[i] = static_cast<float>(axis.x);
    geom.mat[3 + i] = static_cast<float>(axis.y);
    geom.mat[6 + i] = static_cast<float>(axis.z);
  }
  set_rgba(geom, rgba);
  shapes.add(geom);
}

void add_frame(Shapes& shapes, int id, const Vector& pos, const Matrix& mat, double factor) {
  const double length = factor * shapes.m.vis.scale.framelength * shapes.size;
  const double width = factor * shapes.m.vis.scale.framewidth * shapes.size;
  const Vector axes[3] = {mat.column_x(), mat.column_y(), mat.column_z()};
  for (int i = 0; i < 3; ++i) {
    float rgba[4] = {0, 0, 0, 1};
    rgba[i] = 0.9F;
    add_connector(shapes, GeomType::Cylinder, width, pos, pos + axes[i] * length, rgba,
                  ObjectType::Unknown, id);
  }
}

Matrix turn_z_to(const Vector& direction) {
  const double length = norm(direction);
  if (length < kMinVal) return identity3<double>();
  const Vector unit = direction * (1 / length);
  const Vector axis = {-unit.y, unit.x, 0};
  const double sine = norm(axis);
  if (sine < kMinVal) {
    return unit.z < 0 ? Matrix{1, 0, 0, 0, -1, 0, 0, 0, -1} : identity3<double>();
  }
  return to_matrix(axis_angle(axis * (1 / sine), math::atan2(sine, unit.z)));
}

bool in_group(const std::uint8_t* shown, int group) {
  return shown[std::clamp(group, 0, kGroups - 1)] != 0;
}

CatBit category_of(const Model& model, int body) {
  return model.body_weldid[body] == 0 ? CatBit::Static : CatBit::Dynamic;
}

}  // namespace thew::scene
