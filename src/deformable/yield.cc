// Flexes that yield. Forces are elastic during a step; after it the rest shape follows, so that
// elastic strain stays within its bound.

#include "deformable/yield.h"

#include "deformable/patch.h"
#include "element/flex_yield.h"
#include "model/lane_types.h"

namespace thew::deformable {

using namespace math;

namespace {

// Where a vertex is at the end of a step.
template <class T>
Vec3<T> vertex_after(const Model& m, const BasicData<T>& d, const FlexView& flex, int vertex,
                     const T* qvel) {
  const Vec3<T> x = vertex_at(d, flex, vertex);
  return axpy(T(m.opt.timestep), moved(m, d, flex.body(vertex), x, qvel), x);
}

template <int dim, class T>
void stretch(const Model& m, BasicData<T>& d, int f, const T* qvel, T* offset) {
  using Edges = element::SimplexEdges<dim>;
  const FlexView flex(m, f);
  const int* edge = m.flex_elemedge.data() + m.flex_elemedgeadr[f];
  const T most = T(m.flex_yield.row(f)[0]);
  for (int e = 0; e < m.flex_elemnum[f]; ++e, edge += Edges::kCount, offset += Edges::kCount) {
    Vec3<T> x[dim + 1];
    for (int i = 0; i <= dim; ++i) x[i] = vertex_after(m, d, flex, flex.element(e)[i], qvel);
    T change[Edges::kCount], rest[Edges::kCount];
    for (int k = 0; k < Edges::kCount; ++k) {
      const Vec3<T> way = x[Edges::end(k, 0)] - x[Edges::end(k, 1)];
      const T length = T(m.flexedge_length0[flex.first_edge + edge[k]]);
      rest[k] = length * length;
      change[k] = dot(way, way) - rest[k];
    }
    element::yield_stretch<dim>(change, rest, most, offset);
  }
}

// Bending strain is half the thickness times the curvature, the angle times length / area of a
// hinge.
template <class T>
void bend(const Model& m, BasicData<T>& d, int f, const T* qvel, T* offset) {
  constexpr int kThickness = 6;  // in the numbers of the first element
  const FlexView flex(m, f);
  const T thickness = T(m.flex_stiffness[m.flex_stiffnessadr[f] + kThickness]);
  const double* hinge = m.flex_bending.data() + m.flex_bendingadr[f];
  for (int e = 0; e < m.flex_edgenum[f]; ++e, hinge += element::kHingeNumbers) {
    const int *end = m.flex_edge.row(flex.first_edge + e),
              *beside = m.flex_edgeflap.row(flex.first_edge + e);
    if (beside[1] < 0) continue;  // at the rim
    const int corner[4] = {end[0], end[1], beside[0], beside[1]};
    Vec3<T> x[4];
    for (int i = 0; i < 4; ++i) x[i] = vertex_after(m, d, flex, corner[i], qvel);
    const T length = T(m.flexedge_length0[flex.first_edge + e]);
    const T stiffness = T(hinge[4 * 2 + 3]) / length;
    if (!(stiffness > T(0))) continue;
    const element::HingeAngle<T> now = element::hinge_angle(x, length);
    const T most = T(2 * m.flex_yield.row(f)[1]) / thickness * now.area / length;
    const T own = T(hinge[element::kHingeNumbers - 1]), before = own + offset[e];
    const T after = element::yield_hinge(now.angle, before, stiffness, most);
    if (after != before) offset[e] = after - own;
  }
}

template <class T>
void stretch_patches(const Model& m, BasicData<T>& d, int f, const T* qvel, T* plastic) {
  const FlexGrid grid(m, f);
  const double* stiffness = m.flex_stiffness.data() + m.flex_stiffnessadr[f];
  for (int p = 0; p < grid.patches(); ++p, stiffness += patch_numbers(grid)) {
    if (is_empty(grid, stiffness)) continue;
    const Patch<T> patch(m, d, f, grid, p);
    Vec3<T> after[element::kCellNodes];
    for (int i = 0; i < patch.count; ++i) {
      after[i] = axpy(T(m.opt.timestep), moved(m, d, patch.body[i], patch.x[i], qvel), patch.x[i]);
    }
    const Mat3<T> deformation = Patch<T>::gradient(grid, p, after) *
                                element::inverse(Patch<T>::gradient(grid, p, patch.rest));
    const T most = T(m.flex_yield.row(f)[0]);
    if (grid.is_shell()) {
      element::yield_face(deformation, grid.face_axis(p), most, plastic + 3 * p);
    } else {
      element::yield_cell(deformation, most, plastic + 6 * p);
    }
  }
}

}  // namespace

template <class T>
void yield_flexes(const Model& m, BasicData<T>& d, const T* qvel) {
  for (int f = 0; f < m.nflex; ++f) {
    const PlasticParts<T> plastic(m, d, f);
    if (m.flex_rigid[f]) continue;
    if (m.flex_interp[f] != 0) {
      if (plastic.stretch != nullptr) stretch_patches(m, d, f, qvel, plastic.stretch);
      continue;
    }
    if (plastic.bend != nullptr && m.flex_bendingadr[f] >= 0 && m.flex_stiffnessadr[f] >= 0) {
      bend(m, d, f, qvel, plastic.bend);
    }
    if (plastic.stretch == nullptr) continue;
    m.flex_dim[f] == 2 ? stretch<2>(m, d, f, qvel, plastic.stretch)
                       : stretch<3>(m, d, f, qvel, plastic.stretch);
  }
}

#define THEW_INSTANTIATE(T) template void yield_flexes(const Model&, BasicData<T>&, const T*)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::deformable
