// Where flexes are: vertices, boxes around elements and the trees over them, edges.

#include <algorithm>

#include <thew/stages.h>

#include "base/share.h"
#include "deformable/rod.h"
#include "deformable/vertices.h"
#include "deformable/xpbd.h"
#include "math/mat3.h"
#include "model/flex_sleep.h"
#include "model/lane_types.h"

namespace thew::deformable {

using namespace math;

namespace {

// Calls visit(i) for first ... first + count, on all threads that help.
template <class Visit>
void each_shared(int first, int count, const Visit& visit) {
  constexpr std::int64_t kToShare = 1000;
  base::share(count, kToShare, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) visit(first + static_cast<int>(i));
  });
}

template <class T>
void place_vertices(const Model& m, BasicData<T>& d, int f) {
  each_shared(m.flex_vertadr[f], m.flex_vertnum[f], [&](int v) {
    store(d.flexvert_xpos.row(v), carried_point(d, m.flex_vertbodyid[v], m.flex_vert.row(v)));
  });
}

// Where a node is; within a shell, where those that it follows have it.
template <class T>
Vec3<T> node_at(const Model& m, const BasicData<T>& d, const FlexGrid& grid, int first, int node) {
  Vec3<T> at = {T(0), T(0), T(0)};
  grid.each_leader(node, [&](int leader, double weight) {
    const int n = first + leader;
    at = axpy(T(weight), carried_point(d, m.flex_nodebodyid[n], m.flex_node.row(n)), at);
  });
  return at;
}

// Between the nodes of their cells. Vertices beside one another mostly are in one cell.
template <class T>
void interpolate_vertices(const Model& m, BasicData<T>& d, int f) {
  const FlexGrid grid(m, f);
  int last = -1;  // the first node of the cell that `corner` has
  Vec3<T> corner[element::kCellNodes];
  for (int v = m.flex_vertadr[f]; v < m.flex_vertadr[f] + m.flex_vertnum[f]; ++v) {
    int node[element::kCellNodes];
    double weight[element::kCellNodes];
    grid.find_in(m.flex_vertcell[v], load3(m.flex_vert0.row(v)), node, weight);
    if (node[0] != last) {
      last = node[0];
      for (int i = 0; i < grid.nodes_of_cell(); ++i) {
        corner[i] = node_at(m, d, grid, m.flex_nodeadr[f], node[i]);
      }
    }
    Vec3<T> at = {T(0), T(0), T(0)};
    for (int i = 0; i < grid.nodes_of_cell(); ++i) at = axpy(T(weight[i]), corner[i], at);
    store(d.flexvert_xpos.row(v), at);
  }
}

// A box by its centre and half sizes.
template <class T>
struct Box {
  Vec3<T> low, high;

  void include(const Vec3<T>& a, const Vec3<T>& b) {
    low = {min(low.x, a.x), min(low.y, a.y), min(low.z, a.z)};
    high = {max(high.x, b.x), max(high.y, b.y), max(high.z, b.z)};
  }
  void store_to(T* box, const T& radius) const {
    store(box, T(0.5) * (high + low));
    store(box + 3, T(0.5) * (high - low) + Vec3<T>{radius, radius, radius});
  }
};

template <class T>
void box_elements(const Model& m, BasicData<T>& d, int f) {
  const FlexView flex(m, f);
  const RodSection box = rod_section(m, f);  // as far as its edges reach
  const double skin =
      box.lesser > 0 ? sqrt(box.lesser * box.lesser + box.greater * box.greater) : m.flex_radius[f];
  each_shared(0, m.flex_elemnum[f], [&](int e) {
    const int* corner = flex.element(e);
    const Vec3<T> first = vertex_at(d, flex, corner[0]);
    Box<T> around = {first, first};
    for (int k = 1; k <= flex.dim; ++k) {
      const Vec3<T> x = vertex_at(d, flex, corner[k]);
      around.include(x, x);
    }
    around.store_to(d.flexelem_aabb.row(flex.first_element + e), T(skin));
  });
}

// Children come behind their parents.
template <class T>
void box_tree(const Model& m, BasicData<T>& d, int f) {
  const int root = m.flex_bvhadr[f];
  if (root < 0) return;
  const int first = root - static_cast<int>(m.nbvhstatic);
  for (int i = m.flex_bvhnum[f] - 1; i >= 0; --i) {
    T* own = d.bvh_aabb_dyn.row(first + i);
    if (const int element = m.bvh_nodeid[root + i]; element >= 0) {
      std::copy_n(d.flexelem_aabb.row(m.flex_elemadr[f] + element), 6, own);
      continue;
    }
    Box<T> box = {};
    for (int side = 0; side < 2; ++side) {
      const T* child = d.bvh_aabb_dyn.row(first + m.bvh_child.row(root + i)[side]);
      const Vec3<T> centre = load3(child), half = load3(child + 3);
      if (side == 0) box = {centre - half, centre + half};
      box.include(centre - half, centre + half);
    }
    box.store_to(own, T(0));
  }
}

