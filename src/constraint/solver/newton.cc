// Newton's method on the primal problem. The Hessian M + J' C J is kept between iterations and
// changed only by the blocks whose curvature changed.

#include "constraint/solver/newton.h"

#include <algorithm>

#include "constraint/solver/descent.h"
#include "constraint/solver/hessian.h"

namespace thew::constraint {

namespace {

class Newton {
 public:
  Newton(const Problem& p, Memory& memory)
      : p_(p),
        packed_(p, true, memory),
        hessian_(packed_, p.blocks, memory),
        acc_(take_vector(memory)),
        smooth_acc_(take_vector(memory)),
        smooth_force_(take_vector(memory)),
        mass_acc_(take_vector(memory)),
        gradient_(take_vector(memory)),
        direction_(take_vector(memory)),
        mass_direction_(take_vector(memory)),
        x_(memory.take<double>(p.bases)),
        y_(memory.take<double>(p.bases)),
        pieces_(memory.take<unsigned>(count())),
        curvature_(memory.take<double>(count() * kMostBases * kMostBases)),
        line_(p, memory) {}

  /// Everything at the better of two starts: the acceleration without constraints, or the one
  /// given.
  void start() {
    packed_.gather(p_.smooth_acc, smooth_acc_);
    packed_.gather(p_.smooth_force, smooth_force_);
    hessian_.set_mass();
    std::fill_n(pieces_, count(), 0u);
    packed_.find_residual(smooth_acc_, y_);
    if (p_.warmstart != nullptr) {
      double smooth_cost = 0;
      for (const Block& block : p_.blocks) smooth_cost += react(p_, block, y_ + block.base).cost;
      packed_.gather(p_.warmstart, acc_);
      packed_.multiply_mass(acc_, mass_acc_);
      packed_.find_residual(acc_, x_);
      evaluate();
      if (cost_ < smooth_cost) return;
    }
    std::copy_n(smooth_acc_, packed_.size(), acc_);
    std::copy_n(smooth_force_, packed_.size(), mass_acc_);
    std::swap(x_, y_);
    evaluate();
  }

  int entries() const { return hessian_.entries(); }

  void finish() { packed_.scatter(acc_, p_.acc); }

  double scaled_gradient() const {
    return p_.scale * math::sqrt(tile::dot(gradient_, gradient_, packed_.groups()));
  }

  /// Finds the next direction; returns the scaled improvement that a quadratic cost would have.
  double aim() {
    hessian_.factor();
    for (int i = 0; i < packed_.size(); ++i) direction_[i] = -gradient_[i];
    hessian_.solve(direction_);
    const double slope = tile::dot(gradient_, direction_, packed_.groups());
    return std::max(0.0, -0.5 * p_.scale * slope);
  }

  /// Goes to the lowest point in the direction; false when there is no way down.
  bool advance(Iteration& record) {
    packed_.multiply_mass(direction_, mass_direction_);
    packed_.multiply_jacobian(direction_, y_);
    double linear = 0;
    for (int i = 0; i < packed_.size(); ++i) {
      linear += direction_[i] * (mass_acc_[i] - smooth_force_[i]);
    }
    const double square = tile::dot(direction_, mass_direction_, packed_.groups());
    const double length = math::sqrt(tile::dot(direction_, direction_, packed_.groups()));
    if (length < kMinVal) return false;
    const double enough = p_.tolerance * p_.ls_tolerance * length / p_.scale;
    const Step step = search(line_.gather(linear, square, x_, y_), enough, p_.ls_iterations);
    record.slope = step.slope;
    record.evaluations = step.evaluations;
    record.improvement = p_.scale * step.improvement;
    if (step.length == 0) return false;
    tile::add(step.length, direction_, acc_, packed_.groups());
    tile::add(step.length, mass_direction_, mass_acc_, packed_.groups());
    for (int i = 0; i < p_.bases; ++i) x_[i] = math::fma(step.length, y_[i], x_[i]);
    record.changed = evaluate();
    return true;
  }

 private:
  std::int64_t count() const { return static_cast<std::int64_t>(p_.blocks.size()); }

  double* take_vector(Memory& memory) { return memory.take<double>(packed_.size()); }

