#pragma once

// The shapes of a Model as the pair functions see them.

#include <charconv>

#include <thew/data.h>
#include <thew/workspace.h>

#include "collision/narrow.h"
#include "collision/sdf/formula.h"
#include "math/pack.h"

namespace thew::collision {

/// A mesh of the model.
inline MeshView mesh_view(const Model& m, int mesh) {
  const int vert = m.mesh_vertadr[mesh], poly = m.mesh_polyadr[mesh], bvh = m.mesh_bvhadr[mesh];
  MeshView view;
  view.convex = m.mesh_convex[mesh];
  view.vertices = m.mesh_vertnum[mesh];
  view.vert = m.mesh_vert.row(vert);
  view.graph = m.mesh_graphadr[mesh] < 0 ? nullptr : m.mesh_graph.data() + m.mesh_graphadr[mesh];
  view.extrema = m.mesh_extrema.row(mesh);
  view.polygons = m.mesh_polynum[mesh];
  view.poly_normal = m.mesh_polynormal.row(poly);
  view.poly_vert_adr = m.mesh_polyvertadr.data() + poly;
  view.poly_vert_num = m.mesh_polyvertnum.data() + poly;
  view.poly_vert = m.mesh_polyvert.data();
  view.vert_poly_adr = m.mesh_polymapadr.data() + vert;
  view.vert_poly_num = m.mesh_polymapnum.data() + vert;
  view.vert_poly = m.mesh_polymap.data();
  view.faces = m.mesh_facenum[mesh];
  view.face = m.mesh_face.row(m.mesh_faceadr[mesh]);
  view.bvh_child = m.bvh_child.row(bvh);
  view.bvh_node = m.bvh_nodeid.data() + bvh;
  view.bvh_box = m.bvh_aabb.row(bvh);
  return view;
}

/// A height field of the model.
inline HeightView height_view(const Model& m, int hfield) {
  const double* size = m.hfield_size.row(hfield);
  return {m.hfield_nrow[hfield],
          m.hfield_ncol[hfield],
          m.hfield_data.data() + m.hfield_adr[hfield],
          {size[0], size[1], size[2]},
          size[3]};
}

/// Where a geom is and how large, in all lanes.
template <class T>
Placed<T> placed(const Model& m, const BasicData<T>& d, int geom) {
  return {math::load3(d.geom_xpos.row(geom)),
          math::load9(d.geom_xmat.row(geom)),
          {param(d, m.geom_size, 3 * geom), param(d, m.geom_size, 3 * geom + 1),
           param(d, m.geom_size, 3 * geom + 2)}};
}

/// Where a geom is and how large, in one lane.
template <class T>
Placed<double> placed(const Model& m, const BasicData<T>& d, int geom, int k) {
  using math::lane;
  const T* pos = d.geom_xpos.row(geom);
  const T* rot = d.geom_xmat.row(geom);
  double numbers[9];
  for (int i = 0; i < 9; ++i) numbers[i] = lane(rot[i], k);
  return {{lane(pos[0], k), lane(pos[1], k), lane(pos[2], k)},
          math::load9(numbers),
          {lane(param(d, m.geom_size, 3 * geom), k), lane(param(d, m.geom_size, 3 * geom + 1), k),
           lane(param(d, m.geom_size, 3 * geom + 2), k)}};
}

/// The distance field of a geom of type sdf; false where it has none. The settings of plugins are
/// texts.
inline bool field_view(const Model& m, int geom, FieldView& view) {
  if (const int plugin = m.geom_plugin[geom]; plugin >= 0) {
    view.formula = m.plugin[plugin] - kFirstPlugin;
    if (view.formula < 0 || view.formula >= kFormulas) return false;
    const Formula& formula = kFormula[view.formula];
    const char* const texts = reinterpret_cast<const char*>(m.plugin_attr.data());
    const char* const end = texts + m.npluginattr;
    const char* text = texts + m.plugin_attradr[plugin];
    for (int i = 0; i < formula.count; ++i) {
      view.number[i] = formula.standard[i];
      while (text < end && *text == ' ') ++text;
      const char* const begin = text;
      while (text < end && *text != 0) ++text;
      std::from_chars(begin, text, view.number[i]);
      if (text < end) ++text;
    }
    return true;
  }
  const int mesh = m.geom_dataid[geom];
  if (mesh < 0 || m.mesh_octadr[mesh] < 0) return false;
  const int first = m.mesh_octadr[mesh];
  view.child = m.oct_child.row(first);
  view.box = m.oct_aabb.row(first);
  view.corner = m.oct_coeff.row(first);
  return true;
}

/// The shape of a geom in one lane, with the views that it points to.
struct GeomShape {
  template <class T>
  GeomShape(const Model& m, const BasicData<T>& d, int geom, int k) {
    using math::lane;
    shape.type = static_cast<GeomType>(m.geom_type[geom]);
    shape.at = placed(m, d, geom, k);
    const T* quat = d.geom_xquat.row(geom);
    shape.quat = {lane(quat[0], k), lane(quat[1], k), lane(quat[2], k), lane(quat[3], k)};
    double box[6];
    for (int i = 0; i < 6; ++i) box[i] = lane(param(d, m.geom_aabb, 6 * geom + i), k);
    shape.box_centre = math::load3(box);
    shape.box_half = math::load3(box + 3);
    if (shape.type == GeomType::Sdf && field_view(m, geom, field)) shape.field = &field;
    const int data = m.geom_dataid[geom];
    if (shape.type >= GeomType::Mesh && data >= 0) {
      mesh = mesh_view(m, data);
      shape.mesh = &mesh;
    } else if (shape.type == GeomType::Hfield && data >= 0) {
      height = height_view(m, data);
      shape.height = &height;
    }
  }
  GeomShape(const GeomShape&) = delete;

  Shape shape;
  MeshView mesh;
  HeightView height;
  FieldView field;
};

/// Options and memory of pairs of shapes that are closer than `margin`.
template <class T>
PairSettings pair_settings(const Model& m, const Workspace<T>& w, double margin) {
  PairSettings settings;
  settings.margin = margin;
  settings.convex = {m.opt.ccd_tolerance, m.opt.ccd_iterations,
                     !has(m.opt.disableflags, DisableBit::Multiccd)};
  settings.memory = {reinterpret_cast<std::byte*>(w.convex.data()),
                     static_cast<std::size_t>(w.convex.size())};
  settings.field = {m.opt.sdf_initpoints, m.opt.sdf_iterations};
  return settings;
}

}  // namespace thew::collision
