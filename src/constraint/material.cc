#include "constraint/material.h"

#include <algorithm>

#include "constraint/columns.h"
#include "constraint/metric_rows.h"
#include "constraint/project.h"
#include "constraint/rows_behind.h"
#include "constraint/shared_dofs.h"
#include "deformable/rod_chain.h"
#include "deformable/xpbd.h"
#include "model/contact_side.h"
#include "model/formulation.h"
#include "model/lane_types.h"

namespace thew::constraint {

using namespace math;
using model::XpbdKind;

namespace {

constexpr int kMostVertices = 4, kMostRows = 3;

// Whether something that moves carries vertices of a flex that asks for the material.
bool is_carried(const Model& m) {
  for (int f = 0; f < m.nflex; ++f) {
    if (!deformable::is_projected(m, f)) continue;
    if (m.flex_xpbd[f] == static_cast<int>(FlexXpbd::Points)) continue;
    for (int v = m.flex_vertadr[f]; v < m.flex_vertadr[f] + m.flex_vertnum[f]; ++v) {
      const int body = m.flex_vertbodyid[v];
      if (body >= 0 && m.body_treeid[body] >= 0 && !deformable::is_point(m, body)) return true;
    }
  }
  return false;
}

// Whether rows can couple points with others: where flexes leave it to them, those of one tree do
// not.
template <class T>
bool may_couple(const Model& m, const BasicData<T>& d) {
  for (int f = 0; f < m.nflex; ++f) {
    const bool asks = m.flex_xpbd[f] == static_cast<int>(FlexXpbd::Metric);
    if (asks && deformable::is_projected(m, f)) return true;
  }
  for (const Block& block : blocks(d)) {
    const int* column = d.kept.block_column.data() + block.column;
    if (m.dof_treeid[column[0]] != m.dof_treeid[column[block.columns - 1]]) return true;
  }
  return false;
}

// Which part of the inverse masses at a contact is not that of points; 1 where all is.
template <class T>
T rigid_share(const Model& m, const BasicData<T>& d, int contact) {
  T rigid(0), soft(0);
  for (int side = 0; side < 2; ++side) {
    const int flex = d.contact.flex.row(contact)[side];
    const bool held = d.contact.geom.row(contact)[side] < 0 && deformable::is_projected(m, flex);
    each_side_body(m, d, contact, side, [&](int body, double weight) {
      T& sum = held && deformable::is_point(m, body) ? soft : rigid;
      sum = fma(T(weight), param(d, m.body_invweight0, 2 * body), sum);
    });
  }
  return rigid > T(0) ? rigid / (rigid + soft) : T(1);
}

// Behind contacts there may be terms of the metric.
bool is_contact(const Block& block) {
  return block.kind() >= ConstraintType::ContactFrictionless &&
         block.kind() <= ConstraintType::ContactElliptic;
}

// A constraint as the solver sees it.
template <class T>
struct Held {
  int vertices = 0, rows = 0;
  int body[kMostVertices];
  Vec3<T> x[kMostVertices];
  Vec3<T> gradient[kMostRows][kMostVertices];
  T value[kMostRows];
  T damped;             // beta / h
  T weight[kMostRows];  // h^2 / alpha, not yet damped
};

template <class T>
class MaterialRows {
 public:
  MaterialRows(const Model& m, const BasicData<T>& d) : m_(m), d_(d) {}

  BasicProblem<T> append_to(const BasicProblem<T>& p, Memory& memory) {
    Extent more;
    each([&](const Held<T>& held) {
      const int columns = count_shared_dofs(m_, held.body, held.vertices);
      if (columns > 0) more.add(1, held.rows, columns, m_.ngroup);
    });
    if (more.blocks == 0) return p;
    RowsBehind<T> behind(m_, p, more, memory);
    column_ = memory.take<int>(more.widest);
    value_ = memory.take<T>(std::int64_t{kMostRows} * more.widest);
    if (memory.full()) return p;
    each([&](const Held<T>& held) { add(held, behind); });
    for (const Block& block : p.blocks) {
      if (!is_contact(block)) continue;
      const T factor = rigid_share(m_, d_, block.id);
      for (int k = 0; k < block.rows && factor < T(1); ++k) behind.soften(block.row + k, factor);
    }
    return behind.problem();
  }

