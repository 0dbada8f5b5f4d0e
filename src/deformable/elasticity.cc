// Forces of flexes that resist stretching and bending, and of their edges as springs.

#include "deformable/elasticity.h"

#include <algorithm>

#include "deformable/contact.h"
#include "deformable/rod.h"
#include "deformable/tangent.h"
#include "deformable/yield.h"
#include "element/neo_hookean.h"
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
  if (dim == 3 && element::is_neo_hookean(stiffness)) {
    element::add_neo_hookean(x, change, stiffness, force);
  } else {
    element::add_stretch<dim>(x, change, stiffness, force);
  }
  push_corners(m, d, flex, corner, dim + 1, force, result);
}

template <int dim, class T>
void stretch(const Model& m, BasicData<T>& d, int f, Parts parts) {
  constexpr int kEdges = element::SimplexEdges<dim>::kCount;
  const FlexView flex(m, f);
  const double* stiffness = m.flex_stiffness.data() + m.flex_stiffnessadr[f];
  const int* edge = m.flex_elemedge.data() + m.flex_elemedgeadr[f];
  const T h = T(m.opt.timestep), damping = T(m.flex_damping[f]);
  const bool damped = parts.damper && m.flex_damping[f] != 0 && m.opt.timestep > 0;
  const T* plastic = PlasticParts<T>(m, d, f).stretch;
  bool resists = false;
  for (int e = 0; e < m.flex_elemnum[f];
       ++e, stiffness += element::kSimplexNumbers<dim>, edge += kEdges) {
    if (dim == 2 && stiffness[0] == 0) continue;  // of a sheet that only bends
    T change[kEdges];
    if (parts.spring) {
      for (int k = 0; k < kEdges; ++k) {
        const int i = flex.first_edge + edge[k];
        change[k] = element::square_change(d.flexedge_length[i], T(m.flexedge_length0[i]));
        if (plastic != nullptr) change[k] = change[k] - plastic[e * kEdges + k];
      }
      push_stretched<dim>(m, d, flex, e, change, stiffness, d.qfrc_spring.data());
    }
    if (!damped) continue;
    if (dim == 3 && element::is_neo_hookean(stiffness)) {
      resists = true;
      continue;
    }
    for (int k = 0; k < kEdges; ++k) {
      const int i = flex.first_edge + edge[k];
      change[k] = damping * element::square_rate(d.flexedge_length[i], d.flexedge_velocity[i], h);
    }
    push_stretched<dim>(m, d, flex, e, change, stiffness, d.qfrc_damper.data());
  }
  if constexpr (kLanes<T> == 1) {  // by the stiffness that the metric has too
    if (resists) add_flex_tangents(m, d, f, -damping, d.qvel.data(), d.qfrc_damper.data());
  }
}

