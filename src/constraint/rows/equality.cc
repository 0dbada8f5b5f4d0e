// Equalities, whose rows are violated by a difference of points, of orientations, of distances, or
// by a polynomial between two joints or tendons.

#include "constraint/equality.h"

#include <algorithm>

#include "constraint/asleep.h"
#include "constraint/builder.h"
#include "constraint/columns.h"
#include "constraint/rows/flex_edges.h"
#include "constraint/rows/flex_strain.h"
#include "model/lane_types.h"

namespace thew::constraint {

using namespace math;

namespace {

bool couples_scalars(EqualityType type) {
  return type == EqualityType::Joint || type == EqualityType::Tendon;
}

int rows_of(EqualityType type) {
  switch (type) {
    case EqualityType::Connect:
      return 3;
    case EqualityType::Weld:
      return 6;
    case EqualityType::Joint:
    case EqualityType::Tendon:
    case EqualityType::Distance:
      return 1;
    default:
      return 0;  // those of flexes stand in flex_edges.cc and flex_strain.cc
  }
}

// The dofs that a joint or tendon depends on; none for -1.
struct Dependence {
  const int* column;
  int columns;
};
Dependence dependence(const Model& m, EqualityType type, int id) {
  if (id < 0) return {nullptr, 0};
  if (type == EqualityType::Joint) return {m.jnt_dofadr.data() + id, 1};
  return {m.ten_J_colind.data() + m.ten_J_rowadr[id], m.ten_J_rownnz[id]};
}

// Calls visit(dof, place in the first, place in the second) for the dofs of either, ascending; -1
// for those that are not there.
template <class Visit>
void merge(const Dependence& a, const Dependence& b, Visit visit) {
  for (int i = 0, j = 0; i < a.columns || j < b.columns;) {
    const int dof = j >= b.columns   ? a.column[i]
                    : i >= a.columns ? b.column[j]
                                     : std::min(a.column[i], b.column[j]);
    const bool first = i < a.columns && a.column[i] == dof;
    const bool second = j < b.columns && b.column[j] == dof;
    visit(dof, first ? i : -1, second ? j : -1);
    i += first ? 1 : 0;
    j += second ? 1 : 0;
  }
}

// Where no dof changes the difference of two tendons.
template <class T>
MaskOf<T> polynomial_is_still(const Model& m, const BasicData<T>& d, int i) {
  const int second = m.eq_obj2id[i];
  const MaskOf<T> still = tendon_is_still(m, d, m.eq_obj1id[i]);
  if (second < 0 || none(still)) return still;
  return still & (tendon_is_still(m, d, second) | (polynomial_slope(m, d, i) == T(0)));
}

// Where it is enforced.
template <class T>
MaskOf<T> acts(const Model& m, const BasicData<T>& d, int i) {
  MaskOf<T> active(false);
  if constexpr (kLanes<T> == 1) {
    active = d.eq_active[i] != 0 && !equality_sleeps(m, d, i);
  } else {
    for (int k = 0; k < kLanes<T>; ++k) active.set(k, d.eq_active[i][k] != 0);
  }
  if (equality_type(m, i) != EqualityType::Tendon || none(active)) return active;
  return active & !polynomial_is_still(m, d, i);
}

// How many dofs it depends on.
int count_columns(const Model& m, int i) {
  const EqualityType type = equality_type(m, i);
  if (rows_of(type) == 0) return 0;
  if (!couples_scalars(type)) {
    const auto [first, second] = equality_bodies(m, i);
    return count_dofs(m, first, second, true);
  }
  int columns = 0;
  merge(dependence(m, type, m.eq_obj1id[i]), dependence(m, type, m.eq_obj2id[i]),
        [&](int, int, int) { ++columns; });
  return columns;
}

// A joint's or tendon's value from that at qpos0.
template <class T>
T displacement(const Model& m, const BasicData<T>& d, EqualityType type, int id) {
  if (type == EqualityType::Tendon) return d.ten_length[id] - param(d, m.tendon_length0, id);
  const int adr = m.jnt_qposadr[id];
  return d.qpos[adr] - param(d, m.qpos0, adr);
}

// y = c0 + c1 x + ... + c4 x^4, with its slope.
template <class T>
struct Polynomial {
  T value, slope;
};
template <class T>
Polynomial<T> polynomial(const Model& m, const BasicData<T>& d, int i, const T& x) {
  T value = equality_data(m, d, i, 4), slope(0);
  for (int k = 3; k >= 0; --k) {
    slope = fma(slope, x, value);
    value = fma(value, x, equality_data(m, d, i, k));
  }
  return {value, slope};
}

// y1 - polynomial(y2) = 0; without a second one y1 = c0.
template <class T>
void make_polynomial(const Model& m, BasicData<T>& d, int i, const Block& block,
                     Builder<T>& builder) {
  const EqualityType type = equality_type(m, i);
  const int first = m.eq_obj1id[i], second = m.eq_obj2id[i];
  Polynomial<T> p = {equality_data(m, d, i, 0), T(0)};
  if (second >= 0) p = polynomial(m, d, i, displacement(m, d, type, second));
  builder.set_row(block, 0, displacement(m, d, type, first) - p.value, T(0), T(0));
  const auto derivative = [&](int id, int k) {
    return type == EqualityType::Joint ? T(1) : d.ten_J[m.ten_J_rowadr[id] + k];
  };
  int* column = builder.column(block);
  T* jacobian = builder.jacobian(block);
  merge(dependence(m, type, first), dependence(m, type, second), [&](int dof, int a, int b) {
    *column++ = dof;
    const T direct = a < 0 ? T(0) : derivative(first, a);
    *jacobian++ = b < 0 ? direct : fma(-p.slope, derivative(second, b), direct);
  });
  if (type != EqualityType::Tendon) return;
  for (const int id : {first, second}) {
    if (id >= 0 && d.tendon_efcadr[id] < 0) d.tendon_efcadr[id] = block.row;
  }
}

// Calls set(k, difference) with what each dof does to the first end relative to the second.
template <class T, class Set>
void each_motion(const Model& m, const BasicData<T>& d, const Ends<T>& ends, const Block& block,
                 int* column, Set set) {
  const Vec3<T> arm1 = dynamics::arm_to(m, d, ends.point1, ends.body1);
  const Vec3<T> arm2 = dynamics::arm_to(m, d, ends.point2, ends.body2);
  int k = block.columns;
  each_dof(m, ends.body1, ends.body2, true, [&](int dof, int sign) {
    column[--k] = dof;
    const Motion<T> one = motion(d, dof, sign > 0 ? arm2 : arm1);
    if (sign < 0) return set(k, one);
    if (sign > 0) return set(k, Motion<T>{-one.linear, -one.angular});
    const Motion<T> other = motion(d, dof, arm2);
    set(k, Motion<T>{one.linear - other.linear, one.angular - other.angular});
  });
}

// Three rows: point1 - point2 = 0. Welds have three more: with the error e = is* wanted, a unit
// quaternion, its vector part times the torque scale s, which changes by s/2 vec(is* w wanted).
template <class T>
void make_joining(const Model& m, BasicData<T>& d, int i, const Block& block, Builder<T>& builder) {
  const Ends<T> ends = ends_of(m, d, i);
  const bool weld = equality_type(m, i) == EqualityType::Weld;
  const int n = block.columns;
  T pos[6];
  store(pos, ends.point1 - ends.point2);
  Orientations<T> turned = {};
  T scale(0);
  if (weld) {
    turned = orientations_of(m, d, i);
    scale = equality_data(m, d, i, kTorqueScale);
    store(pos + 3, turned.error({T(1), T(0), T(0), T(0)}) * scale);
  }
  for (int k = 0; k < block.rows; ++k) builder.set_row(block, k, pos[k], T(0), T(0));
  T* jacobian = builder.jacobian(block);
  const auto put = [&](T* to, const Vec3<T>& v) { to[0] = v.x, to[n] = v.y, to[2 * n] = v.z; };
  each_motion(m, d, ends, block, builder.column(block), [&](int k, const Motion<T>& move) {
    put(jacobian + k, move.linear);
    if (!weld) return;
    const Vec3<T>& w = move.angular;
    put(jacobian + 3 * n + k, turned.error({T(0), w.x, w.y, w.z}) * (T(0.5) * scale));
  });
}

// One row: |point1 - point2| - distance = 0.
template <class T>
void make_distance(const Model& m, BasicData<T>& d, int i, const Block& block,
                   Builder<T>& builder) {
  const Ends<T> ends = ends_of(m, d, i);
  const Separation<T> apart = separation(ends);
  builder.set_row(block, 0, apart.length - equality_data(m, d, i, kDistance), T(0), T(0));
  T* jacobian = builder.jacobian(block);
  each_motion(m, d, ends, block, builder.column(block), [&](int k, const Motion<T>& move) {
    jacobian[k] = dot(apart.direction, move.linear);
  });
}

}  // namespace

template <class T>
T polynomial_slope(const Model& m, const BasicData<T>& d, int i) {
  return polynomial(m, d, i, displacement(m, d, equality_type(m, i), m.eq_obj2id[i])).slope;
}

template <class T>
void count_equalities(const Model& m, const BasicData<T>& d, RowCount& count) {
  if (has(m.opt.disableflags, DisableBit::Equality)) return;
  for (int i = 0; i < m.neq; ++i) {
    if (equality_type(m, i) == EqualityType::Flex) {
      if (any(acts(m, d, i))) count_flex_edges(m, i, count);
      continue;
    }
    if (equality_type(m, i) == EqualityType::Flexstrain) {
      if (any(acts(m, d, i))) count_flex_strain(m, i, count);
      continue;
    }
    const int rows = rows_of(equality_type(m, i)), columns = count_columns(m, i);
    if (columns > 0 && any(acts(m, d, i))) count.add(rows, rows, columns);
  }
}

template <class T>
void make_equalities(const Model& m, BasicData<T>& d, Builder<T>& builder) {
  if (has(m.opt.disableflags, DisableBit::Equality)) return;
  for (int i = 0; i < m.neq; ++i) {
    const MaskOf<T> here = acts(m, d, i);
    if (none(here)) continue;
    const EqualityType type = equality_type(m, i);
    if (type == EqualityType::Flex) {
      make_flex_edges(m, d, i, here, builder);
      continue;
    }
    if (type == EqualityType::Flexstrain) {
      make_flex_strain(m, d, i, here, builder);
      continue;
    }
    const int columns = count_columns(m, i);
    if (columns == 0) continue;
    const int rows = rows_of(type);
    Block& block = builder.start(ConstraintType::Equality, i, rows, rows, columns);
    if (couples_scalars(type)) {
      make_polynomial(m, d, i, block, builder);
    } else if (type == EqualityType::Distance) {
      make_distance(m, d, i, block, builder);
    } else {
      make_joining(m, d, i, block, builder);
    }
    builder.finish(block, here);
  }
}

template <class T>
void estimate_equality(const Model& m, const BasicData<T>& d, const Block& block, T* inertia) {
  const int i = block.id, first = m.eq_obj1id[i], second = m.eq_obj2id[i];
  const EqualityType type = equality_type(m, i);
  if (type == EqualityType::Flex) return estimate_flex_edges(m, d, block, inertia);
  if (type == EqualityType::Flexstrain) return estimate_flex_strain(m, d, block, inertia);
  if (couples_scalars(type)) {
    const auto weight = [&](int id) {
      if (id < 0) return T(0);
      return type == EqualityType::Joint ? param(d, m.dof_invweight0, m.jnt_dofadr[id])
                                         : param(d, m.tendon_invweight0, id);
    };
    inertia[0] = weight(first) + weight(second);
    return;
  }
  const auto [body1, body2] = equality_bodies(m, i);
  for (int k = 0; k < block.rows; ++k) {
    const int part = k < 3 ? 0 : 1;
    inertia[k] = param(d, m.body_invweight0, 2 * body1 + part) +
                 param(d, m.body_invweight0, 2 * body2 + part);
  }
}

#define THEW_INSTANTIATE(T)                                                     \
  template T polynomial_slope(const Model&, const BasicData<T>&, int);          \
  template void count_equalities(const Model&, const BasicData<T>&, RowCount&); \
  template void make_equalities(const Model&, BasicData<T>&, Builder<T>&);      \
  template void estimate_equality(const Model&, const BasicData<T>&, const Block&, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
