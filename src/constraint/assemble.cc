// The constraint rows of a step: Jacobian, position, and how softly each row reacts.

#include <algorithm>
#include <limits>

#include <thew/constraint.h>

#include "constraint/block_springs.h"
#include "constraint/builder.h"
#include "constraint/classic/classic.h"
#include "constraint/island.h"
#include "constraint/metric_rows.h"
#include "constraint/project.h"
#include "deformable/rod_terms.h"
#include "element/cone.h"
#include "model/contact_side.h"
#include "model/coupling.h"
#include "model/formulation.h"
#include "model/integrator.h"
#include "model/lane_types.h"
#include "model/sleep.h"
#include "model/warning.h"

namespace thew::constraint {

using namespace math;
using namespace element;

namespace {

// A step without rows.
template <class T>
void clear(BasicData<T>& d) {
  if (d.nefc > 0 || d.nisland > 0) d.drop_rows();
  std::fill(d.tendon_efcadr.begin(), d.tendon_efcadr.end(), -1);
}

// Trees that flexes couple in the metric fall asleep together, without rows too.
template <class T>
void find_islands_of_flexes(const Model& m, BasicData<T>& d) {
  const bool couple = m.nflex > 0 && (is_discrete(m) || m.nxpbdrun > 0);
  if (!couple || m.ntree < 2 || !sleep::is_enabled(m)) return;
  if (has(m.opt.disableflags, DisableBit::Island)) return;
  d.nisland = static_cast<int>(std::min(m.ntree, m.nflex));
  d.nidof = static_cast<int>(m.nv);
  if (!d.place_rows()) {
    raise(d, Warning::Cnstrfull, 0, true);
    return d.drop_rows();
  }
  find_islands(m, d);
  d.trim_rows();
}

// All rows, and those of each kind.
struct RowCounts : RowCount {
  int equalities = 0, friction = 0, limits = 0, contacts = 0;
};

template <class T>
RowCounts count_rows(const Model& m, BasicData<T>& d) {
  RowCounts count;
  count.groups = m.ngroup;
  if (has(m.opt.disableflags, DisableBit::Constraint) || m.nv == 0) return count;
  const auto rows = [&] { return static_cast<int>(count.rows); };
  count_equalities(m, d, count);
  count.equalities = rows();
  count_friction(m, d, count);
  count.friction = rows() - count.equalities;
  count_limits(m, d, count);
  count.limits = rows() - count.equalities - count.friction;
  count_contacts(m, d, count);
  count.contacts = rows() - count.equalities - count.friction - count.limits;
  return count;
}

// The inverse inertia that a row meets, estimated from the model at qpos0.
template <class T>
void estimate_inertia(const Model& m, BasicData<T>& d, const Block& block) {
  T* a = d.efc_diagA.data() + block.row;
  const auto weight = [&](int body, int part) {
    return param(d, m.body_invweight0, 2 * body + part);
  };
  switch (block.kind()) {
    case ConstraintType::Equality:
      estimate_equality(m, d, block, a);
      break;
    case ConstraintType::FrictionDof:
      a[0] = param(d, m.dof_invweight0, block.id);
      break;
    case ConstraintType::LimitJoint:
      a[0] = param(d, m.dof_invweight0, m.jnt_dofadr[block.id]);
      break;
    case ConstraintType::FrictionTendon:
    case ConstraintType::LimitTendon:
      a[0] = param(d, m.tendon_invweight0, block.id);
      break;
    default: {
      T linear(0), angular(0);
      for (int side = 0; side < 2; ++side) {
        each_side_body(m, d, block.id, side, [&](int body, double share) {
          linear = linear + T(share) * weight(body, 0);
          angular = angular + T(share) * weight(body, 1);
        });
      }
      const T* friction = d.contact.friction.row(block.id);
      if (block.is_pyramid()) {
        a[0] = linear + friction[0] * friction[0] * linear;  // decides for all edges
        return;
      }
      for (int k = 0; k < block.rows; ++k) a[k] = k < 3 ? linear : angular;
    }
  }
}

// Friction rows of contacts: softened by impratio, alike in all directions of the cone.
template <class T>
void soften_friction(const Model& m, BasicData<T>& d, const Block& block) {
  T* r = d.efc_R.data() + block.row;
  const T* friction = d.contact.friction.row(block.id);
  const bool alike = m.opt.impratio == 1;  // then the softness of all directions, to the bit
  const T first = alike ? r[0] : r[0] / T(std::max(kMinVal, m.opt.impratio));
  const T mu = alike ? friction[0] : softened_friction(friction[0], r[0], first);
  d.contact.mu[block.id] = select(lanes_with(d, block), mu, T(0));
  if (block.is_pyramid()) {
    std::fill_n(r, block.rows, edge_softness(mu, r[0]));
    return;
  }
  r[1] = first;
  for (int k = 2; k < block.rows; ++k) {
    r[k] = tangent_softness(first, friction[0], friction[k - 1]);
  }
}

// D of a block's rows, and the diagonal that belongs to R.
template <class T>
void weigh(const Model& m, BasicData<T>& d, const Block& block) {
  const MaskOf<T> here = lanes_with(d, block);
  const auto weight = [&](const T& r) { return select(here, T(1) / r, T(0)); };
  const int row = block.row;
  const T imp = d.efc_KBIP.row(row)[2], inertia = imp / (T(1) - imp);
  if (block.is_pyramid() || block.is_cone()) soften_friction(m, d, block);
  if (block.is_pyramid()) {
    std::fill_n(d.efc_D.data() + row, block.rows, weight(d.efc_R[row]));
    std::fill_n(d.efc_diagA.data() + row, block.rows, d.efc_R[row] * inertia);
    return;
  }
  for (int i = row; i < row + block.rows; ++i) {
    d.efc_D[i] = weight(d.efc_R[i]);
    d.efc_diagA[i] = d.efc_R[i] * inertia;
  }
}

// R, D and the diagonal that belongs to R, from an estimate of the diagonal.
template <class T>
void soften_rows(const Model& m, BasicData<T>& d) {
  if constexpr (kLanes<T> == 1) {
    if (is_classic(m)) return classic::soften(m, d);
  }
  const std::span<Block> all = blocks(d);
  const Block *block = all.data(), *end = block + all.size();
  while (block != end) {
    for (int left = soften_next(m, d, block, end); left > 0; --left) weigh(m, d, *block++);
  }
}

// What the hinges of elastic rods add to it; as with MuJoCo, the stiffness of their points does
// not.
template <class T>
void add_rod_hinges(const Model& m, const BasicData<T>& d, T* diagonal) {
  const bool springs = !has(m.opt.disableflags, DisableBit::Spring);
  const bool dampers = !has(m.opt.disableflags, DisableBit::Damper);
  const T h = T(m.opt.timestep), spring = springs ? h * h : T(0), damper = dampers ? h : T(0);
  deformable::each_rod_element(
      m, d, deformable::RodPart::Hinges, [&](const deformable::RodElement<T>& e) {
        each_hinge_term(e, spring, damper, [&](const T& weight, const T& first, const T& second) {
          if (e.dof[0] >= 0) diagonal[e.dof[0]] += weight * first * first;
          if (e.dof[1] >= 0) diagonal[e.dof[1]] += weight * second * second;
        });
      });
}

// The diagonal of the discrete integrator's metric.
template <class T>
T* metric_diagonal(const Model& m, const BasicData<T>& d, Workspace<T>& w) {
  T* diagonal = w.dof_b.data();
  for (int i = 0; i < m.nv; ++i) diagonal[i] = d.kept.metric[m.D_rowadr[i] + m.D_diag[i]];
  for (int i = 0; i < coupling_count(m); ++i) {
    const Coupling<T> c = coupling(m, d, i);
    for (int k = 0; k < c.count; ++k) {
      const T pull = c.scale * c.value[k];
      diagonal[c.column[k]] += pull * pull;
    }
  }
  if constexpr (kLanes<T> == 1) {
    if (m.nplastic > 0) add_rod_hinges(m, d, diagonal);
  }
  return diagonal;
}

// What the metric does to the inverse inertia of a row: the ratio of J diag(metric)^-1 J' to
// J diag(M)^-1 J'.
template <class T>
void scale_by_metric(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  const T* diagonal = metric_diagonal(m, d, w);
  if (m.nv > 0 && !(diagonal[0] > 0)) return;  // nobody has built it yet
  for (const Block& block : blocks(d)) {
    const int* column = d.kept.block_column.data() + block.column;
    const int rows = block.is_pyramid() ? 1 : block.rows;  // the first edge decides
    for (int i = block.row; i < block.row + rows; ++i) {
      T with = 0, without = 0;
      for (int k = 0; k < block.columns; ++k) {
        const T entry = row_entry(m, d, block, i - block.row, k);
        with += entry * entry / diagonal[column[k]];
        without += entry * entry / d.M[m.M_rowadr[column[k]] + m.M_rownnz[column[k]] - 1];
      }
      if (without > 0) d.efc_diagA[i] *= with / without;
    }
  }
}

}  // namespace

template <class T>
bool assemble(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  const RowCounts count = count_rows(m, d);
  if (count.blocks == 0) {
    clear(d);
    if constexpr (kLanes<T> == 1) find_islands_of_flexes(m, d);
    return true;
  }
  d.nefc = static_cast<int>(count.rows);
  d.ne = count.equalities;
  d.nf = count.friction;
  d.nl = count.limits;
  d.row_sizes = {count.blocks, count.columns, count.bases, count.entries};
  const bool islands = kLanes<T> == 1 && !has(m.opt.disableflags, DisableBit::Island);
  d.nisland =
      islands ? static_cast<int>(std::min<std::int64_t>(m.ntree, count.blocks + m.nflex)) : 0;
  d.nidof = islands ? static_cast<int>(m.nv) : 0;
  d.nY = d.nA = 0;
  if (!d.place_rows()) {
    if constexpr (kLanes<T> == 1) raise(d, Warning::Cnstrfull, d.nefc, true);
    clear(d);
    return false;
  }
  std::fill(d.tendon_efcadr.begin(), d.tendon_efcadr.end(), -1);

  Builder<T> builder(m, d, w);
  if (count.equalities > 0) make_equalities(m, d, builder);
  if (count.friction > 0) make_friction(m, d, builder);
  if (count.limits > 0) make_limits(m, d, builder);
  if (count.contacts > 0) make_contacts(m, d, builder);
  d.maxuse_efc = std::max(d.maxuse_efc, d.nefc);

  std::int64_t entries = 0;
  for (const Block& block : blocks(d)) {
    std::fill_n(d.efc_type.data() + block.row, block.rows, block.type);
    std::fill_n(d.efc_id.data() + block.row, block.rows, block.id);
    entries += std::int64_t{block.rows} * block.columns;
  }
  if (!is_sparse(m)) entries = d.nefc * m.nv;
  // A Jacobian that nobody could count is not shown.
  d.nJ = static_cast<int>(entries <= std::numeric_limits<int>::max() ? entries : 0);
  for (const Block& block : blocks(d)) estimate_inertia(m, d, block);
  soften_rows(m, d);
  if constexpr (kLanes<T> == 1) find_islands(m, d);
  d.trim_rows();
  return true;
}

template <class T>
void project(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  const bool exact = has(m.opt.enableflags, EnableBit::Diagexact), discrete = is_discrete(m);
  if (d.nefc == 0 || (!exact && !discrete)) return;
  d.rows_shown = false;
  if (discrete && !exact) {
    for (const Block& block : blocks(d)) estimate_inertia(m, d, block);
    scale_by_metric(m, d, w);
  }
  if (exact) {
    Memory memory(w.solver);
    const Root<T> root(m, d, 0, memory);
    if (!memory.full()) root.find_diagonal(d.efc_diagA.data());
  }
  soften_rows(m, d);
}

#define THEW_INSTANTIATE(T) template bool assemble(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)
#undef THEW_INSTANTIATE

#define THEW_INSTANTIATE(T) template void project(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
