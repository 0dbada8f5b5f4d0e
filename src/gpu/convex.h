#pragma once

// Contacts of shapes without a closed form, by their support points: in double, whatever the
// precision, so that the decisions are the processor's.

#include "element/convex/heightfield.h"
#include "element/pair/plane_mesh.h"
#include "gpu/world.h"

namespace thew::gpu {

/// Whether the contacts of two types of geoms, in ascending order, are found so.
THEW_INLINE bool is_convex_pair(GeomType a, GeomType b) {
  if (b == GeomType::Mesh) return true;
  if (a == GeomType::Hfield) return b > GeomType::Hfield && b < GeomType::Mesh;
  if (a == GeomType::Plane) return false;
  if (b == GeomType::Ellipsoid) return true;
  if (b == GeomType::Cylinder) return a != GeomType::Sphere;
  return b == GeomType::Box && (a == GeomType::Ellipsoid || a == GeomType::Cylinder);
}

template <class T>
using CollideWorld = World<T, CollideMemory<T>>;

namespace detail {

template <class S, class T>
THEW_STAGE element::Placed<S> placed(const CollideWorld<T>& w, int geom) {
  const T *pos = w.s.xpos + 3 * geom, *rot = w.row(w.rows.geom_xmat) + 9 * geom,
          *size = w.own(w.m.geom_size) + 3 * geom;
  return {{S(pos[0]), S(pos[1]), S(pos[2])},
          {S(rot[0]), S(rot[1]), S(rot[2]), S(rot[3]), S(rot[4]), S(rot[5]), S(rot[6]), S(rot[7]),
           S(rot[8])},
          {S(size[0]), S(size[1]), S(size[2])}};
}

/// The hull of a mesh.
template <class T>
THEW_STAGE element::MeshView mesh_view(const DeviceModel<T>& m, int mesh) {
  const int vert = m.mesh_vertadr[mesh], poly = m.mesh_polyadr[mesh], graph = m.mesh_graphadr[mesh];
  element::MeshView view;
  view.vertices = m.mesh_vertnum[mesh];
  view.vert = m.mesh_vert + 3 * vert;
  view.graph = graph < 0 ? nullptr : m.mesh_graph + graph;
  view.extrema = m.mesh_extrema + 27 * mesh;
  view.polygons = m.mesh_polynum[mesh];
  view.poly_normal = m.polygon_normal + 3 * poly;
  view.poly_vert_adr = m.mesh_polyvertadr + poly;
  view.poly_vert_num = m.mesh_polyvertnum + poly;
  view.poly_vert = m.mesh_polyvert;
  view.vert_poly_adr = m.mesh_polymapadr + vert;
  view.vert_poly_num = m.mesh_polymapnum + vert;
  view.vert_poly = m.mesh_polymap;
  return view;
}

template <class T>
THEW_CALL element::convex::Convex convex_of(const CollideWorld<T>& w, int geom,
                                            element::MeshView& view) {
  using element::convex::Kind;
  const auto& m = w.m;
  const element::Placed<double> at = placed<double>(w, geom);
  element::convex::Convex set;
  set.pos = at.pos;
  set.rot = at.rot;
  set.size = at.size;
  switch (static_cast<GeomType>(m.geom_type[geom])) {
    case GeomType::Capsule:
      set.kind = Kind::Capsule;
      break;
    case GeomType::Ellipsoid:
      set.kind = Kind::Ellipsoid;
      break;
    case GeomType::Cylinder:
      set.kind = Kind::Cylinder;
      break;
    case GeomType::Box:
      set.kind = Kind::Box;
      break;
    case GeomType::Mesh:
      view = mesh_view(m, m.geom_dataid[geom]);
      set.mesh = &view;
      set.kind = view.graph != nullptr && view.vertices >= element::convex::kClimbFrom ? Kind::Hull
                                                                                       : Kind::Mesh;
      break;
    default:
      set.kind = Kind::Sphere;
      break;
  }
  return set;
}

/// The points of a height field and another shape.
template <class T>
THEW_STAGE int touch_heights(const CollideWorld<T>& w, int geom, element::convex::Convex other,
                             double reach, const element::convex::ConvexOptions& options,
                             const element::convex::ConvexMemory& memory,
                             element::Point<double>* points) {
  using namespace math;
  const auto& m = w.m;
  const element::Placed<double> at = placed<double>(w, geom);
  const int field = m.geom_dataid[geom];
  const T* size = m.hfield_size + 4 * field;
  const element::HeightView view = {m.hfield_nrow[field],
                                    m.hfield_ncol[field],
                                    m.hfield_data + m.hfield_adr[field],
                                    {double(size[0]), double(size[1]), double(size[2])},
                                    double(size[3])};
  other.pos = plain_unrotate(at.rot, other.pos - at.pos);
  other.rot = plain_unrotate(at.rot, other.rot);
  const int count =
      element::convex::heightfield_contacts(view, other, reach, options, memory, points);
  THEW_ROLLED
  for (int i = 0; i < count; ++i) {
    points[i].normal = plain_rotate(at.rot, points[i].normal);
    points[i].pos = plain_rotate(at.rot, points[i].pos) + at.pos;
  }
  return count;
}

template <class T>
THEW_STAGE element::convex::ConvexMemory convex_memory_of(const CollideWorld<T>& w, int slot) {
  const auto bytes = static_cast<std::size_t>(w.m.tables.convex_bytes);
  return {reinterpret_cast<std::byte*>(w.row(w.rows.convex_memory)) + bytes * slot, bytes};
}
template <class T>
THEW_STAGE element::convex::ConvexOptions convex_options(const DeviceModel<T>& m) {
  return {m.ccd_tolerance, m.opt.ccd_iterations, !has(m.opt.disableflags, DisableBit::Multiccd)};
}

/// The points of a pair; `slot` is whose working memory is used.
template <class T>
THEW_CALL int touch_convex(const CollideWorld<T>& w, int a, int b, double reach, int slot,
                           element::Point<double>* points) {
  using namespace element::convex;
  const auto& m = w.m;
  element::MeshView views[2];
  const Convex second = convex_of(w, b, views[1]);
  if (m.geom_type[a] == static_cast<int>(GeomType::Plane))
    return element::plane_mesh(placed<double>(w, a), second, reach, points);
  const ConvexMemory memory = convex_memory_of(w, slot);
  const ConvexOptions options = convex_options(m);
  if (m.geom_type[a] == static_cast<int>(GeomType::Hfield))
    return touch_heights(w, a, second, reach, options, memory, points);
  return convex_convex(convex_of(w, a, views[0]), second, reach, options, memory, points);
}

}  // namespace detail

}  // namespace thew::gpu
