// Projected Gauss-Seidel on the dual problem. A sweep visits rows and cones in a shuffled order and
// gives each the best force within its bounds while all others stay. Between sweeps forces are
// extrapolated along their last change (Nesterov's momentum), which starts anew when a sweep turns
// against it: O'Donoghue and Candes, "Adaptive restart for accelerated gradient schemes",
// Found. Comput. Math. 15 (2015).
//
// The gradient b + (A + R) f is kept up to date: where a force changes, it changes along the
// force's column, which is a row as well.

#include "constraint/solver/pgs.h"

#include <memory>

#include "constraint/solver/cost.h"
#include "constraint/solver/sweep_order.h"
#include "element/cone_force.h"
#include "model/lane_types.h"

namespace thew::constraint {

namespace {

using tile::kSide;

// A row or a cone: what a sweep changes at once.
template <class S>
struct Unit {
  S low, high;          // bounds of a row
  S diagonal, inverse;  // of a row: its own entry
  const S* entries;     // of its first row
  const DualBlock<S>* block;
  int row, dim;
};

template <class S>
class GaussSeidel {
 public:
  GaussSeidel(const Dual<S>& p, Memory& memory) : p_(p) {
    unit_ = memory.take<Unit<S>>(p.rows);
    int* order = memory.take<int>(p.rows);
    for (S** x : {&gradient_, &before_, &extrapolated_, &scratch_}) {
      *x = memory.take<S>(p.padded + kDualRoom);
    }
    if (memory.full()) return;
    for (const DualBlock<S>& block : p.blocks) add_units(block);
    order_.start(order, units_);
    find_gradient();
    int ignored = 0;
    update_states(p_, scratch_, ignored);
  }

  /// A sweep: begin, then advance as long as there are units left, then end.
  void begin() {
    extrapolate();
    order_.shuffle();
    change_ = 0;
    next_ = 0;
  }
  bool advance() {
    if (next_ == units_) return false;
    const int* which = order_ + next_;
    if (unit_[*which].dim > 1) {
      visit_cone(unit_[*which]);
      ++next_;
    } else if (p_.dense && next_ + kSide <= units_ && are_rows(which)) {
      visit_rows<kSide>(which);
      next_ += kSide;
    } else {
      visit_rows<1>(which);
      ++next_;
    }
    return next_ < units_;
  }
  Iteration end() {
    Iteration record;
    record.improvement = static_cast<double>(-p_.scale * change_);
    record.active = update_states(p_, scratch_, record.changed);
    momentum_ = first_ ? 1 : turned_back() ? 0 : momentum_ + 1;
    first_ = false;
    return record;
  }

 private:
  using Four = tile::Row<S>;

  void add_units(const DualBlock<S>& block) {
    const int dim = block.is_cone() ? block.rows() : 1;
    cones_ = cones_ || block.is_cone();
    for (int k = 0; k < block.rows(); k += dim) {
      const int row = block.row + k;
      const S diagonal = block.among(k, k);
      const S* entries = block.entries + k * block.width;
      unit_[units_++] = {p_.low[row], p_.high[row], diagonal, 1 / diagonal,
                         entries,     &block,       row,      dim};
    }
  }

  // Forces of n rows change by so much; each row has all columns.
  template <int n>
  THEW_INLINE void add_dense(const S* const (&entries)[n], const S (&change)[n]) const {
    Four factor[n];
    for (int i = 0; i < n; ++i) factor[i] = Four(change[i]);
    S* const gradient = gradient_;
    for (int k = 0, end = p_.padded; k < end; k += kSide) {
      Four sum = Four::load(gradient + k);
      for (int i = 0; i < n; ++i) sum = fma(factor[i], Four::load(entries[i] + k), sum);
      sum.store(gradient + k);
    }
  }

  // Forces of a unit change by so much.
  void add(const Unit<S>& unit, const S* change) const {
    const DualBlock<S>& block = *unit.block;
    const S* entries = unit.entries;
    for (const Run& run : std::span(p_.run + block.run, static_cast<std::size_t>(block.runs))) {
      S* gradient = gradient_ + run.first;
      for (int k = 0; k < run.count; ++k, gradient += kSide, entries += kSide) {
        Four sum = Four::load(gradient);
        for (int i = 0; i < unit.dim; ++i) {
          sum = fma(Four(change[i]), Four::load(entries + i * block.width), sum);
        }
        sum.store(gradient);
      }
    }
  }

  // gradient <- b + (A + R) f
  void find_gradient() {
    if (!p_.dense) {
      std::copy_n(p_.b, p_.padded, gradient_);
      for (int u = 0; u < units_; ++u) add(unit_[u], p_.force + unit_[u].row);
      return;
    }
    int k = 0;
    for (; k + 4 * kSide <= p_.padded; k += 4 * kSide) find_gradient<4>(k);
    for (; k < p_.padded; k += kSide) find_gradient<1>(k);
  }
  template <int n>
  THEW_INLINE void find_gradient(int first) {
    const S* entries = unit_[0].entries + first;
    Four sum[n];
    for (int k = 0; k < n; ++k) sum[k] = Four::load(p_.b + first + kSide * k);
    for (int i = 0; i < p_.rows; ++i, entries += p_.padded) {
      const Four force(p_.force[i]);
      for (int k = 0; k < n; ++k) sum[k] = fma(force, Four::load(entries + kSide * k), sum[k]);
    }
    for (int k = 0; k < n; ++k) sum[k].store(gradient_ + first + kSide * k);
  }

