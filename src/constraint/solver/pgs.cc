// Projected Gauss-Seidel on the dual problem. A sweep visits rows and cones in a shuffled order and
// gives each the best force within its bounds while all others stay. Between sweeps forces are
// extrapolated along their last change (Nesterov's momentum), which starts anew when a sweep turns
// against it: O'Donoghue and Candes, "Adaptive restart for accelerated gradient schemes",
// Found. Comput. Math. 15 (2015).

#include "constraint/solver/pgs.h"

#include "constraint/solver/cost.h"
#include "constraint/solver/qcqp.h"

namespace thew::constraint {

namespace {

// The same shuffles on every machine and in every step: O'Neill's PCG32.
class Shuffle {
 public:
  Shuffle() { next(); }

  template <class E>
  void operator()(std::span<E> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[next() % i]);
  }

 private:
  std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005u + 1;
    const auto mixed = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    const auto turn = static_cast<std::uint32_t>(old >> 59);
    return (mixed >> turn) | (mixed << ((32 - turn) & 31));
  }

  std::uint64_t state_ = 0;
};

// A row or a cone: what a sweep changes at once.
struct Unit {
  const Block* block;
  int row, dim;
  int diagonal;  // place of `row` in its own row of A + R
};

class GaussSeidel {
 public:
  GaussSeidel(const Dual& p, Memory& memory) : p_(p) {
    std::int64_t rows = 0;
    for (const Block& block : p.blocks) rows += block.rows;
    Unit* unit = memory.take<Unit>(rows);
    before_ = memory.take<double>(rows);
    extrapolated_ = memory.take<double>(rows);
    if (memory.full()) return;
    std::size_t n = 0;
    for (const Block& block : p.blocks) {
      const int dim = block.is_cone() ? block.rows : 1;
      for (int row = block.row; row < block.row + block.rows; row += dim) {
        unit[n++] = {&block, row, dim, p.diagonal(row)};
      }
    }
    units_ = {unit, n};
    int ignored = 0;
    update_states(p, ignored);
  }

  void iterate(Iteration& record) {
    extrapolate();
    shuffle_(units_);
    double change = 0;
    for (const Unit& unit : units_) change += unit.dim == 1 ? update_row(unit) : update_cone(unit);
    record.improvement = -p_.scale * change;
    record.active = update_states(p_, record.changed);
    if (!first_) momentum_ = turned_back() ? 0 : momentum_ + 1;
    if (first_) momentum_ = 1;
    first_ = false;
  }

 private:
  template <class Visit>
  void each_row(Visit visit) {
    int i = 0;
    for (const Block& block : p_.blocks) {
      for (int k = 0; k < block.rows; ++k) visit(p_.force[block.row + k], i++);
    }
  }

  void extrapolate() {
    const double beta = first_ ? 0 : (momentum_ - 1.0) / (momentum_ + 2.0);
    each_row([&](double& force, int i) {
      const double now = force;
      if (beta > 0) force += beta * (force - before_[i]);
      before_[i] = now;
    });
    if (beta > 0) {
      for (const Block& block : p_.blocks) project(block);
    }
    each_row([&](double& force, int i) { extrapolated_[i] = force; });
  }

  // Whether the sweep went against the extrapolation.
  bool turned_back() {
    double along = 0;
    each_row([&](double& force, int i) {
      along += (force - extrapolated_[i]) * (extrapolated_[i] - before_[i]);
    });
    return along < 0;
  }

  double bounded(const Block& block, int row, double force) const {
    if (block.kind() == ConstraintType::Equality) return force;
    if (block.is_dry()) return math::clamp(force, -p_.loss[row], p_.loss[row]);
    return std::max(force, 0.0);
  }

  // The forces of a block within their bounds.
  void project(const Block& block) const {
    double* force = p_.force + block.row;
    if (!block.is_cone()) {
      for (int k = 0; k < block.rows; ++k) force[k] = bounded(block, block.row + k, force[k]);
      return;
    }
    double square = 0;
    for (int k = 1; k < block.rows; ++k) {
      const double part = force[k] / p_.friction_of(block)[k - 1];
      square += part * part;
    }
    if (force[0] < 0) {
      std::fill_n(force, block.rows, 0.0);
    } else if (square > force[0] * force[0]) {
      const double shrink = force[0] / math::sqrt(square);
      for (int k = 1; k < block.rows; ++k) force[k] *= shrink;
    }
  }

