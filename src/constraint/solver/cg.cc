// Nonlinear conjugate gradients on the primal problem with the preconditioner inv(M). The direction
// is that of Hager and Zhang, "A new conjugate gradient method with guaranteed descent and an
// efficient line search", SIAM J. Optim. 16 (2005): with g the gradient, z = inv(M) g, y the
// change of g, w that of z, and p the last direction,
//   p+ = -z + beta p,  beta = (y'z - 2 (y'w / p'y) p'g) / p'y,  bounded from below.

#include "constraint/solver/cg.h"

#include <algorithm>

#include "constraint/solver/descent.h"

namespace thew::constraint {

namespace {

using namespace descent;

class ConjugateGradient {
 public:
  ConjugateGradient(const Problem& p, Memory& memory)
      : p_(p),
        mass_acc_(memory.take<double>(p.dofs)),
        gradient_(memory.take<double>(p.dofs)),
        preconditioned_(memory.take<double>(p.dofs)),
        old_gradient_(memory.take<double>(p.dofs)),
        old_preconditioned_(memory.take<double>(p.dofs)),
        direction_(memory.take<double>(p.dofs)),
        mass_direction_(memory.take<double>(p.dofs)),
        x_(memory.take<double>(p.bases)),
        y_(memory.take<double>(p.bases)),
        old_state_(memory.take<int>(p.rows)),
        line_(p, memory) {}

  /// Everything at the better of the two starts: the acceleration without constraints or the one
  /// given.
  void start(const Memory& memory) {
    const bool warm = p_.warmstart != nullptr &&
                      cost_of(p_, p_.warmstart, memory) < cost_of(p_, p_.smooth_acc, memory);
    std::copy_n(warm ? p_.warmstart : p_.smooth_acc, p_.dofs, p_.acc);
    multiply_mass(p_, p_.acc, mass_acc_);
    multiply_jacobian(p_, p_.acc, x_);
    for (int i = 0; i < p_.bases; ++i) x_[i] -= p_.aref[i];
    evaluate();
    for (int i = 0; i < p_.dofs; ++i) direction_[i] = -preconditioned_[i];
  }

  double scaled_gradient() const {
    return p_.scale * math::sqrt(dot(gradient_, gradient_, p_.dofs));
  }

  /// The cost is at least as curved as M, so it is above its minimum by 1/2 g' inv(M) g at most.
  double scaled_gap() const { return 0.5 * p_.scale * dot(gradient_, preconditioned_, p_.dofs); }

  /// One iteration; false when there is no way down.
  bool iterate(Iteration& record) {
    multiply_mass(p_, direction_, mass_direction_);
    multiply_jacobian(p_, direction_, y_);
    const double linear =
        dot(direction_, mass_acc_, p_.dofs) - dot(direction_, p_.smooth_force, p_.dofs);
    const Line& line = line_.gather(linear, dot(direction_, mass_direction_, p_.dofs), x_, y_);
    const double length = math::sqrt(dot(direction_, direction_, p_.dofs));
    if (length < kMinVal) return false;
    const double unit = length / p_.scale;  // of slopes
    const Step step = search(line, p_.tolerance * p_.ls_tolerance * unit, p_.ls_iterations);
    record.slope = math::abs(step.slope) / unit;
    record.evaluations = step.evaluations;
    record.improvement = p_.scale * step.improvement;
    if (step.length == 0) return false;
    for (int i = 0; i < p_.dofs; ++i) {
      p_.acc[i] = math::fma(step.length, direction_[i], p_.acc[i]);
      mass_acc_[i] = math::fma(step.length, mass_direction_[i], mass_acc_[i]);
    }
    for (int i = 0; i < p_.bases; ++i) x_[i] = math::fma(step.length, y_[i], x_[i]);
    std::copy_n(p_.state, p_.rows, old_state_);
    std::swap(gradient_, old_gradient_);
    std::swap(preconditioned_, old_preconditioned_);
    evaluate();
    record.gradient = scaled_gradient();
    record.active = count_active(p_);
    for (int i = 0; i < p_.rows; ++i) record.changed += p_.state[i] != old_state_[i] ? 1 : 0;
    return true;
  }

  /// The next direction.
  void turn() {
    const double beta = conjugacy();
    for (int i = 0; i < p_.dofs; ++i) {
      direction_[i] = math::fma(beta, direction_[i], -preconditioned_[i]);
    }
  }

 private:
  // Forces and gradient at x.
  void evaluate() {
    for (int i = 0; i < p_.dofs; ++i) gradient_[i] = mass_acc_[i] - p_.smooth_force[i];
    for (const Block& block : p_.blocks) {
      const Reaction r = react(p_, block, x_ + block.base);
      if (r.cost > 0 || r.pieces != 0) subtract_force(p_, block, r.force, gradient_);
    }
    std::copy_n(gradient_, p_.dofs, preconditioned_);
    math::solve(p_.tree, p_.factor, p_.inverse, preconditioned_);
  }

  double conjugacy() const {
    const int n = p_.dofs;
    double py = 0, yw = 0, yz = 0;
    for (int i = 0; i < n; ++i) {
      const double y = gradient_[i] - old_gradient_[i];
      py = math::fma(direction_[i], y, py);
      yw = math::fma(y, preconditioned_[i] - old_preconditioned_[i], yw);
      yz = math::fma(y, preconditioned_[i], yz);
    }
    if (py < kMinVal) return 0;
    const double pg = dot(direction_, gradient_, n);
    const double p_norm = math::sqrt(dot(direction_, direction_, n));
    const double g_norm = math::sqrt(dot(gradient_, gradient_, n));
    const double least = -1 / std::max(kMinVal, p_norm * std::min(0.01, g_norm));
    return std::max(least, (yz - 2 * (yw / py) * pg) / py);
  }

  const Problem& p_;
  double *mass_acc_, *gradient_, *preconditioned_, *old_gradient_, *old_preconditioned_;
  double *direction_, *mass_direction_;
  double *x_, *y_;  // J a - aref, J direction
  int* old_state_;
  LineOf line_;
};

// Of the Jacobian, as users see it.
int entries(const Problem& p) {
  int sum = 0;
  for (const Block& block : p.blocks) sum += block.rows * block.columns;
  return sum;
}

}  // namespace

Solution solve_cg(const Problem& p, Memory memory) {
  Solution solution;
  Iteration* history = memory.take<Iteration>(kNSOLVER);
  ConjugateGradient cg(p, memory);
  if (memory.full()) return {-1, 0, {}};
  cg.start(memory);
  const bool solved = std::max(0.0, cg.scaled_gap()) < p.tolerance;
  while (!solved && solution.iterations < p.iterations) {
    Iteration record;
    if (!cg.iterate(record)) break;
    if (solution.iterations < kNSOLVER) history[solution.iterations] = record;
    ++solution.iterations;
    const bool slow = record.improvement > 0 && record.improvement < p.tolerance;
    if (slow || record.gradient < p.tolerance) break;
    cg.turn();
  }
  solution.entries = entries(p);
  solution.history = {history, static_cast<std::size_t>(std::min(solution.iterations, kNSOLVER))};
  return solution;
}

}  // namespace thew::constraint