  // Cost, forces, gradient and Hessian at x; returns how many rows changed their state.
  int evaluate() {
    double cost = 0;
    for (int i = 0; i < packed_.size(); ++i) {
      gradient_[i] = mass_acc_[i] - smooth_force_[i];
      cost = math::fma(gradient_[i], acc_[i] - smooth_acc_[i], cost);
    }
    cost_ = 0.5 * cost;
    int changed = 0;
    for (std::int64_t b = 0; b < count();) {
      if (is_dry_run(b)) {
        changed += evaluate_dry(b);
        b += FourDry::kRows;
      } else {
        changed += evaluate_block(b++);
      }
    }
    return changed;
  }

  // One block's part of that.
  int evaluate_block(std::int64_t b) {
    const Block& block = p_.blocks[static_cast<std::size_t>(b)];
    const double* x = x_ + block.base;
    const Reaction r = react(p_, block, x);
    cost_ += r.cost;
    if (r.cost > 0 || r.pieces != 0) packed_.subtract_force(block, r.force, gradient_);
    const bool curved = block.is_cone() && r.pieces == static_cast<unsigned>(ConstraintState::Cone);
    if (r.pieces == pieces_[b] && !curved) return 0;
    const int changed = changed_rows(block, pieces_[b], r.pieces);
    update_hessian(b, block, x, r.pieces);
    return changed;
  }

  // Whether the four blocks from b on are dry friction of dofs in four rows that follow one
  // another.
  bool is_dry_run(std::int64_t b) const {
    if (b + FourDry::kRows > count()) return false;
    const Block *first = &p_.blocks[static_cast<std::size_t>(b)], *last = first + 3;
    return first->kind() == ConstraintType::FrictionDof &&
           last->kind() == ConstraintType::FrictionDof && last->row == first->row + 3;
  }

  // The part of these four.
  int evaluate_dry(std::int64_t b) {
    const Block* block = &p_.blocks[static_cast<std::size_t>(b)];
    const double* x = x_ + block->base;
    const FourDry r = react_dryly(p_, block->row, x);
    cost_ += r.cost;
    int changed = 0;
    for (int k = 0; k < FourDry::kRows; ++k, ++block, ++b) {
      double& gradient = gradient_[packed_.group(*block)[0]];
      gradient = math::fma(-packed_.jacobian(*block)[0], r.force[k], gradient);
      if (r.pieces[k] == pieces_[b]) continue;
      ++changed;
      update_hessian(b, *block, x + k, r.pieces[k]);
    }
    return changed;
  }

  void update_hessian(std::int64_t b, const Block& block, const double* x, unsigned pieces) {
    double* old = curvature_ + b * kMostBases * kMostBases;
    double now[kMostBases * kMostBases], change[kMostBases * kMostBases];
    curvature(p_, block, x, pieces, now);
    const bool flat = pieces_[b] == 0;  // until now, and nothing is stored
    for (int i = 0; i < block.bases; ++i) {
      for (int j = 0; j < block.bases; ++j) {
        const int k = i * kMostBases + j;
        change[k] = flat ? now[k] : now[k] - old[k];
        old[k] = now[k];
      }
    }
    hessian_.add(block, change);
    pieces_[b] = pieces;
  }

  const Problem& p_;
  Packed packed_;
  Hessian hessian_;
  double *acc_, *smooth_acc_, *smooth_force_;
  double *mass_acc_, *gradient_, *direction_, *mass_direction_;
  double *x_, *y_;  // J a - aref, J direction
  unsigned* pieces_;
  double* curvature_;
  descent::LineOf line_;
  double cost_ = 0;
};

}  // namespace

Solution solve_newton(const Problem& p, Memory memory) {
  constexpr int kRemembered = 200;
  Solution solution;
  Iteration* history = memory.take<Iteration>(kRemembered);
  Newton newton(p, memory);
  if (memory.full()) return {-1, 0, {}};
  newton.start();
  double expected = newton.aim();
  bool done = newton.scaled_gradient() < p.tolerance && expected < p.tolerance;
  while (!done && solution.iterations < p.iterations) {
    Iteration record;
    if (!newton.advance(record)) break;
    record.gradient = newton.scaled_gradient();
    record.active = descent::count_active(p);
    if (solution.iterations < kRemembered) history[solution.iterations] = record;
    ++solution.iterations;
    done = (record.improvement > 0 && record.improvement < p.tolerance) ||
           record.gradient < p.tolerance;
    if (done || solution.iterations == p.iterations) break;
    expected = newton.aim();
    done = expected < p.tolerance;
  }
  newton.finish();
  solution.entries = newton.entries();
  solution.history = {history,
                      static_cast<std::size_t>(std::min(solution.iterations, kRemembered))};
  return solution;
}

}  // namespace thew::constraint
