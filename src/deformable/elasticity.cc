// Forces of flexes that resist stretching and bending, and of their edges as springs.

#include "deformable/elasticity.h"

#include "deformable/vertices.h"
#include "element/cell.h"
#include "element/flex.h"
#include "model/lane_types.h"

namespace thew::deformable {

using namespace math;

namespace {

// What acts: springs, dampers or both, and how strongly flexes are damped.
struct Parts {
  bool spring, damper;
};

template <class T>
void push_corners(const Model& m, const BasicData<T>& d, const FlexView& flex, const int* corner,
                  int count, const Vec3<T>* force, T* result) {
  for (int i = 0; i < count; ++i) {
    push(m, d, flex.body(corner[i]), vertex_at(d, flex, corner[i]), force[i], result);
  }
}

template <int dim, class T>
void push_stretched(const Model& m, const BasicData<T>& d, const FlexView& flex, int e,
                    const T* change, const double* stiffness, T* result) {
  const int* corner = flex.element(e);
  Vec3<T> x[dim + 1], force[dim + 1];
  for (int i = 0; i <= dim; ++i) {
    x[i] = vertex_at(d, flex, corner[i]);
    force[i] = {T(0), T(0), T(0)};
  }
  element::add_stretch<dim>(x, change, stiffness, force);
  push_corners(m, d, flex, corner, dim + 1, force, result);
}

template <int dim, class T>
void stretch(const Model& m, BasicData<T>& d, int f, Parts parts) {
  constexpr int kEdges = element::SimplexEdges<dim>::kCount;
  constexpr int kStride = dim == 2 ? 21 : 24;  // numbers of an element in flex_stiffness
  const FlexView flex(m, f);
  const double* stiffness = m.flex_stiffness.data() + m.flex_stiffnessadr[f];
  const int* edge = m.flex_elemedge.data() + m.flex_elemedgeadr[f];
  const T h = T(m.opt.timestep), damping = T(m.flex_damping[f]);
  const bool damped = parts.damper && m.flex_damping[f] != 0 && m.opt.timestep > 0;
  for (int e = 0; e < m.flex_elemnum[f]; ++e, stiffness += kStride, edge += kEdges) {
    T change[kEdges];
    if (parts.spring) {
      for (int k = 0; k < kEdges; ++k) {
        const int i = flex.first_edge + edge[k];
        change[k] = element::square_change(d.flexedge_length[i], T(m.flexedge_length0[i]));
      }
      push_stretched<dim>(m, d, flex, e, change, stiffness, d.qfrc_spring.data());
    }
    if (!damped) continue;
    for (int k = 0; k < kEdges; ++k) {
      const int i = flex.first_edge + edge[k];
      change[k] = damping * element::square_rate(d.flexedge_length[i], d.flexedge_velocity[i], h);
    }
    push_stretched<dim>(m, d, flex, e, change, stiffness, d.qfrc_damper.data());
  }
}

template <class T>
void bend(const Model& m, BasicData<T>& d, int f, Parts parts) {
  const FlexView flex(m, f);
  const double* hinge = m.flex_bending.data() + m.flex_bendingadr[f];
  const bool damped = parts.damper && m.flex_damping[f] != 0;
  for (int e = 0; e < m.flex_edgenum[f]; ++e, hinge += element::kHingeNumbers) {
    const int *end = m.flex_edge.row(flex.first_edge + e),
              *beside = m.flex_edgeflap.row(flex.first_edge + e);
    if (beside[1] < 0) continue;  // at the rim
    const int corner[4] = {end[0], end[1], beside[0], beside[1]};
    Vec3<T> x[4], force[4];
    if (parts.spring) {
      for (int i = 0; i < 4; ++i) x[i] = vertex_at(d, flex, corner[i]);
      element::multiply_hinge(hinge, x, force);
      element::add_hinge_volume(hinge, x, force);
      for (Vec3<T>& each : force) each = -each;
      push_corners(m, d, flex, corner, 4, force, d.qfrc_spring.data());
    }
    if (!damped) continue;
    for (int i = 0; i < 4; ++i) {
      x[i] = carried_velocity(m, d, flex.body(corner[i]), vertex_at(d, flex, corner[i]));
    }
    element::multiply_hinge(hinge, x, force);
    for (Vec3<T>& each : force) each = -T(m.flex_damping[f]) * each;
    push_corners(m, d, flex, corner, 4, force, d.qfrc_damper.data());
  }
}

// The nodes of a cell: on which bodies they are, where now, and where at rest.
template <class T>
struct Cell {
  Cell(const Model& m, const BasicData<T>& d, int f, const FlexGrid& grid, int number)
      : count(grid.nodes_of_cell()) {
    int node[element::kCellNodes];
    grid.list_nodes(number, node);
    Vec3<double> still[element::kCellNodes];
    for (int i = 0; i < count; ++i) {
      const int n = m.flex_nodeadr[f] + node[i];
      body[i] = m.flex_nodebodyid[n];
      x[i] = carried_point(d, body[i], m.flex_node.row(n));
      still[i] = load3(m.flex_node0.row(n));
      rest[i] = {T(still[i].x), T(still[i].y), T(still[i].z)};
    }
    const Mat3<double> undo = element::inverse(element::middle_gradient(grid.order(), still));
    const Mat3<T> back = {T(undo.xx), T(undo.xy), T(undo.xz), T(undo.yx), T(undo.yy),
                          T(undo.yz), T(undo.zx), T(undo.zy), T(undo.zz)};
    turn = element::nearest_rotation(element::middle_gradient(grid.order(), x) * back);
  }

