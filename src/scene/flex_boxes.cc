// Bounding boxes of flexes, and the grid of nodes of those that are interpolated.

#include <cstdlib>

#include "scene/flexes.h"
#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

void add_boxes(Shapes& shapes, int flex) {
  const Model& m = shapes.m;
  constexpr double kOrigin[3] = {0, 0, 0}, kAxes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int k = 0; k < m.flex_bvhnum[flex]; ++k) {
    const int i = m.flex_bvhadr[flex] + k;
    if (!is_box_shown(shapes, i)) continue;
    const bool active = m.vis.global_.bvactive && shapes.d.bvh_active[i];
    add_box(shapes, i, shapes.d.bvh_aabb_dyn.row(i - m.nbvhstatic), kOrigin, kAxes,
            active ? m.vis.rgba.bvactive : m.vis.rgba.bv);
  }
}

/// The nodes of a flex, by their places in the grid.
struct Grid {
  Grid(const Model& model, int number) : m(model), flex(number) {
    const int order = std::abs(m.flex_interp[flex]);
    for (int k = 0; k < 3; ++k) size[k] = m.flex_cellnum.row(flex)[k] * order + 1;
  }

  int node(const int* at) const { return (at[0] * size[1] + at[1]) * size[2] + at[2]; }
  // Nodes that are fixed are left out, and of shells those that are inside.
  bool is_drawn(const int* at) const {
    const int body = m.flex_nodebodyid[m.flex_nodeadr[flex] + node(at)];
    if (m.body_jntnum[body] == 0) return false;
    if (m.flex_interp[flex] > 0) return true;
    for (int k = 0; k < 3; ++k) {
      if (at[k] == 0 || at[k] == size[k] - 1) return true;
    }
    return false;
  }

  const Model& m;
  const int flex;
  int size[3];
};

// Lines between neighbours, along each axis.
void add_lines(Shapes& shapes, const Grid& grid, const int* at) {
  constexpr float kGrey[4] = {0.5F, 0.5F, 0.5F, 1};
  constexpr double kWidth = 3;  // [pixels]
  if (!grid.is_drawn(at)) return;
  const Vector from = node_position(grid.m, shapes.d, grid.flex, grid.node(at));
  for (int axis = 0; axis < 3; ++axis) {
    int next[3] = {at[0], at[1], at[2]};
    if (++next[axis] >= grid.size[axis] || !grid.is_drawn(next)) continue;
    const Vector to = node_position(grid.m, shapes.d, grid.flex, grid.node(next));
    add_connector(shapes, GeomType::Line, kWidth, from, to, kGrey, ObjectType::Unknown, at[0]);
  }
}

}  // namespace

Vector node_position(const Model& m, const Data& d, int flex, int node) {
  const int i = m.flex_nodeadr[flex] + node, body = m.flex_nodebodyid[i];
  const Vector origin = load3(d.xpos.row(body));
  if (m.flex_centered[flex]) return origin;
  return load9(d.xmat.row(body)) * load3(m.flex_node.row(i)) + origin;
}

void add_flex_boxes(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(VisFlag::Meshbvh)) return;
  for (int flex = 0; flex < m.nflex; ++flex) {
    if (in_group(shapes.option.flexgroup, m.flex_group[flex])) add_boxes(shapes, flex);
    if (m.flex_interp[flex] == 0) continue;
    const Grid grid(m, flex);
    int at[3];
    for (at[0] = 0; at[0] < grid.size[0]; ++at[0]) {
      for (at[1] = 0; at[1] < grid.size[1]; ++at[1]) {
        for (at[2] = 0; at[2] < grid.size[2]; ++at[2]) add_lines(shapes, grid, at);
      }
    }
  }
}

}  // namespace thew::scene
