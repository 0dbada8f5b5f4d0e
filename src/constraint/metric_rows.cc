#include "constraint/metric_rows.h"

#include <algorithm>

#include "constraint/columns.h"
#include "constraint/rows_behind.h"
#include "constraint/spread.h"
#include "deformable/contact.h"
#include "deformable/tangent.h"
#include "model/coupling.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

using element::kMostBases;

// Fills the blocks behind those of a problem.
template <class T>
class MetricRows {
 public:
  MetricRows(const Model& m, const BasicData<T>& d, const T* goal) : m_(m), d_(d), goal_(goal) {}

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
    if (!deformable::has_spring_contacts(m_)) return;
    deformable::each_spring_contact(
        m_, d_, [&](int contact, const T& stiffness) { add_contact(contact, stiffness); });
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