template <class T>
void bend(const Model& m, BasicData<T>& d, int f, Parts parts) {
  const FlexView flex(m, f);
  const double* hinge = m.flex_bending.data() + m.flex_bendingadr[f];
  const bool damped = parts.damper && m.flex_damping[f] != 0;
  const T* plastic = PlasticParts<T>(m, d, f).bend;
  for (int e = 0; e < m.flex_edgenum[f]; ++e, hinge += element::kHingeNumbers) {
    const int *end = m.flex_edge.row(flex.first_edge + e),
              *beside = m.flex_edgeflap.row(flex.first_edge + e);
    if (beside[1] < 0) continue;  // at the rim
    const int corner[4] = {end[0], end[1], beside[0], beside[1]};
    Vec3<T> x[4], force[4];
    if (parts.spring) {
      for (int i = 0; i < 4; ++i) x[i] = vertex_at(d, flex, corner[i]);
      element::multiply_hinge(hinge, x, force);
      const T factor = T(hinge[element::kHingeNumbers - 1]);
      element::add_hinge_volume(plastic != nullptr ? factor + plastic[e] : factor, x, force);
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

// Adds scale R K u, with u in the frame of rest.
template <class T>
void push_patch(const Model& m, const BasicData<T>& d, const Patch<T>& patch,
                const double* stiffness, const Vec3<T>* u, const T& scale, T* result) {
  for (int i = 0; i < patch.count; ++i) {
    T force[3] = {T(0), T(0), T(0)};
    for (T& sum : force) {
      for (int j = 0; j < patch.count; ++j, stiffness += 3) {
        sum = fma(T(stiffness[0]), u[j].x, sum);
        sum = fma(T(stiffness[1]), u[j].y, sum);
        sum = fma(T(stiffness[2]), u[j].z, sum);
      }
    }
    patch.push_node(m, d, i, patch.turn * (scale * load3(force)), result);
  }
}

// Cells and faces that turn along: K (R' x - rest), with minus the stiffness in the model.
template <class T>
void stretch_patches(const Model& m, BasicData<T>& d, int f, Parts parts) {
  const FlexGrid grid(m, f);
  const double* stiffness = m.flex_stiffness.data() + m.flex_stiffnessadr[f];
  const bool damped = parts.damper && m.flex_damping[f] != 0;
  const T* plastic = PlasticParts<T>(m, d, f).stretch;
  for (int p = 0; p < grid.patches(); ++p, stiffness += patch_numbers(grid)) {
    if (is_empty(grid, stiffness)) continue;
    const Patch<T> patch(m, d, f, grid, p);
    Vec3<T> u[element::kCellNodes];
    if (parts.spring) {
      for (int i = 0; i < patch.count; ++i) u[i] = patch.displacement(i);
      if (plastic != nullptr) {
        const Mat3<T> stays = grid.is_shell()
                                  ? element::sheared_face(grid.face_axis(p), plastic + 3 * p)
                                  : element::sheared(plastic + 6 * p);
        for (int i = 0; i < patch.count; ++i) u[i] = u[i] - stays * patch.rest[i];
      }
      push_patch(m, d, patch, stiffness, u, T(1), d.qfrc_spring.data());
    }
    if (!damped) continue;
    for (int i = 0; i < patch.count; ++i) {
      u[i] = multiply_transposed(patch.turn, carried_velocity(m, d, patch.body[i], patch.x[i]));
    }
    push_patch(m, d, patch, stiffness, u, T(m.flex_damping[f]), d.qfrc_damper.data());
  }
}

// Adds the force of a face whose normal at (s, t) is wanted to change by r: with n the normal and c
// the cross product of the tangents, a force k P r / |c| on c, P the projection off n.
template <class T>
void push_normal(const Model& m, const BasicData<T>& d, int order, const Patch<T>& face,
                 const element::FaceNormal<T>& at, const T* place, const Vec3<T>& r, T* result) {
  const Vec3<T> w = (r - at.unit * dot(at.unit, r)) * (T(1) / at.length);
  const Vec3<T> first = cross(w, at.tangents.second), second = cross(w, at.tangents.first);
  int i = 0;
  element::each_face_slope(order, place[0], place[1], [&](const T& a, const T& b) {
    face.push_node(m, d, i++, first * a - second * b, result);
  });
}

// Shells bend between faces that have an edge in common: the difference of their normals there,
// turned along with both, is to be that of rest.
template <class T>
void bend_shell(const Model& m, BasicData<T>& d, int f) {
  const FlexGrid grid(m, f);
  const double* record = m.flex_bending.data() + m.flex_bendingadr[f];
  const std::int64_t room = (m.nflexbending - m.flex_bendingadr[f] - 1) / element::kBendNumbers;
  const std::int64_t count = std::min<std::int64_t>(as_index(*record++), room);
  for (std::int64_t e = 0; e < count; ++e, record += element::kBendNumbers) {
    const int number[2] = {as_index(record[0]), as_index(record[1])};
    const T place[4] = {T(record[2]), T(record[3]), T(record[4]), T(record[5])};
    const T stiffness = T(record[6]);
    if (std::min(number[0], number[1]) < 0) continue;
    if (std::max(number[0], number[1]) >= grid.patches() || record[6] == 0) continue;
    const Patch<T> a(m, d, f, grid, number[0]), b(m, d, f, grid, number[1]);
    const element::FaceNormal<T> at_a = element::face_normal(grid.order(), a.x, place[0], place[1]);
    const element::FaceNormal<T> at_b = element::face_normal(grid.order(), b.x, place[2], place[3]);
    if (any(min(at_a.length, at_b.length) < T(kMinVal))) continue;
    const Vec3<T> rest = {T(record[7]), T(record[8]), T(record[9])};
    const Vec3<T> r = at_a.unit - at_b.unit - rotate(element::between(a.quat, b.quat), rest);
    T* result = d.qfrc_spring.data();
    push_normal(m, d, grid.order(), a, at_a, place, r * stiffness, result);
    push_normal(m, d, grid.order(), b, at_b, place + 2, r * -stiffness, result);
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

template <class T>
void bend_rods(const Model& m, BasicData<T>& d, Parts parts) {
  for (int f = 0; f < m.nflex; ++f) {
    if (is_elastic_rod(m, f)) add_rod(m, d, f, parts.spring, parts.damper);
  }
}

template <class T>
void push_contacts(const Model& m, BasicData<T>& d) {
  each_spring_contact(m, d, [&](int contact, const T& stiffness) {
    const T depth = -d.contact.dist[contact];
    if (depth > T(0)) push_apart(m, d, contact, stiffness * depth, d.qfrc_spring.data());
  });
}

}  // namespace

template <class T>
void add_elasticity(const Model& m, BasicData<T>& d, bool spring, bool damper) {
  const Parts parts = {spring, damper};
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_rigid[f] || m.flex_dim[f] == 1) continue;
    if (m.flex_interp[f] != 0) {
      const bool held = m.flex_edgeequality[f] == 3;  // the numbers are modes of equalities
      if (m.flex_stiffnessadr[f] >= 0 && !held) stretch_patches(m, d, f, parts);
      if (m.flex_interp[f] < 0 && m.flex_bendingadr[f] >= 0 && parts.spring) bend_shell(m, d, f);
      continue;
    }
    if (m.flex_dim[f] == 2 && m.flex_bendingadr[f] >= 0) bend(m, d, f, parts);
    if (m.flex_stiffnessadr[f] < 0) continue;
    m.flex_dim[f] == 2 ? stretch<2>(m, d, f, parts) : stretch<3>(m, d, f, parts);
  }
  for (int f = 0; f < m.nflex; ++f) {
    if (!m.flex_rigid[f] && m.flex_interp[f] == 0) edges(m, d, f, parts);
  }
  if constexpr (kLanes<T> == 1) {
    bend_rods(m, d, parts);
    if (has_spring_contacts(m)) push_contacts(m, d);
  }
}

#define THEW_INSTANTIATE(T) template void add_elasticity(const Model&, BasicData<T>&, bool, bool)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::deformable
