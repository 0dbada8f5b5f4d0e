#pragma once

// A deformable body while it is compiled: positions at qpos0, edges, surface, and the numbers that
// its elastic forces are computed from.

#include "compile/draft.h"
#include "spec/flexcomp/cells.h"

namespace thew::compile {

/// How many edges a segment, triangle or tetrahedron has.
constexpr int edge_count(int dim) {
  return dim == 1 ? 1 : dim == 2 ? 3 : 6;
}

/// Vertices and elements as the functions of spec/flexcomp take them.
FlexShape shape_of(const FlexDraft& flex);

// topology.cc
/// Turns tetrahedra so that their faces look outwards.
void orient(FlexDraft& flex);
/// Edges in the order in which elements have them first, and the vertices beside each.
void list_edges(FlexDraft& flex);
/// The surface, and how deep each element lies below it.
void find_surface(FlexDraft& flex);

// stiffness.cc
/// Elastic energy of triangles and tetrahedra by squared lengths of their edges.
void set_stiffness(FlexDraft& flex);
/// Bending energy of pairs of triangles.
void set_bending(FlexDraft& flex);

// rod.cc
/// Bending and twisting of segments.
void set_rod(const Draft& draft, FlexDraft& flex);

// xpbd.cc
/// Constraints on positions, in the order of their walk.
void set_xpbd(const Draft& draft, FlexDraft& flex);

// grid.cc
/// Nodes of interpolated flexes in the axes of their grid, and their vertices in their cells.
void place_in_grid(const Draft& draft, FlexDraft& flex);

/// The grid of an interpolated flex and what is in it, in one frame.
struct FilledGrid {
  CellGrid grid;
  FlexShape shape;
};
/// In the frame that the vertices are written in, if that is the grid's: whether a point is inside
/// of a surface may hang on the last bit, which should not hang on how the flex is turned.
FilledGrid filled_grid(const FlexDraft& flex);

// cell_stiffness.cc
/// Stiffness of the cells of interpolated flexes, or of the faces of a shell.
void set_cell_stiffness(const Draft& draft, FlexDraft& flex);

// shell_bending.cc
/// Bending between the faces of interpolated shells.
void set_shell_bending(FlexDraft& flex);

// metric.cc
/// Sizes of the metric that does not change, and of the order of elimination.
void count_metric(const Draft& draft, Model& m);
/// Their pattern and order.
void write_metric(const Draft& draft, Model& m);
/// The numbers of the factor, by masses, armatures and the time step of the model.
void factor_metric(Model& m);

// order.cc
/// The vertices with these first dofs, ascending, in an order of elimination: the last comes first.
std::vector<int> elimination_order(const Draft& draft, const std::vector<int>& dofs);

// references.cc
/// The bodies and materials it names, and what it may not be attached to.
void resolve_references(const Draft& draft, FlexDraft& flex);
/// Equalities that hold edges or strain fit their flexes.
void check_flex_equalities(const Draft& draft);

}  // namespace thew::compile
