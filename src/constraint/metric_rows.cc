#include "constraint/metric_rows.h"

#include <algorithm>

#include "constraint/columns.h"
#include "constraint/rows_behind.h"
#include "constraint/shared_dofs.h"
#include "constraint/spread.h"
#include "deformable/contact.h"
#include "deformable/rod_terms.h"
#include "deformable/tangent.h"
#include "math/rank_one.h"
#include "model/coupling.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

using element::kMostBases;

int blocks_of(int rows) {
  return (rows + kMostBases - 1) / kMostBases;
}

// Fills the blocks behind those of a problem.
template <class T>
class MetricRows {
 public:
  MetricRows(const Model& m, const BasicData<T>& d, const T* goal) : m_(m), d_(d), goal_(goal) {
    const double h = m.opt.timestep;
    if (!has(m.opt.disableflags, DisableBit::Spring)) spring_ = T(h * h);
    if (!has(m.opt.disableflags, DisableBit::Damper)) damper_ = T(h);
  }

  // The problem itself where there are none, or too little memory.
  BasicProblem<T> append_to(const BasicProblem<T>& p, Memory& memory) {
    const Extent more = find_extent();
    if (more.blocks == 0) return p;
    RowsBehind<T> behind(m_, p, more, memory);
    column_ = memory.take<int>(more.widest);
    value_ = memory.take<T>(std::int64_t{kMostBases} * more.widest);
    if (memory.full()) return p;
    behind_ = &behind;
    fill();
    return behind.problem();
  }

 private:
  Extent find_extent() const {
    Extent e;
    for (int i = 0; i < coupling_count(m_); ++i) {
      const Coupling<T> c = coupling(m_, d_, i);
      if (c.scale != 0 && c.count != 0) e.add(1, 1, c.count, m_.ngroup);
    }
    if (m_.nflex == 0) return e;
    deformable::Tangent<T> tangent;
    tangent.only_bodies = true;
    each_tangent(m_, d_, tangent, [&](const deformable::Tangent<T>& t) {
      e.add(blocks_of(t.rank()), t.rank(), count_shared_dofs(m_, t.body, t.count), m_.ngroup);
    });
    deformable::each_rod_element(m_, d_, true, [&](const deformable::RodElement<T>& r) {
      e.add(1, kMostBases, count_shared_dofs(m_, r.body, r.count), m_.ngroup);
      e.add(1, kMostBases, 2, m_.ngroup);
    });
    if (!deformable::has_spring_contacts(m_)) return e;
    deformable::each_spring_contact(m_, d_, [&](int contact, const T&) {
      int columns = 0;
      each_spread_dof(m_, d_, contact, [&](int, int, double) { ++columns; });
      if (columns > 0) e.add(1, 1, columns, m_.ngroup);
    });
    return e;
  }

  void fill() {
    for (int i = 0; i < coupling_count(m_); ++i) {
      const Coupling<T> c = coupling(m_, d_, i);
      if (c.scale == 0 || c.count == 0) continue;
      const T weight = c.scale * c.scale;
      add(i, c.column, c.value, c.count, &weight, 1);
    }
    deformable::Tangent<T> tangent;
    if (m_.nflex > 0) {
      each_tangent(m_, d_, tangent, [&](deformable::Tangent<T>& t) { add_tangent(t); });
      deformable::each_rod_element(m_, d_, false,
                                   [&](const deformable::RodElement<T>& e) { add_rod(e); });
    }
    if (!deformable::has_spring_contacts(m_)) return;
    deformable::each_spring_contact(
        m_, d_, [&](int contact, const T& stiffness) { add_contact(contact, stiffness); });
  }

  // The terms of rank one of an element, in blocks of as many as there may be.
  void add_tangent(deformable::Tangent<T>& t) {
    const T scale = math::fma(damper_, t.damping, spring_);
    T term[kMostBases * deformable::Tangent<T>::kSize], weight[kMostBases];
    int rows = 0, left = t.rank();
    math::peel(t.size(), t.matrix, [&](const T& pivot, const T* row) {
      if (left-- <= 0) return;  // nothing but rounding
      weight[rows] = scale * pivot;
      std::copy_n(row, t.size(), term + rows++ * t.size());
      if (rows < kMostBases) return;
      add_terms(t, term, weight, rows);
      rows = 0;
    });
    if (rows > 0) add_terms(t, term, weight, rows);
  }

  void add_terms(const deformable::Tangent<T>& t, const T* term, const T* weight, int rows) {
    if (weight[0] == 0) return;
    add_rows(t.body, t.x, t.count, term, t.size(), weight, rows);
  }

