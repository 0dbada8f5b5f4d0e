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

/// Calls parts.hinges(f), parts.stretched<dim>(f) or parts.patches(f) for what a flex is made of,
/// but for rods, which have terms of their own (deformable/rod_terms.h). Patches are elements whose
/// matrices have no shorter form: cells, faces, and tetrahedra of the Neo-Hookean law.
template <class Parts>
void each_elastic_part(const Model& m, int flex, Parts&& parts);
/// The same for all flexes that are awake.
template <class T, class Parts>
void each_elastic_part(const Model& m, const BasicData<T>& d, Parts&& parts);

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

/// A triangle or tetrahedron that resists stretching: its corners, how much the squares of its
/// edges have changed, and its quadratic form.
template <int dim, class T>
struct Stretched {
  const int* corner;
  T change[element::SimplexEdges<dim>::kCount];
  const double* stiffness;
};

template <int dim, class T, class Visit>
void each_stretched(const Model& m, const BasicData<T>& d, int f, Visit visit) {
  constexpr int kEdges = element::SimplexEdges<dim>::kCount;
  const FlexView flex(m, f);
  const int* edge = m.flex_elemedge.data() + m.flex_elemedgeadr[f];
  const T* plastic = PlasticParts<T>(m, d, f).stretch;
  Stretched<dim, T> s;
  s.stiffness = m.flex_stiffness.data() + m.flex_stiffnessadr[f];
  for (int e = 0; e < m.flex_elemnum[f]; ++e, edge += kEdges) {
    s.corner = flex.element(e);
    for (int k = 0; k < kEdges; ++k) {
      const int i = flex.first_edge + edge[k];
      s.change[k] = element::square_change(d.flexedge_length[i], T(m.flexedge_length0[i]));
      if (plastic != nullptr) s.change[k] = s.change[k] - plastic[e * kEdges + k];
    }
    visit(s);
    s.stiffness += element::kSimplexNumbers<dim>;
  }
}

/// Calls visit(corners, numbers) for the pairs of triangles that bend.
template <class Visit>
void each_hinge(const Model& m, int f, Visit visit) {
  const int first = m.flex_edgeadr[f];
  const double* hinge = m.flex_bending.data() + m.flex_bendingadr[f];
  for (int e = 0; e < m.flex_edgenum[f]; ++e, hinge += element::kHingeNumbers) {
    const int *end = m.flex_edge.row(first + e), *beside = m.flex_edgeflap.row(first + e);
    if (beside[1] < 0) continue;  // at the rim
    const int corner[4] = {end[0], end[1], beside[0], beside[1]};
    visit(corner, hinge);
  }
}

// Tetrahedra of the Neo-Hookean law. Those without a volume have no stiffness.
template <class T, class Visit>
void each_neo_hookean(const Model& m, const BasicData<T>& d, int f, Tangent<T>& tangent,
                      Visit visit) {
  constexpr int kEdges = element::SimplexEdges<3>::kCount;
  const FlexView flex(m, f);
  const double* stiffness = m.flex_stiffness.data() + m.flex_stiffnessadr[f];
  const int* edge = m.flex_elemedge.data() + m.flex_elemedgeadr[f];
  const T* plastic = PlasticParts<T>(m, d, f).stretch;
  for (int e = 0; e < m.flex_elemnum[f];
       ++e, edge += kEdges, stiffness += element::kSimplexNumbers<3>) {
    if (!element::is_neo_hookean(stiffness)) continue;
    tangent.start(4, T(m.flex_damping[f]));
    for (int i = 0; i < 4; ++i) {
      tangent.body[i] = flex.body(flex.element(e)[i]);
      tangent.x[i] = vertex_at(d, flex, flex.element(e)[i]);
    }
    if (!tangent.only_bodies) {
      T rest[kEdges], stays[kEdges];
      for (int k = 0; k < kEdges; ++k) {
        const T length = T(m.flexedge_length0[flex.first_edge + edge[k]]);
        rest[k] = length * length;
        stays[k] = plastic != nullptr ? plastic[e * kEdges + k] : T(0);
      }
      element::add_neo_hookean_tangent(tangent.x, rest, stays, stiffness, tangent.matrix);
    }
    visit(tangent);
  }
}

// R K R' of patches, with minus the stiffness in the model.
template <class T, class Visit>
void each_patch(const Model& m, const BasicData<T>& d, int f, Tangent<T>& tangent, Visit visit) {
  if (m.flex_interp[f] == 0) return each_neo_hookean(m, d, f, tangent, visit);
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

template <class Parts>
void each_elastic_part(const Model& m, int f, Parts&& parts) {
  if (m.flex_rigid[f] || m.flex_dim[f] == 1) return;
  if (m.flex_interp[f] != 0) {
    if (detail::has_patches(m, f)) parts.patches(f);
    return;
  }
  if (m.flex_dim[f] == 2 && m.flex_bendingadr[f] >= 0) parts.hinges(f);
  if (!detail::stretches(m, f)) return;
  if (m.flex_dim[f] == 2) return parts.template stretched<2>(f);
  if (element::is_neo_hookean(m.flex_stiffness.data() + m.flex_stiffnessadr[f])) {
    parts.patches(f);
  } else {
    parts.template stretched<3>(f);
  }
}

template <class T, class Parts>
void each_elastic_part(const Model& m, const BasicData<T>& d, Parts&& parts) {
  for (int f = 0; f < m.nflex; ++f) {
    if (!sleep::flex_sleeps(m, d, f)) each_elastic_part(m, f, parts);
  }
}

}  // namespace thew::deformable
