// Newton's method on the primal problem. The Hessian M + J' C J is kept between iterations and
// changed only by the blocks whose curvature changed.

#include "constraint/solver/newton.h"

#include <algorithm>

#include "constraint/solver/hessian.h"
#include "constraint/solver/line_search.h"
#include "math/short_vector.h"

namespace thew::constraint {

namespace {

double dot(const double* a, const double* b, int n) {
  double sum[4] = {};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int k = 0; k < 4; ++k) sum[k] = math::fma(a[i + k], b[i + k], sum[k]);
  }
  for (; i < n; ++i) sum[i % 4] = math::fma(a[i], b[i], sum[i % 4]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// y <- M x
void multiply_mass(const Problem& p, const double* x, double* y) {
  std::fill_n(y, p.dofs, 0.0);
  for (int i = 0; i < p.dofs; ++i) {
    const int start = p.tree.start[i], before = p.tree.ancestors(i);
    const double* row = p.mass + start;
    const int* column = p.tree.column + start;
    double sum = row[before] * x[i];
    for (int k = 0; k < before; ++k) {
      sum = math::fma(row[k], x[column[k]], sum);
      y[column[k]] = math::fma(row[k], x[i], y[column[k]]);
    }
    y[i] += sum;
  }
}

// y <- J x on base rows
void multiply_jacobian(const Problem& p, const double* x, double* y) {
  for (const Block& block : p.blocks) {
    const int* column = p.column + block.column;
    const double* base = p.jacobian + block.jacobian;
    double* out = y + block.base;
    if (block.columns == 1) {
      for (int k = 0; k < block.bases; ++k) out[k] = base[k] * x[column[0]];
      continue;
    }
    std::fill_n(out, block.bases, 0.0);
    for (int i = 0; i < block.columns; ++i) {
      const double value = x[column[i]];
      for (int k = 0; k < block.bases; ++k) {
        out[k] = math::fma(base[k * block.columns + i], value, out[k]);
      }
    }
  }
}

// y <- y - J' f of one block
void subtract_force(const Problem& p, const Block& block, const double* force, double* y) {
  const int* column = p.column + block.column;
  const double* base = p.jacobian + block.jacobian;
  for (int i = 0; i < block.columns; ++i) {
    double sum = y[column[i]];
    for (int k = 0; k < block.bases; ++k) {
      sum = math::fma(-base[k * block.columns + i], force[k], sum);
    }
    y[column[i]] = sum;
  }
}

class Newton {
 public:
  Newton(const Problem& p, Memory& memory)
      : p_(p),
        mass_acc_(memory.take<double>(p.dofs)),
        gradient_(memory.take<double>(p.dofs)),
        direction_(memory.take<double>(p.dofs)),
        mass_direction_(memory.take<double>(p.dofs)),
        x_(memory.take<double>(p.bases)),
        y_(memory.take<double>(p.bases)),
        pieces_(memory.take<unsigned>(count())),
        curvature_(memory.take<double>(count() * kMostBases * kMostBases)),
        hessian_(p.dofs, memory.take<double>(Hessian::numbers(p.dofs))) {
    take_line(memory);
  }

  /// Everything at p.acc; the Hessian with it.
  void start() {
    multiply_mass(p_, p_.acc, mass_acc_);
    multiply_jacobian(p_, p_.acc, x_);
    for (int i = 0; i < p_.bases; ++i) x_[i] -= p_.aref[i];
    hessian_.set_mass(p_.tree, p_.mass);
    for (std::int64_t i = 0; i < count(); ++i) pieces_[i] = 0;
    std::fill_n(curvature_, count() * kMostBases * kMostBases, 0.0);
    evaluate();
  }

  double cost() const { return cost_; }
  double scaled_gradient() const {
    return p_.scale * math::sqrt(dot(gradient_, gradient_, p_.dofs));
  }

  /// One iteration; false when there is no way down.
  bool iterate(Iteration& record) {
    hessian_.factor();
    for (int i = 0; i < p_.dofs; ++i) direction_[i] = -gradient_[i];
    hessian_.solve(direction_);
    multiply_mass(p_, direction_, mass_direction_);
    multiply_jacobian(p_, direction_, y_);
    make_line();
    const double length = math::sqrt(dot(direction_, direction_, p_.dofs));
    const double enough = p_.tolerance * p_.ls_tolerance * length / p_.scale;
    const Step step = search(line_, enough, p_.ls_iterations);
    record.slope = step.slope;
    record.evaluations = step.evaluations;
    if (step.length == 0) return false;
    for (int i = 0; i < p_.dofs; ++i) {
      p_.acc[i] = math::fma(step.length, direction_[i], p_.acc[i]);
      mass_acc_[i] = math::fma(step.length, mass_direction_[i], mass_acc_[i]);
    }
    for (int i = 0; i < p_.bases; ++i) x_[i] = math::fma(step.length, y_[i], x_[i]);
    record.changed = evaluate();
    return true;
  }

 private:
  std::int64_t count() const { return static_cast<std::int64_t>(p_.blocks.size()); }

  void take_line(Memory& memory) {
    const int rows = (p_.rows + 3) / 4 * 4;
    line_.x = memory.take<double>(rows);
    line_.y = memory.take<double>(rows);
    line_.weight = memory.take<double>(rows);
    line_.dry_x = memory.take<double>(rows);
    line_.dry_y = memory.take<double>(rows);
    line_.dry_weight = memory.take<double>(rows);
    line_.dry_bound = memory.take<double>(rows);
    line_.cone = memory.take<ConeLine>(count());
  }

  // Cost, forces, gradient and Hessian at x; returns how many blocks changed their pieces.
  int evaluate() {
    double cost = 0;
    for (int i = 0; i < p_.dofs; ++i) {
      gradient_[i] = mass_acc_[i] - p_.smooth_force[i];
      cost = math::fma(gradient_[i], p_.acc[i] - p_.smooth_acc[i], cost);
    }
    cost *= 0.5;
    int changed = 0;
    for (std::int64_t b = 0; b < count(); ++b) {
      const Block& block = p_.blocks[static_cast<std::size_t>(b)];
      const double* x = x_ + block.base;
      const Reaction r = react(p_, block, x);
      cost += r.cost;
      if (r.cost > 0 || r.pieces != 0) subtract_force(p_, block, r.force, gradient_);
      const bool curved =
          block.is_cone() && r.pieces == static_cast<unsigned>(ConstraintState::Cone);
      if (r.pieces == pieces_[b] && !curved) continue;
      changed += r.pieces != pieces_[b] ? 1 : 0;
      update_hessian(b, block, x, r.pieces);
    }
    cost_ = cost;
    return changed;
  }

  void update_hessian(std::int64_t b, const Block& block, const double* x, unsigned pieces) {
    double* old = curvature_ + b * kMostBases * kMostBases;
    double now[kMostBases * kMostBases], change[kMostBases * kMostBases];
    curvature(p_, block, x, pieces, now);
    for (int i = 0; i < block.bases; ++i) {
      for (int j = 0; j < block.bases; ++j) {
        const int k = i * kMostBases + j;
        change[k] = now[k] - old[k];
        old[k] = now[k];
      }
    }
    hessian_.add(block, p_.column + block.column, p_.jacobian + block.jacobian, change);
    pieces_[b] = pieces;
  }

  void make_line() {
    Line& line = line_;
    line.linear = line.square = 0;
    for (int i = 0; i < p_.dofs; ++i) {
      line.linear += direction_[i] * (mass_acc_[i] - p_.smooth_force[i]);
    }
    line.square = dot(direction_, mass_direction_, p_.dofs);
    line.sided = line.dry = line.cones = 0;
    for (const Block& block : p_.blocks) add_to_line(block);
    for (int i = line.sided; i % 4 != 0; ++i) line.x[i] = line.y[i] = line.weight[i] = 0;
  }

  void add_to_line(const Block& block) {
    Line& line = line_;
    const double *x = x_ + block.base, *y = y_ + block.base, *D = p_.D + block.row;
    switch (block.kind()) {
      case ConstraintType::Equality:
        for (int k = 0; k < block.rows; ++k) {
          line.linear += D[k] * x[k] * y[k];
          line.square += D[k] * y[k] * y[k];
        }
        return;
      case ConstraintType::FrictionDof:
      case ConstraintType::FrictionTendon: {
        const int i = line.dry++;
        line.dry_x[i] = x[0];
        line.dry_y[i] = y[0];
        line.dry_weight[i] = D[0];
        line.dry_bound[i] = p_.R[block.row] * p_.loss[block.row];
        return;
      }
      case ConstraintType::ContactPyramidal:
        for (int k = 0; k < block.rows; ++k) {
          const double mu = p_.friction[5 * block.id + k / 2] * (k % 2 == 0 ? 1 : -1);
          add_sided(x[0] + mu * x[1 + k / 2], y[0] + mu * y[1 + k / 2], D[0]);
        }
        return;
      case ConstraintType::ContactElliptic:
        line.cone[line.cones++] = cone_line(block, x, y, D);
        return;
      default:
        add_sided(x[0], y[0], D[0]);
    }
  }

  void add_sided(double x, double y, double weight) {
    const int i = line_.sided++;
    line_.x[i] = x;
    line_.y[i] = y;
    line_.weight[i] = weight;
  }

  ConeLine cone_line(const Block& block, const double* x, const double* y, const double* D) const {
    const double mu = p_.mu[block.id];
    ConeLine c = {mu, D[0] / (mu * mu * (1 + mu * mu)), mu * x[0], mu * y[0], 0, 0, 0, 0, 0};
    for (int k = 0; k < block.rows; ++k) {
      c.linear += D[k] * x[k] * y[k];
      c.square += D[k] * y[k] * y[k];
      if (k == 0) continue;
      const double g = p_.friction[5 * block.id + k - 1], u = g * x[k], v = g * y[k];
      c.uu += u * u;
      c.uv += u * v;
      c.vv += v * v;
    }
    return c;
  }

  const Problem& p_;
  double *mass_acc_, *gradient_, *direction_, *mass_direction_;
  double *x_, *y_;  // J a - aref, J direction
  unsigned* pieces_;
  double* curvature_;
  Hessian hessian_;
  Line line_;
  double cost_ = 0;
};

int count_active(const Problem& p) {
  int active = 0;
  for (int i = 0; i < p.rows; ++i) {
    active += p.state[i] != static_cast<int>(ConstraintState::Satisfied) ? 1 : 0;
  }
  return active;
}

}  // namespace

double cost_of(const Problem& p, const double* acc, Memory memory) {
  double* force = memory.take<double>(p.dofs);
  double* x = memory.take<double>(p.bases);
  if (memory.full()) return 0;
  multiply_mass(p, acc, force);
  double cost = 0;
  for (int i = 0; i < p.dofs; ++i) {
    cost += 0.5 * (force[i] - p.smooth_force[i]) * (acc[i] - p.smooth_acc[i]);
  }
  multiply_jacobian(p, acc, x);
  for (int i = 0; i < p.bases; ++i) x[i] -= p.aref[i];
  for (const Block& block : p.blocks) cost += react(p, block, x + block.base).cost;
  return cost;
}

Solution solve_newton(const Problem& p, Memory memory) {
  constexpr int kRemembered = 200;
  Solution solution;
  Iteration* history = memory.take<Iteration>(kRemembered);
  Newton newton(p, memory);
  if (memory.full()) return {-1, {}};
  newton.start();
  while (solution.iterations < p.iterations && newton.scaled_gradient() >= p.tolerance) {
    const double before = newton.cost();
    Iteration record;
    const bool moved = newton.iterate(record);
    if (!moved) break;
    record.improvement = p.scale * (before - newton.cost());
    record.gradient = newton.scaled_gradient();
    record.active = count_active(p);
    if (solution.iterations < kRemembered) history[solution.iterations] = record;
    ++solution.iterations;
    if (record.improvement < p.tolerance || record.gradient < p.tolerance) break;
  }
  solution.history = {history,
                      static_cast<std::size_t>(std::min(solution.iterations, kRemembered))};
  return solution;
}

}  // namespace thew::constraint