  void extrapolate() {
    const S beta = first_ ? S(0) : std::max(S(0), S(momentum_ - 1) / S(momentum_ + 2));
    S *const force = p_.force, *const before = before_;
    for (int k = 0, end = p_.padded; k < end; k += kSide) {
      const Four now = Four::load(force + k), last = Four::load(before + k);
      now.store(before + k);
      if (beta > 0) {
        const Four moved = now + Four(beta) * (now - last);
        math::clamp(moved, Four::load(p_.low + k), Four::load(p_.high + k)).store(force + k);
      }
    }
    if (beta > 0) {
      for (int u = 0; u < units_; ++u) {
        const Unit<S>& unit = unit_[u];
        if (unit.dim < 2) continue;
        element::bring_into_cone(unit.dim, unit.block->friction, p_.force + unit.row);
      }
      find_gradient();
    }
    std::copy_n(p_.force, p_.padded, extrapolated_);
  }

  // Whether the sweep went against the extrapolation.
  bool turned_back() const {
    Four along(S(0));
    for (int k = 0; k < p_.padded; k += kSide) {
      const Four middle = Four::load(extrapolated_ + k);
      along = fma(Four::load(p_.force + k) - middle, middle - Four::load(before_ + k), along);
    }
    return tile::sum(along) < 0;
  }

  bool are_rows(const int* which) const {
    return !cones_ || std::all_of(which, which + kSide, [&](int u) { return unit_[u].dim == 1; });
  }

  // The best forces of n rows, one after the other. What the first of them do to the others does
  // not take the way through memory, and goes straight to where their forces would be best.
  template <int n>
  THEW_INLINE void visit_rows(const int* which) {
    const Unit<S>* unit[n];
    S gradient[n], best[n], change[n], all = change_, *const force = p_.force;
    for (int i = 0; i < n; ++i) {
      unit[i] = unit_ + which[i];
      gradient[i] = gradient_[unit[i]->row];
      best[i] = math::fma(-gradient[i], unit[i]->inverse, force[unit[i]->row]);
    }
    for (int i = 0; i < n; ++i) {
      const Unit<S>& u = *unit[i];
      best[i] = math::clamp(best[i], u.low, u.high);
      change[i] = best[i] - force[u.row];
      const S gain = change[i] * (S(0.5) * u.diagonal * change[i] + gradient[i]);
      if (gain > element::kMostRise<S>) [[unlikely]] {
        change[i] = 0;
        continue;
      }
      force[u.row] = best[i];
      all += gain;
      for (int j = i + 1; j < n; ++j) {
        const S entry = u.entries[unit[j]->row];
        gradient[j] = math::fma(entry, change[i], gradient[j]);
        best[j] = math::fma(-entry * unit[j]->inverse, change[i], best[j]);
      }
    }
    change_ = all;
    if constexpr (n == kSide) {
      add_dense<n>({unit[0]->entries, unit[1]->entries, unit[2]->entries, unit[3]->entries},
                   change);
    } else {
      add(*unit[0], change);
    }
  }

  void visit_cone(const Unit<S>& unit) {
    const int n = unit.dim;
    S a[kMostBases * kMostBases], res[kMostBases], change[kMostBases];
    for (int i = 0; i < n; ++i) std::copy_n(&unit.block->among(i, 0), n, a + i * n);
    std::copy_n(gradient_ + unit.row, n, res);
    change_ +=
        element::improve_in_cone(n, a, res, unit.block->friction, p_.force + unit.row, change);
    add(unit, change);
  }

  const Dual<S>& p_;
  Unit<S>* unit_;
  SweepOrder order_;
  S* gradient_;
  S *before_, *extrapolated_;  // forces before and after the extrapolation
  S* scratch_;
  int units_ = 0, next_ = 0;
  bool cones_ = false;
  S change_ = 0;  // of the cost by a sweep
  int momentum_ = 0;
  bool first_ = true;
};

}  // namespace

template <class S>
bool solve_pgs(std::span<const Dual<S>> problems, BasicSolution<S>* solutions, Memory memory) {
  const auto n = static_cast<int>(problems.size());
  auto* sweeps = memory.take<GaussSeidel<S>>(n);
  int* running = memory.take<int>(n);
  if (memory.full()) return false;
  int count = 0;
  for (int i = 0; i < n; ++i) {
    const Dual<S>& p = problems[i];
    auto* history = memory.take<Iteration>(kNSOLVER);
    std::construct_at(sweeps + i, p, memory);
    if (memory.full()) return false;
    solutions[i] = {true, 0, p.entries, {history, 0}};
    if (p.rows > 0 && p.iterations > 0) running[count++] = i;
  }
  while (count > 0) {
    for (int k = 0; k < count; ++k) sweeps[running[k]].begin();
    // Taking turns, each fills the time in which the others wait for their last force.
    while (count == 1 && sweeps[running[0]].advance()) {
    }
    for (bool more = count > 1; more;) {
      more = false;
      for (int k = 0; k < count; ++k) more |= sweeps[running[k]].advance();
    }
    int left = 0;
    for (int k = 0; k < count; ++k) {
      const Dual<S>& p = problems[running[k]];
      BasicSolution<S>& solution = solutions[running[k]];
      const Iteration record = sweeps[running[k]].end();
      if (solution.iterations < kNSOLVER) {
        Iteration* history = solution.history.data();
        history[solution.iterations] = record;
        solution.history = {history, solution.history.size() + 1};
      }
      ++solution.iterations;
      // Below 0 it is rounding.
      const bool converged = std::max(0.0, record.improvement) < static_cast<double>(p.tolerance);
      if (!converged && solution.iterations < p.iterations) running[left++] = running[k];
    }
    count = left;
  }
  return true;
}

#define THEW_INSTANTIATE(S) \
  template bool solve_pgs(std::span<const Dual<S>>, BasicSolution<S>*, Memory)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