  int count;
  int body[element::kCellNodes];
  Vec3<T> x[element::kCellNodes], rest[element::kCellNodes];
  Mat3<T> turn;  ///< how the cell is turned since rest
};

// Adds scale R K u, with u in the frame of the cell.
template <class T>
void push_cell(const Model& m, const BasicData<T>& d, const Cell<T>& cell, const double* stiffness,
               const Vec3<T>* u, const T& scale, T* result) {
  for (int i = 0; i < cell.count; ++i) {
    T force[3] = {T(0), T(0), T(0)};
    for (T& sum : force) {
      for (int j = 0; j < cell.count; ++j, stiffness += 3) {
        sum = fma(T(stiffness[0]), u[j].x, sum);
        sum = fma(T(stiffness[1]), u[j].y, sum);
        sum = fma(T(stiffness[2]), u[j].z, sum);
      }
    }
    push(m, d, cell.body[i], cell.x[i], cell.turn * (scale * load3(force)), result);
  }
}

// Cells that turn along: K (R' x - rest), with minus the stiffness in the model.
template <class T>
void stretch_cells(const Model& m, BasicData<T>& d, int f, Parts parts) {
  const FlexGrid grid(m, f);
  const std::int64_t size = 3 * grid.nodes_of_cell();
  const double* stiffness = m.flex_stiffness.data() + m.flex_stiffnessadr[f];
  const bool damped = parts.damper && m.flex_damping[f] != 0;
  for (int c = 0; c < grid.cells(); ++c, stiffness += size * size) {
    if (stiffness[0] == 0) continue;  // nothing is in it
    const Cell<T> cell(m, d, f, grid, c);
    Vec3<T> u[element::kCellNodes];
    if (parts.spring) {
      for (int i = 0; i < cell.count; ++i) {
        u[i] = multiply_transposed(cell.turn, cell.x[i]) - cell.rest[i];
      }
      push_cell(m, d, cell, stiffness, u, T(1), d.qfrc_spring.data());
    }
    if (!damped) continue;
    for (int i = 0; i < cell.count; ++i) {
      u[i] = multiply_transposed(cell.turn, carried_velocity(m, d, cell.body[i], cell.x[i]));
    }
    push_cell(m, d, cell, stiffness, u, T(m.flex_damping[f]), d.qfrc_damper.data());
  }
}

template <class T>
void add_along_edge(const Model& m, const BasicData<T>& d, int edge, const T& force, T* result) {
  const int first = m.flexedge_J_rowadr[edge];
  for (int at = first; at < first + m.flexedge_J_rownnz[edge]; ++at) {
    const int i = m.flexedge_J_colind[at];
    result[i] = fma(d.flexedge_J[at], force, result[i]);
  }
}

template <class T>
void edges(const Model& m, BasicData<T>& d, int f, Parts parts) {
  const double stiffness = parts.spring ? m.flex_edgestiffness[f] : 0;
  const double damping = parts.damper ? m.flex_edgedamping[f] : 0;
  if (stiffness == 0 && damping == 0) return;
  for (int e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; ++e) {
    if (m.flexedge_rigid[e]) continue;
    add_along_edge(m, d, e, T(stiffness) * (T(m.flexedge_length0[e]) - d.flexedge_length[e]),
                   d.qfrc_spring.data());
    add_along_edge(m, d, e, -T(damping) * d.flexedge_velocity[e], d.qfrc_damper.data());
  }
}

}  // namespace

template <class T>
void add_elasticity(const Model& m, BasicData<T>& d, bool spring, bool damper) {
  const Parts parts = {spring, damper};
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_rigid[f] || m.flex_dim[f] == 1 || m.flex_interp[f] < 0) continue;
    if (m.flex_interp[f] > 0) {
      const bool held = m.flex_edgeequality[f] == 3;  // the numbers are modes of equalities
      if (m.flex_stiffnessadr[f] >= 0 && !held) stretch_cells(m, d, f, parts);
      continue;
    }
    if (m.flex_dim[f] == 2 && m.flex_bendingadr[f] >= 0) bend(m, d, f, parts);
    if (m.flex_stiffnessadr[f] < 0) continue;
    m.flex_dim[f] == 2 ? stretch<2>(m, d, f, parts) : stretch<3>(m, d, f, parts);
  }
  for (int f = 0; f < m.nflex; ++f) {
    if (!m.flex_rigid[f] && m.flex_interp[f] == 0) edges(m, d, f, parts);
  }
}

#define THEW_INSTANTIATE(T) template void add_elasticity(const Model&, BasicData<T>&, bool, bool)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::deformable
