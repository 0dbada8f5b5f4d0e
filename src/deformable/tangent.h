#pragma once

// The stiffness of flexes, which linearly implicit integrators take into their inertia: element by
// element a symmetric matrix over points of bodies.

#include <thew/data.h>

#include "deformable/patch.h"
#include "deformable/yield.h"
#include "element/neo_hookean.h"
#include "model/flex_sleep.h"

namespace thew::deformable {

/// What one element resists displacements of its points with [N/m], and how strongly it is damped
/// in proportion [s].
template <class T>
struct Tangent {
  static constexpr int kSize = 3 * element::kCellNodes;

  bool only_bodies = false;  ///< as the caller asks: then nothing else is computed
  int count = 0;
  int body[element::kCellNodes];
  math::Vec3<T> x[element::kCellNodes];
  T damping = T(0);
  T matrix[kSize * kSize];  ///< (3 count)^2, row by row

  int size() const { return 3 * count; }
  void start(int points, const T& damped) {
    count = points;
    damping = damped;
    if (only_bodies) return;
    for (int i = 0; i < size() * size(); ++i) matrix[i] = T(0);
  }
};

/// Whether a flex, or any, has a stiffness that integrators can take into account, by what it is
/// made of or by its contacts.
bool has_tangent(const Model& m, int flex);
bool has_tangents(const Model& m);
/// Whether contacts of any flex are springs.
bool has_spring_contacts(const Model& m);

/// Calls visit(tangent) for the elements of all flexes but rods, one after another in the same
/// memory. Rods have terms of their own (deformable/rod_terms.h).
template <class T, class Visit>
void each_tangent(const Model& m, const BasicData<T>& d, Tangent<T>& tangent, Visit visit);
/// The same for one flex.
template <class T, class Visit>
void each_tangent(const Model& m, const BasicData<T>& d, int flex, Tangent<T>& tangent,
                  Visit visit);

/// y <- y + sum (spring + damper * damping) K x over the elements.
template <class T>
void add_tangents(const Model& m, const BasicData<T>& d, const T& spring, const T& damper,
                  const T* x, T* y);
/// The same for the elements of one flex that is no rod, without its damping: y <- y + scale sum K
/// x.
template <class T>
void add_flex_tangents(const Model& m, const BasicData<T>& d, int flex, const T& scale, const T* x,
                       T* y);

/// force <- force - h K v, by which forces are those at the end of a step.
template <class T>
void add_shift(const Model& m, const BasicData<T>& d, const T& h, T* force);

/// The same as add_tangents for contacts that are springs: y <- y + factor sum K x.
template <class T>
void add_spring_contacts(const Model& m, const BasicData<T>& d, const T& factor, const T* x, T* y);

// ---------------------------------------------------------------------------------------------

namespace detail {

// Sheets that only bend have zeros.
inline bool stretches(const Model& m, int f) {
  return m.flex_stiffnessadr[f] >= 0 && m.flex_stiffness[m.flex_stiffnessadr[f]] != 0;
}

// Where equalities hold the strain, the numbers are modes of these.
inline bool has_patches(const Model& m, int f) {
  return m.flex_stiffnessadr[f] >= 0 && m.flex_edgeequality[f] != 3;
}

template <class T>
void place_corners(const BasicData<T>& d, const FlexView& flex, const int* corner,
                   Tangent<T>& tangent) {
  for (int i = 0; i < tangent.count; ++i) {
    tangent.body[i] = flex.body(corner[i]);
    tangent.x[i] = vertex_at(d, flex, corner[i]);
  }
}

template <class T>
void add_neo_hookean(const Model& m, const FlexView& flex, const int* edge, const T* plastic, int e,
                     const double* stiffness, Tangent<T>& tangent) {
  constexpr int kEdges = element::SimplexEdges<3>::kCount;
  T rest[kEdges], stays[kEdges];
  for (int k = 0; k < kEdges; ++k) {
    const T length = T(m.flexedge_length0[flex.first_edge + edge[k]]);
    rest[k] = length * length;
    stays[k] = plastic != nullptr ? plastic[e * kEdges + k] : T(0);
  }
  element::add_neo_hookean_tangent(tangent.x, rest, stays, stiffness, tangent.matrix);
}

template <int dim, class T, class Visit>
void each_stretched(const Model& m, const BasicData<T>& d, int f, Tangent<T>& tangent,
                    Visit visit) {
  constexpr int kEdges = element::SimplexEdges<dim>::kCount;
  const FlexView flex(m, f);
  const double* stiffness = m.flex_stiffness.data() + m.flex_stiffnessadr[f];
  const int* edge = m.flex_elemedge.data() + m.flex_elemedgeadr[f];
  const T* plastic = PlasticParts<T>(m, d, f).stretch;
  for (int e = 0; e < m.flex_elemnum[f]; ++e, edge += kEdges) {
    T change[kEdges];
    for (int k = 0; k < kEdges && !tangent.only_bodies; ++k) {
      const int i = flex.first_edge + edge[k];
      change[k] = element::square_change(d.flexedge_length[i], T(m.flexedge_length0[i]));
      if (plastic != nullptr) change[k] = change[k] - plastic[e * kEdges + k];
    }
    tangent.start(dim + 1, T(m.flex_damping[f]));
    place_corners(d, flex, flex.element(e), tangent);
    if (dim == 3 && element::is_neo_hookean(stiffness)) {
      if (!tangent.only_bodies) add_neo_hookean(m, flex, edge, plastic, e, stiffness, tangent);
    } else if (!tangent.only_bodies) {
      element::add_stretch_tangent<dim>(tangent.x, change, stiffness, tangent.matrix);
    }
    stiffness += element::kSimplexNumbers<dim>;
    visit(tangent);
  }
}

template <class T, class Visit>
void each_hinge(const Model& m, const BasicData<T>& d, int f, Tangent<T>& tangent, Visit visit) {
  const FlexView flex(m, f);
  const double* hinge = m.flex_bending.data() + m.flex_bendingadr[f];
  for (int e = 0; e < m.flex_edgenum[f]; ++e, hinge += element::kHingeNumbers) {
    const int *end = m.flex_edge.row(flex.first_edge + e),
              *beside = m.flex_edgeflap.row(flex.first_edge + e);
    if (beside[1] < 0) continue;  // at the rim
    const int corner[4] = {end[0], end[1], beside[0], beside[1]};
    tangent.start(4, T(m.flex_damping[f]));
    place_corners(d, flex, corner, tangent);
    if (!tangent.only_bodies) element::add_hinge_tangent(hinge, tangent.matrix);
    visit(tangent);
  }
}

// R K R' of patches, with minus the stiffness in the model.
template <class T, class Visit>
void each_patch(const Model& m, const BasicData<T>& d, int f, Tangent<T>& tangent, Visit visit) {
  const FlexGrid grid(m, f);
  const double* stiffness = m.flex_stiffness.data() + m.flex_stiffnessadr[f];
  for (int p = 0; p < grid.patches(); ++p, stiffness += patch_numbers(grid)) {
    if (is_empty(grid, stiffness)) continue;
    tangent.start(grid.nodes_of_patch(), T(m.flex_damping[f]));
    if (tangent.only_bodies) {
      list_bodies(m, f, grid, p, tangent.body);
      visit(tangent);
      continue;
    }
    const Patch<T> patch(m, d, f, grid, p);
    for (int i = 0; i < patch.count; ++i) {
      tangent.body[i] = patch.body[i];
      tangent.x[i] = patch.x[i];
    }
    element::turn_stiffness(patch.turn, patch.count, stiffness, tangent.matrix);
    visit(tangent);
  }
}

}  // namespace detail

template <class T, class Visit>
void each_tangent(const Model& m, const BasicData<T>& d, int f, Tangent<T>& tangent, Visit visit) {
  if (m.flex_rigid[f] || m.flex_dim[f] == 1) return;
  if (m.flex_interp[f] != 0) {
    if (detail::has_patches(m, f)) detail::each_patch(m, d, f, tangent, visit);
    return;
  }
  if (m.flex_dim[f] == 2 && m.flex_bendingadr[f] >= 0) detail::each_hinge(m, d, f, tangent, visit);
  if (!detail::stretches(m, f)) return;
  if (m.flex_dim[f] == 2) detail::each_stretched<2>(m, d, f, tangent, visit);
  if (m.flex_dim[f] == 3) detail::each_stretched<3>(m, d, f, tangent, visit);
}

template <class T, class Visit>
void each_tangent(const Model& m, const BasicData<T>& d, Tangent<T>& tangent, Visit visit) {
  for (int f = 0; f < m.nflex; ++f) {
    if (!sleep::flex_sleeps(m, d, f)) each_tangent(m, d, f, tangent, visit);
  }
}

}  // namespace thew::deformable