// d length / d dof: how the second end moves along the edge, less the first. Dofs from the last to
// the first, as the two chains of ancestors have them.
template <class T>
void edge_jacobian(const Model& m, BasicData<T>& d, int edge, const int (&body)[2],
                   const Vec3<T> (&end)[2], const Vec3<T>& direction) {
  Force<T> wrench[2];
  int dof[2];
  for (int k = 0; k < 2; ++k) {
    const Vec3<T> arm = dynamics::arm_to(m, d, end[k], body[k]);
    const Vec3<T> along = T(k == 0 ? -1 : 1) * direction;
    wrench[k] = {cross(arm, along), along};
    dof[k] = dynamics::last_dof(m, body[k]);
  }
  const int first = m.flexedge_J_rowadr[edge];
  for (int at = first + m.flexedge_J_rownnz[edge] - 1; at >= first; --at) {
    const int next = std::max(dof[0], dof[1]);
    if (next < 0) break;
    const Motion<T> axis = load_motion(d.cdof.row(next));
    T sum(0);
    for (int k = 0; k < 2; ++k) {
      if (dof[k] != next) continue;
      sum = sum + dot(axis, wrench[k]);
      dof[k] = m.dof_parentid[next];
    }
    d.flexedge_J[at] = sum;
  }
}

// The same for two bodies that slide or stand.
template <class T>
void slid_edge_jacobian(const Model& m, BasicData<T>& d, int edge, const int (&body)[2],
                        const Vec3<T>& direction) {
  int at = m.flexedge_J_rowadr[edge];
  const int before = m.body_dofadr[body[0]] < m.body_dofadr[body[1]] ? 0 : 1;
  for (const int k : {before, 1 - before}) {
    const Vec3<T> along = T(k == 0 ? -1 : 1) * direction;
    const int first = m.body_dofadr[body[k]];
    for (int i = first; i < first + m.body_dofnum[body[k]]; ++i) {
      d.flexedge_J[at++] = dot(load3(d.cdof.row(i) + 3), along);
    }
  }
}

// Whether all dofs of an edge are slides of its two bodies.
bool slides(const Model& m, int edge, const int (&body)[2]) {
  for (const int b : body) {
    if (!only_slides(m, b) && dynamics::last_dof(m, b) >= 0) return false;
  }
  const int dofs = m.body_dofnum[body[0]] + m.body_dofnum[body[1]];
  return body[0] != body[1] && m.flexedge_J_rownnz[edge] == dofs;
}

// Whether anything reads the Jacobians of a flex's edges.
bool needs_jacobian(const Model& m, int f) {
  return m.flex_edgeequality[f] == 1 || m.flex_edgedamping[f] != 0 ||
         m.flex_edgestiffness[f] != 0 || (m.flex_damping[f] != 0 && !is_projected(m, f));
}

template <class T>
void measure_edges(const Model& m, BasicData<T>& d, int f) {
  const FlexView flex(m, f);
  const bool jacobian = needs_jacobian(m, f);
  if (const int last = flex.first_edge + m.flex_edgenum[f] - 1;
      !jacobian && last >= flex.first_edge) {
    const int begin = m.flexedge_J_rowadr[flex.first_edge];
    const int end = m.flexedge_J_rowadr[last] + m.flexedge_J_rownnz[last];
    std::fill(d.flexedge_J.data() + begin, d.flexedge_J.data() + end, T(0));
  }
  each_shared(flex.first_edge, m.flex_edgenum[f], [&](int e) {
    const int* vertex = m.flex_edge.row(e);
    const Vec3<T> end[2] = {vertex_at(d, flex, vertex[0]), vertex_at(d, flex, vertex[1])};
    const Vec3<T> way = end[1] - end[0];
    const T length = norm(way);
    d.flexedge_length[e] = length;
    const int entries = m.flexedge_J_rownnz[e];
    if (jacobian && entries > 0) {
      // Two ends at one place count as apart along x.
      const auto apart = length >= T(kMinVal);
      const Vec3<T> direction =
          select(apart, way * (T(1) / select(apart, length, T(1))), Vec3<T>{T(1), T(0), T(0)});
      const int body[2] = {flex.body(vertex[0]), flex.body(vertex[1])};
      slides(m, e, body) ? slid_edge_jacobian(m, d, e, body, direction)
                         : edge_jacobian(m, d, e, body, end, direction);
    }
  });
}

}  // namespace

template <class T>
void position(const Model& m, BasicData<T>& d) {
  for (int f = 0; f < m.nflex; ++f) {
    if (sleep::flex_sleeps(m, d, f)) continue;
    const bool interpolated = m.flex_interp[f] != 0;
    interpolated ? interpolate_vertices(m, d, f) : place_vertices(m, d, f);
    box_elements(m, d, f);
    box_tree(m, d, f);
    if (!m.flex_rigid[f] && !interpolated) measure_edges(m, d, f);
  }
}

#define THEW_INSTANTIATE(T) template void position(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::deformable