 private:
  template <class Visit>
  void each(Visit visit) const {
    const double h = m_.opt.timestep;
    Held<T> held;
    for (int f = 0; f < m_.nflex; ++f) {
      held.damped = T(m_.flex_damping[f] / h);
      const T* torn = deformable::torn_constraints(m_, d_, f);
      for (int i = 0; i < m_.flex_xpbdrunnum[f]; ++i) {
        const int run = m_.flex_xpbdrunadr[f] + i;
        deformable::with_kind(m_.xpbdrun_kind[run], [&](auto kind) {
          constexpr model::XpbdShape kShape = model::shape_of(kind());
          const int* vertex = m_.xpbd_vert.data() + m_.xpbdrun_vertadr[run];
          const double* number = m_.xpbd_number.data() + m_.xpbdrun_numberadr[run];
          for (int c = 0; c < m_.xpbdrun_num[run]; ++c) {
            const bool gone = torn != nullptr && *torn++ != T(0);
            if (!gone) {
              fill<kind()>(vertex, number, held);
              visit(held);
            }
            vertex += kShape.vertices;
            number += kShape.numbers;
          }
        });
      }
    }
  }

  template <XpbdKind kind>
  void fill(const int* vertex, const double* number, Held<T>& held) const {
    constexpr int kVertices = model::shape_of(kind).vertices;
    const T h = T(m_.opt.timestep);
    const auto yields = [&](double soft) -> element::Compliance<T> {
      return {T(soft) / (h * h), held.damped};
    };
    held.vertices = kVertices;
    held.rows = deformable::rows_of(kind);
    for (int k = 0; k < kVertices; ++k) {
      held.body[k] = m_.flex_vertbodyid[vertex[k]];
      held.x[k] = load3(d_.flexvert_xpos.row(vertex[k]));
    }
    if constexpr (kind == XpbdKind::Bend) {
      const deformable::RestNumbers<4, T> c(number);
      store(held.value, element::bent(held.x, c.value));
      for (int k = 0; k < kVertices; ++k) {
        held.gradient[0][k] = {c.value[k], T(0), T(0)};
        held.gradient[1][k] = {T(0), c.value[k], T(0)};
        held.gradient[2][k] = {T(0), T(0), c.value[k]};
      }
    } else if constexpr (kind == XpbdKind::Dilate) {
      const auto both = deformable::neo_hookean(held.x, number, yields);
      put(both.first, 0, held);
      put(both.second, 1, held);
      held.weight[0] = weight_of(both.first_yields.soft, 0, held);
      held.weight[1] = weight_of(both.second_yields.soft, 1, held);
      return;
    } else {
      put(deformable::constraint_at<kind>(held.x, number), 0, held);
    }
    const T soft = yields(number[0]).soft;
    std::fill_n(held.weight, held.rows, weight_of(soft, 0, held));
    if constexpr (kind == XpbdKind::Stretch) add_tension(soft, held);
  }

  template <int n>
  static void put(const element::PointConstraint<T, n>& c, int row, Held<T>& held) {
    held.value[row] = c.value;
    for (int k = 0; k < n; ++k) held.gradient[row][k] = c.gradient[k];
  }

  T mobility_of(int row, const Held<T>& held) const {
    T sum(0);
    for (int k = 0; k < held.vertices; ++k) {
      const Vec3<T>& g = held.gradient[row][k];
      sum = fma(deformable::inverse_mass(m_, d_, held.body[k]), dot(g, g), sum);
    }
    return sum;
  }
  T weight_of(const T& soft, int row, const Held<T>& held) const {
    return T(1) / element::coupled_softness(soft, mobility_of(row, held));
  }

  // An edge that is taut resists being turned, too.
  void add_tension(const T& soft, Held<T>& held) const {
    constexpr double kStiffest = 1e6;
    const T length = norm(held.x[1] - held.x[0]);
    const T tension = held.value[0] / max(soft, mobility_of(0, held) * T(1 / kStiffest));
    if (!(tension > T(0) && length > T(kMinVal))) return;
    held.rows = 3;
    held.weight[1] = held.weight[2] = tension / length;  // without damping
    const Vec3<T> along = held.gradient[0][1];
    const bool upright = abs(along.z) > T(0.5);
    const Vec3<T> other = upright ? Vec3<T>{T(1), T(0), T(0)} : Vec3<T>{T(0), T(0), T(1)};
    const Vec3<T> across = cross(along, other), unit = across * (T(1) / norm(across));
    const Vec3<T> side[2] = {unit, cross(along, unit)};
    for (int k = 0; k < 2; ++k) {
      held.value[k + 1] = T(0);
      held.gradient[k + 1][0] = -side[k];
      held.gradient[k + 1][1] = side[k];
    }
  }