  double update_row(const Unit& unit) const {
    double& force = p_.force[unit.row];
    const double a = p_.matrix[p_.start[unit.row] + unit.diagonal];
    const double old = force, residual = p_.residual(unit.row);
    force = bounded(*unit.block, unit.row, force - residual / a);
    return cost_change(1, &a, &residual, &old, &force);
  }

  // First along the ray from the tip of the cone through the force, or from the tip; then friction
  // within the slice of the cone.
  double update_cone(const Unit& unit) const {
    const int n = unit.dim;
    double a[kMostBases * kMostBases], res[kMostBases], old[kMostBases];
    double* force = p_.force + unit.row;
    for (int i = 0; i < n; ++i) {
      const double* row = p_.matrix + p_.start[unit.row + i] + unit.diagonal;
      std::copy_n(row, n, a + i * n);
      res[i] = p_.residual(unit.row + i);
      old[i] = force[i];
    }
    if (force[0] >= kMinVal) {
      move_along_ray(n, a, res, old, force);
    } else if (res[0] < 0) {
      force[0] = std::max(0.0, force[0] - res[0] / a[0]);
      std::fill_n(force + 1, n - 1, 0.0);
    } else {
      leave_tip(*unit.block, n, a, res, force);
    }
    if (force[0] < kMinVal) {
      std::fill_n(force + 1, n - 1, 0.0);
    } else {
      solve_friction(*unit.block, n, a, res, old, force);
    }
    return cost_change(n, a, res, old, force);
  }

  // From the tip along the ray of the cone that descends most, (1, -friction^2 res / |friction
  // res|), where one does: along the normal alone sliding contacts can be stuck there.
  void leave_tip(const Block& block, int n, const double* a, const double* res,
                 double* force) const {
    std::fill_n(force, n, 0.0);
    const double* friction = p_.friction_of(block);
    double square = 0, ray[kMostBases] = {1};
    for (int k = 1; k < n; ++k) {
      ray[k] = -friction[k - 1] * friction[k - 1] * res[k];
      square -= ray[k] * res[k];
    }
    const double sliding = math::sqrt(square);
    if (res[0] >= sliding) return;
    for (int k = 1; k < n; ++k) ray[k] /= sliding;
    move_along_ray(n, a, res, ray, force);
  }

  static void move_along_ray(int n, const double* a, const double* res, const double* ray,
                             double* force) {
    double square = 0, linear = 0;
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = 0; j < n; ++j) sum += a[i * n + j] * ray[j];
      square += ray[i] * sum;
      linear += ray[i] * res[i];
    }
    if (square < kMinVal) return;
    const double length = std::max(-linear / square, -1.0);  // as far as the tip
    for (int i = 0; i < n; ++i) force[i] += length * ray[i];
  }

  void solve_friction(const Block& block, int n, const double* a, const double* res,
                      const double* old, double* force) const {
    double matrix[kMostFriction * kMostFriction], rest[kMostFriction];
    for (int i = 1; i < n; ++i) {
      rest[i - 1] = res[i] + a[i * n] * (force[0] - old[0]);
      for (int j = 1; j < n; ++j) {
        matrix[(i - 1) * (n - 1) + j - 1] = a[i * n + j];
        rest[i - 1] -= a[i * n + j] * old[j];
      }
    }
    solve_qcqp(n - 1, matrix, rest, p_.friction_of(block), force[0], 0, force + 1);
  }

  const Dual& p_;
  std::span<Unit> units_;
  double *before_, *extrapolated_;  // forces before and after the extrapolation
  Shuffle shuffle_;
  int momentum_ = 0;
  bool first_ = true;
};

}  // namespace

Solution solve_pgs(const Dual& p, Memory memory) {
  Solution solution;
  Iteration* history = memory.take<Iteration>(kNSOLVER);
  GaussSeidel sweeps(p, memory);
  if (memory.full()) return {false, 0, 0, {}};
  while (solution.iterations < p.iterations) {
    Iteration record;
    sweeps.iterate(record);
    if (solution.iterations < kNSOLVER) history[solution.iterations] = record;
    ++solution.iterations;
    if (std::max(0.0, record.improvement) < p.tolerance) break;  // below 0 it is rounding
  }
  for (const Block& block : p.blocks) {
    solution.entries += block.rows * p.count[block.row];
  }
  solution.history = {history, static_cast<std::size_t>(std::min(solution.iterations, kNSOLVER))};
  return solution;
}

}  // namespace thew::constraint
