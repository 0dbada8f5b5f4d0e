#pragma once

// Lines and arrows between points, as shapes of a scene.

#include <vector>

#include <thew/scene.h>

namespace thew::viewer {

struct Vector {
  double x[3] = {0, 0, 0};
};

inline Vector vector(const double* v) {
  return {{v[0], v[1], v[2]}};
}

/// a + scale b
inline Vector along(const Vector& a, double scale, const Vector& b) {
  return {{a.x[0] + scale * b.x[0], a.x[1] + scale * b.x[1], a.x[2] + scale * b.x[2]}};
}

/// What a line or an arrow stands for.
struct Meaning {
  ObjectType type = ObjectType::Unknown;
  int id = -1;
};

inline void join(GeomType type, double width, const Vector& from, const Vector& to,
                 const float* rgba, Meaning meaning, std::vector<scene::Geom>& shapes) {
  scene::Geom geom = scene::make_geom(type, nullptr, nullptr, nullptr, rgba);
  geom.objtype = static_cast<int>(meaning.type);
  geom.objid = meaning.id;
  geom.category = static_cast<int>(CatBit::Decor);
  connect(geom, type, width, from.x, to.x);
  shapes.push_back(geom);
}

}  // namespace thew::viewer