  void add(const Held<T>& held, RowsBehind<T>& behind) {
    const int columns = count_shared_dofs(m_, held.body, held.vertices);
    if (columns == 0) return;
    std::fill_n(value_, std::int64_t{held.rows} * columns, T(0));
    int at = columns - 1;
    each_shared_dof(
        m_, held.body, held.vertices,
        [&](int dof, int i) {
          column_[at] = dof;
          const Vec3<T> way =
              motion(d_, dof, dynamics::arm_to(m_, d_, held.x[i], held.body[i])).linear;
          for (int k = 0; k < held.rows; ++k) {
            T& entry = value_[k * columns + at];
            entry = entry + dot(held.gradient[k][i], way);
          }
        },
        [&] { --at; });
    const T h = T(m_.opt.timestep), more = T(1) + held.damped;
    T weight[kMostRows], target[kMostRows];
    for (int k = 0; k < held.rows; ++k) {
      T rate(0);
      for (int c = 0; c < columns; ++c) {
        rate = fma(value_[k * columns + c], d_.qvel[column_[c]], rate);
      }
      const bool across = held.vertices == 2 && k > 0;
      weight[k] = across ? held.weight[k] : more * held.weight[k];
      target[k] = -(held.value[k] / (more * h) + rate) / h;
    }
    behind.add(kFlexTerm, column_, value_, columns, weight, target, held.rows);
  }

  const Model& m_;
  const BasicData<T>& d_;
  int* column_ = nullptr;
  T* value_ = nullptr;
};

}  // namespace

signed char* mark_points(const Model& m, Memory& memory) {
  signed char* mark = memory.take<signed char>(m.nv);
  if (mark == nullptr) return nullptr;
  std::fill_n(mark, m.nv, static_cast<signed char>(FlexXpbd::None));
  for (int f = 0; f < m.nflex; ++f) {
    if (!deformable::is_projected(m, f)) continue;
    for (int v = m.flex_vertadr[f]; v < m.flex_vertadr[f] + m.flex_vertnum[f]; ++v) {
      const int body = m.flex_vertbodyid[v];
      if (body < 0 || !deformable::is_point(m, body)) continue;
      std::fill_n(mark + m.body_dofadr[body], 3, static_cast<signed char>(m.flex_xpbd[f]));
    }
    deformable::each_rod_hinge(m, f, [&](int hinge) {
      mark[m.jnt_dofadr[hinge]] = static_cast<signed char>(m.flex_xpbd[f]);
    });
  }
  return mark;
}

template <class T>
bool is_material_coupled(const Model& m, const BasicData<T>& d, Memory memory) {
  if (m.nxpbdrun == 0 || is_classic(m) || is_dual(m)) return false;
  if (is_carried(m)) return true;
  if (!may_couple(m, d)) return false;
  const signed char* mark = mark_points(m, memory);
  if (mark == nullptr) return false;
  for (const Block& block : blocks(d)) {
    bool rigid = false, soft = false, always = false;
    const int* column = d.kept.block_column.data() + block.column;
    for (int k = 0; k < block.columns; ++k) {
      const auto how = static_cast<FlexXpbd>(mark[column[k]]);
      rigid = rigid || how == FlexXpbd::None;
      soft = soft || how == FlexXpbd::Auto;
      always = always || how == FlexXpbd::Metric;
    }
    if (always || (rigid && soft)) return true;
  }
  return false;
}

template <class T>
BasicProblem<T> with_material_rows(const Model& m, const BasicData<T>& d, const BasicProblem<T>& p,
                                   Memory& memory) {
  return MaterialRows<T>(m, d).append_to(p, memory);
}

#define THEW_INSTANTIATE(T)                                                      \
  template bool is_material_coupled(const Model&, const BasicData<T>&, Memory);  \
  template BasicProblem<T> with_material_rows(const Model&, const BasicData<T>&, \
                                              const BasicProblem<T>&, Memory&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