  // Rows over points of bodies: three numbers for each point, `stride` for each row.
  void add_rows(const int* body, const math::Vec3<T>* x, int count, const T* term, int stride,
                const T* weight, int rows) {
    const int columns = count_shared_dofs(m_, body, count);
    if (columns == 0 || rows == 0) return;
    std::fill_n(value_, std::int64_t{rows} * columns, T(0));
    int at = columns - 1;
    each_shared_dof(
        m_, body, count,
        [&](int dof, int i) {
          column_[at] = dof;
          const math::Vec3<T> way = motion(d_, dof, dynamics::arm_to(m_, d_, x[i], body[i])).linear;
          for (int k = 0; k < rows; ++k) {
            T& entry = value_[k * columns + at];
            entry = entry + dot(math::load3(term + k * stride + 3 * i), way);
          }
        },
        [&] { --at; });
    add(kFlexTerm, column_, value_, columns, weight, rows);
  }

  // A bend of a rod: rows over its points, and over the hinges of its segments.
  void add_rod(const deformable::RodElement<T>& e) {
    using Terms = element::RodTerms<T>;
    static_assert(Terms::kMost <= kMostBases);
    T term[Terms::kMost * 3 * Terms::kPoints], weight[Terms::kMost];
    int rows = 0;
    for (int t = 0; t < e.terms.terms; ++t) {
      const T w = e.weight(t, spring_, damper_);
      if (!(w > T(0))) continue;
      weight[rows] = w;
      std::copy_n(e.terms.row[t], 3 * Terms::kPoints, term + 3 * Terms::kPoints * rows++);
    }
    add_rows(e.body, e.x, e.count, term, 3 * Terms::kPoints, weight, rows);
    add_hinges(e);
  }

  void add_hinges(const deformable::RodElement<T>& e) {
    int columns = 0, rows = 0;
    for (int s = 0; s < 2; ++s) {
      if (e.dof[s] >= 0) column_[columns++] = e.dof[s];
    }
    if (columns == 0) return;
    T weight[kMostBases];
    each_hinge_term(e, spring_, damper_, [&](const T& w, const T& first, const T& second) {
      weight[rows] = w;
      T* row = value_ + columns * rows++;
      if (e.dof[0] >= 0) *row++ = first;
      if (e.dof[1] >= 0) *row = second;
    });
    if (columns == 2 && column_[0] > column_[1]) {
      std::swap(column_[0], column_[1]);
      for (int k = 0; k < rows; ++k) std::swap(value_[2 * k], value_[2 * k + 1]);
    }
    if (rows > 0) add(kFlexTerm, column_, value_, columns, weight, rows);
  }

  // A spring along the normal of a contact.
  void add_contact(int contact, const T& stiffness) {
    const double h = m_.opt.timestep;
    const math::Vec3<T> pos = math::load3(d_.contact.pos.row(contact));
    const math::Vec3<T> normal = math::load3(d_.contact.frame.row(contact));
    int columns = 0;
    each_spread_dof(m_, d_, contact, [&](int dof, int body, double weight) {
      const math::Vec3<T> way = motion(d_, dof, dynamics::arm_to(m_, d_, pos, body)).linear;
      column_[columns] = dof;
      value_[columns++] = T(weight) * dot(normal, way);
    });
    if (columns == 0) return;
    std::reverse(column_, column_ + columns);
    std::reverse(value_, value_ + columns);
    const T weight = T(h * h) * stiffness;
    add(kFlexTerm, column_, value_, columns, &weight, 1);
  }

  void add(int id, const int* column, const T* value, int columns, const T* weight, int rows) {
    T target[kMostBases];
    for (int k = 0; k < rows; ++k) {
      target[k] = T(0);
      for (int c = 0; c < columns && goal_ != nullptr; ++c) {
        target[k] = math::fma(value[k * columns + c], goal_[column[c]], target[k]);
      }
    }
    behind_->add(id, column, value, columns, weight, target, rows);
  }

  const Model& m_;
  const BasicData<T>& d_;
  const T* goal_;
  RowsBehind<T>* behind_ = nullptr;
  T spring_ = T(0), damper_ = T(0);
  int* column_ = nullptr;
  T* value_ = nullptr;
};

}  // namespace

template <class T>
BasicProblem<T> with_metric_rows(const Model& m, const BasicData<T>& d, const BasicProblem<T>& p,
                                 const T* goal, Memory& memory) {
  return MetricRows<T>(m, d, goal).append_to(p, memory);
}

template <class T>
void take_back(const BasicProblem<T>& from, const BasicProblem<T>& to) {
  if (from.force == to.force) return;
  std::copy_n(from.force, to.rows, to.force);
  std::copy_n(from.state, to.rows, to.state);
}

#define THEW_INSTANTIATE(T)                                                             \
  template BasicProblem<T> with_metric_rows(const Model&, const BasicData<T>&,          \
                                            const BasicProblem<T>&, const T*, Memory&); \
  template void take_back(const BasicProblem<T>&, const BasicProblem<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
