// Tactile sensors: the vertices of a mesh that is fixed to a geom feel how deep they are inside of
// the geoms that touch its body, and how fast these slide along the two tangents of each vertex.

#include <algorithm>

#include <thew/distance.h>

#include "math/spatial.h"
#include "model/contact_side.h"
#include "model/lane_types.h"
#include "sensor/measure.h"

namespace thew::sensor {

using namespace math;

namespace {

// The geom that a contact brings to the bodies welded to `weld`: the `side` (0 or 1) of the contact
// that does not belong to them; -1 for none.
template <class T>
int other_geom(const Model& m, const BasicData<T>& d, int contact, int weld, int side) {
  const int* geom = d.contact.geom.row(contact);
  return m.body_weldid[named_bodies(m, d, contact)[1 - side]] == weld ? geom[side] : -1;
}

// Calls visit(geom) once for each geom that touches the bodies welded to `weld`.
template <class T, class Visit>
void each_touching(const Model& m, const BasicData<T>& d, int weld, const Visit& visit) {
  const auto touched_before = [&](int geom, int end) {
    for (int i = 0; i < end; ++i) {
      if (other_geom(m, d, i / 2, weld, 1 - i % 2) == geom) return true;
    }
    return false;
  };
  for (int i = 0; i < 2 * d.ncon; ++i) {
    const int geom = other_geom(m, d, i / 2, weld, 1 - i % 2);
    if (geom >= 0 && !touched_before(geom, i)) visit(geom);
  }
}

template <class T>
Vec3<T> point_velocity(const Model& m, const BasicData<T>& d, int body, const Vec3<T>& point) {
  const Motion<T> v = load_motion(d.cvel.row(body));
  return v.translation + cross(v.rotation, point - load3(d.subtree_com.row(m.body_rootid[body])));
}

template <class T>
Vec3<T> widen(const float* p) {
  return {T(p[0]), T(p[1]), T(p[2])};
}

}  // namespace

template <class T>
void measure_tactile(const Model& m, const BasicData<T>& d, int sensor, T* values) {
  const int mesh = m.sensor_objid[sensor], geom = m.sensor_refid[sensor];
  const int count = m.mesh_vertnum[mesh], weld = m.body_weldid[m.geom_bodyid[geom]];
  const Vec3<T> origin = load3(d.geom_xpos.row(geom));
  const Mat3<T> axes = load9(d.geom_xmat.row(geom));
  // Normals and two tangents of each vertex, or normals alone.
  const bool has_tangents = m.mesh_normalnum[mesh] == 3 * count;
  const float* normals = m.mesh_normal.row(m.mesh_normaladr[mesh]);
  std::fill_n(values, m.sensor_dim[sensor], T(0));
  each_touching(m, d, weld, [&](int other) {
    for (int j = 0; j < count; ++j) {
      const Vec3<T> local = widen<T>(m.mesh_vert.row(m.mesh_vertadr[mesh] + j));
      const Vec3<T> taxel = axes * local + origin;
      const double point[3] = {taxel.x, taxel.y, taxel.z};
      const T depth = static_cast<T>(-collision::point_distance(m, d, other, point));
      if (!(depth > 0)) continue;
      values[j] = max(values[j], depth);
      if (!has_tangents) continue;
      const Vec3<T> slip =
          point_velocity(m, d, weld, taxel) - point_velocity(m, d, m.geom_bodyid[other], taxel);
      for (int k = 1; k < 3; ++k) {
        const Vec3<T> tangent = axes * widen<T>(normals + 3 * (3 * j + k));
        values[k * count + j] += abs(dot(slip, tangent));
      }
    }
  });
}

#define THEW_INSTANTIATE(T) \
  template void measure_tactile(const Model&, const BasicData<T>&, int, T*)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::sensor
